"""Calls to bots and to the coach: they start from a guessed world, and know no match."""

from __future__ import annotations

import json
from collections.abc import Iterable

import msgspec

from orrery.bots import bot, quick
from orrery.core.game import AnyGame, AnyState, BadPosition
from orrery.core.saying import Explained, say, why
from orrery.desk import wire
from orrery.desk.calls import AboutTitle, dumped, game_named
from orrery.desk.desk import draft_end, explained
from orrery.desk.problems import Refused
from orrery.desk.results import ENCODER, Turn

TURN = 40
"""Answers of a bot in one draft at most."""
SOLVING = 6.0
"""Processor seconds for the best end of a position."""


class Choose(AboutTitle):
    """What a bot answers, to the end of its draft: it may plan a turn as a whole."""

    game: str
    data: str
    level: str
    seat: int
    seed: int
    quick: bool = False
    """Somebody asked it to be quick."""

    def answer(self) -> bytes:
        game, seat = game_named(self.game), self.seat
        state: AnyState = game.position(json.loads(self.data))
        player = bot(self.level, self.seed, quick if self.quick else None)
        texts: list[str] = []
        while len(texts) < TURN:
            action = player.choose(game, state, seat)
            texts.append(game.write(state, action))
            before = state.clone()
            state.apply(action)
            if draft_end(before, state, seat) is not None:
                break
        return ENCODER.encode(Turn(texts))


class Hint(AboutTitle):
    """Advice from the study part, where it is there."""

    game: str
    data: str
    seat: int
    level: str | None

    def answer(self) -> bytes:
        try:
            from orrery.study.hint import hint
        except ImportError:
            raise Refused(404, "no-hints", "this server gives no hints") from None
        game = game_named(self.game)
        state: AnyState = game.position(json.loads(self.data))
        try:
            found = hint(game, state, self.seat, self.level)
        except (LookupError, ValueError) as error:
            raise Refused(400, "bad-request", why(error)) from None
        hints = [{**advice, "steps": drafted(game, state, self.seat, advice["turn"])} for advice in found]
        return msgspec.json.encode(wire.Hints(hints))


class Advise(AboutTitle):
    """Advice for whoever is asked in a position that somebody entered."""

    game: str
    data: str

    def answer(self) -> bytes:
        game, state, seat = _entered(self.game, self.data)
        world = dumped(game.data(game.guess(state, seat, 1)))
        return Hint(game=self.game, data=world, seat=seat, level=None).answer()


class Finish(AboutTitle):
    """The best end from a position that somebody entered, for whoever is asked in it."""

    game: str
    data: str
    seconds: float = SOLVING

    def answer(self) -> bytes:
        from orrery.study.finish import Limit, finish

        game, state, seat = _entered(self.game, self.data)
        try:
            found = finish(game, game.guess(state, seat, 1), seat, Limit(seconds=self.seconds))
        except Explained as error:
            raise Refused(409, "no-finish", why(error)) from None
        steps = followed(game, game.guess(state, seat, 1), seat, found["line"])
        told = wire.Finish(seat, found["points"], found["word"], found["more"], steps, found["positions"])
        return msgspec.json.encode(told)


def _entered(name: str, data: str) -> tuple[AnyGame, AnyState, int]:
    """The title, the position, and who is asked."""
    game = game_named(name)
    try:
        state: AnyState = game.position(json.loads(data))
    except BadPosition as error:
        raise Refused(400, "bad-options", why(error)) from None
    seat = state.asked()
    if seat is None:
        raise Refused(409, "over", say("core.over"))
    return game, state, seat


def followed(game: AnyGame, state: AnyState, seat: int, texts: Iterable[str]) -> list[wire.Step]:
    """The own answers of a line as steps, in a world in which the others stand still."""
    from orrery.study.finish import answered, ending

    end = ending(game.name)
    world = end.world(state, seat)
    steps: list[wire.Step] = []
    for text in texts:
        action = game.read(world, text)
        steps.append(wire.Step(world.question(), explained(game, world, game.explanation(world, seat, action))))
        world = answered(end.known, world, seat, (action,))
    return steps


def drafted(game: AnyGame, state: AnyState, seat: int, texts: Iterable[str]) -> list[wire.Step]:
    """The answers of a planned turn as steps of one draft, without the end that is confirmed."""
    steps: list[wire.Step] = []
    for text in texts:
        action = game.read(state, text)
        if action == game.closes.get(state.question()):
            break
        steps.append(wire.Step(state.question(), explained(game, state, game.explanation(state, seat, action))))
        after = state.clone()
        after.apply(action)
        if draft_end(state, after, seat) is not None:
            break
        state = after
    return steps
