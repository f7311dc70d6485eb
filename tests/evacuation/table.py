"""A table to test at: positions by hand, questions put, answers given."""

from __future__ import annotations

from collections.abc import Callable

from orrery.core.journal import Journal
from orrery.evacuation import phases
from orrery.evacuation.actions import DONE, FORGO, PASS, Action
from orrery.evacuation.decisions.agenda import learn
from orrery.evacuation.decisions.base import Decision
from orrery.evacuation.options import complete
from orrery.evacuation.pack import Pack, default_pack, resolve
from orrery.evacuation.rules.holding import added
from orrery.evacuation.setup import laid_out
from orrery.evacuation.state import Player, State

PACK: Pack = default_pack()


def new_game(players: int = 2, seed: int = 1, **options: object) -> State:
    """A game before its first question, seats in turn order unless told otherwise."""
    if players > 1:
        options.setdefault("order", list(range(players)))
    whole = complete({"players": players, **options})
    return laid_out(resolve(whole["pack"]), whole, seed)


def table(players: int = 2, seed: int = 1, **options: object) -> State:
    """The first turn of year 1: choices of the set-up are made by taking the first of each."""
    state = new_game(players, seed, **options)
    return until(state, lambda: state.phase == phases.ACTIONS)


def until(state: State, reached: Callable[[], bool]) -> State:
    """Everybody does as little as possible until a question comes at which this is so."""
    while not reached():
        assert state.asked() is not None, "the game is over"
        state.play(idle(state))
    return state


def idle(state: State) -> Action:
    """Pass, stop, forgo; else the first option."""
    options = state.options()
    for action in (PASS, DONE, FORGO):
        if action in options:
            return action
    return options[0]


def finish(state: State) -> State:
    """Everybody does as little as possible until the game is over."""
    while state.asked() is not None:
        state.play(idle(state))
    return state


def ask(state: State, *questions: Decision) -> State:
    """Put questions, the last one first; the rules move on to the first that must be answered."""
    for question in questions:
        state.stack.append(question)
    return settle_down(state)


def settle_down(state: State) -> State:
    """Let the rules do what is pending after a change by hand."""
    state.touched = True
    state.settle()
    return state


def do(state: State, *actions: Action) -> State:
    """Answer by the door for people: everything is checked."""
    for action in actions:
        state.play(action)
    return state


def refused(state: State, action: Action) -> bool:
    """Is the answer refused, and the position untouched?"""
    before = state.digest()
    try:
        state.play(action)
    except ValueError:
        assert state.digest() == before
        return True
    return False


def stock(
    state: State, seat: int, old: tuple[int, int, int] = (0, 0, 0), new: tuple[int, int, int] = (0, 0, 0)
) -> Player:
    """Give a seat exactly these resources."""
    player = state.players[seat]
    player.stock = [*old, *new]
    state.forget()
    return player


def markers(state: State, seat: int, front: int, rear: int, front_lane: int = 1, rear_lane: int = 1) -> Player:
    """Put the progress markers of a seat on these columns; sea sites turn and move as they must have."""
    player = state.players[seat]
    player.columns, player.lanes = [front, rear], [front_lane, rear_lane]
    points = [point.after for point in state.table.pack.turning_points]
    sea = [i for i, site in enumerate(state.table.pack.sites) if site.kind == "sea"]
    flipped = (front > points[0]) + (rear > points[0])
    for index in sea[:flipped]:
        player.sites &= ~(1 << index)
    player.sea_moved = (rear > points[1]) + (rear > points[2])
    state.forget()
    return player


def settled(state: State, seat: int, *fields: str) -> None:
    """Fields of a seat, as if settled before; pieces and production are not counted."""
    for name in fields:
        bit = 1 << PACK.find("fields", name)
        state.players[seat].fields |= bit
        state.settled |= bit
    state.forget()


def ships(state: State, seat: int, *names: str, world: int = 0) -> None:
    """Ships of a seat on a world, not yet moved; they leave the display and the stack."""
    player = state.players[seat]
    for name in names:
        ship = PACK.find("ships", name)
        away(state, 0, ship)
        player.ships.append(ship * 4 + world * 2)
    player.ships.sort()
    state.forget()


def stadiums(state: State, seat: int, *names: str, world: int = 1) -> None:
    """Stadiums of a seat on a world; they leave the display and the stack."""
    for name in names:
        card = PACK.find("stadiums", name)
        away(state, 1, card)
        player = state.players[seat]
        old, new = player.stadiums
        player.stadiums = (added(old, card), new) if world == 0 else (old, added(new, card))
    state.forget()


def away(state: State, kind: int, card: int) -> None:
    """A card leaves its display or stack; the display is full again."""
    display = state.displays[kind]
    if card in display.open:
        display.open.remove(card)
        if display.stack:
            display.open.append(display.stack.pop())
    elif card in display.stack:
        display.stack.remove(card)


def display(state: State, kind: int, *names: str) -> None:
    """Put these cards on the display, the X slot first; what lay there goes to the top of the stack."""
    section = ("ships", "stadiums", "infrastructures")[kind]
    cards = [PACK.find(section, name) for name in names]
    shown = state.displays[kind]
    rest = [card for card in shown.open[::-1] if card not in cards]
    shown.stack = [card for card in shown.stack if card not in cards] + rest
    shown.open = cards
    state.forget()


def know(state: State, seat: int, effect: str) -> State:
    """A seat completes a technology with this effect; the rules move on to what it asks."""
    index = PACK.find("technology_effects", effect)
    tile = next(i for i, tile in enumerate(PACK.technologies) if tile.effect == index)
    learn(state, seat, tile)
    return settle_down(state)


def journal(state: State) -> Journal:
    """From now on the position tells what happens."""
    state.journal = Journal()
    return state.journal


def told(book: Journal) -> list[str]:
    """The keys of the messages, in order."""
    return [message.key for message in book.messages]
