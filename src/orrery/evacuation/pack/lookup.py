"""A pack made ready for play: what the rules look up often, as tuples by index. Memoized by the pack's digest."""

from __future__ import annotations

from typing import Final, final

from orrery.evacuation.items import NAMES, Items, item, unrolled
from orrery.evacuation.pack import Pack, Triple

# What permanent technologies allow, as bits of Player.abilities.
RETURN_FLIGHT: Final = 1 << 0
IGNORE_SYMBOL: Final = 1 << 1
TURNING_POINT_GAIN: Final = 1 << 2
EXTRA_FACTORY: Final[tuple[int, ...]] = (1 << 3, 1 << 4, 1 << 5)
OTHER_TERRAIN: Final = 1 << 6
CROWDED_SPACES: Final = 1 << 7
WIDER_CHOICE: Final = 1 << 8
SHIFT_POWER: Final = 1 << 9
FACTORY_BOOST: Final[tuple[int, ...]] = (1 << 10, 1 << 11, 1 << 12)

SHIP: Final = 0
STADIUM: Final = 1
INFRASTRUCTURE: Final = 2
KINDS: Final[tuple[str, ...]] = ("ship", "stadium", "infrastructure")
"""The three displays."""

SEA_KIND: Final = "sea"


@final
class Lookup:
    """Everything about a pack that is worked out once."""

    def __init__(self, pack: Pack) -> None:
        self.pack: Final = pack
        self.board_items: Final[tuple[Items, ...]] = tuple(unrolled(a.effects) for a in pack.board)
        self.board_areas: Final = tuple(a.area for a in pack.board)
        self.card_items: Final[tuple[Items, ...]] = tuple(unrolled(c.effects) for c in pack.cards)
        self.bonus_items: Final[tuple[Items, ...]] = tuple(unrolled(b.effects) for b in pack.bonus_effects)
        self.track: Final = pack.costs.action_track
        self.last_column: Final = len(pack.columns) - 1
        self.zones: Final = tuple(
            sum(1 for point in pack.turning_points if column > point.after) for column in range(len(pack.columns))
        )
        self.instants: Final[tuple[Items, ...]] = (
            tuple(_instant(column.main.instant) for column in pack.columns),
            tuple(_instant(column.plus.instant) for column in pack.columns),
        )
        self.symbols: Final[tuple[tuple[tuple[int, ...], ...], ...]] = (
            tuple(column.main.symbols for column in pack.columns),
            tuple(column.plus.symbols for column in pack.columns),
        )
        self.bare: Final = tuple(
            tuple(not any(space.symbols) and not space.instant for space in lane)
            for lane in ([c.main for c in pack.columns], [c.plus for c in pack.columns])
        )
        self.thresholds: Final[Triple] = _thresholds(pack)
        self.start_stadium: Final = len(pack.stadiums)
        self.stadium_satisfaction: Final = (
            *(stadium.satisfaction for stadium in pack.stadiums),
            *(stadium.satisfaction for stadium in pack.start_stadiums),
        )
        self.stadium_ids: Final = (
            *(stadium.id for stadium in pack.stadiums),
            *(stadium.id for stadium in pack.start_stadiums),
        )
        self.names: Final[dict[str, tuple[str, ...]]] = {
            **{section: tuple(ids) for section, ids in pack.ids.items()},
            "stadiums": self.stadium_ids,
        }
        """Ids by section of the pack; start stadiums come after the others."""
        self.ids: Final[tuple[tuple[str, ...], ...]] = (
            self.names["ships"],
            self.stadium_ids,
            self.names["infrastructures"],
        )
        self.costs: Final[tuple[tuple[Triple, ...], ...]] = (
            tuple(ship.cost for ship in pack.ships),
            tuple(stadium.cost for stadium in pack.stadiums),
            tuple(card.cost for card in pack.infrastructures),
        )
        self.technology_sets: Final = tuple(
            tuple(
                tuple(i for i, tile in enumerate(pack.technologies) if tile.set == number and tile.row == row)
                for row in range(3)
            )
            for number in range(1 + max(tile.set for tile in pack.technologies))
        )
        """Technology set -> row -> its tiles."""
        self.terrain: Final = tuple(field.terrain for field in pack.fields)
        self.populations: Final = tuple(len(field.population) for field in pack.fields)
        self.factories: Final = tuple(field.factories for field in pack.fields)
        self.needs: Final = tuple(field.symbols for field in pack.fields)
        self.no_symbols: Final = (0,) * len(pack.symbols)
        self.all_sites: Final = (1 << len(pack.sites)) - 1
        self.sea_sites: Final = sum(1 << i for i, site in enumerate(pack.sites) if site.kind == SEA_KIND)
        self.population_sites: Final = sum(1 << i for i, site in enumerate(pack.sites) if site.kind == "population")
        self.loadable: Final = tuple(i for i, site in enumerate(pack.sites) if site.loadable)
        self.output: Final[dict[int, Triple]] = {}
        """Memo: set of face-up sites -> what they produce."""
        params = {effect.op: effect for effect in pack.technology_effects}
        self.ignore_symbols: Final = params["ignore_symbol"].n if "ignore_symbol" in params else 0
        self.wider_choice: Final = params["wider_choice"].n if "wider_choice" in params else 0
        self.shift_power: Final = params["shift_power"].n if "shift_power" in params else 0
        gain = params.get("turning_point_gain")
        self.point_gain: Final = (gain.n, gain.resource) if gain is not None else (0, 0)

    def __reduce__(self) -> tuple[object, ...]:
        return lookup, (self.pack,)


def _instant(word: str) -> int:
    """The instant effect of a space as an item, 0 for none."""
    return item(NAMES.index(word)) if word else 0


def _thresholds(pack: Pack) -> Triple:
    """Researches in one column until its first, second and third technology are complete."""
    steps = [0, 0, 0]
    for technology in pack.technologies:
        steps[technology.row] = technology.steps
    return (steps[0], steps[0] + steps[1], steps[0] + steps[1] + steps[2])


_MEMO: dict[str, Lookup] = {}


def lookup(pack: Pack) -> Lookup:
    """What is looked up of a pack, made once."""
    found = _MEMO.get(pack.digest)
    if found is None:
        found = _MEMO[pack.digest] = Lookup(pack)
    return found
