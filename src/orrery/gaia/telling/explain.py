"""Explanations: what each option costs and brings, and why something is not possible.

An option is explained by trying it on a clone with a journal, so it cannot differ from what happens on play. The
trial stops before the game moves on to the next player, round or phase, which is nobody's doing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypedDict

from orrery.core.asking import Wish
from orrery.core.game import Explanation, NearMiss, Reaction
from orrery.core.journal import Message, totals
from orrery.gaia import actions as a
from orrery.gaia.data.actions import BOARD_ACTIONS, CONVERSIONS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import (
    LAB,
    MINE,
    STATION,
)
from orrery.gaia.data.gains import NOTHING, Gains
from orrery.gaia.data.tracks import STEP_ORE, TERRAFORMING
from orrery.gaia.decisions.charging import LeechOffer, most_charged
from orrery.gaia.phases import NO_ONE
from orrery.gaia.rules.building import (
    Price,
    mine_price,
    offer,
    standing,
)
from orrery.gaia.rules.conversions import free_actions
from orrery.gaia.rules.income import sources
from orrery.gaia.rules.specials import BOOSTER, FIRST_TECH, brings, specials
from orrery.gaia.telling.facts import facts
from orrery.gaia.telling.notation import write
from orrery.gaia.words import SPECIALS

if TYPE_CHECKING:
    from orrery.gaia.state import Player, State

Json = dict[str, object]

FIX: Final = 6
"""So many conversions at most are proposed to make a wish possible."""


def explain(state: State, seat: int) -> tuple[Explanation[a.Action], ...]:
    """Every option of the seat explained; none for a seat that is not asked."""
    if state.asked() != seat:
        return ()
    before = income_total(state, seat)
    return tuple(_explanation(state, seat, option, before) for option in state.options())


def near(state: State, seat: int) -> tuple[NearMiss, ...]:
    """What the seat that is asked might wish in vain."""
    if state.asked() != seat:
        return ()
    return tuple(_miss(state, seat, wish) for wish in state.stack[-1].near(state))


def explanation(state: State, seat: int, action: a.Action) -> Explanation[a.Action]:
    """One answer of the seat that is asked explained; it need not be listed."""
    return _explanation(state, seat, action, income_total(state, seat))


def income_total(state: State, seat: int) -> Gains:
    """All incomes of a seat together."""
    total = NOTHING
    player = state.players[seat]
    if player.rules.number == player.faction != NO_ONE:
        for gains, _ in sources(state, player):
            total = total.plus(gains)
    return total


def _explanation(state: State, seat: int, action: a.Action, before: Gains) -> Explanation[a.Action]:
    trial = state.followed(action)
    assert trial.journal is not None
    cost, gain, points = totals(trial.journal.bookings, seat)
    after = income_total(trial, seat)
    income = {
        name: new - old
        for (name, new), (_, old) in zip(_amounts(after), _amounts(before), strict=True)
        if new != old and not isinstance(action, a.Pass)
    }
    found = facts(state, action)
    found["after"] = holdings(trial.players[seat])
    return Explanation(
        action,
        cost,
        gain,
        points,
        income,
        reactions(trial, seat),
        tuple(_warnings(state, trial, seat, action, income)),
        found,
    )


def _amounts(gains: Gains) -> list[tuple[str, int]]:
    return [(name, getattr(gains, name)) for name in ("credits", "ore", "knowledge", "qic", "charge", "tokens")]


class Holdings(TypedDict):
    """What a player holds."""

    vp: int
    """Victory points."""
    credits: int
    """Credits."""
    ore: int
    """Ore."""
    knowledge: int
    """Knowledge."""
    qic: int
    """QIC."""
    bowls: list[int]
    """Power tokens in bowls I to III, the brainstone included."""
    gaia_area: int
    """Power tokens in the Gaia area."""
    brainstone: int | None
    """The bowl of the brainstone; 0 is the Gaia area, null nowhere."""
    gaiaformers: int
    """Ready ones."""


class Also(TypedDict, total=False):
    """What facts of options and near misses hold besides those of the action."""

    after: Holdings
    """What the seat holds after the option."""
    cost: dict[str, int]
    """What a near miss would cost."""
    fix: list[str]
    """Free actions that, done first, make a near miss possible."""


def holdings(player: Player) -> Holdings:
    """What a player holds, as facts show it after an option."""
    return {
        "vp": player.vp,
        "credits": player.credits,
        "ore": player.ore,
        "knowledge": player.knowledge,
        "qic": player.qic,
        "bowls": player.bowls,
        "gaia_area": player.gaia_area,
        "brainstone": player.brainstone,
        "gaiaformers": player.formers,
    }


def reactions(state: State, seat: int) -> tuple[Reaction, ...]:
    """Who may charge how much for what was built and not offered yet."""
    found = []
    count = len(state.players)
    for decision in reversed(state.stack):
        if isinstance(decision, LeechOffer):
            found.extend(_reaction(state, decision.seat, decision.power))
    for where in state.pending:
        for away in range(1, count):
            other = (seat + away) % count
            if other != state.automa:
                found.extend(_reaction(state, other, offer(state, state.players[other], where)))
    return tuple(found)


def _reaction(state: State, seat: int, power: int) -> list[Reaction]:
    amount = most_charged(state, seat, power)
    return [Reaction(seat, "charge", amount, max(0, amount - 1))] if amount else []


def _warnings(
    state: State, trial: State, seat: int, action: a.Action, income: Mapping[str, int]
) -> Iterable[Message]:
    """What an answer gives away that is easily overlooked; what every such answer does is none."""
    player = state.players[seat]
    if isinstance(action, a.Build):
        bit = 1 << action.where
        if action.piece == MINE:
            price = mine_price(state, seat, action.where) if state.question() == "Turn" else Price()
            ore = STEP_ORE[player.research[TERRAFORMING]]
            if price.steps and ore == STEP_ORE[0]:
                yield Message("expensive_step", {"ore": ore})
            if trial.players[seat].allied & bit:
                yield Message("inside_federation", {"hex": state.world.names[action.where]})
        elif action.piece in (LAB, STATION):
            old = standing(player, action.where)
            # Every upgrade covers a space; it matters where the new building brings no income of its own.
            if old is not None and income and max(income.values()) < 0:
                yield Message("covers_income", {"building": old})
    elif isinstance(action, (a.Act, a.Use, a.Convert)):
        for name, amount in _wasted(trial, seat, player, action):
            yield Message("wasted", {"what": name, "amount": amount})
    elif isinstance(action, a.Pass):
        for number in specials(state, seat):
            if number == BOOSTER:
                yield Message("unused_booster", {"booster": BOOSTERS[player.booster].id})
            else:
                yield Message("unused_special", {"special": SPECIALS[number]})
    elif isinstance(action, (a.Research, a.Advance)) and player.green and not trial.players[seat].green:
        yield Message("no_green_left", {})


def _wasted(
    trial: State, seat: int, player: Player, action: a.Act | a.Use | a.Convert
) -> Iterable[tuple[str, int]]:
    """What of the gains printed on an action or conversion is lost at the caps."""
    if isinstance(action, a.Act):
        gains = BOARD_ACTIONS[action.number].gains
    elif isinstance(action, a.Convert):
        gains = CONVERSIONS[action.way].gains
    else:
        gains = brings(player, action.special) if action.special >= FIRST_TECH else NOTHING
    assert trial.journal is not None
    gained = totals(trial.journal.bookings, seat).gain
    for name in ("credits", "ore", "knowledge", "charge"):
        printed: int = getattr(gains, name)
        if printed > gained.get(name, 0):
            yield name, printed - gained.get(name, 0)


# Near misses


def _miss(state: State, seat: int, wish: Wish) -> NearMiss:
    assert isinstance(wish.action, a.Action)
    about = {**facts(state, wish.action), **wish.facts}
    fix = _fix(state, seat, wish.reasons, wish.possible) if wish.possible else []
    if fix:
        about["fix"] = fix
    return NearMiss(write(state, wish.action), wish.reasons, about)


_WAYS: Final = {
    name: tuple(number for number, way in enumerate(CONVERSIONS) if getattr(way.gains, name))
    for name in ("credits", "ore", "knowledge", "qic", "tokens")
}
"""Conversions by what they give."""


def _fix(state: State, seat: int, reasons: Sequence[Message], possible: Callable[[State], bool]) -> list[str]:
    """Free actions that, done first, make a wish possible; empty if none are found among the plain ones."""
    if any(reason.key not in ("short", "out_of_range") for reason in reasons):
        return []
    missing = {str(r.args["what"]) if r.key == "short" else "qic" for r in reasons}
    if len(missing) != 1:
        return []
    what = missing.pop()
    plans: list[tuple[a.Action, ...]] = []
    if what == "power":
        plans = [(a.Burn(),) * times for times in range(1, FIX + 1)]
    else:
        for way in _WAYS.get(what, ()):
            for burns in range(3):
                plans.extend((a.Burn(),) * burns + (a.Convert(way),) * times for times in range(1, FIX + 1 - burns))
    plans.sort(key=len)
    dead: set[tuple[a.Action, ...]] = set()
    for plan in plans:
        if any(plan[: len(bad)] == bad for bad in dead):
            continue
        texts = _followed(state, seat, plan, dead)
        if texts and possible(texts[0]):
            return texts[1]
    return []


def _followed(
    state: State, seat: int, plan: tuple[a.Action, ...], dead: set[tuple[a.Action, ...]]
) -> tuple[State, list[str]] | None:
    """The position after these free actions and how they are written; None if one of them is not possible."""
    trial = state.clone()
    texts = []
    for number, action in enumerate(plan):
        if trial.question() != "Turn" or action not in free_actions(trial, seat):
            dead.add(plan[: number + 1])
            return None
        texts.append(write(trial, action))
        trial.apply(action)
    return (trial, texts) if trial.question() == "Turn" else None
