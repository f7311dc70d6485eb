"""The progress track: turning points, lanes, what they open; power points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.evacuation.pack.lookup import CROWDED_SPACES, SHIFT_POWER
from orrery.evacuation.rules.resources import book, note, raise_production

if TYPE_CHECKING:
    from orrery.evacuation.state import Player, Rival, State

PARKING: Final = 0
MAIN: Final = 1
LANES: Final[tuple[str, ...]] = ("parking", "main", "plus")

UNLOCKS: Final = {"unlock_desert": 1, "unlock_forest": 2, "unlock_ocean": 3}


def open_terrains(state: State, player: Player) -> int:
    """The terrains a player may settle, as bits: steppe, and what the front marker's turning points unlock."""
    passed = state.table.lookup.zones[max(player.columns)]
    found = 1
    for point in state.table.pack.turning_points[:passed]:
        terrain = UNLOCKS.get(point.first)
        if terrain is not None:
            found |= 1 << terrain
    return found


def energy_world(state: State, player: Player) -> int:
    """From where actions are paid: 0 the Old World, 1 either, 2 the New World only (EV-ACT-6, EV-TP-5)."""
    after = state.table.pack.turning_points[1].after
    return int(player.columns[0] > after) + int(player.columns[1] > after)


def symbols(state: State, player: Player) -> list[int]:
    """How many of each settlement symbol the progress markers offer (EV-STL-5, EV-AMB-35)."""
    found = list(state.table.lookup.no_symbols)
    for marker in (0, 1):
        lane = player.lanes[marker]
        if lane:
            for kind, count in enumerate(state.table.lookup.symbols[lane - 1][player.columns[marker]]):
                found[kind] += count
    return found


def occupants(state: State, column: int, lane: int) -> int:
    """How many markers of anybody stand on a driving-lane space."""
    count = 0
    for player in state.players:
        count += (player.columns[0] == column and player.lanes[0] == lane) + (
            player.columns[1] == column and player.lanes[1] == lane
        )
    for rival in state.rivals:
        count += (rival.columns[0] == column and rival.lanes[0] == lane) + (
            rival.columns[1] == column and rival.lanes[1] == lane
        )
    return count


def free_lanes(state: State, column: int, crowded: bool) -> list[int]:
    """The driving lanes on which a marker may end in this column (EV-PRG-6, EV-PRG-10, EV-TE-11)."""
    if column == 0:
        return []
    lookup = state.table.lookup
    found = []
    for lane in range(MAIN, MAIN + state.table.lanes):
        room = 2 if column == lookup.last_column else 1
        shared = state.table.shared_spaces and lookup.bare[lane - 1][column]
        if crowded or shared or occupants(state, column, lane) < room:
            found.append(lane)
    return found


def stays(state: State, holder: Player | Rival, marker: int) -> bool:
    """Does a marker lie on a driving lane at the end of the track? It stays there (EV-PRG-10, EV-AMB-55)."""
    at_end = holder.columns[marker] == state.table.lookup.last_column
    return state.table.end_stays and at_end and holder.lanes[marker] != PARKING


def parked(state: State, holder: Player | Rival) -> list[int]:
    """The lanes of two markers once all have slid to the parking lane, except what stays (EV-PRG-1)."""
    return [holder.lanes[marker] if stays(state, holder, marker) else PARKING for marker in (0, 1)]


def may_crowd(player: Player) -> bool:
    """May the player's markers end on occupied spaces?"""
    return bool(player.abilities & CROWDED_SPACES)


def powers(state: State, player: Player) -> list[int]:
    """All sums of power points the player may have, rising (EV-PRG-3, EV-ADV-6, EV-TE-13)."""
    base = sum(count * (area + 1) for area, count in enumerate(player.areas))
    totals = {base}
    for card in player.played:
        values = state.table.pack.cards[card].power
        totals = {total + value for total in totals for value in values}
    if player.abilities & SHIFT_POWER:
        most = state.table.lookup.shift_power
        totals = {total + shift for total in totals for shift in range(-most, most + 1) if total + shift >= 0}
    return sorted(totals)


def outcome(state: State, power: int) -> int:
    """Which bonus so many power points bring: 0 none, 1 the smaller number's, 2 the larger one's (EV-BON-2, -4)."""
    card = state.table.pack.bonuses[state.bonuses[0]]
    if power == card.small:
        return 1
    if power == card.large:
        return 2
    if state.table.generous:
        if power < card.small:
            return 1
        if power < card.large:
            return 2
    return 0


def splits(state: State, player: Player, power: int) -> list[tuple[int, int, bool]]:
    """All ways to split the points: (front steps, rear steps, rear lands first) (EV-PRG-4, EV-PRG-9, EV-PRG-10).

    Between the markers at most one turning point may lie at every moment. Any such end can be reached by
    moving the markers in turns (EV-AMB-29), so only the end counts; but which marker can be the first to
    land depends on where the other one can wait. Both orders are offered where they can differ.
    """
    lookup = state.table.lookup
    zones, last = lookup.zones, lookup.last_column
    front, rear = player.columns
    total = min(power, last - front + last - rear)
    found: list[tuple[int, int, bool]] = []
    for a in range(max(0, total - (last - rear)), min(total, last - front) + 1):
        b = total - a
        if front == rear and b > a:
            continue
        x, y = front + a, rear + b
        if not -1 <= zones[x] - zones[y] <= 1:
            continue
        if x == y or (a and b and _instants_at(state, x, y)):
            if (front == rear and a == b) or (not a and stays(state, player, 0)):
                found.append((a, b, False))
                continue
            if not b or -1 <= zones[x] - zones[y - 1] <= 1:
                found.append((a, b, False))
            if not a or -1 <= zones[x - 1] - zones[y] <= 1:
                found.append((a, b, True))
        elif a and b and not -1 <= zones[x] - zones[y - 1] <= 1:
            found.append((a, b, True))
        else:
            found.append((a, b, False))
    return found


def _instants_at(state: State, x: int, y: int) -> bool:
    """Is there an instant effect in one of the columns, on a lane in use?"""
    for lane in range(state.table.lanes):
        instants = state.table.lookup.instants[lane]
        if instants[x] or instants[y]:
            return True
    return False


def cross(state: State, seat: int, point: int, second: bool) -> None:
    """The effect of a turning point for the first or second own marker that passes it (EV-TP-1 to EV-TP-4)."""
    turning = state.table.pack.turning_points[point]
    effect = turning.second if second else turning.first
    note(state, "turning_point", seat=seat, point=turning.id, second=second, effect=effect)
    player = state.players[seat]
    sea = state.table.lookup.sea_sites
    if effect == "flip_sea_site":
        face_up = player.sites & sea
        if face_up:
            player.sites ^= face_up & -face_up
    elif effect == "move_sea_site" and (sea & ~player.sites).bit_count() > player.sea_moved:
        player.sea_moved += 1
        book(state, seat, "sea site", 1, turning.id)
        for resource in range(3):
            raise_production(state, seat, resource, 1, turning.id)
