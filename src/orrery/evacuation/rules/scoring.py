"""The end of the game: penalties, bonuses, points, places (EV-RAC-4 to -11, EV-PTS-3 to -9, EV-GC, EV-LIN-2).

Everything here answers for a game that ends now; at the end of the game that is the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orrery.core.game import place
from orrery.evacuation.pack import NEW
from orrery.evacuation.phases import OVER
from orrery.evacuation.rules.resources import book as note_booking
from orrery.evacuation.rules.solo import rival_satisfaction
from orrery.evacuation.rules.technologies import complete, complete_by_row, satisfaction

if TYPE_CHECKING:
    from orrery.evacuation.pack.model import Race
    from orrery.evacuation.state import Player, State


def meets_goal(state: State, player: Player, production: list[int] | None = None) -> bool:
    """Stadiums and production that end a race (EV-GOAL-1)."""
    values = player.production if production is None else production
    return reached(state.table.pack.race, values, len(player.stadiums[NEW]))


def reached(race: Race, production: list[int], stadiums: int) -> bool:
    """Whether production and stadiums are those that end a race."""
    return stadiums >= race.goal_stadiums and min(production) >= race.goal_production


def sites_left(state: State, player: Player) -> tuple[int, int]:
    """Face-up sites that count as factory sites (sea sites among them) and population sites (EV-AMB-14)."""
    people = (player.sites & state.table.lookup.population_sites).bit_count()
    return player.sites.bit_count() - people, people


def race_bonuses(state: State) -> list[int]:
    """The bonus of each seat for satisfaction (EV-RAC-7, EV-AMB-46)."""
    values = [satisfaction(state, p, not state.table.all_stadiums) for p in state.players]
    return bonuses(state.table.pack.race, values)


def bonuses(race: Race, values: list[int]) -> list[int]:
    """The same for these satisfactions of two or more seats."""
    if len(values) == 2:
        return [race.bonus_two if mine > other else 0 for mine, other in (values, values[::-1])]
    best = max(values)
    if values.count(best) > 1:
        return [race.bonus_first if value == best else 0 for value in values]
    second = max(value for value in values if value != best)
    return [race.bonus_first if value == best else race.bonus_second if value == second else 0 for value in values]


def lowered(production: list[int], penalties: int) -> list[int]:
    """Each penalty moves the lowest marker down by 1 (EV-RAC-8); below 0 for comparison (EV-AMB-15).

    Which of several lowest markers moves makes no difference to anything compared later.
    """
    found = list(production)
    if penalties:
        found[found.index(min(found))] -= penalties
    return found


def raised(production: list[int], bonus: int) -> list[int]:
    """Each bonus moves the lowest marker up by 1 (EV-RAC-9)."""
    found = list(production)
    for _ in range(bonus):
        found[found.index(min(found))] += 1
    return found


def race_penalties(state: State, player: Player) -> tuple[tuple[str, int], ...]:
    """By how many steps each stage of the final accounting lowers a marker, with the stage's name."""
    race = state.table.pack.race
    return penalty_steps(race, player.penalties, player.sites.bit_count(), len(player.stadiums[NEW]))


def penalty_steps(race: Race, tiles: int, sites: int, stadiums: int) -> tuple[tuple[str, int], ...]:
    """The same for so many penalty tiles, sites left and stadiums on the New World."""
    missing = max(0, race.goal_stadiums - stadiums)
    return (
        ("penalty tiles", tiles * race.penalty_tile),
        ("sites left", sites * race.penalty_site),
        ("stadiums missing", missing * race.penalty_stadium),
    )


def race_stages(state: State, seat: int, bonus: int) -> list[tuple[str, list[int]]]:
    """The production markers after each stage of the final accounting, with the stage's name."""
    player = state.players[seat]
    return stages(player.production, race_penalties(state, player), bonus)


def stages(
    production: list[int], penalties: tuple[tuple[str, int], ...], bonus: int
) -> list[tuple[str, list[int]]]:
    """The same for these markers, penalties and bonus."""
    markers = list(production)
    found = [("lowest production", markers)]
    for name, steps in penalties:
        markers = lowered(markers, steps)
        found.append((name, markers))
    found.append(("satisfaction", raised(markers, bonus)))
    return found


def final_markers(state: State) -> list[list[int]]:
    """Race: the production markers of every seat after penalties and bonuses."""
    bonuses = race_bonuses(state)
    return [race_stages(state, seat, bonuses[seat])[-1][1] for seat in range(len(state.players))]


def goal_count(state: State, player: Player, counts: str) -> int:
    """How many things a goal card counts (section 19 of the rules)."""
    pack = state.table.pack
    if counts.startswith("production_"):
        return player.production[("food", "steel", "energy").index(counts[11:])]
    factories = player.settled_factories
    if state.table.all_pieces:
        factories = [a + b for a, b in zip(factories, player.new_factories, strict=True)]
    if counts.startswith("factories_"):
        return factories[("food", "steel", "energy").index(counts[10:])]
    steppe = (player.fields & pack.terrain_masks[0]).bit_count()
    if counts == "population":
        return player.settled_population + (player.population if state.table.all_pieces else 0)
    if counts == "steppe_fields":
        return steppe
    if counts == "other_fields":
        return player.fields.bit_count() - steppe
    if counts == "ships":
        return len(player.ships)
    if counts == "factory_sets":
        return min(factories)
    if counts == "small_bonuses":
        return player.small
    if counts == "large_bonuses":
        return player.large
    if counts == "turning_points":
        return state.table.lookup.zones[min(player.columns)]
    if counts == "technologies":
        return len(complete(state, player))
    return len(player.infrastructures)


