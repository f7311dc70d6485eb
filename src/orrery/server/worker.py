"""A worker process: engine calls on standard input, answers on standard output.

It keeps the matches that it was asked about on its desk, as far as there is room. It ends when the server
that started it is gone. ``python -m orrery.server.worker``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, BinaryIO

import msgspec
from msgspec import msgpack

from orrery import __version__
from orrery.bots import bot
from orrery.core.game import BadOptions, BadPosition, IllegalAction
from orrery.core.match import BadLog, Match, ReplayMismatch, parsed
from orrery.core.titles import TITLES, title
from orrery.server import wire
from orrery.server.calls import (
    ENCODER,
    Call,
    Head,
    Line,
    NewLine,
    News,
    Replayed,
    Reply,
    Thought,
    Turn,
    World,
    framed,
)
from orrery.server.desk import Broken, Desk, draft_end, explained, tried
from orrery.server.problems import Refused
from orrery.server.settings import Settings, register

ROOM = 256
"""Matches on one desk."""
TURN = 40
"""Answers of a bot in one draft at most."""

Args = dict[str, Any]


def dumped(value: object) -> str:
    """JSON text of any size of number, always the same for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


# Calls about a match


def _position(desk: Desk, args: Args) -> bytes:
    return msgspec.json.encode(desk.position(args["seat"], args["finished"]))


def _preview(desk: Desk, args: Args) -> bytes:
    return msgspec.json.encode(desk.preview(args["seat"], args["actions"]))


def _replay(desk: Desk, args: Args) -> bytes:
    return msgspec.json.encode(desk.replayed(args["move"], args["seat"], args["finished"]))


def _try(desk: Desk, args: Args) -> bytes:
    shown = desk.sandbox(args["move"], args["seat"], args["actions"], args["world"], args["finished"])
    return msgspec.json.encode(shown)


def _supposed(desk: Desk, args: Args) -> bytes:
    return msgspec.json.encode(desk.supposed(args["seat"], args["actions"]))


def _news(desk: Desk, args: Args) -> bytes:
    clock, since, finished = args["clock"], args["since"], args["finished"]
    told = [desk.news(since, viewer, finished, clock, args["resume"]) for viewer in args["viewers"]]
    return ENCODER.encode(News(desk.number, told))


def _whole(desk: Desk, args: Args) -> bytes:
    return desk.whole(args["seat"], args["finished"])


def _log(desk: Desk, args: Args) -> bytes:
    return msgspec.json.encode(desk.log(args["seat"], args["since"], args["finished"]))


def _series(desk: Desk, args: Args) -> bytes:
    return msgspec.json.encode(desk.series(args["seat"], args["finished"]))


def _commit(desk: Desk, args: Args) -> bytes:
    return ENCODER.encode(desk.commit(args["seat"], args["actions"], args.get("then")))


def _premove(desk: Desk, args: Args) -> bytes:
    played, count = desk.premove(args["seat"], args["actions"])
    return ENCODER.encode((played, count))


def _note(desk: Desk, args: Args) -> bytes:
    return ENCODER.encode(desk.note(args["seat"], args["question"], args["text"]))


def _undoing(desk: Desk, args: Args) -> bytes:
    return ENCODER.encode(desk.undoing(args["seat"], args["keep"]))


def _undo(desk: Desk, args: Args) -> bytes:
    return ENCODER.encode(desk.undo(args["seat"], args["keep"]))


def _stand(desk: Desk, args: Args) -> bytes:
    return ENCODER.encode(desk.after())


def _order(desk: Desk, args: Args) -> bytes:
    orders = msgspec.convert(args["orders"], list[wire.Order])
    return ENCODER.encode(Thought(desk.order(args["seat"], orders)))


def _closing(desk: Desk, args: Args) -> bytes:
    return ENCODER.encode(Thought(desk.closing(args["seat"])))


def _world(desk: Desk, args: Args) -> bytes:
    """A guess as data, after a draft: what bots and hints start from."""
    seat: int = args["seat"]
    if desk.match.state.asked() != seat:
        raise Refused(409, "not-asked", f"seat {seat} is not asked now")
    state = desk.world(seat)
    tried(desk.game, state, seat, args["actions"], seat)
    if state.asked() != seat:
        raise Refused(409, "not-asked", f"seat {seat} is not asked after this draft")
    return ENCODER.encode(World(desk.header.game, dumped(desk.game.data(state))))


