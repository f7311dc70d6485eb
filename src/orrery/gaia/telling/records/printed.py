"""What is printed on the components of a match, and what it was set up with: the same at every move."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from orrery.gaia.data.tracks import TRACKS

Gains = dict[str, int]
"""A resource -> a whole number; absent means none."""
Hex = str
"""The name of a hex, as in the notation (``5A3``)."""
Id = str
"""A word of ``orrery.gaia.data``."""
Area = Annotated[str, TRACKS]
"""A research area."""


class MapHex(TypedDict):
    """A hex of the map: axial coordinates, flat-topped, north = (0, -1), north-east = (1, -1)."""

    name: Hex
    """How the notation calls it."""
    q: int
    """To the east."""
    r: int
    """To the south."""
    sector: Id
    """The sector it belongs to (``5A``)."""
    planet: Id
    """As printed; ``""`` is empty space."""


class Sector(TypedDict):
    """A sector tile on the map."""

    id: Id
    """Its number and, where it has two faces, its letter."""
    q: int
    """Of its centre."""
    r: int
    """Of its centre."""
    turns: int
    """Its rotation in clockwise sixths."""
    laid: bool
    """False while the map is being built and the sector is still to be laid: it lies as it did before."""


class Map(TypedDict):
    """The map without what stands on it."""

    hexes: list[MapHex]
    """Every hex."""
    sectors: list[Sector]
    """Every sector, in the order of their places."""


class Effect(TypedDict):
    """What a tile does at one moment."""

    when: str
    """``at_once``, ``income``, ``action``, ``whenever``, ``on_pass``, ``passive`` or ``final``."""
    gain: Gains
    """What it brings; ``big_building_power`` of the tile that raises power values."""
    per: str | None
    """What the gain is counted by, or null: ``mine``, ``trading_station``, ``research_lab``, ``big_building``,
    ``planet_type``, ``gaia_planet``, ``sector``, ``federation``, ``structure``, ``structure_in_federation``,
    ``satellite``."""
    trigger: str | None
    """Of ``whenever`` and round tiles, else null: ``terraforming_step``, ``research_step``, ``mine``,
    ``gaia_mine``, ``trading_station``, ``big_building``, ``federation``."""


class Face(TypedDict):
    """The face of a tile."""

    kind: str
    """``round``, ``final``, ``booster``, ``tech``, ``advanced`` or ``federation``."""
    effects: list[Effect]
    """What it does; federation tokens have one ``at_once`` effect."""
    green: NotRequired[bool]
    """Of federation tokens: it has a green side."""


class Level(TypedDict):
    """A level of a research area."""

    at_once: Gains
    """On arrival; special arrivals are ``{"federation": 1}``, ``{"lost_planet": 1}``,
    ``{"vp": 4, "vp_per_gaia_planet": 1}``."""
    income: Gains
    """In every income phase."""
    ongoing: Gains
    """``step`` (ore per terraforming step), ``range``, ``gaia`` (tokens for a Gaia project) where the level says
    so."""
    charge: int
    """Power charged on arrival: 0 or 3."""
    points: int
    """Of standing there at the end."""


class BoardAction(TypedDict):
    """A power or Q.I.C. action of the research board."""

    cost: Gains
    """Its price."""
    gain: Gains
    """What it brings; ``qic_vp_planet_types`` has ``{"vp": 3, "vp_per_planet_type": 1}``."""


class Space(TypedDict):
    """A space of a faction board."""

    income: Gains
    """What it brings in every income phase once its piece has left the board."""
    action: Gains
    """The special action of the right academy."""


class Row(TypedDict):
    """A row of a faction board."""

    building: Id
    """Whose pieces stand on it: mine, trading_station, research_lab, planetary_institute, academy_left,
    academy_right."""
    spaces: list[Space]
    """In the order in which their pieces leave."""


class FactionBoard(TypedDict):
    """A faction board."""

    planet: Id
    """Its home type."""
    base_income: Gains
    """Printed on the board and always received."""
    rows: list[Row]
    """Its rows of pieces."""


class Caps(TypedDict):
    """The most that a player can hold."""

    credits: int
    """Credits."""
    ore: int
    """Ore."""
    knowledge: int
    """Knowledge."""


class Printed(TypedDict):
    """What never changes within a match."""

    options: dict[str, object]
    """Options of the match that a reader shows (the completed ones without seeds): ``turn_order``,
    ``charge_timing``, ``players``, ..."""
    map: Map
    """As it was laid out at set-up; a view with a ``map`` of its own overrides it."""
    components: dict[Id, Face]
    """The face of every tile of this game: round tiles, final tiles, boosters, standard and advanced techs,
    federation tokens."""
    levels: dict[Area, Annotated[list[Level], 6]]
    """Research area -> its levels from 0 to 5."""
    step_cost: Gains
    """The price of a research step (``{"knowledge": 4}``)."""
    board_actions: dict[Id, BoardAction]
    """The ten actions of the research board."""
    boards: dict[Id, FactionBoard]
    """Faction -> its board."""
    caps: Caps
    """What a player can hold."""
    satellite_limit: int
    """How many satellites a player can place."""
