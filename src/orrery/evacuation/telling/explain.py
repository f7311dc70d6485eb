"""Every option of a question explained: cost by world, gains, production, points; and what is not possible, why."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypedDict

from orrery.core.game import Explanation, NearMiss
from orrery.core.journal import Message, totals
from orrery.evacuation import actions as a
from orrery.evacuation.decisions.progress import lands_first
from orrery.evacuation.decisions.transport import LoadPlace, TransportShips, unload
from orrery.evacuation.decisions.turn import EndTurn, action_energy, surcharge
from orrery.evacuation.pack import ENERGY, NEW, OLD, RESOURCES, TERRAINS
from orrery.evacuation.rules import scoring
from orrery.evacuation.rules.progress import (
    LANES,
    PARKING,
    energy_world,
    free_lanes,
    may_crowd,
    open_terrains,
    outcome,
    parked,
    symbols,
)
from orrery.evacuation.rules.resources import PRODUCTIONS, STOCKS, old_output
from orrery.evacuation.telling.facts import facts as about
from orrery.evacuation.telling.notation import write
from orrery.evacuation.telling.printed import symbols as named_symbols
from orrery.evacuation.telling.records.view import ENERGY_FROM
from orrery.evacuation.telling.view import forecast

if TYPE_CHECKING:
    from orrery.core.asking import Wish
    from orrery.evacuation.actions import Action
    from orrery.evacuation.pack import Space
    from orrery.evacuation.state import Player, State

MOST: Final = 60
"""More near misses than these are not listed."""


def explain(state: State, seat: int) -> tuple[Explanation[Action], ...]:
    """The options of the pending question, in their order; empty for a seat that is not asked."""
    if state.asked() != seat:
        return ()
    before = scoring.sources(state)
    return tuple(_explanation(state, seat, option, before) for option in state.options())


def near(state: State, seat: int) -> tuple[NearMiss, ...]:
    """What the seat that is asked might wish in vain, as far as it is listed."""
    if state.asked() != seat:
        return ()
    return tuple(_near_miss(state, wish) for wish in islice(state.stack[-1].near(state), MOST))


def _near_miss(state: State, wish: Wish) -> NearMiss:
    assert isinstance(wish.action, a.Action)
    return NearMiss(write(state, wish.action), wish.reasons, {**about(state, wish.action), **wish.facts})


def explanation(state: State, seat: int, action: Action) -> Explanation[Action]:
    """One answer of the seat that is asked explained; it need not be listed.

    It tells what happens at once: up to the next question, or to what nobody can foresee. What is paid and comes
    back, as by an exchange within a world, is told as the difference; production is told as income.
    """
    return _explanation(state, seat, action, scoring.sources(state))


def _explanation(state: State, seat: int, action: Action, before: list[dict[str, int]]) -> Explanation[Action]:
    trial = state.followed(action, before)
    assert trial.journal is not None
    booked = [booking for booking in trial.journal.bookings if booking.what not in PRODUCTIONS]
    added = totals(booked, seat, net=True)
    return Explanation(
        action,
        cost=added.cost,
        gain=added.gain,
        points=added.points,
        income=_income(state, trial, seat),
        warnings=tuple(_warnings(state, trial, seat, action)),
        facts={**about(state, action), **_also(state, trial, seat, action)},
    )


def _income(state: State, trial: State, seat: int) -> dict[str, int]:
    """How the coming income changes, by world and resource."""
    found: dict[str, int] = {}
    old_before, old_after = old_output(state, seat), old_output(trial, seat)
    new_before, new_after = state.players[seat].production, trial.players[seat].production
    for resource in range(3):
        for world, change in (
            (0, old_after[resource] - old_before[resource]),
            (1, new_after[resource] - new_before[resource]),
        ):
            if change:
                found[STOCKS[world * 3 + resource]] = change
    return dict(sorted(found.items()))


def _warnings(state: State, trial: State, seat: int, action: Action) -> list[Message]:
    """What one may have overlooked: hunger to come, sites, stadiums and ships that stay, effects that lapse."""
    found: list[Message] = []
    assert trial.journal is not None
    found += [
        Message("lapses", {"what": message.args["question"]})
        for message in trial.journal.messages
        if message.key == "lapsed"
    ]
    if isinstance(action, a.Pass):
        found += _grounded(trial, seat)
    loading = isinstance(state.stack[-1], (TransportShips, LoadPlace))
    if loading:
        trial = trial.clone()
        unload(trial, seat)
    if loading or isinstance(action, (a.Pass, a.Done)):
        coming = forecast(trial, seat)
        if coming is not None:
            for world in ("old", "new"):
                short = coming[world]["short"]
                if short:
                    found.append(Message("hunger", {"world": world, "short": short, "year": coming["year"]}))
            if coming["stadiums"]["short"]:
                found.append(
                    Message("entertainment", {"short": coming["stadiums"]["short"], "year": coming["year"]})
                )
        else:
            left = sum(scoring.sites_left(trial, trial.players[seat]))
            if left:
                points = scoring.sources(trial)[seat]["sites left"]
                found.append(Message("left_behind", {"sites": left, "points": points}))
    return found


def _grounded(state: State, seat: int) -> list[Message]:
    """Ships that wait on the Old World, where there is too little energy for any of them to fly this year."""
    player = state.players[seat]
    flights = [state.table.pack.ships[code >> 2].flight for code in player.ships if not code & 3]
    short = min(flights, default=0) - player.stock[OLD * 3 + ENERGY]
    return [Message("grounded", {"ships": len(flights), "short": short})] if short > 0 else []


class Also(TypedDict, total=False):
    """What facts of options and near misses hold besides those of the action."""

    left: dict[str, int]
    """What stays behind now: ``factory_sites``, ``population_sites`` and the ``points`` that they cost."""
    columns: list[int]
    """Where both markers end."""
    zones: list[int]
    """How many turning points each has passed then."""
    ends: list[dict[str, object]]
    """For each of the two markers, the front one of now first: ``from``, ``column``, ``moves``, ``lands`` 1 or 2,
    ``lanes`` it may end on, ``turning_points`` passed, ``symbols`` and ``instant`` by lane."""
    lanes: list[list[str]]
    """The driving lanes of these."""
    energy_from: str
    """The world whose energy pays for actions then."""
    terrains: list[str]
    """Open to settlement then."""
    symbols: list[str]
    """Settlement symbols then."""
    bonus: str
    """Which bonus so many power points bring."""
    energy: int
    """What the action costs."""
    power: list[int]
    """Power points of the action."""
    idle: bool
    """Nothing of the action is possible: it only counts power."""
    uses: dict[str, int]
    """``population`` and ``factories`` that the field takes."""
    arrives: dict[str, object]
    """What comes to the New World with everything loaded so far."""
    adds: dict[str, object]
    """What comes with this answer alone."""
    meets_goal: bool
    """Whether the race goal is met then."""
    production: dict[str, int]
    """The New World's markers then."""


