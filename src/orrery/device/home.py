"""The house of a device as its page asks it: what makes sense here of the API of a server, and live messages.

Nothing waits for anything: a request is answered at once, and answers without a person (bots, what was said ahead,
reports) are made one at a time by ``step``, whenever whoever runs it has nothing better to do.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from orrery import __version__
from orrery.bots import SECONDS, STRENGTH, ladder
from orrery.core.game import IllegalAction
from orrery.core.saying import say
from orrery.desk import calls, cards, rows, wire
from orrery.desk.problems import Refused, not_found, unfit_field
from orrery.desk.results import World
from orrery.device import playing, practising, records, reports
from orrery.device.house import House, clock
from orrery.device.kept import Keeper, Row
from orrery.study.thinking import Advise, Finish, Hint

T = TypeVar("T")

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"


class Answer(NamedTuple):
    """What a request is answered with."""

    status: int
    kind: str
    body: bytes


class Asked(NamedTuple):
    """A request: the parts of its path, what its query says, its body."""

    parts: tuple[str, ...]
    query: dict[str, str]
    body: bytes

    def read(self, kind: type[T]) -> T:
        """The body as what it should be."""
        try:
            return msgspec.json.decode(self.body or b"{}", type=kind)
        except msgspec.ValidationError as error:
            field = _FIELD.search(str(error))
            name = field[1] if field else ""
            detail: dict[str, Any] = {"field": name, "reason": unfit_field(name, str(error))}
            raise Refused(400, "bad-request", str(error), detail) from None
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Refused(400, "bad-request", say("device.body", said=str(error))) from None

    def number(self, name: str, most: int = 1_000_000) -> int | None:
        """A number of the query."""
        text = self.query.get(name)
        if text is None:
            return None
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or int(text) > most:
            sentence = f"{name}: expected a number from 0 to {most}, not {text!r}"
            raise Refused(400, "bad-request", sentence, {"field": name, "reason": unfit_field(name, sentence)})
        return int(text)

    def word(self, name: str, *words: str) -> str:
        """A word of the query; the first one where it says nothing."""
        text = self.query.get(name, words[0])
        if text not in words:
            sentence = f"{name}: expected {', '.join(words)}, not {text!r}"
            raise Refused(400, "bad-request", sentence, {"field": name, "reason": unfit_field(name, sentence)})
        return text


_FIELD = re.compile(r"(?:`\$\.|field `)(\w+)")

Handler = Callable[["Home", Asked], Any]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Answers this method and path; ``*`` is a part that is handed on."""
    pattern = re.compile("/" + re.escape(path).replace(r"\*", "([^/]+)"))

    def take(handler: Handler) -> Handler:
        ROUTES.append((method, pattern, handler))
        return handler

    return take