def _ask(desk: Desk, args: Args) -> bytes:
    """An extra service of the title."""
    service: Callable[..., Any] | None = getattr(desk.game, "ask", None)
    name = args["name"]
    if service is None:
        raise Refused(404, "no-such-service", f"{desk.header.game} has no service {name!r}")
    seat: int = args["seat"]
    state = desk.world(seat)
    tried(desk.game, state, seat, args["actions"], seat)
    try:
        answer = service(state, seat, name, args["args"])
    except LookupError:
        raise Refused(404, "no-such-service", f"{desk.header.game} has no service {name!r}") from None
    except (ValueError, TypeError) as error:
        raise Refused(400, "bad-request", f"{name}: {error}") from None
    return msgspec.json.encode(wire.Answer(answer))


# Calls about a title


def _titles(args: Args) -> bytes:
    found = []
    for name in sorted(TITLES):
        game = title(name)
        settings = [wire.SettingInfo(s.name, s.kind, s.default, list(s.choices), s.group) for s in game.settings]
        found.append(wire.Title(name, game.rules, settings, []))
    return msgspec.json.encode(found)


def _game(name: str) -> Any:
    try:
        return title(name)
    except LookupError as error:
        raise Refused(404, "not-found", str(error.args[0])) from None


def _complete(args: Args) -> bytes:
    """The options of a table, complete, with the number of seats and the rules number."""
    game = _game(args["game"])
    try:
        whole = game.complete(args["options"])
        seats = game.seats(whole)
    except BadOptions as error:
        raise Refused(400, "bad-options", str(error)) from None
    return ENCODER.encode((dumped(whole), seats, game.rules, __version__))


def _fresh(name: str, options: Args, seed: int) -> tuple[Any, Args, Any]:
    game = _game(name)
    try:
        whole = game.complete(options)
        return game, whole, game.new(whole, seed)
    except (BadOptions, BadPosition) as error:
        raise Refused(400, "bad-options", str(error)) from None


def _setup(args: Args) -> bytes:
    game, whole, state = _fresh(args["game"], args["options"], args["seed"])
    shown = wire.Setup(whole, game.seats(whole), game.view(state, None), state.asked(), state.question())
    return msgspec.json.encode(shown)


def _sandbox(args: Args) -> bytes:
    game, _, state = _fresh(args["game"], args["options"], args["seed"])
    shown = tried(game, state, args["seat"], args["actions"])
    shown.supposed = True
    return msgspec.json.encode(shown)


def _begin(args: Args) -> bytes:
    """Where a new match stands before its first entry."""
    desk = Desk("", Head(args["game"], args["rules"], args["options"], args["seed"]))
    return ENCODER.encode(desk.after())


def _import(args: Args) -> bytes:
    """A log from outside, replayed."""
    lines: list[NewLine] = []

    def each(match: Match) -> None:
        entry = match.entries[-1]
        lines.append(NewLine(entry.seat, entry.question, entry.text, None, match.state.digest().hex()))

    try:
        header, entries = parsed(args["text"])
        match = Match.replay(header, entries, each)
        head = Head(header.game, header.rules, dumped(match.game.complete(header.options)), header.seed)
        desk = Desk("", head)
    except (BadLog, ReplayMismatch, BadOptions, BadPosition, Broken) as error:
        raise Refused(400, "bad-record", str(error)) from None
    except LookupError as error:
        raise Refused(400, "bad-record", str(error.args[0])) from None
    if not 0 <= head.seed < 1 << 63:
        raise Refused(400, "bad-record", f"the header's seed is from 0 to {(1 << 63) - 1}, not {head.seed}")
    return ENCODER.encode(Replayed(lines, desk.after(match), head))


def _check(args: Args) -> bytes:
    """Replays a whole stored log; raises Broken with what is wrong."""
    desk = Desk(args["name"], msgspec.convert(args["head"], Head))
    for line in args["lines"]:
        desk.follow(msgspec.convert(line, Line))
    return ENCODER.encode(desk.after())


# Calls to bots


def _choose(args: Args) -> bytes:
    """What a bot answers in a guessed world, to the end of its draft: it may plan a turn as a whole."""
    game, seat = _game(args["game"]), args["seat"]
    state = game.position(json.loads(args["data"]))
    player = bot(args["level"], args["seed"])
    texts: list[str] = []
    while len(texts) < TURN:
        action = player.choose(game, state, seat)
        texts.append(game.write(state, action))
        before = state.clone()
        state.apply(action)
        if draft_end(before, state, seat) is not None:
            break
    return ENCODER.encode(Turn(texts))


