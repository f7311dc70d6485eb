"""Options of a game: what may be set, what it is when it is not set, filled in and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final, cast

from orrery.core.game import BadOptions, Setting
from orrery.core.reading import shown
from orrery.gaia import maps
from orrery.gaia.automa.cards import FACTION_CARDS, LEVELS
from orrery.gaia.automa.deck import starters
from orrery.gaia.data.boards import BOARD, BOARDS, FACTIONS
from orrery.gaia.data.boosters import BOOSTER, BOOSTERS
from orrery.gaia.data.buildings import MORE_BOOSTERS, ROUNDS
from orrery.gaia.data.federations import COMMON, TOKENS
from orrery.gaia.data.layouts import (
    FIRST_FACTIONS,
    INNER_APART,
    INNER_FREE,
    INNER_STILL,
    INNER_UPRIGHT,
)
from orrery.gaia.data.planets import HOMES, PLANETS
from orrery.gaia.data.scoring import FINAL_TILE, FINAL_TILES, ROUND_TILE, ROUND_TILES
from orrery.gaia.data.techs import ADVANCED, SPOTS, STANDARD
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
FEWEST_HOMES: Final = 3
"""Planets of each colour in play that a map needs, so that every faction can place its starting structures."""

_TABLE: Final = "table"
_SETUP: Final = "set-up"
RULINGS: Final = "rulings"
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
    Setting("setup_seed", "int", None, (0, (1 << 53) - 1), _SETUP),
    Setting("turn_order", "choice", "clockwise", ("clockwise", "passing"), RULINGS),
    Setting("charge_timing", "choice", "immediate", ("immediate", "turn_end"), RULINGS),
    Setting("useless_actions", "choice", "forbidden", ("forbidden", "board", "allowed"), RULINGS),
    Setting("extra_range", "choice", "any", ("any", "needed"), RULINGS),
    Setting("range_across_gaps", "bool", False, (), RULINGS),
    Setting("gaia_phase_round_tile", "bool", False, (), RULINGS),
    Setting("charge_token_only", "bool", False, (), RULINGS),
    Setting("token_source", "choice", "choice", ("choice", "fixed"), RULINGS),
    Setting("brainstone_choice", "choice", "free", ("free", "guarded"), RULINGS),
    Setting("gaia_exchange", "choice", "free", ("free", "all"), RULINGS),
    Setting("final_conversions", "choice", "ask", ("ask", "automatic"), RULINGS),
    Setting("income_order", "choice", "matters", ("matters", "always"), RULINGS),
    Setting("automa_faction", "choice", RANDOM, (RANDOM, *FACTION_CARDS), _SOLO),
    Setting("automa_level", "choice", next(iter(LEVELS)), tuple(LEVELS), _SOLO),
    Setting("automa_deck", "list", None, tuple(range(1, 18)), _SOLO),
    Setting("automa_blocked_area", "choice", "skip", ("skip", "advance"), _SOLO),
    Setting("position", "map", None, (), _TABLE),
)
"""Every option. Where a ``list`` or ``map`` may also be a word (``random``, ``all``, ``choose``), the word is its
default. ``map`` and ``factions`` may also be given outright: a list of ``[face, q, r, rotation]``, and a list of
factions by seat."""

FORMER: Final = {"taklons_token_only": "charge_token_only"}
"""Names that options had before -> their names now. Stored matches and positions have them."""

STORED_SEED: Final = (1 << 63) - 1
"""The largest ``setup_seed`` of stored matches. New ones have smaller ones, of which a browser loses no digit."""

_SETTING: Final = {setting.name: setting for setting in SETTINGS}


def complete(options: Mapping[str, object]) -> dict[str, object]:
    """The options with every default filled in, in plain JSON; raises BadOptions naming what was expected.

    Completing twice changes nothing. Former names of options are read as those of today. Whether a position to
    begin from is one, and for so many players, is left to the caller.
    """
    options = _renamed(options)
    for name in options:
        if name not in _SETTING:
            near = get_close_matches(shown(name).strip("'"), _SETTING, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(_SETTING)}"
            raise BadOptions(f"there is no option {shown(name)}{hint}")
    found = {setting.name: options.get(setting.name, setting.default) for setting in SETTINGS}
    if found["position"] is not None and not isinstance(found["position"], Mapping):
        raise BadOptions(f"option 'position' is the JSON of a position or null, not {shown(found['position'])}")
    players = _whole("players", found["players"])
    _flag(found, "first_game", "range_across_gaps", "gaia_phase_round_tile", "charge_token_only")
    if found["first_game"]:
        found.update({name: value for name, value in _first_game(players).items() if name not in options})
    if found["setup_seed"] is not None:
        _whole("setup_seed", found["setup_seed"], STORED_SEED)
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


def _first_game(players: int) -> dict[str, object]:
    """What the rulebook recommends for a first game; the mines are known for four players only."""
    names = FIRST_FACTIONS[players]
    found: dict[str, object] = {"map": "first_game", "faction_pool": list(names[:1] if players == 1 else names)}
    if players == 4:
        found["starting_mines"] = RECOMMENDED
    if players == 1:
        found["automa_faction"] = names[1]
    return found


def _renamed(options: Mapping[str, object]) -> Mapping[str, object]:
    """The options under their names of today."""
    for before, now in FORMER.items():
        if before in options and now in options:
            raise BadOptions(f"option {before!r} is called {now!r} now: give one of them")
    return {FORMER.get(name, name): value for name, value in options.items()}


def _whole(name: str, value: object, most: int = 0) -> int:
    """A number within what the setting offers, or from its lowest to ``most``."""
    low, high = cast("tuple[int, int]", _SETTING[name].choices)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= max(high, most):
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
    world = maps.world(placements(found, 0))
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


def placements(options: Mapping[str, object], seed: int) -> tuple[maps.Placement, ...]:
    """The sectors of the first map: given, of a variant, or drawn."""
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


def inner_sectors(options: Mapping[str, object]) -> str:
    """What the chosen variant of the map leaves open for the inner four sectors."""
    if cast(int, options["players"]) < 3:
        return INNER_FREE
    if options["map"] == "variant_1":
        return INNER_STILL
    if options["map"] == "variant_2":
        return INNER_APART if options["inner_sectors"] == "turned" else INNER_UPRIGHT
    return INNER_FREE
