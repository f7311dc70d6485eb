"""``orrery bench server``: many live connections over many running matches on one machine.

A server process is started on an empty database. The seats of each match are played as the page does it: whoever
is asked has got the options with the move before, asks for the preview of one by the live connection, commits it
there, and the next seat goes on when every connection that watches the match has been told. Measured are accepted
moves per second, the time from sending a commit to the last receiver, processor time and memory; once at a fixed
pace, because a server that is flat out makes everybody wait, and then flat out. With ``--report`` the pace is kept
once more while complete reports on a finished match are made beside it. Flat out comes last: it ends matches,
and a run ends with the first match that does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec


def add_bench(benches: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """``orrery bench server``."""
    parser = benches.add_parser("server", help="many live connections over many running matches")
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each run")
    parser.add_argument("--pace", type=float, default=75.0, help="moves per second of the first run, all matches")
    parser.add_argument("--report", action="store_true", help="once more at that pace while reports are made")
    parser.add_argument("--game", default="gaia")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; SQLite if left out")
    parser.add_argument("--json", action="store_true", help="print figures as JSON")
    parser.set_defaults(run=run)


@dataclass
class Run:
    """The figures of one run."""

    name: str
    moves: int = 0
    seconds: float = 0.0
    moves_per_s: float = 0.0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    max_ms: float = 0.0
    commit_p50_ms: float = 0.0
    stale: int = 0
    server_cpu_ms: float = 0.0
    """Processor time of the server for each move: a preview, a commit, and telling everybody."""
    workers_cpu_ms: float = 0.0


@dataclass
class Figures:
    """What the benchmark found."""

    database: str
    game: str
    matches: int
    connections: int
    server_mb: float = 0.0
    workers_mb: float = 0.0
    message_bytes: float = 0.0
    largest_message: int = 0
    runs: list[Run] = field(default_factory=list)


class Line:
    """One HTTP connection that is kept open; as little work as possible, since it shares the machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.headers = ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        data = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(data)}\r\n"
        head += f"Content-Type: application/json\r\n{self.headers}\r\n"
        writer.write(head.encode() + data)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        size = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
        return int(lines[0].split()[1]), await reader.readexactly(size)

    async def json(self, method: str, path: str, body: object = None) -> Any:
        status, data = await self.ask(method, path, body)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {data[:300]!r}")
        return json.loads(data)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


class Offered(msgspec.Struct):
    """An option, as far as it is looked at."""

    text: str


class Where(msgspec.Struct):
    """A position, as far as it is looked at."""

    number: int
    over: bool
    options: list[Offered] = []


class Seen(msgspec.Struct):
    """What a receiver looks at."""

    kind: str
    number: int = -1
    over: bool = False
    options: list[Offered] = []
    position: Where | None = None
    id: int = -1


class Table:
    """One match, those who play it and those who watch it."""

    def __init__(self, match: str, line: Line, watchers: int) -> None:
        self.match = match
        self.line = line
        self.watchers = watchers
        self.told: dict[int, int] = {}
        self.arrived = asyncio.Event()
        self.number = 0
        self.over = False
        self.seats: list[Any] = []
        """The connections of its seats."""
        self.options: tuple[int, int, list[str]] = (-1, 0, [])
        """At which number which seat was offered what."""
        self.answered = asyncio.Event()
        self.answer = ""
        self.questions = 0


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
            if parent == pid:
                found.append(int(folder.name))
    return found