def _hint(args: Args) -> bytes:
    """Advice from the study part, where it is there."""
    try:
        hint = import_module("orrery.study.hint").hint
    except ImportError:
        raise Refused(404, "no-hints", "this server gives no hints") from None
    game = _game(args["game"])
    state = game.position(json.loads(args["data"]))
    try:
        found = list(hint(game, state, args["seat"], args["level"]))
    except (LookupError, ValueError) as error:
        raise Refused(400, "bad-request", str(error.args[0] if error.args else error)) from None
    for advice in found:
        advice["steps"] = _drafted(game, state, args["seat"], advice["turn"])
    return msgspec.json.encode(wire.Hints(found))


def _drafted(game: Any, state: Any, seat: int, texts: Iterable[str]) -> list[wire.Step]:
    """The answers of a planned turn as steps of one draft, without the end that is confirmed."""
    steps: list[wire.Step] = []
    for text in texts:
        action = game.read(state, text)
        if action == game.closes.get(state.question()):
            break
        steps.append(
            wire.Step(state.question(), explained(game, state, seat, game.explanation(state, seat, action)))
        )
        after = state.clone()
        after.apply(action)
        if draft_end(state, after, seat) is not None:
            break
        state = after
    return steps


ABOUT_MATCH: dict[str, Callable[[Desk, Args], bytes]] = {
    "position": _position,
    "preview": _preview,
    "replay": _replay,
    "try": _try,
    "supposed": _supposed,
    "news": _news,
    "whole": _whole,
    "log": _log,
    "series": _series,
    "commit": _commit,
    "premove": _premove,
    "note": _note,
    "undoing": _undoing,
    "undo": _undo,
    "stand": _stand,
    "order": _order,
    "closing": _closing,
    "world": _world,
    "ask": _ask,
}

OTHERS: dict[str, Callable[[Args], bytes]] = {
    "titles": _titles,
    "complete": _complete,
    "setup": _setup,
    "sandbox": _sandbox,
    "begin": _begin,
    "import": _import,
    "check": _check,
    "choose": _choose,
    "hint": _hint,
}


class Worker:
    """Answers calls; keeps desks."""

    def __init__(self) -> None:
        self.desks: OrderedDict[str, Desk] = OrderedDict()

    def answer(self, call: Call) -> Reply:
        """Every failure is an answer too."""
        try:
            if call.op in OTHERS:
                return Reply("ok", OTHERS[call.op](call.args))
            desk = self._desk(call)
            if desk is None:
                return Reply("forgotten")
            if call.args.get("base", desk.number) != desk.number:
                raise Refused(409, "stale", "others were faster: the position has changed")
            return Reply("ok", ABOUT_MATCH[call.op](desk, call.args))
        except Refused as refusal:
            return Reply("refused", b"", refusal.status, refusal.code, refusal.sentence, refusal.detail)
        except IllegalAction as error:
            return Reply("refused", b"", 400, "illegal", str(error))
        except Broken as error:
            self.desks.pop(call.match, None)
            return Reply("broken", sentence=str(error))

    def _desk(self, call: Call) -> Desk | None:
        """The match, up to date; None when its beginning is missing."""
        desk = self.desks.get(call.match)
        if call.head is not None and call.start == 0 and (desk is None or desk.number > len(call.tail)):
            desk = self.desks[call.match] = Desk(call.match, call.head)
        if desk is None or desk.number < call.start or desk.number > call.start + len(call.tail):
            return None
        self.desks.move_to_end(call.match)
        while len(self.desks) > ROOM:
            self.desks.popitem(last=False)
        for line in call.tail[desk.number - call.start :]:
            desk.follow(line)
        return desk


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until the source ends."""
    worker = Worker()
    decoder = msgpack.Decoder(Call)
    while True:
        size = source.read(4)
        if len(size) < 4:
            return
        body = source.read(int.from_bytes(size, "big"))
        call = decoder.decode(body)
        try:
            reply = worker.answer(call)
        except Exception as error:  # noqa: BLE001  # an engine that fails costs this call only
            traceback.print_exc()
            worker.desks.pop(call.match, None)
            reply = Reply("refused", b"", 500, "internal", f"{call.op}: {type(error).__name__}")
        sink.write(framed(reply))
        sink.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = Settings.read()
    register(settings.titles, settings.levels)
    # Whatever an engine prints must not get between the frames.
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, sink)


if __name__ == "__main__":
    main()
