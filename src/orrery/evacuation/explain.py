"""Every option of a question explained: cost by world, gains, production, points; and what is not possible, why."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from orrery.core.game import Explained, Explanation, Journal, Message
from orrery.evacuation import actions as a
from orrery.evacuation.decisions.agenda import Agenda
from orrery.evacuation.decisions.effects import carry_out
from orrery.evacuation.decisions.progress import lands_first
from orrery.evacuation.decisions.subactions import lapsed
from orrery.evacuation.decisions.transport import LoadPlace, TransportShips, Unload
from orrery.evacuation.decisions.turn import EndTurn, action_energy, surcharge
from orrery.evacuation.faces import symbols as named_symbols
from orrery.evacuation.misses import near_misses
from orrery.evacuation.pack import NEW, RESOURCES, TERRAINS
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
from orrery.evacuation.view import ENERGY_FROM, forecast, target

if TYPE_CHECKING:
    from orrery.evacuation.actions import Action
    from orrery.evacuation.pack import Space
    from orrery.evacuation.state import Player, State


def explain(state: State, seat: int) -> Explained[Action]:
    """The options of the pending question, in their order, and near misses; empty for a seat that is not asked."""
    if state.asked() != seat:
        return Explained(())
    before = scoring.sources(state)[seat]
    explained = tuple(_explanation(state, seat, option, before) for option in state.options())
    return Explained(explained, tuple(near_misses(state)))


def explanation(state: State, seat: int, action: Action) -> Explanation[Action]:
    """One answer of the seat that is asked explained; it need not be listed."""
    return _explanation(state, seat, action, scoring.sources(state)[seat])


def _explanation(state: State, seat: int, action: Action, before: dict[str, int]) -> Explanation[Action]:
    """What happens at once if the seat answers so: up to the next question, or to what nobody can foresee."""
    trial = followed(state, action)
    assert trial.journal is not None
    cost: dict[str, int] = {}
    gain: dict[str, int] = {}
    for booking in trial.journal.bookings:
        if booking.seat == seat and booking.what not in PRODUCTIONS:
            gain[booking.what] = gain.get(booking.what, 0) + booking.amount
    for what in list(gain):
        if gain[what] < 0:
            cost[what] = -gain.pop(what)
        elif gain[what] == 0:
            del gain[what]
    points = {
        source: amount - before.get(source, 0)
        for source, amount in scoring.sources(trial)[seat].items()
        if amount != before.get(source, 0)
    }
    return Explanation(
        action,
        cost=cost,
        gain=gain,
        points=points,
        income=_income(state, trial, seat),
        warnings=tuple(_warnings(state, trial, seat, action)),
        facts=_facts(state, trial, seat, action),
    )


def followed(state: State, action: Action) -> State:
    """A clone in which the action and all its certain consequences have happened, with their journal.

    It stops where somebody has to choose, where the turn ends, and where something hidden comes to light.
    """
    trial = state.clone()
    trial.journal = Journal()
    trial.stack.pop().resolve(trial, action)
    while trial.stack and trial.reveals == state.reveals:
        top = trial.stack[-1]
        if isinstance(top, EndTurn):
            break
        if top.automatic:
            trial.stack.pop()
            if isinstance(top, Agenda):
                carry_out(trial, top)
            else:
                top.run(trial)
            continue
        options = top.options(trial)
        if len(options) > 1 or (options and top.always):
            break
        trial.stack.pop()
        if options:
            top.resolve(trial, options[0])
        else:
            lapsed(trial, top)
    return trial


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
    """What one may have overlooked: hunger to come, sites and stadiums that stay behind, effects that lapse."""
    found: list[Message] = []
    assert trial.journal is not None
    found += [
        Message("lapses", {"what": message.args["question"]})
        for message in trial.journal.messages
        if message.key == "lapsed"
    ]
    loading = isinstance(state.stack[-1], (TransportShips, LoadPlace))
    if loading:
        trial = trial.clone()
        Unload(seat).run(trial)
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


def _facts(state: State, trial: State, seat: int, action: Action) -> dict[str, Any]:
    """What else a page draws."""
    player, then = state.players[seat], trial.players[seat]
    facts: dict[str, Any] = target(state, action)
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
        facts["zones"] = [trial.frame.tables.zones[column] for column in then.columns]
        ends = facts["ends"] = _ends(state, seat, action)
        facts["lanes"] = [[lane for lane in end["lanes"] if lane != LANES[PARKING]] for end in ends]
        facts["energy_from"] = ENERGY_FROM[energy_world(trial, then)]
        facts["terrains"] = [name for i, name in enumerate(TERRAINS) if open_terrains(trial, then) >> i & 1]
    if isinstance(action, a.Park):
        have = symbols(trial, then)
        facts["symbols"] = [name for name, n in zip(state.frame.pack.symbols, have, strict=True) for _ in range(n)]
    if isinstance(action, a.Power):
        facts["bonus"] = ("none", "small", "large")[outcome(state, action.points)]
    if isinstance(action, (a.Act, a.PlayCard)):
        facts["energy"] = _energy(state, action)
        facts["energy_from"] = ENERGY_FROM[energy_world(state, player)]
        if isinstance(action, a.Act):
            facts["power"] = [state.frame.tables.board_areas[action.board]]
        else:
            facts["power"] = list(state.frame.pack.cards[action.card].power)
        if _idle(trial, seat):
            facts["idle"] = True
    if isinstance(action, a.Settle):
        facts["field"] = state.frame.pack.fields[action.field].id
        tables = state.frame.tables
        facts["uses"] = {
            "population": tables.populations[action.field],
            "factories": tables.factories[action.field],
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
    tables, pack = state.frame.tables, state.frame.pack
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
        for point in range(tables.zones[player.columns[marker]], tables.zones[column]):
            # Where both pass, the one that lands first passes first.
            passed = tables.zones[player.columns[1 - marker]] > point
            second = passed or (marker != first and tables.zones[columns[1 - marker]] > point)
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
    return [] if space is None else named_symbols(state.frame.pack, space.symbols)


def _aboard(state: State, player: Player) -> Counter[str]:
    """What is under way to the New World: population, factories, resources, stadiums by id."""
    cargo = player.cargo
    found = Counter(population=cargo[0])
    for index, name in enumerate(RESOURCES):
        found[f"factory {name}"] = cargo[1 + index]
        found[f"resource {name}"] = cargo[4 + index]
    for card in player.cargo_stadiums:
        found[state.frame.tables.stadium_ids[card]] = 1
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
    ids = state.frame.tables.stadium_ids
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
        energy += surcharge(state, player, state.frame.tables.board_areas[action.board])
    return energy
