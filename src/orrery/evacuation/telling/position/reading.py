"""The position that data describe; what they leave out is as in a fresh game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from orrery.core.game import BadOptions, BadPosition
from orrery.core.reading import Given, expect
from orrery.core.saying import say, why
from orrery.evacuation import flow, options, phases
from orrery.evacuation.decisions.every import DECISIONS
from orrery.evacuation.rules.resources import income
from orrery.evacuation.rules.solo import prepare_deck, return_stadiums
from orrery.evacuation.setup import laid_out
from orrery.evacuation.telling.position import components, pending, players
from orrery.evacuation.telling.position.writing import FORMAT
from orrery.evacuation.telling.records import position as record

if TYPE_CHECKING:
    from orrery.evacuation.decisions.base import Decision
    from orrery.evacuation.state import State

SEEDS: Final = (1 << 64) - 1
TOP: Final = tuple(record.Position.__annotations__)
"""The fields of a position."""


def complete(data: Mapping[str, object], beside: Mapping[str, object]) -> dict[str, object]:
    """The complete options of a match that begins from a position; what stands beside it must agree."""
    rules = _rule_options(Given(data))
    for name in (*phases.RULE_OPTIONS, "pack"):
        if name in beside and beside[name] is not None and beside[name] != rules[name]:
            raise BadOptions(
                say("evacuation.beside.differs", option=name, got=repr(beside[name]), made=repr(rules[name]))
            )
    for name in options.GIVEN:
        if beside.get(name) is not None:
            raise BadOptions(say("evacuation.beside.given", option=name))
    rest = {name: value for name, value in beside.items() if name not in rules and name != "position"}
    whole = options.complete({**rest, **rules})
    whole["position"] = dict(data)
    position(data)
    return whole


def _rule_options(given: Given) -> dict[str, object]:
    """The options of the position, complete."""
    stated = given.get("options", {}).only((*phases.RULE_OPTIONS, "pack"))
    try:
        whole = options.complete(dict(stated.value))
    except BadOptions as error:
        raise BadPosition(say("evacuation.position.because", field="options", why=why(error))) from None
    return {name: whole[name] for name in (*phases.RULE_OPTIONS, "pack")}


def position(data: Mapping[str, object], seed: int = 0) -> State:
    """The position that the data describe. What is left out is as in a fresh game made with ``seed``."""
    given = Given(data).only(TOP)
    given.get("game", None).expect(data.get("game") == "evacuation", say("core.expected.this", it="evacuation"))
    _format(given)
    whole = options.complete(_rule_options(given))
    state = laid_out(options.pack_of(whole), whole, seed)
    if given.has("stack") or data.get("phase") != "goals":
        state.stack.clear()
    set_up = state.phase in (phases.GOALS, phases.CARDS)
    _table(state, given)
    if set_up and state.phase not in (phases.GOALS, phases.CARDS):
        _past_set_up(state)
    players.read(state, given)
    revealed = components.read(state, given)
    players.check_lanes(state)
    _stack(state, given)
    pending.check(state, revealed)
    # Whoever meets the goal of the race has triggered its end; whoever meets an order has it.
    state.touched = True
    state.forget()
    state.settle()
    return state


def _format(given: Given) -> None:
    """The form of the data: ``format`` 2; before there was one, ``rules`` 1 or nothing."""
    if not given.has("format"):
        given.get("rules", 1).expect(given.get("rules", 1).value == 1, say("evacuation.expected.rules.one"))
        return
    form = given.get("format")
    form.expect(not given.has("rules"), say("evacuation.expected.rules.none"))
    form.expect(form.value == FORMAT, say("evacuation.expected.format", form=FORMAT))


def _past_set_up(state: State) -> None:
    """What is left out is as at the first turn: hands are chosen, the first income has come, no goals."""
    state.piles = ([], [])
    for player in state.players:
        player.draft = ()
        keep = state.table.pack.setup.hand
        player.discards = player.hand[keep:]
        player.hand = player.hand[:keep]
    year, counters = state.year, (state.draws, state.reveals)
    state.year = 1
    for seat in range(len(state.players)):
        income(state, seat)
    state.year = year
    if state.rivals:
        prepare_deck(state)
    if state.stadiums_aside and year > state.table.pack.solo.return_year:
        return_stadiums(state)
    state.draws, state.reveals = counters


def _table(state: State, given: Given) -> None:
    """The numbers of the whole table."""
    everybody = len(state.order)
    if given.has("seed"):
        state.seed = given.get("seed").number(0, SEEDS)
    state.draws = given.get("draws", state.draws).number(0, SEEDS)
    state.reveals = given.get("reveals", state.reveals).number(0, SEEDS)
    state.year = given.get("year", state.year).number(1, len(state.table.pack.years))
    if given.has("phase"):
        _phase(state, given.get("phase"))
    else:
        state.phase = phases.ACTIONS
    state.step = given.get("step", state.step).number(0, 9)
    if given.has("order"):
        order = given.get("order")
        state.order = order.each(lambda seat: seat.number(0, everybody - 1))
        once = len(set(state.order)) == len(state.order)
        if state.year == len(state.table.pack.years) and not state.table.race:
            order.expect(once and bool(state.order), say("evacuation.expected.order.most", last=everybody - 1))
        else:
            order.expect(
                once and len(state.order) == everybody, say("evacuation.expected.order.once", last=everybody - 1)
            )
    state.at = given.get("at", 0).number(0, len(state.order))
    state.passed = 0
    for seat in given.get("passed", []).parts():
        state.passed |= 1 << seat.number(0, everybody - 1)
    ending = given.get("ending", False)
    state.ending = int(ending.flag())
    ending.expect(not state.ending or state.table.race, say("evacuation.expected.ending.points"))


def _phase(state: State, phase: Given) -> None:
    state.phase = phase.word(phases.PHASES)
    phase.expect(
        state.phase not in (phases.INCOME, phases.TURN_ORDER, phases.YEAR_END),
        say("evacuation.expected.phase.asked"),
    )
    phase.expect(state.phase != phases.GOALS or not state.table.race, say("evacuation.expected.goals.race"))
    hands = state.phase in (phases.CARDS, phases.HANDS)
    phase.expect(not hands or state.table.advanced, say("evacuation.expected.hands.basic"))


def _stack(state: State, given: Given) -> None:
    """The pending questions, the one on top last."""
    if not given.has("stack"):
        if state.phase in (phases.CARDS, phases.HANDS):
            flow.keep_hands(state, state.phase)
        return
    state.stack.extend(given.get("stack").each(lambda one: question(state, one)))
    for index, one in enumerate(state.stack):
        expect(one.seat in state.order, f"stack[{index}].seat", say("evacuation.expected.seat.order"), one.seat)
    if state.stack and not given.has("at") and state.phase >= phases.ACTIONS:
        state.at = state.order.index(state.stack[0].seat) + 1


def question(state: State, given: Given) -> Decision:
    """The question that the data describe."""
    name = given.get("question", None).value
    known = isinstance(name, str) and name in DECISIONS
    expect(known, f"{given.path}.question", say("core.expected.word", known=", ".join(DECISIONS)), name)
    kind = DECISIONS[name]
    given.only(("question", "seat", *kind.holds.names))
    seat = given.get("seat").number(0, len(state.players) - 1)
    return kind(seat, *kind.holds.parse(state, given.value, given.path))
