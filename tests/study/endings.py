"""Small endings of Gaia Project, and their plain exhaustion: every answer in single steps, in every order."""

from __future__ import annotations

from functools import cache
from random import Random

from orrery.bots import bot
from orrery.bots.gaia.mind import MIND
from orrery.core.match import Match
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.buildings import ROUNDS
from orrery.gaia.phases import ACTIONS, NO_ONE
from orrery.gaia.state import State

MOST = 8_000
"""Positions up to which an ending is small."""


class TooLarge(Exception):
    """An ending with too many positions to try them all."""


@cache
def last_round(number: int) -> tuple[State, ...]:
    """Positions of the last round of a game between bots, at the start of turns; by number, always the same."""
    players = number % 4 + 1
    chance = Random(number)
    factions = chance.sample(range(len(FACTIONS) // 2), players)
    names = [FACTIONS[2 * pair + chance.randrange(2)] for pair in factions]
    match: Match[State] = Match.new("gaia", {"players": players, "factions": names}, number)
    state = match.state.clone()
    bots = [bot("greedy", number * 10 + seat) for seat in range(players)]
    found: list[State] = []
    while True:
        seat = state.asked()
        if seat is None:
            return tuple(found)
        if state.round == ROUNDS and state.phase == ACTIONS and MIND.is_turn(state):
            found.append(state.clone())
        state.apply(bots[seat].choose(match.game, state.clone(), seat))


def small(number: int) -> tuple[State, int]:
    """An ending with little left in hand: a position of a last round with other holdings, by number."""
    chance = Random(number)
    positions = last_round(number // 8)
    state = chance.choice(positions).clone()
    seat = state.asked()
    assert seat is not None
    player = state.players[seat]
    kind = chance.randrange(6)
    player.credits = chance.choice((0, 1, 2, 3, 5, 6, 7))
    player.ore = chance.choice((0, 0, 1, 1, 2, 3))
    player.knowledge = chance.choice((0, 1, 3, 4, 5))
    player.qic = 0 if player.rules.qic_becomes_ore(player) else chance.choice((0, 0, 1, 2))
    player.bowl1, player.bowl2, player.bowl3 = (chance.choice((0, 1, 2, 3)) for _ in range(3))
    player.formers = min(player.formers, chance.choice((0, 0, 1)))
    if kind == 0:  # at a cap
        cap = chance.randrange(3)
        if cap == 0:
            player.credits = chance.choice((26, 29, 30))
        elif cap == 1:
            player.ore, player.credits = chance.choice((11, 14, 15)), 0
        else:
            player.knowledge, player.credits = chance.choice((3, 14, 15)), 0
    elif kind == 1:  # all power charged
        player.bowl1, player.bowl2, player.bowl3 = 0, chance.choice((0, 1)), chance.choice((2, 3, 4))
    elif kind == 2:  # near a federation, with few tokens
        player.bowl1, player.bowl2, player.bowl3 = 0, chance.choice((0, 1, 2)), chance.choice((1, 2))
        player.ore = chance.choice((0, 1, 2))
    player.used = player.used if chance.random() < 0.5 else -1 & ((1 << 40) - 1)
    state.acts = tuple(
        taken if chance.random() < 0.3 else (seat if chance.random() < 0.7 else NO_ONE) for taken in state.acts
    )
    state.forget()
    return state, seat


def exhausted(world: State, seat: int, most: int = MOST) -> int:
    """The best end by trying every answer in single steps; raises TooLarge."""
    known: dict[object, int] = {}

    def best(state: State) -> int:
        asked = state.asked()
        if asked is None:
            return state.scores()[seat]
        key = state.key()
        if key in known:
            return known[key]
        if len(known) >= most:
            raise TooLarge
        found = -(10**6)
        for option in [MIND.still(state)] if asked != seat else state.options():
            after = state.clone()
            after.apply(option)
            found = max(found, best(after))
        known[key] = found
        return found

    return best(world.clone())
