"""Options of a game: what may be set, what it is when it is not set, and the table that follows from it.

``complete`` fills in and checks; ``table`` draws what is left to chance. Chance in set-up comes from
``setup_seed`` when that is given and from the seed of the match otherwise, by streams of their own, so that the
same number gives the same public set-up whatever else is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final, cast, final

from orrery.core.chance import dealt, draw, shuffled, stream
from orrery.core.game import BadOptions, BadPosition, Setting
from orrery.core.reading import shown
from orrery.gaia import maps
from orrery.gaia.automa.cards import FACTION_CARDS, LEVELS
from orrery.gaia.automa.deck import starters
from orrery.gaia.data.boards import BOARD, BOARDS, FACTIONS
from orrery.gaia.data.boosters import BOOSTER, BOOSTERS
from orrery.gaia.data.buildings import MORE_BOOSTERS, ROUNDS
from orrery.gaia.data.federations import COMMON, TOKEN, TOKENS
from orrery.gaia.data.layouts import (
    ALONE,
    FIRST_FACTIONS,
    FIRST_MINES,
    INNER_APART,
    INNER_FREE,
    INNER_STILL,
    INNER_UPRIGHT,
    SEVEN,
)
from orrery.gaia.data.planets import HOMES, PLANETS
from orrery.gaia.data.scoring import FINAL_TILE, FINAL_TILES, ROUND_TILE, ROUND_TILES
from orrery.gaia.data.techs import ADVANCED, SPOTS, STANDARD, TECH
from orrery.gaia.data.tracks import TRACKS

RANDOM: Final = "random"
CHOOSE: Final = "choose"
GIVEN: Final = "given"
RECOMMENDED: Final = "recommended"
AUCTION_CHOOSE_BID: Final = "auction_choose_bid"
AUCTION_BID_WHILE_CHOOSING: Final = "auction_bid_while_choosing"

MAPS: Final = (RANDOM, "first_game", "variant_1", "variant_2", "variant_3", "small")
FACTION_WAYS: Final = (CHOOSE, RANDOM, AUCTION_CHOOSE_BID, AUCTION_BID_WHILE_CHOOSING)
FINAL_COUNT: Final = 2
ADVANCED_COUNT: Final = 6
FEWEST_HOMES: Final = 3
"""Planets of each colour in play that a map needs, so that every faction can place its starting structures."""

_TABLE: Final = "table"
_SETUP: Final = "set-up"
_RULINGS: Final = "rulings"
_SOLO: Final = "solo"

SETTINGS: Final = (
    Setting("players", "int", 2, (1, 4), _TABLE),
    Setting("first_game", "bool", False, (), _TABLE),
    Setting("map", "choice", RANDOM, MAPS, _SETUP),
    Setting("map_building", "choice", "none", ("none", "rotate", "arrange"), _SETUP),
    Setting("inner_sectors", "choice", "turned", ("turned", "upright"), _SETUP),
    Setting("factions", "choice", CHOOSE, FACTION_WAYS, _SETUP),
    Setting("faction_pool", "list", "all", FACTIONS, _SETUP),
    Setting("starting_mines", "map", CHOOSE, (CHOOSE, RECOMMENDED), _SETUP),
    Setting("boosters", "list", RANDOM, tuple(tile.id for tile in BOOSTERS), _SETUP),
    Setting("round_tiles", "list", RANDOM, tuple(tile.id for tile in ROUND_TILES), _SETUP),
    Setting("final_tiles", "list", RANDOM, FINAL_TILES, _SETUP),
    Setting("techs", "list", RANDOM, tuple(tile.id for tile in STANDARD), _SETUP),
    Setting("advanced_techs", "list", RANDOM, tuple(tile.id for tile in ADVANCED), _SETUP),
    Setting("terraforming_token", "choice", RANDOM, (RANDOM, *(TOKENS[kind].id for kind in COMMON)), _SETUP),
    Setting("setup_seed", "int", None, (0, (1 << 63) - 1), _SETUP),
    Setting("turn_order", "choice", "clockwise", ("clockwise", "passing"), _RULINGS),
    Setting("charge_timing", "choice", "immediate", ("immediate", "turn_end"), _RULINGS),
    Setting("useless_actions", "choice", "forbidden", ("forbidden", "board", "allowed"), _RULINGS),
    Setting("extra_range", "choice", "any", ("any", "needed"), _RULINGS),
    Setting("range_across_gaps", "bool", False, (), _RULINGS),
    Setting("gaia_phase_round_tile", "bool", False, (), _RULINGS),
    Setting("taklons_token_only", "bool", False, (), _RULINGS),
    Setting("token_source", "choice", "choice", ("choice", "fixed"), _RULINGS),
    Setting("brainstone_choice", "choice", "free", ("free", "guarded"), _RULINGS),
    Setting("gaia_exchange", "choice", "free", ("free", "all"), _RULINGS),
    Setting("final_conversions", "choice", "ask", ("ask", "automatic"), _RULINGS),
    Setting("income_order", "choice", "matters", ("matters", "always"), _RULINGS),
    Setting("automa_faction", "choice", RANDOM, (RANDOM, *FACTION_CARDS), _SOLO),
    Setting("automa_level", "choice", next(iter(LEVELS)), tuple(LEVELS), _SOLO),
    Setting("automa_deck", "list", None, tuple(range(1, 18)), _SOLO),
    Setting("automa_blocked_area", "choice", "skip", ("skip", "advance"), _SOLO),
    Setting("position", "map", None, (), _TABLE),
)
"""Every option. Where a ``list`` or ``map`` may also be a word (``random``, ``all``, ``choose``), the word is its
default. ``map`` and ``factions`` may also be given outright: a list of ``[face, q, r, rotation]``, and a list of
factions by seat."""

_SETTING: Final = {setting.name: setting for setting in SETTINGS}


@final
class Table:
    """What never changes in a game: tiles laid out, the first map, and the rulings. Shared by all clones."""

    __slots__ = (
        "advanced",
        "automa_blocked_area",
        "automa_deck",
        "automa_faction",
        "automa_level",
        "automas",
        "boosters",
        "brainstone_choice",
        "charge_timing",
        "choice",
        "extra_range",
        "factions",
        "final_conversions",
        "final_tiles",
        "gaia_exchange",
        "gaia_phase_round_tile",
        "income_order",
        "inner",
        "key",
        "map_building",
        "mines",
        "options",
        "players",
        "pool",
        "range_across_gaps",
        "round_tiles",
        "seats",
        "solo",
        "taklons_token_only",
        "techs",
        "terra_token",
        "token_source",
        "turn_order",
        "useless_actions",
        "world",
    )

    def __init__(
        self,
        options: Mapping[str, object],
        *,
        world: maps.World,
        factions: tuple[int, ...],
        mines: tuple[tuple[int, ...], ...],
        boosters: tuple[int, ...],
        round_tiles: tuple[int, ...],
        final_tiles: tuple[int, ...],
        techs: tuple[int, ...],
        advanced: tuple[int, ...],
        terra_token: int,
        automa_faction: int,
    ) -> None:
        self.options: Final = dict(options)
        """As completed."""
        self.solo: Final = options["players"] == 1
        self.players: Final = cast(int, options["players"])
        """People."""
        self.automas: Final = 1 if self.solo else 0
        self.seats: Final = self.players + self.automas
        """Seats with holdings: people first, then the Automa."""
        self.world: Final = world
        """The map as first laid; building it in play changes the position's own."""
        self.map_building: Final = str(options["map_building"])
        self.inner: Final = _inner(options) if self.map_building != "none" else INNER_FREE
        """What whoever builds the map may do with the inner four sectors."""
        self.choice: Final = GIVEN if isinstance(options["factions"], list) else str(options["factions"])
        """How seats come to factions: ``choose``, ``random``, ``given`` or one of the auctions."""
        self.factions: Final = factions
        """Numbers by seat if given or drawn, else empty."""
        self.pool: Final = tuple(BOARD[name] for name in cast(list[str], options["faction_pool"]))
        """Factions that may be chosen."""
        self.mines: Final = mines
        """For each faction number the hexes of its starting mines, empty where the player chooses."""
        self.boosters: Final = boosters
        """Sorted by number; in the solo game in the order of the row."""
        self.round_tiles: Final = round_tiles
        self.final_tiles: Final = final_tiles
        """Upper and lower."""
        self.techs: Final = techs
        """Kind by spot."""
        self.advanced: Final = advanced
        """Kind by area, numbers of ``TECHS``."""
        self.terra_token: Final = terra_token
        self.turn_order: Final = str(options["turn_order"])
        self.charge_timing: Final = str(options["charge_timing"])
        self.useless_actions: Final = str(options["useless_actions"])
        """Whether actions that gain nothing are refused: all, those of the research board only, or none."""
        self.extra_range: Final = str(options["extra_range"])
        """Whether the special action for more range may be used where the range suffices without it."""
        self.range_across_gaps: Final = bool(options["range_across_gaps"])
        """Whether range is counted straight across gaps of the map, not only over its hexes."""
        self.gaia_phase_round_tile: Final = bool(options["gaia_phase_round_tile"])
        self.taklons_token_only: Final = bool(options["taklons_token_only"])
        self.token_source: Final = str(options["token_source"])
        self.brainstone_choice: Final = str(options["brainstone_choice"])
        self.gaia_exchange: Final = str(options["gaia_exchange"])
        self.final_conversions: Final = str(options["final_conversions"])
        self.income_order: Final = str(options["income_order"])
        self.automa_faction: Final = automa_faction
        """Number of the Automa's faction in the solo game, else -1."""
        self.automa_level: Final = str(options["automa_level"])
        self.automa_deck: Final = tuple(cast("list[int] | None", options["automa_deck"]) or ())
        """Starting cards of a custom deck, empty for the level's own."""
        self.automa_blocked_area: Final = str(options["automa_blocked_area"])
        self.key: Final = (
            self.players,
            self.automas,
            world.key,
            self.map_building + self.inner,
            self.choice,
            factions,
            self.pool,
            mines,
            boosters,
            round_tiles,
            final_tiles,
            techs,
            advanced,
            terra_token,
            automa_faction,
            self.automa_deck,
            *(str(options[setting.name]) for setting in SETTINGS if setting.group == _RULINGS),
            self.automa_level,
            self.automa_blocked_area,
        )
        """Everything that distinguishes two tables, as ints, strings and tuples of them."""