class Home:
    """The matches of a device, for a page beside it."""

    def __init__(self, keeper: Keeper, now: Callable[[], int] = clock, nodes: int = reports.NODES) -> None:
        self.house = House(keeper, now)
        self.nodes = nodes
        self._hurried: set[tuple[str, int]] = set()

    def load(self, kept: list[tuple[str, bytes]]) -> None:
        """Take over what is kept."""
        self.house.load(kept)

    # Requests

    def request(self, method: str, target: str, body: bytes = b"") -> Answer:
        """Answer a request; ``target`` is its path behind ``/api`` and its query. Failures are answers too."""
        try:
            found = self._answer(method, target, body)
        except Refused as refusal:
            return Answer(refusal.status, JSON, msgspec.json.encode(refusal.problem()))
        except IllegalAction as error:
            return Answer(400, JSON, msgspec.json.encode(wire.Problem("illegal", str(error))))
        except Exception as error:  # noqa: BLE001  # a fault of ours costs this request only
            sentence = f"{method} {target.partition('?')[0]}: {type(error).__name__}: {error}"
            return Answer(500, JSON, msgspec.json.encode(wire.Problem("internal", sentence)))
        if isinstance(found, Answer):
            return found
        return Answer(200, JSON, found if isinstance(found, bytes) else msgspec.json.encode(found))

    def _answer(self, method: str, target: str, body: bytes) -> Any:
        url = urlsplit(target)
        query = dict(parse_qsl(url.query, keep_blank_values=True))
        known = False
        for verb, pattern, handler in ROUTES:
            fits = pattern.fullmatch(url.path)
            if fits is None:
                continue
            known = True
            if verb == method:
                return handler(self, Asked(tuple(map(unquote, fits.groups())), query, body))
        raise Refused(405 if known else 404, "not-found", f"a device does not answer {method} {url.path}")

    def row(self, asked: Asked) -> Row:
        """The match that a request is about."""
        return self.house.row(asked.parts[0])

    # Live messages

    def live(self, message: bytes) -> None:
        """A message of the page; what is to be said is in ``taken``."""
        house = self.house
        try:
            said = _LIVE.decode(message)
            if isinstance(said, wire.Watch):
                self._watch(said)
            elif isinstance(said, wire.Leave):
                house.watches.pop((said.match, said.seat), None)
            elif isinstance(said, wire.Ping):
                house.out.append(msgspec.json.encode(wire.Pong(house.now())))
        except msgspec.DecodeError as error:
            house.say(wire.LiveProblem("bad-request", str(error)))
        except Refused as refusal:
            match = said.match if isinstance(said, wire.Watch) else None
            house.say(wire.LiveProblem(refusal.code, refusal.sentence, match))

    def _watch(self, said: wire.Watch) -> None:
        house = self.house
        row = house.row(said.match)
        if said.seat is not None:
            house.viewer(row, said.seat)
        house.say(wire.Watching(row.id, said.seat, row.number))
        if said.number is not None and said.number != row.number:
            house.out.append(house.news(row, said.number, said.seat))
        house.watches[row.id, said.seat] = row.number

    def taken(self) -> list[bytes]:
        """The live messages since the last time."""
        out, self.house.out = self.house.out, []
        return out

    # Beside requests

    def step(self) -> bool:
        """One answer without a person, one judgement, or one decision of a report; whether something was done."""
        judged = practising.waiting(self.house)
        if judged is not None:
            practising.judge(self.house, *judged, self.nodes)
            return True
        for row in self._driven():
            self._hurried, hurried = set(), self._hurried
            try:
                playing.answer(self.house, row, (row.id, row.number) in hurried)
            except Refused:  # it does not replay, and says so
                continue
            return True
        for row in self.house.rows.values():
            report = reports.waiting(row) if row.state == "over" else None
            if report is not None:
                if reports.work(row, report, self.nodes):
                    practising.gather(self.house, row, report)
                self.house.keep(row)
                return True
        return False

    def _driven(self) -> Iterator[Row]:
        """Matches in which somebody answers who is no person; those that are looked at first."""
        watched = {match for match, _ in self.house.watches}
        waiting = [row for row in self.house.rows.values() if not playing.idle(self.house, row)]
        yield from sorted(waiting, key=lambda row: row.id not in watched)

    def hurry(self, row: Row, base: int) -> None:
        """The bot that answers at that number is to be quick."""
        playing.running(row)
        if row.number == base:
            self._hurried.add((row.id, base))


_LIVE = msgspec.json.Decoder(wire.ClientMessage)


# Titles


@route("GET", "titles")
def _titles(home: Home, asked: Asked) -> list[wire.Title]:
    found = msgspec.json.decode(calls.Titles().answer(), type=list[wire.Title])
    for title in found:
        title.bots = ladder(title.name)
        title.strength = dict(STRENGTH.get(title.name, {}))
        title.seconds = dict(SECONDS.get(title.name, {}))
    return found


@route("POST", "titles/*/setup")
def _setup(home: Home, asked: Asked) -> bytes:
    game, options = asked.parts[0], dict(asked.read(wire.SetupRequest).options)
    if not options.get("setup_seed"):
        whole, _, _ = home.house.completed(game, options)
        if "setup_seed" in whole and not whole["setup_seed"] and not whole.get("position"):
            options["setup_seed"] = rows.seed_like(whole["setup_seed"])
    return calls.Setup(game=game, options=options, seed=secrets.randbits(62)).answer()


@route("POST", "titles/*/try")
def _sandbox(home: Home, asked: Asked) -> bytes:
    data = asked.read(wire.SandboxRequest)
    sandbox = calls.Sandbox(
        game=asked.parts[0],
        options=data.options,
        seed=data.seed,
        actions=data.actions,
        seat=data.seat,
        printed=data.printed,
        near=data.near,
    )
    return sandbox.answer()


