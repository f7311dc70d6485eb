"""Commands that need not load anything: a process that has loaded the program is copied for each of them.

Loading takes a server longer than anything else that it does until it listens, and tests start hundreds of servers
and of commands for whoever runs them. A copy runs the same command, with an environment, a folder, an input and
outputs of its own, and dies by the same signals.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any, Final, TypeVar, cast

T = TypeVar("T")

ROOT: Final = Path(__file__).parents[2]
LOADED_WITH: Final = ("ORRERY_STATIC", "ORRERY_PURE")
"""What the program looks at while it is loaded: with these it is started anew."""

LATER: Final = (
    "anyio._backends._asyncio",
    "httpx",
    "orrery.gaia.tabletop",
    "orrery.server.live.channels",
    "orrery.server.logs",
    "orrery.server.serving",
    "uvicorn.loops.auto",
)
"""What is loaded only once it is needed."""


class Hatched:
    """A copy, to be handled like a ``subprocess.Popen``."""

    def __init__(self, pid: int, status: int, stdout: IO[str] | None = None) -> None:
        self.pid: Final = pid
        self.stdout: Final = stdout
        self.returncode: int | None = None
        self._status: Final = status

    def poll(self) -> int | None:
        """Its exit status, or None while it runs."""
        if self.returncode is None:
            try:
                told = os.read(self._status, 16)
            except BlockingIOError:
                return None
            os.close(self._status)
            assert told, "the nursery has gone"
            self.returncode = os.waitstatus_to_exitcode(int(told))
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Its exit status, once it has one."""
        until = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("orrery", timeout)
            time.sleep(0.01)
        return status

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """The process that is copied; it ends when whoever asks it has gone."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._here, there = socket.socketpair()
        self.process: Final = subprocess.Popen(
            [sys.executable, "-m", "tests.server.nursery", str(there.fileno())],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            pass_fds=[there.fileno()],
        )
        there.close()
        self._turn = threading.Lock()
        atexit.register(self.close)

    def close(self) -> None:
        """End it; copies go on."""
        self._here.close()
        self.process.wait(20)

    def hatch(self, arguments: list[str], env: dict[str, str], folder: Path, ends: tuple[int, int, int]) -> Hatched:
        """A copy that runs ``orrery`` with these arguments; ``ends`` are its input and its two outputs."""
        status, told = os.pipe()
        os.set_blocking(status, False)
        wish = json.dumps({"arguments": arguments, "env": env, "folder": str(folder)}).encode()
        with self._turn:  # tests ask from several threads
            socket.send_fds(self._here, [len(wish).to_bytes(4, "big")], [*ends, told])
            self._here.sendall(wish)
            os.close(told)
            return Hatched(int.from_bytes(_exactly(self._here, 4), "big"), status)


_NURSERY: list[Nursery] = []


def hatched(arguments: list[str], env: dict[str, str], folder: Path, log: IO[str]) -> Hatched:
    """A copy whose output is read and whose errors go to a file."""
    out, inside = os.pipe()
    with Path(os.devnull).open("rb") as nothing:
        made = _nursery(env).hatch(arguments, env, folder, (nothing.fileno(), inside, log.fileno()))
    os.close(inside)
    return Hatched(made.pid, made._status, os.fdopen(out, encoding="utf-8"))


def done(
    arguments: list[str], env: dict[str, str], folder: Path, given: str, timeout: float
) -> subprocess.CompletedProcess[str]:
    """What a copy with this input said, once it has ended."""
    with TemporaryFile("w+") as said, TemporaryFile("w+") as out, TemporaryFile("w+") as errors:
        said.write(given)
        said.seek(0)
        ends = said.fileno(), out.fileno(), errors.fileno()
        status = _nursery(env).hatch(arguments, env, folder, ends).wait(timeout)
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(["orrery", *arguments], status, out.read(), errors.read())


def fits(env: dict[str, str]) -> bool:
    """Whether a copy of the loaded program is what a command with this environment would be."""
    return not any(name in env for name in LOADED_WITH) and env.get("PYTHONPATH") == search_path()


def search_path() -> str:
    """Where tests look for modules: what they import may be a title of theirs."""
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))


def _nursery(env: dict[str, str]) -> Nursery:
    """The nursery of this process of the tests, which is opened when it is first needed."""
    if not _NURSERY:
        _NURSERY.append(Nursery({name: value for name, value in env.items() if not name.startswith("ORRERY_")}))
    return _NURSERY[0]


def _exactly(channel: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        piece = channel.recv(count - len(found))
        if not piece:
            raise EOFError("the nursery has gone")
        found += piece
    return found


def _asked(channel: socket.socket) -> tuple[Any, list[int]]:
    """The next wish, and the ends that it hands over."""
    size, given, _, _ = socket.recv_fds(channel, 4, 4)
    if not size:
        raise EOFError
    return json.loads(_exactly(channel, int.from_bytes(size, "big"))), list(given)


def _become(wish: Any, ends: list[int]) -> int:
    """Be the command, in the copy."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, end in enumerate(ends):
        os.dup2(end, number)
        os.close(end)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", buffering=1, encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", closefd=False)
    os.environ.clear()
    os.environ.update(wish["env"])
    os.chdir(wish["folder"])
    from orrery.cli import main

    sys.argv = ["orrery", *wish["arguments"]]
    return main(wish["arguments"])