def complete(options: Mapping[str, object]) -> dict[str, object]:
    """The options with every default filled in, in plain JSON; raises BadOptions naming what was expected.

    Completing twice changes nothing.
    """
    for name in options:
        if name not in _SETTING:
            near = get_close_matches(shown(name).strip("'"), _SETTING, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(_SETTING)}"
            raise BadOptions(f"there is no option {shown(name)}{hint}")
    found = {setting.name: options.get(setting.name, setting.default) for setting in SETTINGS}
    if found["position"] is not None:
        _check_position(found, options)
    players = _whole("players", found["players"])
    _flag(found, "first_game", "range_across_gaps", "gaia_phase_round_tile", "taklons_token_only")
    if found["first_game"]:
        found.update({name: value for name, value in _first_game(players).items() if name not in options})
    if found["setup_seed"] is not None:
        _whole("setup_seed", found["setup_seed"])
    for setting in SETTINGS:
        word = found[setting.name]
        given = setting.name in ("map", "factions") and isinstance(word, (list, tuple))
        if setting.kind == "choice" and not given and word not in setting.choices:
            extra = {"map": ", or a list of sectors", "factions": ", or a list of factions by seat"}
            raise BadOptions(
                f"option {setting.name!r} is one of {', '.join(map(str, setting.choices))}"
                f"{extra.get(setting.name, '')}, not {shown(word)}"
            )
    seats = 2 if players == 1 else players
    found["faction_pool"] = _pool(found["faction_pool"])
    _check_map(found, players)
    _check_factions(found, players)
    found["boosters"] = _tiles("boosters", found["boosters"], BOOSTER, seats + MORE_BOOSTERS)
    found["round_tiles"] = _tiles("round_tiles", found["round_tiles"], ROUND_TILE, ROUNDS)
    found["final_tiles"] = _tiles("final_tiles", found["final_tiles"], FINAL_TILE, FINAL_COUNT)
    found["techs"] = _tiles("techs", found["techs"], {tile.id: 0 for tile in STANDARD}, len(SPOTS))
    found["advanced_techs"] = _tiles(
        "advanced_techs", found["advanced_techs"], {t.id: 0 for t in ADVANCED}, len(TRACKS)
    )
    _check_mines(found, players)
    _check_automa(found, players)
    return found