def _memory(pid: int) -> float:
    """Resident megabytes of a process."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")), 0.0)


def _processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _finished(game: str) -> str:
    """A game of two greedy bots, as it is saved."""
    from orrery.bots import bot
    from orrery.core.match import Match

    match = Match.new(game, {"players": 2} | ({"mode": "points"} if game == "evacuation" else {}), 7)
    bots = [bot("greedy", seat) for seat in range(2)]
    while (seat := match.state.asked()) is not None:
        match.play(bots[seat].choose(match.game, match.game.guess(match.state, seat, 1), seat))
    return match.save()


class Bench:
    """The whole measurement."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.tables: list[Table] = []
        self.pid = 0
        self.sizes: list[int] = []
        self.chance = random.Random(1)
        self.figures = Figures(
            "postgresql" if args.database else "sqlite", args.game, args.matches, args.connections
        )

    async def measure(self) -> Figures:
        with tempfile.TemporaryDirectory(prefix="orrery-bench-") as folder:
            env = {name: value for name, value in os.environ.items() if not name.startswith("ORRERY_")}
            env |= {"ORRERY_DATA": folder, "ORRERY_RATES": "no", "ORRERY_PORT": "0", "ORRERY_LOG_LEVEL": "warning"}
            for name in ("ORRERY_WORKERS", "ORRERY_TITLES"):
                if name in os.environ:
                    env[name] = os.environ[name]
            if self.args.database:
                env["ORRERY_DATABASE"] = self.args.database
            command = [sys.executable, "-c", "import sys; from orrery.cli import main; sys.exit(main(['serve']))"]
            server = await asyncio.create_subprocess_exec(*command, env=env, stdout=asyncio.subprocess.PIPE)
            assert server.stdout is not None
            try:
                said = (await server.stdout.readline()).decode()
                if "listens on" not in said:
                    raise RuntimeError(f"the server does not start: {said!r}")
                await self._with(int(said.rsplit(":", 1)[1]), server.pid)
            finally:
                server.send_signal(signal.SIGTERM)
                await server.wait()
        return self.figures

    async def _with(self, port: int, pid: int) -> None:
        from websockets.asyncio.client import connect

        self.pid = pid
        each = self.args.connections // self.args.matches
        async with AsyncExitStack() as stack:
            sockets = []
            for index in range(self.args.matches):
                line = Line(port)
                stack.callback(line.close)
                token = await self._token(port, index)
                line.headers = f"Authorization: Bearer {token}\r\n"
                seats = [{"kind": "me"}] * self.args.players
                body = {"game": self.args.game, "options": {"players": self.args.players}, "seats": seats}
                made = await line.json("POST", "/api/tables", body)
                table = Table(made["id"], line, each)
                self.tables.append(table)
                for number in range(each):
                    seat = number if number < self.args.players else None
                    headers = {"Authorization": f"Bearer {token}"} if seat is not None else {}
                    socket = await stack.enter_async_context(
                        connect(
                            f"ws://127.0.0.1:{port}/api/live",
                            additional_headers=headers,
                            compression=None,
                            ping_interval=None,
                            max_size=None,
                        )
                    )
                    await socket.send(json.dumps({"kind": "watch", "match": made["id"], "seat": seat}))
                    if seat is not None:
                        table.seats.append(socket)
                    sockets.append((socket, table, seat))
                if index % 20 == 19:
                    print(f"{len(sockets)} connections", file=sys.stderr)
            readers = [asyncio.create_task(self._read(*socket)) for socket in sockets]
            try:
                await asyncio.sleep(1)
                pace = f"{self.args.pace:g} moves/s"
                self.figures.runs.append(await self._run(pace, self.args.pace))
                if self.args.report:
                    self.figures.runs.append(await self._beside_reports(pace))
                self.figures.runs.append(await self._run("flat out", None))
                self.figures.server_mb = _memory(pid)
                self.figures.workers_mb = sum(_memory(child) for child in _children(pid))
            finally:
                for reader in readers:
                    reader.cancel()
                await asyncio.gather(*readers, return_exceptions=True)
        if self.sizes:
            self.figures.message_bytes = statistics.mean(self.sizes)
            self.figures.largest_message = max(self.sizes)

    async def _token(self, port: int, index: int) -> str:
        import httpx

        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            me = (await client.post("/api/guest", json={"name": f"Bench {index}"})).json()
            made = await client.post("/api/tokens", json={"name": "bench"}, headers={"X-CSRF": me["csrf"]})
            token: str = made.json()["secret"]
            return token

    async def _read(self, socket: Any, table: Table, seat: int | None) -> None:
        decoder = msgspec.json.Decoder(Seen)
        async for raw in socket:
            seen = decoder.decode(raw)
            if seen.kind in ("answer", "problem"):
                table.answer = "" if seen.kind == "answer" else str(raw)
                table.answered.set()
            where = seen.position if seen.kind == "whole" else seen if seen.kind == "moved" else None
            if where is None:
                continue
            self.sizes.append(len(raw))
            if where.options and seat is not None:
                table.options = (where.number, seat, [option.text for option in where.options])
            table.over = table.over or where.over
            # A message about a later move tells about the earlier ones too.
            for number in range(table.number + 1, where.number + 1):
                table.told[number] = table.told.get(number, 0) + 1
            table.arrived.set()

    async def _beside_reports(self, pace: str) -> Run:
        """The same while complete reports on both seats of a finished match are made all the time."""
        line = self.tables[0].line
        match = (await line.json("POST", "/api/records", {"text": _finished(self.args.game)}))["id"]
        path = f"/api/matches/{match}/report"
        for seat in range(2):
            await line.json("POST", path, {"seat": seat, "depth": "complete"})
        async with asyncio.timeout(60):
            while not (await line.json("GET", f"{path}?seat=0&depth=complete")).get("done"):
                await asyncio.sleep(0.2)
        run = await self._run(f"{pace}, while reports are made", self.args.pace)
        told = await line.json("GET", f"{path}?seat=1&depth=complete")
        if told["state"] != "waiting":
            raise RuntimeError(f"no report was made any more at the end of the run: {told['state']}")
        return run

    async def _run(self, name: str, pace: float | None) -> Run:
        run = Run(name)
        delays: list[float] = []
        commits: list[float] = []
        until = time.perf_counter() + self.args.seconds
        start = time.perf_counter()
        children = _children(self.pid)
        before = _processor(self.pid), sum(map(_processor, children))
        await asyncio.gather(
            *(
                self._play(table, run, delays, commits, until, pace, index)
                for index, table in enumerate(self.tables)
            )
        )
        run.seconds = round(time.perf_counter() - start, 2)
        run.moves = len(delays)
        if not run.moves:
            raise RuntimeError(
                f"matches were over before the run {name!r}: ask for more of them, or for fewer seconds"
            )
        run.moves_per_s = round(run.moves / run.seconds, 1)
        delays.sort()
        run.p50_ms = round(delays[len(delays) // 2] * 1000, 1)
        run.p99_ms = round(delays[int(len(delays) * 0.99)] * 1000, 1)
        run.max_ms = round(delays[-1] * 1000, 1)
        run.server_cpu_ms = round((_processor(self.pid) - before[0]) / run.moves * 1000, 1)
        run.workers_cpu_ms = round((sum(map(_processor, children)) - before[1]) / run.moves * 1000, 1)
        run.commit_p50_ms = round(statistics.median(commits) * 1000, 1)
        return run

    async def _play(
        self,
        table: Table,
        run: Run,
        delays: list[float],
        commits: list[float],
        until: float,
        pace: float | None,
        index: int,
    ) -> None:
        gap = len(self.tables) / pace if pace else 0.0
        next_at = time.perf_counter() + gap * index / len(self.tables)
        while True:
            if pace:
                await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
                next_at += gap
            # Fewer matches than were asked for would be another measurement: the first that is over ends the run.
            if time.perf_counter() >= until or any(table.over for table in self.tables):
                return
            number, seat, texts = table.options
            if number < 0:
                path = f"/api/matches/{table.match}/position?printed=false"
                shown = await table.line.json("GET", path)
                number, seat, texts = shown["number"], shown["asked"], [o["text"] for o in shown["options"]]
            text = self.chance.choice(texts)
            table.number = number
            table.told.clear()
            await self._ask(table, seat, "preview", {"base": number, "actions": [text], "seat": seat})
            begun = time.perf_counter()
            if not await self._ask(table, seat, "commit", {"base": number, "actions": [text], "seat": seat}):
                run.stale += 1
                continue
            commits.append(time.perf_counter() - begun)
            wanted = number + 1
            try:
                async with asyncio.timeout(30):
                    while table.told.get(wanted, 0) < table.watchers:
                        table.arrived.clear()
                        await table.arrived.wait()
            except TimeoutError:
                raise RuntimeError(f"{table.match} #{wanted}: {table.told} of {table.watchers} were told") from None
            delays.append(time.perf_counter() - begun)

    async def _ask(self, table: Table, seat: int, kind: str, draft: dict[str, Any]) -> bool:
        """A question of a seat by its live connection; False when it is refused."""
        table.questions += 1
        table.answered.clear()
        message = {"kind": kind, "id": table.questions, "match": table.match, "draft": draft}
        await table.seats[seat].send(msgspec.json.encode(message).decode())
        async with asyncio.timeout(30):
            await table.answered.wait()
        return not table.answer


def lines(figures: Figures) -> Sequence[str]:
    """The figures as a table of docs/performance.md."""
    found = [
        f"{figures.connections} live connections over {figures.matches} matches of {figures.game}, "
        f"{figures.database}:",
        "",
        "| run | moves/s | commit to last receiver p50 / p99 / max, ms | commit answered p50, ms "
        "| processor time for each move, server + workers, ms |",
        "|---|---|---|---|---|",
    ]
    found += [
        f"| {r.name} | {r.moves_per_s} | {r.p50_ms} / {r.p99_ms} / {r.max_ms} | {r.commit_p50_ms} "
        f"| {r.server_cpu_ms} + {r.workers_cpu_ms} |"
        for r in figures.runs
    ]
    found += [
        "",
        f"Memory: server {figures.server_mb:.0f} MB, workers {figures.workers_mb:.0f} MB. A message about a move "
        f"has {figures.message_bytes:.0f} bytes on average, {figures.largest_message} at most.",
    ]
    return found


def run(args: argparse.Namespace) -> int:
    """Measure, and print the figures."""
    figures = asyncio.run(Bench(args).measure())
    if args.json:
        print(json.dumps(asdict(figures), indent=1))
    else:
        print("\n".join(lines(figures)))
    return 0
