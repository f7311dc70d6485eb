"""Special actions: which ones a player has, which can be carried out now, and what is missing for the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from orrery.core.asking import Wish
from orrery.core.journal import Message
from orrery.gaia.actions import Use
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.buildings import ACADEMY_RIGHT, INSTITUTE
from orrery.gaia.data.gains import NOTHING
from orrery.gaia.data.techs import TECHS
from orrery.gaia.phases import NOTHING_HERE
from orrery.gaia.rules.building import mine_sites, project_sites
from orrery.gaia.rules.effects import useful

if TYPE_CHECKING:
    from orrery.gaia.data.gains import Gains
    from orrery.gaia.state import Player, State

ACADEMY: Final = 0
FACTION: Final = 1
BOOSTER: Final = 2
FIRST_TECH: Final = 3
"""Special actions by number; a tech tile's is 3 + its kind."""


def held(player: Player) -> list[int]:
    """Special actions that the player has, used or not, by number."""
    found: list[int] = []
    if player.buildings[ACADEMY_RIGHT]:
        found.append(ACADEMY)
    if player.rules.special and (player.rules.special_always or player.buildings[INSTITUTE]):
        found.append(FACTION)
    if player.booster != NOTHING_HERE and BOOSTERS[player.booster].special is not None:
        found.append(BOOSTER)
    found += [FIRST_TECH + kind for kind in player.tiles if TECHS[kind].special is not None]
    return found


def brings(player: Player, number: int) -> Gains:
    """What a special action of the player gives by itself."""
    if number == ACADEMY:
        return player.rules.board.academy_special
    component = TECHS[number - FIRST_TECH] if number >= FIRST_TECH else BOOSTERS[player.booster]
    special = None if number == FACTION else component.special
    return NOTHING if special is None else special.gains


def specials(state: State, seat: int) -> list[int]:
    """Special actions that the player has and has not used and can carry out, by number."""
    player = state.players[seat]
    used = player.used
    return [number for number in held(player) if not used >> number & 1 and _worthwhile(state, seat, number)]


def _worthwhile(state: State, seat: int, number: int) -> bool:
    """Whether a special action that is there would do something."""
    player = state.players[seat]
    if number == FACTION:
        return player.rules.special_ready(state, seat)
    if number == BOOSTER:
        special = BOOSTERS[player.booster].special
        return special is not None and bool(
            mine_sites(state, seat, special.steps, special.reach)
            or (special.reach and project_sites(state, seat, special.reach))
        )
    return state.table.useless_actions != "forbidden" or useful(player, brings(player, number))


def near_specials(state: State, seat: int) -> Iterator[Wish]:
    """Special actions that cannot be used now."""
    player = state.players[seat]
    ready = specials(state, seat)
    for number in held(player):
        if number not in ready:
            used = player.used >> number & 1
            reason = Message("used", {"seat": seat}) if used else Message("nothing_gained", {})
            yield Wish(Use(number), (reason,))