def seats(options: Mapping[str, object]) -> int:
    """How many seats are asked in a game with these options."""
    return _whole("players", options.get("players", _SETTING["players"].default))


def table(options: Mapping[str, object], seed: int) -> Table:
    """The table that completed options and a seed describe: chance fills in what they leave open."""
    given = options["setup_seed"]
    source = stream(given if isinstance(given, int) else seed, "setup")
    players = cast(int, options["players"])
    placements = _placements(options, stream(source, "map"))
    world = maps.world(_alone(placements) if players == 1 else placements)
    tiles = {
        name: _drawn(options[name], kinds, count, stream(source, name))
        for name, kinds, count in (
            ("boosters", BOOSTER, (2 if players == 1 else players) + MORE_BOOSTERS),
            ("round_tiles", ROUND_TILE, ROUNDS),
            ("final_tiles", FINAL_TILE, FINAL_COUNT),
            ("techs", {tile.id: TECH[tile.id] for tile in STANDARD}, len(SPOTS)),
            ("advanced_techs", {tile.id: TECH[tile.id] for tile in ADVANCED}, len(TRACKS)),
        )
    }
    token = options["terraforming_token"]
    terra = draw(stream(source, "terraforming_token"), 0, len(COMMON)) if token == RANDOM else TOKEN[str(token)]
    factions = _seated(options, players, stream(source, "factions"))
    return Table(
        options,
        world=world,
        factions=factions,
        mines=first_mines(options, world),
        boosters=tiles["boosters"] if players == 1 else tuple(sorted(tiles["boosters"])),
        round_tiles=tiles["round_tiles"],
        final_tiles=tiles["final_tiles"],
        techs=tiles["techs"],
        advanced=tiles["advanced_techs"],
        terra_token=terra,
        automa_faction=_automa(options, players, factions, stream(source, "automa")),
    )