def _also(state: State, trial: State, seat: int, action: Action) -> Also:
    """What else a page draws."""
    player, then = state.players[seat], trial.players[seat]
    facts: Also = {}
    factories, people = scoring.sites_left(trial, then)
    if (factories, people) != scoring.sites_left(state, player):
        facts["left"] = {
            "factory_sites": factories,
            "population_sites": people,
            "points": scoring.sources(trial)[seat]["sites left"],
        }
    if isinstance(action, a.Advance):
        # An instant effect may ask something before the second marker has gone its way: the ends count here.
        then.columns[:] = [player.columns[0] + action.front, player.columns[1] + action.rear]
        facts["columns"] = list(then.columns)
        facts["zones"] = [trial.table.lookup.zones[column] for column in then.columns]
        ends = _ends(state, seat, action)
        facts["ends"] = ends
        facts["lanes"] = [[lane for lane in end["lanes"] if lane != LANES[PARKING]] for end in ends]
        facts["energy_from"] = ENERGY_FROM[energy_world(trial, then)]
        facts["terrains"] = [name for i, name in enumerate(TERRAINS) if open_terrains(trial, then) >> i & 1]
    if isinstance(action, a.Park):
        have = symbols(trial, then)
        facts["symbols"] = [name for name, n in zip(state.table.pack.symbols, have, strict=True) for _ in range(n)]
    if isinstance(action, a.Power):
        facts["bonus"] = ("none", "small", "large")[outcome(state, action.points)]
    if isinstance(action, (a.Act, a.PlayCard)):
        facts["energy"] = _energy(state, action)
        facts["energy_from"] = ENERGY_FROM[energy_world(state, player)]
        if isinstance(action, a.Act):
            facts["power"] = [state.table.lookup.board_areas[action.board]]
        else:
            facts["power"] = list(state.table.pack.cards[action.card].power)
        if _idle(trial, seat):
            facts["idle"] = True
    if isinstance(action, a.Settle):
        lookup = state.table.lookup
        facts["uses"] = {
            "population": lookup.populations[action.field],
            "factories": lookup.factories[action.field],
        }
    if isinstance(state.stack[-1], (TransportShips, LoadPlace)):
        before, after = _aboard(state, player), _landing(trial, then)
        facts["arrives"] = _freight(state, after)
        facts["adds"] = _freight(state, after - before)
    if isinstance(action, (a.PayOrder, a.Raise)) or len(then.stadiums[NEW]) != len(player.stadiums[NEW]):
        facts["meets_goal"] = scoring.meets_goal(trial, then)
    if then.production != player.production:
        facts["production"] = dict(zip(RESOURCES, then.production, strict=True))
    return facts