@route("POST", "titles/*/tabletop/*")
def _tabletop(home: Home, asked: Asked) -> bytes:
    game, name = asked.parts
    return calls.Tabletop(game=game, name=name, args=asked.read(wire.TabletopRequest).args).answer()


@route("POST", "titles/*/position")
def _examine(home: Home, asked: Asked) -> bytes:
    data = asked.read(wire.PositionRequest)
    examine = calls.Examine(
        game=asked.parts[0],
        position=data.position,
        options=data.options,
        seed=secrets.randbits(62),
        whole=data.whole,
    )
    return examine.answer()


@route("POST", "titles/*/hint")
def _advise(home: Home, asked: Asked) -> bytes:
    return Advise(game=asked.parts[0], data=calls.dumped(asked.read(wire.StudyRequest).position)).answer()


@route("POST", "titles/*/finish")
def _finish(home: Home, asked: Asked) -> bytes:
    return Finish(game=asked.parts[0], data=calls.dumped(asked.read(wire.StudyRequest).position)).answer()


@route("GET", "health")
def _health(home: Home, asked: Asked) -> wire.Health:
    return wire.Health("ok", __version__)


# Tables


@route("GET", "tables")
def _tables(home: Home, asked: Asked) -> wire.TablePage:
    which = asked.word("list", "mine", "open", "watch", "finished")
    game, search = asked.query.get("game", ""), asked.query.get("search", "").casefold()
    found = [home.house.table(row) for row in home.house.rows.values() if not game or row.head.game == game]
    if which in ("open", "watch"):
        found = []
    if which == "finished":
        found = [table for table in found if table.state != "running"]
    if search:
        words = [(table, " ".join([table.title, table.game, *(s.name for s in table.seats)])) for table in found]
        found = [table for table, text in words if search in text.casefold()]
    rank = {True: 0, False: 1}
    found.sort(key=lambda table: (rank[table.waiting], -(table.since or table.ended or table.created), table.id))
    return wire.TablePage(found, None)


@route("POST", "tables")
def _new_table(home: Home, asked: Asked) -> Answer:
    row = home.house.begin(asked.read(wire.NewTable))
    return Answer(201, JSON, msgspec.json.encode(home.house.table(row)))


@route("GET", "tables/*")
def _table(home: Home, asked: Asked) -> wire.Table:
    return home.house.table(home.row(asked))


@route("DELETE", "tables/*")
def _drop_table(home: Home, asked: Asked) -> wire.Done:
    home.house.drop(home.row(asked))
    return wire.Done()


@route("POST", "tables/*/seats/*")
def _change_seat(home: Home, asked: Asked) -> wire.Table:
    row = home.row(asked)
    if not asked.parts[1].isdecimal():
        raise not_found(f"seat {asked.parts[1]}")
    playing.change_seat(home.house, row, int(asked.parts[1]), asked.read(wire.ChangeSeat))
    return home.house.table(row)


@route("POST", "tables/*/rematch")
def _rematch(home: Home, asked: Asked) -> Answer:
    return Answer(201, JSON, msgspec.json.encode(home.house.table(home.house.again(home.row(asked)))))


@route("POST", "records")
def _new_record(home: Home, asked: Asked) -> Answer:
    row = records.adopt(home.house, asked.read(wire.ImportRecord))
    return Answer(201, JSON, msgspec.json.encode(home.house.table(row)))


@route("POST", "matches/*/carried")
def _carried(home: Home, asked: Asked) -> wire.Table:
    row, data = home.row(asked), asked.read(wire.Carried)
    home.house.carried(row, data.address)
    return home.house.table(row)


@route("GET", "everything")
def _everything(home: Home, asked: Asked) -> bytes:
    return records.everything(home.house)


@route("POST", "everything")
def _bring(home: Home, asked: Asked) -> records.Brought:
    return records.bring(home.house, asked.body)


# Matches


@route("GET", "matches/*/position")
def _position(home: Home, asked: Asked) -> bytes:
    row = home.row(asked)
    viewer = home.house.viewer(row, asked.number("seat", 15))
    printed = asked.word("printed", "true", "false") == "true"
    return home.house.about(row, calls.Position(seat=viewer, finished=row.finished, printed=printed))


