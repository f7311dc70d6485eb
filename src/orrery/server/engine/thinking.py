"""Calls to bots and to the coach: they start from a guessed world, and know no match."""

from __future__ import annotations

import json
from collections.abc import Iterable

import msgspec

from orrery.bots import bot
from orrery.core.game import AnyGame, AnyState
from orrery.core.saying import why
from orrery.desk import wire
from orrery.desk.calls import AboutTitle, game_named
from orrery.desk.desk import draft_end, explained
from orrery.desk.problems import Refused
from orrery.desk.results import ENCODER, Turn

TURN = 40
"""Answers of a bot in one draft at most."""


class Choose(AboutTitle):
    """What a bot answers, to the end of its draft: it may plan a turn as a whole."""

    game: str
    data: str
    level: str
    seat: int
    seed: int

    def answer(self) -> bytes:
        game, seat = game_named(self.game), self.seat
        state: AnyState = game.position(json.loads(self.data))
        player = bot(self.level, self.seed)
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
        hints = [{**advice, "steps": _drafted(game, state, self.seat, advice["turn"])} for advice in found]
        return msgspec.json.encode(wire.Hints(hints))


def _drafted(game: AnyGame, state: AnyState, seat: int, texts: Iterable[str]) -> list[wire.Step]:
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