def _ends(state: State, seat: int, action: a.Advance) -> list[dict[str, Any]]:
    """Where the two markers really end, the front one of now first: lanes, turning points, symbols, effects.

    ``lanes`` are those it may end on, ``parking`` where no driving lane is free; with more than one the player is
    asked. Of two markers that end on one space the one that lands first takes it.
    """
    player = state.players[seat]
    lookup, pack = state.table.lookup, state.table.pack
    first = lands_first(state, player, action)
    steps = (action.front, action.rear)
    columns = [player.columns[marker] + steps[marker] for marker in (0, 1)]
    trial = state.clone()
    own = trial.players[seat]
    own.columns[:] = columns
    own.lanes[:] = parked(state, player)
    crowd = may_crowd(player)
    lanes: list[list[int]] = [[], []]
    for marker in (first, 1 - first):
        if own.lanes[marker]:
            lanes[marker] = [own.lanes[marker]]  # it lies at the end of the track and stays there
        elif marker == first:
            lanes[marker] = free_lanes(trial, columns[marker], crowd) or [PARKING]
        else:
            found: set[int] = set()
            for lane in lanes[first]:
                own.lanes[first] = lane
                found |= set(free_lanes(trial, columns[marker], crowd) or [PARKING])
            lanes[marker] = sorted(found)
    ends = []
    for marker in (0, 1):
        column = columns[marker]
        points = []
        for point in range(lookup.zones[player.columns[marker]], lookup.zones[column]):
            # Where both pass, the one that lands first passes first.
            passed = lookup.zones[player.columns[1 - marker]] > point
            second = passed or (marker != first and lookup.zones[columns[1 - marker]] > point)
            turning = pack.turning_points[point]
            points.append(
                {"id": turning.id, "second": second, "effect": turning.second if second else turning.first}
            )
        spaces = [None, pack.columns[column].main, pack.columns[column].plus]
        ends.append(
            {
                "from": player.columns[marker],
                "column": column,
                "moves": steps[marker] > 0,
                "lands": 1 if marker == first else 2,
                "lanes": [LANES[lane] for lane in lanes[marker]],
                "turning_points": points,
                "symbols": {LANES[lane]: _symbols(state, spaces[lane]) for lane in lanes[marker]},
                "instant": {
                    LANES[lane]: space.instant if space is not None and steps[marker] else ""
                    for lane, space in ((lane, spaces[lane]) for lane in lanes[marker])
                },
            }
        )
    return ends


def _symbols(state: State, space: Space | None) -> list[str]:
    return [] if space is None else named_symbols(state.table.pack, space.symbols)


def _aboard(state: State, player: Player) -> Counter[str]:
    """What is under way to the New World: population, factories, resources, stadiums by id."""
    cargo = player.cargo
    found = Counter(population=cargo[0])
    for index, name in enumerate(RESOURCES):
        found[f"factory {name}"] = cargo[1 + index]
        found[f"resource {name}"] = cargo[4 + index]
    for card in player.cargo_stadiums:
        found[state.table.lookup.stadium_ids[card]] = 1
    return found


def _landing(trial: State, player: Player) -> Counter[str]:
    """What has arrived or will arrive with this transport after the answer."""
    found = _aboard(trial, player)
    assert trial.journal is not None
    for message in trial.journal.messages:
        if message.key == "unloaded":
            args: Any = message.args
            found["population"] += args["population"]
            for index, name in enumerate(RESOURCES):
                found[f"factory {name}"] += args["factories"][index]
                found[f"resource {name}"] += args["resources"][index]
            for card in args["stadiums"]:
                found[card] = 1
    return found


def _freight(state: State, load: Counter[str]) -> dict[str, Any]:
    ids = state.table.lookup.stadium_ids
    return {
        "population": load["population"],
        "factories": {name: load[f"factory {name}"] for name in RESOURCES},
        "resources": {name: load[f"resource {name}"] for name in RESOURCES},
        "stadiums": [card for card in ids if load[card] > 0],
    }


def _idle(trial: State, seat: int) -> bool:
    """Whether nothing of an action was possible: its turn is over and nothing came in."""
    assert trial.journal is not None
    ended = bool(trial.stack) and isinstance(trial.stack[-1], EndTurn)
    return ended and not any(b.seat == seat and b.amount > 0 for b in trial.journal.bookings)


def _energy(state: State, action: a.Act | a.PlayCard) -> int:
    """What the action costs by the action track and the area's surcharge."""
    player = state.players[state.stack[-1].seat]
    energy = action_energy(state, player)
    if isinstance(action, a.Act):
        energy += surcharge(state, player, state.table.lookup.board_areas[action.board])
    return energy
