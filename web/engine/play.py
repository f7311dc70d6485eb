"""A few matches on a device, so that everything that is loaded while somebody plays has been loaded once."""

import json

from orrery.device.page import Page

ASKED = ("log", "series", "replay?move=0", "record?format=text", "record?format=json", "orders", "premoves", "notes")


def played(page: Page, game: str, seats: list[dict[str, str]], moves: int) -> str:
    """A match in which people take the first option; bots answer in between. Its id."""

    def ask(method: str, target: str, body: object = None) -> object:
        status, kind, text = page.request(method, target, "" if body is None else json.dumps(body))
        if status >= 400:
            raise RuntimeError(f"{method} {target}: {status} {text}")
        return json.loads(text) if "json" in kind else text

    match = ask("POST", "/tables", {"game": game, "options": {"players": len(seats)}, "seats": seats})["id"]
    page.live(json.dumps({"kind": "watch", "match": match, "seat": 0, "number": 0}))
    while page.step():
        pass
    if len(seats) == 1:
        ask("POST", f"/matches/{match}/hint", {"actions": []})
    for move in range(moves):
        while page.step():
            pass
        shown = ask("GET", f"/matches/{match}/position")
        if shown["over"] or not shown.get("options"):
            break
        text = shown["options"][0]["text"]
        body = {"base": shown["number"], "actions": [text], "seat": shown["seat"]}
        if move < 3:
            ask("POST", f"/matches/{match}/preview", {**body, "near": True})
        ask("POST", f"/matches/{match}/commit", body)
    for target in ASKED:
        ask("GET", f"/matches/{match}/{target}")
    ask("POST", f"/matches/{match}/try", {"move": 0})
    ask("POST", "/records", {"text": ask("GET", f"/matches/{match}/record?format=text")})
    page.request("POST", "/records", json.dumps({"text": "{}"}))
    page.request("POST", "/records", json.dumps({"text": "nonsense"}))
    ask("GET", "/titles")
    ask("GET", "/everything")
    page.kept()
    page.told()
    return match


def titles() -> str:
    """What can be played, as a page asks for it."""
    return Page().request("GET", "/titles", "")[2]


def every() -> None:
    """Both titles, alone and with bots."""
    page = Page()
    me, bot = {"kind": "me"}, {"kind": "bot", "level": "planner"}
    for game in ("gaia", "evacuation"):
        played(page, game, [me], 400)
        played(page, game, [me, bot], 4)
    over = [row for row in page.home.house.rows.values() if row.state == "over"]
    if not over:
        raise RuntimeError("no match came to its end")
    for row in over:
        page.request("POST", f"/matches/{row.id}/report", json.dumps({"seat": 0}))
    page.home.nodes = 20
    for _ in range(4):
        page.step()