def _check_position(found: dict[str, object], options: Mapping[str, object]) -> None:
    """A position to begin from must be one; it says how many players there are, and so may the options."""
    from orrery.gaia.position import position

    given = found["position"]
    if not isinstance(given, Mapping):
        raise BadOptions(f"option 'position' is the JSON of a position or null, not {shown(given)}")
    try:
        players = position(given).table.players
    except BadPosition as error:
        raise BadOptions(f"option 'position': {error}") from None
    if options.get("players", players) != players:
        raise BadOptions(f"option 'position' has {players} players, option 'players' {shown(options['players'])}")
    found["players"] = players


def _first_game(players: int) -> dict[str, object]:
    """What the rulebook recommends for a first game; the mines are known for four players only."""
    names = FIRST_FACTIONS[players]
    found: dict[str, object] = {"map": "first_game", "faction_pool": list(names[:1] if players == 1 else names)}
    if players == 4:
        found["starting_mines"] = RECOMMENDED
    if players == 1:
        found["automa_faction"] = names[1]
    return found


def _whole(name: str, value: object) -> int:
    low, high = cast("tuple[int, int]", _SETTING[name].choices)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadOptions(f"option {name!r} is a whole number from {low} to {high}, not {shown(value)}")
    return value


def _flag(found: Mapping[str, object], *names: str) -> None:
    for name in names:
        if not isinstance(found[name], bool):
            raise BadOptions(f"option {name!r} is true or false, not {shown(found[name])}")