def _once(read: Callable[..., T]) -> Callable[..., T]:
    """The same, but what was read of a function is known from then on."""
    known: dict[Any, T] = {}

    def told(function: Any, names: dict[str, Any]) -> T:
        if function not in known:
            known[function] = read(function, names)
        return known[function]

    return told


def _load() -> None:
    """Load what a command and a server load on their way, by going it: what is loaded here, copies have."""
    import uvicorn
    from argon2 import PasswordHasher
    from litestar.utils.signature import ParsedSignature

    from orrery.cli import parser
    from orrery.server.app import create_app
    from orrery.server.people import accounts
    from orrery.server.settings import Settings
    from orrery.server.store.database import migrate, opened

    for name in LATER:
        import_module(name)
    parser()
    # Tests hash hundreds of passwords. How dear that is for who has stolen them is a test of its own.
    accounts.HASHER = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    # Reading the types of its handlers is a third of what a server does until it listens.
    ParsedSignature.from_fn = _once(ParsedSignature.from_fn)  # type: ignore[method-assign]
    with TemporaryDirectory() as folder:
        settings = Settings(Path(folder))
        engine = opened(settings)
        migrate(engine)
        engine.dispose()
        uvicorn.Config(cast("Any", create_app(settings))).load()
    gc.collect()
    gc.freeze()  # copies look through their own things only, and share these


def _keep(channel: socket.socket) -> None:
    """Copy as often as asked, and tell how each copy ended."""
    _load()
    awake, woken = os.pipe()
    os.set_blocking(awake, False)
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    children: dict[int, int] = {}
    with selectors.DefaultSelector() as either:
        either.register(channel, selectors.EVENT_READ)
        either.register(awake, selectors.EVENT_READ)
        while True:
            ready = {key.fd for key, _ in either.select()}
            if awake in ready:
                os.read(awake, 4096)
                for pid in list(children):
                    ended, status = os.waitpid(pid, os.WNOHANG)
                    if ended:
                        told = children.pop(pid)
                        os.write(told, str(status).encode())
                        os.close(told)
            if channel.fileno() in ready:
                try:
                    wish, (*ends, told) = _asked(channel)
                except EOFError:
                    return
                pid = os.fork()
                if not pid:
                    status = 1
                    try:
                        either.close()
                        channel.close()
                        for end in (awake, woken, told, *children.values()):
                            os.close(end)
                        status = _become(wish, ends)
                        sys.stdout.flush()
                        sys.stderr.flush()
                    finally:
                        os._exit(status)
                for end in ends:
                    os.close(end)
                children[pid] = told
                channel.sendall(pid.to_bytes(4, "big"))


if __name__ == "__main__":
    _keep(socket.socket(fileno=int(sys.argv[1])))