def _drafting(home: Home, asked: Asked) -> tuple[Row, int, wire.PreviewRequest]:
    row, data = home.row(asked), asked.read(wire.PreviewRequest)
    seat = home.house.seat(row, data.seat)
    playing.running(row)
    playing.fresh(home.house, row, seat, data.base)
    return row, seat, data


@route("POST", "matches/*/preview")
def _preview(home: Home, asked: Asked) -> bytes:
    row, seat, data = _drafting(home, asked)
    return home.house.about(row, calls.Preview(seat=seat, actions=data.actions, near=data.near))


@route("POST", "matches/*/premoves/preview")
def _preview_premoves(home: Home, asked: Asked) -> bytes:
    row, seat, data = _drafting(home, asked)
    return home.house.about(row, calls.Supposed(seat=seat, actions=data.actions, near=data.near))


@route("POST", "matches/*/commit")
def _commit(home: Home, asked: Asked) -> wire.Committed:
    return playing.commit(home.house, home.row(asked), asked.read(wire.CommitRequest))


@route("POST", "matches/*/undo")
def _undo(home: Home, asked: Asked) -> wire.UndoReply:
    return playing.undo(home.house, home.row(asked), asked.read(wire.UndoAsk))


@route("POST", "matches/*/resign")
def _resign(home: Home, asked: Asked) -> wire.Table:
    row = home.row(asked)
    playing.resign(home.house, row, asked.read(wire.SeatRequest).seat)
    return home.house.table(row)


@route("POST", "matches/*/hurry")
def _hurry(home: Home, asked: Asked) -> wire.Done:
    home.hurry(home.row(asked), asked.read(wire.HurryRequest).base)
    return wire.Done()


@route("GET", "matches/*/orders")
def _orders(home: Home, asked: Asked) -> wire.Orders:
    row = home.row(asked)
    seat = home.house.seat(row, asked.number("seat", 15))
    return wire.Orders(row.seats[seat].orders, seat)


@route("PUT", "matches/*/orders")
def _set_orders(home: Home, asked: Asked) -> wire.Orders:
    return playing.set_orders(home.house, home.row(asked), asked.read(wire.Orders))


@route("GET", "matches/*/premoves")
def _premoves(home: Home, asked: Asked) -> wire.PremovesInfo:
    row = home.row(asked)
    number = home.house.seat(row, asked.number("seat", 15))
    seat = row.seats[number]
    return wire.PremovesInfo(number, seat.premoves, seat.premove_question, seat.dropped)


@route("PUT", "matches/*/premoves")
def _set_premoves(home: Home, asked: Asked) -> wire.PremovesInfo:
    return playing.set_premoves(home.house, home.row(asked), asked.read(wire.Premoves))


@route("GET", "matches/*/chat")
def _chat(home: Home, asked: Asked) -> wire.Chat:
    home.row(asked)
    return wire.Chat([])


@route("GET", "matches/*/notes")
def _notes(home: Home, asked: Asked) -> wire.Notes:
    return wire.Notes(home.row(asked).note)


@route("PUT", "matches/*/notes")
def _set_notes(home: Home, asked: Asked) -> wire.Notes:
    row, data = home.row(asked), asked.read(wire.Notes)
    row.note = data.text
    home.house.keep(row)
    return data


@route("POST", "matches/*/ask")
def _ask(home: Home, asked: Asked) -> bytes:
    row, data = home.row(asked), asked.read(wire.AskRequest)
    seat = home.house.seat(row, data.seat)
    return home.house.about(row, calls.Ask(seat=seat, name=data.name, args=data.args, actions=data.actions))


@route("POST", "matches/*/hint")
def _hint(home: Home, asked: Asked) -> bytes:
    row, data = home.row(asked), asked.read(wire.HintRequest)
    seat = home.house.seat(row, data.seat)
    playing.running(row)
    if not row.coach:
        raise Refused(403, "no-coach", "this table is played without hints")
    world = home.house.read(row, calls.Guess(seat=seat, actions=data.actions), World)
    return Hint(game=world.game, data=world.data, seat=seat, level=data.level).answer()