def _words(name: str, value: object, known: Sequence[str], what: str) -> list[str]:
    """A list of different known words."""
    if not isinstance(value, (list, tuple)):
        raise BadOptions(f"option {name!r} is {_SETTING[name].default!r} or a list of {what}, not {shown(value)}")
    for word in value:
        if word not in known:
            near = get_close_matches(shown(word).strip("'"), known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise BadOptions(f"option {name!r}: there is no {shown(word)}; {hint}")
        if list(value).count(word) > 1:
            raise BadOptions(f"option {name!r} names {shown(word)} twice")
    return list(value)


def _tiles(name: str, value: object, known: Mapping[str, int], count: int) -> object:
    if value == RANDOM:
        return RANDOM
    places = {"techs": f" for {', '.join(SPOTS)}", "advanced_techs": f" for {', '.join(TRACKS)}"}.get(name, "")
    words = _words(name, value, list(known), f"{count} ids{places}")
    if len(words) != count:
        raise BadOptions(f"option {name!r} needs {count} ids{places}, not {len(words)}")
    return words


def _pool(value: object) -> list[str]:
    return list(FACTIONS) if value == "all" else _words("faction_pool", value, FACTIONS, "factions")


def _check_map(found: dict[str, object], players: int) -> None:
    value = found["map"]
    if isinstance(value, str):
        if value in ("variant_2", "variant_3") and int(value[-1]) not in maps.variants(players):
            raise BadOptions(f"option 'map': with {players} players there is only variant_1, not {value}")
        return
    try:
        # A map that is built in play may begin with colours side by side: the builder parts them.
        placements = maps.placed(value, finished=found["map_building"] == "none")
    except maps.BadMap as error:
        raise BadOptions(f"option 'map': {error}") from None
    contents = list(maps.contents(placements).values())
    names = (
        found["factions"]
        if isinstance(found["factions"], (list, tuple))
        else cast(list[str], found["faction_pool"])
    )
    colours = {BOARDS[BOARD[name]].home for name in names if name in BOARD}
    for home in HOMES:
        if home in colours and contents.count(home) < FEWEST_HOMES:
            raise BadOptions(
                f"option 'map' needs at least {FEWEST_HOMES} {PLANETS[home]} planets for the starting mines, "
                f"but has {contents.count(home)}"
            )
    found["map"] = maps.listed(placements)


def _check_factions(found: dict[str, object], players: int) -> None:
    value = found["factions"]
    pool = cast(list[str], found["faction_pool"])
    boards = {BOARD[name] >> 1 for name in pool}
    if len(boards) < players:
        raise BadOptions(
            f"option 'faction_pool' needs factions of at least {players} different boards, but has {len(boards)}"
        )
    if isinstance(value, str):
        if players == 1 and value not in (CHOOSE, RANDOM):
            raise BadOptions(
                f"option 'factions': an auction needs at least two players, not {shown(value)} with one"
            )
        return
    names = _words("factions", value, FACTIONS, "factions by seat")
    if len(names) != players:
        raise BadOptions(f"option 'factions' needs a faction for each of {players} players, not {len(names)}")
    for number, name in enumerate(names):
        partner = BOARDS[BOARD[name]].partner
        if partner in names[:number]:
            raise BadOptions(f"option 'factions': {partner} and {name} are two sides of one board")
    found["factions"] = names


def _check_mines(found: dict[str, object], players: int) -> None:
    value = found["starting_mines"]
    if value == CHOOSE:
        return
    if found["map_building"] != "none" or not (found["map"] == "first_game" or isinstance(found["map"], list)):
        raise BadOptions("option 'starting_mines' can be given only on a given map or that of the first game")
    if value == RECOMMENDED:
        if players != 4 or found["map"] != "first_game":
            raise BadOptions(
                "option 'starting_mines': recommended mines are known only for the first game's map with 4 players"
            )
        return
    if not isinstance(value, Mapping):
        raise BadOptions(
            f"option 'starting_mines' is choose, recommended or a map from faction to hexes, not {shown(value)}"
        )
    world = maps.world(_placements(found, 0))
    taken: dict[int, str] = {}
    for name, hexes in value.items():
        if name not in BOARD:
            raise BadOptions(
                f"option 'starting_mines': there is no faction {shown(name)}; there are {', '.join(FACTIONS)}"
            )
        if players == 1 and name == found["automa_faction"]:
            raise BadOptions(
                f"option 'starting_mines': {name} is the Automa's, which places its mines by its own rules"
            )
        board = BOARDS[BOARD[name]]
        count = 1 if board.starts_with_institute else board.starting_mines
        if not isinstance(hexes, (list, tuple)) or len(hexes) != count:
            raise BadOptions(f"option 'starting_mines': {name} needs a list of {count} hexes, not {shown(hexes)}")
        for place in hexes:
            if place not in world.where:
                raise BadOptions(f"option 'starting_mines': there is no hex {shown(place)} on this map")
            where = world.where[place]
            if world.kind[where] != board.home:
                raise BadOptions(f"option 'starting_mines': {place} is no {PLANETS[board.home]} planet of {name}")
            if where in taken:
                raise BadOptions(f"option 'starting_mines' names {place} twice, for {taken[where]} and {name}")
            taken[where] = name
    found["starting_mines"] = {name: list(hexes) for name, hexes in value.items()}


def _check_automa(found: dict[str, object], players: int) -> None:
    deck = found["automa_deck"]
    if deck is not None:
        if not isinstance(deck, (list, tuple)):
            raise BadOptions(f"option 'automa_deck' is null or a list of card numbers, not {shown(deck)}")
        try:
            found["automa_deck"] = list(starters(str(found["automa_level"]), list(deck)))
        except ValueError as error:
            raise BadOptions(f"option 'automa_deck': {error}") from None
    if players > 1:
        return
    automa = found["automa_faction"]
    if automa == RANDOM:
        return
    board = BOARD[str(automa)] >> 1
    human = found["factions"]
    if isinstance(human, list) and BOARD[human[0]] >> 1 == board:
        raise BadOptions(f"option 'automa_faction': {automa} shares the board of the human's {human[0]}")
    if all(BOARD[name] >> 1 == board for name in cast(list[str], found["faction_pool"])):
        raise BadOptions(f"option 'automa_faction': {automa} leaves the human no faction of 'faction_pool'")


def _placements(options: Mapping[str, object], seed: int) -> tuple[maps.Placement, ...]:
    value = options["map"]
    players = cast(int, options["players"])
    if not isinstance(value, str):
        return maps.placed(value, finished=options["map_building"] == "none")
    if value == "first_game":
        return maps.first_game(players)
    if value == "small":
        return maps.small(seed)
    number = maps.variants(players)[-1] if value == RANDOM else int(value[-1])
    return maps.variant(players, number, seed, options["inner_sectors"] == "turned")


def _inner(options: Mapping[str, object]) -> str:
    """What the chosen variant of the map leaves open for the inner four sectors."""
    if cast(int, options["players"]) < 3:
        return INNER_FREE
    if options["map"] == "variant_1":
        return INNER_STILL
    if options["map"] == "variant_2":
        return INNER_APART if options["inner_sectors"] == "turned" else INNER_UPRIGHT
    return INNER_FREE


def _alone(placements: tuple[maps.Placement, ...]) -> tuple[maps.Placement, ...]:
    """The sectors in the order in which the solo game lays them, where they have its shape."""
    order = [SEVEN[slot] for slot in ALONE]
    if {placement.centre for placement in placements} != set(order):
        return placements
    return tuple(sorted(placements, key=lambda placement: order.index(placement.centre)))


def _drawn(value: object, known: Mapping[str, int], count: int, seed: int) -> tuple[int, ...]:
    if value == RANDOM:
        return tuple(dealt(seed, 0, list(known.values()), count))
    return tuple(known[word] for word in cast(list[str], value))


def _seated(options: Mapping[str, object], players: int, seed: int) -> tuple[int, ...]:
    """Factions by seat: given, or drawn as boards with a side each; empty if they are chosen in play."""
    value = options["factions"]
    if isinstance(value, list):
        return tuple(BOARD[name] for name in value)
    if value != RANDOM:
        return ()
    pool = [BOARD[name] for name in cast(list[str], options["faction_pool"])]
    automa = options["automa_faction"]
    if players == 1 and automa != RANDOM:
        pool = [number for number in pool if number >> 1 != BOARD[str(automa)] >> 1]
    boards = sorted({number >> 1 for number in pool})
    found = []
    for turn, board in enumerate(shuffled(seed, 0, boards)[:players]):
        sides = [number for number in pool if number >> 1 == board]
        found.append(sides[draw(seed, len(boards) + turn, len(sides))])
    return tuple(found)


def _automa(options: Mapping[str, object], players: int, factions: tuple[int, ...], seed: int) -> int:
    if players != 1:
        return -1
    if options["automa_faction"] != RANDOM:
        return BOARD[str(options["automa_faction"])]
    taken = {number >> 1 for number in factions}
    pool = {number >> 1 for number in (BOARD[name] for name in cast(list[str], options["faction_pool"]))}
    open_to = [number for number in (BOARD[name] for name in FACTION_CARDS) if number >> 1 not in taken]
    if len(pool) == 1 and not factions:  # leave the human its only board
        open_to = [number for number in open_to if number >> 1 not in pool]
    return open_to[draw(seed, 0, len(open_to))]


def first_mines(options: Mapping[str, object], world: maps.World) -> tuple[tuple[int, ...], ...]:
    value = options["starting_mines"]
    if value == CHOOSE:
        return tuple(() for _ in FACTIONS)
    if value == RECOMMENDED:
        return tuple(tuple(world.grid.index(h) for h in FIRST_MINES.get(name, ())) for name in FACTIONS)
    given = cast("dict[str, list[str]]", value)
    return tuple(tuple(world.where[place] for place in given.get(name, [])) for name in FACTIONS)