def goal_points(state: State, player: Player, goal: int) -> int:
    """What a goal card is worth to a player."""
    card = state.table.pack.goals[goal]
    return card.points(goal_count(state, player, card.counts), complete_by_row(state, player))


def shared(values: list[int], prizes: tuple[int, ...]) -> list[int]:
    """Prizes for the places by falling value; ties share the prizes of their places, rounded down.

    A value of 0 gets nothing and takes no place.
    """
    found = []
    for value in values:
        above = sum(other > value for other in values)
        tied = values.count(value)
        pot = sum(prizes[above : above + tied])
        found.append(pot // tied if value > 0 else 0)
    return found


def satisfaction_points(state: State) -> list[int]:
    """Points for satisfaction among those with enough stadiums on the New World (EV-PTS-8, EV-AMB-22, -31)."""
    points = state.table.pack.points
    values = [satisfaction(state, p, True) if len(p.stadiums[NEW]) >= points.stadiums else 0 for p in state.players]
    if state.table.solo:
        opponent = state.rivals[0]
        values.append(rival_satisfaction(state, opponent) if len(opponent.stadiums) >= points.stadiums else 0)
    two = len(values) == 2
    prizes = points.satisfaction_two if two else points.satisfaction
    return shared(values, prizes)[: len(state.players)]


def line_points(state: State) -> list[int]:
    """Points for line dominance (EV-LIN-2)."""
    points = state.table.pack.points
    mask = state.table.pack.lines[state.side].mask
    values = [(p.fields & mask).bit_count() for p in state.players]
    if state.table.solo:
        values.append((state.rivals[0].fields & mask).bit_count())
    prizes = points.dominance_two if len(values) == 2 else points.dominance
    return shared(values, prizes)[: len(state.players)]


def _race_sources(state: State, player: Player, bonus: int) -> dict[str, int]:
    """How each stage of the final accounting moves the lowest marker: a penalty by all its steps."""
    low = min(player.production)
    gains, lost = {"lowest production": low}, 0
    for name, steps in race_penalties(state, player):
        gains[name] = -steps
        lost += steps
    gains["satisfaction"] = min(raised(lowered(player.production, lost), bonus)) - low + lost if bonus else 0
    return gains


def sources(state: State) -> list[dict[str, int]]:
    """For each seat: source -> points, if the game ended now. Secret goals count only when it is over."""
    if state.table.race:
        bonuses = race_bonuses(state)
        return [_race_sources(state, player, bonuses[seat]) for seat, player in enumerate(state.players)]
    pack = state.table.pack
    points = pack.points
    pleased = satisfaction_points(state)
    lines = line_points(state) if state.table.lines else [0] * len(state.players)
    over = state.phase == OVER
    found = []
    for seat, player in enumerate(state.players):
        factories, people = sites_left(state, player)
        missing = max(0, points.stadiums - len(player.stadiums[NEW]))
        gains = {
            "lowest production": points.production(min(player.production)),
            "penalty tiles": -player.penalties * points.penalty_tile,
            "sites left": -factories * points.penalty_factory_site - people * points.penalty_population_site,
            "stadiums missing": -missing * points.penalty_stadium,
            "satisfaction": pleased[seat],
        }
        if state.table.orders:
            gains["orders"] = sum(pack.orders[order].points for order in player.paid_orders)
        if state.table.lines:
            gains["line dominance"] = lines[seat]
        if over:
            for goal in player.goals:
                gains[f"goal {pack.goals[goal].id}"] = goal_points(state, player, goal)
        found.append(gains)
    return found


def scores(state: State) -> list[int]:
    """The sum of ``sources`` for each seat."""
    return [sum(gains.values()) for gains in sources(state)]


def unmoved(before: State, after: State) -> bool:
    """Whether nothing has changed that ``sources`` counts."""
    if before.phase != after.phase or [r.key() for r in before.rivals] != [r.key() for r in after.rivals]:
        return False
    return all(
        one.production == other.production
        and one.sites == other.sites
        and one.stadiums == other.stadiums
        and one.research == other.research
        and one.penalties == other.penalties
        and one.paid_orders == other.paid_orders
        and one.fields == other.fields
        and one.technologies == other.technologies
        for one, other in zip(before.players, after.players, strict=True)
    )


def book(state: State, before: list[dict[str, int]]) -> None:
    """Book the change of every source of points into the journal."""
    for seat, gains in enumerate(sources(state)):
        if gains == before[seat]:
            continue
        for name in {**before[seat], **gains}:
            note_booking(state, seat, "vp", gains.get(name, 0) - before[seat].get(name, 0), name)


def places(state: State) -> list[int]:
    """Places if the game ended now (EV-RAC-10, EV-RAC-11, EV-PTS-9)."""
    if not state.table.race:
        return place(scores(state))
    race = state.table.pack.race
    return place(
        [
            race_key(
                race,
                markers,
                len(player.stadiums[NEW]),
                satisfaction(state, player, not state.table.all_stadiums),
            )
            for player, markers in zip(state.players, final_markers(state), strict=True)
        ]
    )


def race_key(race: Race, markers: list[int], stadiums: int, pleased: int) -> tuple[int, ...]:
    """What places of a race are compared by, first first: the goal and satisfaction, or the lowest marker ..."""
    if reached(race, markers, stadiums):
        return (1, pleased, 0, 0, 0, 0)
    low, middle, high = sorted(markers)
    return (0, low, int(stadiums >= race.goal_stadiums), pleased, middle, high)
