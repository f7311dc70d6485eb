"""A program that plays: a token, the stream of events, a move. Nothing but the standard library.

    python examples/bot.py http://127.0.0.1:8700 TOKEN            answers whenever its user is asked
    python examples/bot.py http://127.0.0.1:8700 TOKEN --join     also sits down at open public tables

The token is made in the browser (settings) or with ``orrery admin user token NAME``. The answer given here
is the first option: put your own choice into ``choose``.
"""

from __future__ import annotations

import argparse
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


class Server:
    """The few requests that a player needs."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.token = token

    def _request(self, method: str, path: str, body: object = None) -> urllib.request.Request:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return urllib.request.Request(self.url + path, data=data, headers=headers, method=method)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        with urllib.request.urlopen(self._request(method, path, body), timeout=60) as answer:
            return json.load(answer)

    def events(self) -> Iterator[dict[str, Any]]:
        """Everything that this user is asked, for ever; what waits already comes first."""
        with urllib.request.urlopen(self._request("GET", "/api/events")) as stream:
            for raw in stream:
                line = raw.decode().rstrip("\r\n")
                if line.startswith("data: "):
                    event: dict[str, Any] = json.loads(line.removeprefix("data: "))
                    if event["kind"] == "asked":
                        yield event


def choose(position: dict[str, Any]) -> str:
    """The text of one of the options. Each tells its cost, its gain and its points."""
    text: str = position["options"][0]["text"]
    return text


def answer(server: Server, match: str, seat: int) -> None:
    """Answer until somebody else is asked."""
    while True:
        position = server.ask("GET", f"/api/matches/{match}/position?seat={seat}&printed=false")
        if position["asked"] != seat or not position.get("options"):
            return
        draft = {"base": position["number"], "actions": [choose(position)], "seat": seat}
        try:
            server.ask("POST", f"/api/matches/{match}/commit", draft)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if problem["code"] != "stale":  # others were faster: look again
                raise SystemExit(f"{problem['code']}: {problem['sentence']}") from None


def join(server: Server) -> None:
    """Sit down at every open public table."""
    for table in server.ask("GET", "/api/tables?list=open")["tables"]:
        if table["visibility"] == "public" and not table["mine"]:
            try:
                server.ask("POST", f"/api/tables/{table['id']}/join", {})
            except urllib.error.HTTPError as error:
                error.close()  # somebody else sat down first


def main() -> None:
    parser = argparse.ArgumentParser(description="A program that plays at an Orrery server.")
    parser.add_argument("server")
    parser.add_argument("token")
    parser.add_argument("--join", action="store_true", help="sit down at open public tables")
    args = parser.parse_args()
    server = Server(args.server, args.token)
    print("playing as", server.ask("GET", "/api/me")["user"]["name"], flush=True)
    if args.join:
        join(server)
    for event in server.events():
        answer(server, event["match"], event["seat"])


if __name__ == "__main__":
    main()