@route("GET", "matches/*/log")
def _log(home: Home, asked: Asked) -> bytes:
    row = home.row(asked)
    viewer = home.house.viewer(row, asked.number("seat", 15))
    since = asked.number("since") or 0
    if row.state == "broken":
        entries = [
            wire.LogEntry(number, line.seat, line.question, line.text, at=line.at)
            for number, line in enumerate(row.lines, 1)
        ]
        return msgspec.json.encode(wire.Log(row.id, row.number, row.after.move, entries[since:]))
    return home.house.about(row, calls.Log(seat=viewer, since=since, finished=row.finished))


@route("GET", "matches/*/replay")
def _replay(home: Home, asked: Asked) -> bytes:
    row = home.row(asked)
    viewer = home.house.viewer(row, asked.number("seat", 15))
    return home.house.about(row, calls.Replay(seat=viewer, move=asked.number("move") or 0, finished=row.finished))


@route("GET", "matches/*/series")
def _series(home: Home, asked: Asked) -> bytes:
    row = home.row(asked)
    viewer = home.house.viewer(row, asked.number("seat", 15))
    return home.house.about(row, calls.Series(seat=viewer, finished=row.finished))


@route("GET", "matches/*/data")
def _taken(home: Home, asked: Asked) -> bytes:
    row = home.row(asked)
    viewer = home.house.viewer(row, asked.number("seat", 15))
    if viewer is None and not row.finished:
        viewer = home.house.seat(row, None)
    return home.house.about(row, calls.Taken(seat=viewer, finished=row.finished))


@route("POST", "matches/*/try")
def _try(home: Home, asked: Asked) -> bytes:
    row, data = home.row(asked), asked.read(wire.TryRequest)
    tried = calls.Try(
        move=data.move,
        seat=home.house.viewer(row, data.seat),
        actions=data.actions,
        world=data.world,
        finished=row.finished,
        near=data.near,
    )
    return home.house.about(row, tried)


@route("GET", "matches/*/record")
def _record(home: Home, asked: Asked) -> Answer:
    row = home.row(asked)
    if asked.word("format", "json", "text") == "text":
        return Answer(200, TEXT, records.text(row).encode())
    return Answer(200, JSON, msgspec.json.encode(records.record(row)))


@route("GET", "matches/*/report")
def _report(home: Home, asked: Asked) -> wire.ReportState:
    depth: Any = asked.word("depth", "quick", "complete")
    return reports.told(home.row(asked), asked.number("seat", 15) or 0, depth)


@route("POST", "matches/*/report")
def _new_report(home: Home, asked: Asked) -> Answer:
    row, data = home.row(asked), asked.read(wire.ReportRequest)
    reports.ask(home.house, row, data.seat, data.depth)
    return Answer(202, JSON, msgspec.json.encode(reports.told(row, data.seat, data.depth)))


# Practice


@route("POST", "matches/*/practice")
def _gather(home: Home, asked: Asked) -> wire.Gathered:
    row, data = home.row(asked), asked.read(wire.ReportRequest)
    return practising.add_asked(home.house, row, data.seat, data.depth)


@route("GET", "practice")
def _practice(home: Home, asked: Asked) -> wire.Practice:
    return practising.overview(home.house)


@route("GET", "practice/*")
def _card(home: Home, asked: Asked) -> wire.CardPosition:
    return cards.asked(practising.find(home.house, asked.parts[0]), home.house.now())


@route("DELETE", "practice/*")
def _drop_card(home: Home, asked: Asked) -> Answer:
    practising.drop(home.house, practising.find(home.house, asked.parts[0]))
    return Answer(204, TEXT, b"")


@route("POST", "practice/*/answers")
def _answer_card(home: Home, asked: Asked) -> Answer:
    placed = practising.find(home.house, asked.parts[0])
    told = practising.ask(home.house, placed, asked.read(wire.CardTry))
    return Answer(202, JSON, msgspec.json.encode(told))


@route("GET", "practice/*/answers/*")
def _card_answer(home: Home, asked: Asked) -> wire.CardAnswer:
    placed = practising.find(home.house, asked.parts[0])
    number = asked.parts[1]
    return practising.told(home.house, placed, int(number) if number.isdecimal() and len(number) < 10 else 1 << 31)
