"""Hosts of others, as far as a server sends them something: on this machine only."""

from __future__ import annotations

import base64
import os
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import create_server
from typing import Any

import httpx
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


class Receiver:
    """A web server that keeps what it gets and answers as told."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.headers: dict[str, str] = {}
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the name that the library calls
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                receiver.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def do_GET(self) -> None:
                self.do_POST()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the library's name
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that is there."""
    made = Receiver()
    thread = threading.Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


@contextmanager
def post_office() -> Iterator[tuple[int, list[str]]]:
    """A mail server that takes letters; its port, and the letters."""
    letters: list[str] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                word = line.split()[0].upper() if line.split() else b""
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    letter = []
                    while (text := self.rfile.readline()) != b".\r\n":
                        letter.append(text.decode())
                    letters.append("".join(letter))
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
                if word == b"QUIT":
                    return

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1], letters
        finally:
            server.shutdown()
            thread.join()


def read(letter: str) -> tuple[str, str]:
    """The subject and the text of a letter."""
    found = message_from_string(letter, policy=policy.default)
    return str(found["Subject"]), found.get_content()


def confirm(letters: list[str]) -> httpx.Response:
    """Do what the last letter asks for: open its link and press the button there."""
    (link,) = re.findall(r"https?://\S+", read(letters[-1])[1])
    shown = httpx.get(link)
    assert shown.status_code == 200, shown.text
    (token,) = re.findall(r'name="token" value="([^"]+)"', shown.text)
    return httpx.post(link, data={"token": token})


@contextmanager
def silence() -> Iterator[str]:
    """The address of a host that takes connections and never says anything."""
    with create_server(("127.0.0.1", 0), backlog=500) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def browser(endpoint: str) -> dict[str, str]:
    """What a browser that is reached there sends to be registered."""
    point = (
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    keys = {"p256dh": point, "auth": os.urandom(16)}
    return {"endpoint": endpoint} | {
        name: base64.urlsafe_b64encode(key).rstrip(b"=").decode() for name, key in keys.items()
    }
