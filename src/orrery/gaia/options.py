"""Options of a game: what may be set, what it is when it is not set, filled in and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, cast

from orrery.core.game import BadOptions, Setting
from orrery.core.journal import Message
from orrery.core.reading import shown
from orrery.core.saying import say, why
from orrery.gaia import maps
from orrery.gaia.automa.cards import FACTION_CARDS, LEVELS
from orrery.gaia.automa.deck import starters
from orrery.gaia.data.boards import BOARD, BOARDS, FACTIONS, HOME, PRINTED
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

SILENT: Final[Mapping[str, object]] = {}
"""Rulings that came after matches had been stored -> their value then. Those matches have digests without them, so
at this value they are no part of a position's digest; it is their default too."""

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
            raise BadOptions(say("gaia.option.none", got=shown(name), hint=_hint(near, _SETTING)))
    found = {setting.name: options.get(setting.name, setting.default) for setting in SETTINGS}
    if found["position"] is not None and not isinstance(found["position"], Mapping):
        raise BadOptions(say("gaia.position.json", got=shown(found["position"])))
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
            key = (
                f"gaia.option.choice.{setting.name}"
                if setting.name in ("map", "factions")
                else "gaia.option.choice"
            )
            known = ", ".join(map(str, setting.choices))
            raise BadOptions(say(key, option=repr(setting.name), known=known, got=shown(word)))
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
            raise BadOptions(say("gaia.option.renamed", former=repr(before), option=repr(now)))
    return {FORMER.get(name, name): value for name, value in options.items()}


def _whole(name: str, value: object, most: int = 0) -> int:
    """A number within what the setting offers, or from its lowest to ``most``."""
    low, high = cast("tuple[int, int]", _SETTING[name].choices)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= max(high, most):
        raise BadOptions(say("gaia.option.whole", option=repr(name), low=low, high=high, got=shown(value)))
    return value


def _flag(found: Mapping[str, object], *names: str) -> None:
    for name in names:
        if not isinstance(found[name], bool):
            raise BadOptions(say("gaia.option.flag", option=repr(name), got=shown(found[name])))


def _hint(near: Sequence[str], known: Iterable[str]) -> Message:
    return say("gaia.near", near=repr(near[0])) if near else say("gaia.known", known=", ".join(known))


def _words(name: str, value: object, known: Sequence[str], what: str) -> list[str]:
    """A list of different known words."""
    if not isinstance(value, (list, tuple)):
        raise BadOptions(
            say(
                "gaia.option.list",
                option=repr(name),
                default=repr(_SETTING[name].default),
                what=what,
                got=shown(value),
            )
        )
    for word in value:
        if word not in known:
            near = get_close_matches(shown(word).strip("'"), known, 1)
            raise BadOptions(say("gaia.option.item", option=repr(name), got=shown(word), hint=_hint(near, known)))
        if list(value).count(word) > 1:
            raise BadOptions(say("gaia.option.twice", option=repr(name), got=shown(word)))
    return list(value)


def _tiles(name: str, value: object, known: Mapping[str, int], count: int) -> object:
    if value == RANDOM:
        return RANDOM
    places = {"techs": f" for {', '.join(SPOTS)}", "advanced_techs": f" for {', '.join(TRACKS)}"}.get(name, "")
    words = _words(name, value, list(known), f"{count} ids{places}")
    if len(words) != count:
        raise BadOptions(say("gaia.option.count", option=repr(name), count=count, places=places, got=len(words)))
    return words


def _pool(value: object) -> list[str]:
    return list(FACTIONS[:PRINTED]) if value == "all" else _words("faction_pool", value, FACTIONS, "factions")


def _check_map(found: dict[str, object], players: int) -> None:
    value = found["map"]
    if isinstance(value, str):
        if value in ("variant_2", "variant_3") and int(value[-1]) not in maps.variants(players):
            raise BadOptions(say("gaia.map.variants", players=players, got=value))
        return
    try:
        # A map that is built in play may begin with colours side by side: the builder parts them.
        placements = maps.placed(value, finished=found["map_building"] == "none")
    except maps.BadMap as error:
        raise BadOptions(say("gaia.in.map", why=why(error))) from None
    contents = list(maps.contents(placements).values())
    names = (
        found["factions"]
        if isinstance(found["factions"], (list, tuple))
        else cast(list[str], found["faction_pool"])
    )
    colours = {HOME[BOARD[name]] for name in names if name in BOARD}
    for home in HOMES:
        if home in colours and contents.count(home) < FEWEST_HOMES:
            raise BadOptions(
                say("gaia.map.homes", least=FEWEST_HOMES, planet=PLANETS[home], count=contents.count(home))
            )
    found["map"] = maps.listed(placements)


def _check_factions(found: dict[str, object], players: int) -> None:
    value = found["factions"]
    pool = cast(list[str], found["faction_pool"])
    boards = {HOME[BOARD[name]] for name in pool}
    if len(boards) < players:
        raise BadOptions(say("gaia.pool.boards", players=players, count=len(boards)))
    if isinstance(value, str):
        if players == 1 and value not in (CHOOSE, RANDOM):
            raise BadOptions(say("gaia.auction.two", got=shown(value)))
        return
    names = _words("factions", value, FACTIONS, "factions by seat")
    if len(names) != players:
        raise BadOptions(say("gaia.factions.each", players=players, count=len(names)))
    for number, name in enumerate(names):
        for before in names[:number]:
            if HOME[BOARD[before]] == HOME[BOARD[name]]:
                raise BadOptions(say("gaia.factions.board", faction=before, other=name))
    found["factions"] = names


def _check_mines(found: dict[str, object], players: int) -> None:
    value = found["starting_mines"]
    if value == CHOOSE:
        return
    if found["map_building"] != "none" or not (found["map"] == "first_game" or isinstance(found["map"], list)):
        raise BadOptions(say("gaia.mines.map"))
    if value == RECOMMENDED:
        if players != 4 or found["map"] != "first_game":
            raise BadOptions(say("gaia.mines.recommended"))
        return
    if not isinstance(value, Mapping):
        raise BadOptions(say("gaia.mines.form", got=shown(value)))
    world = maps.world(placements(found, 0))
    taken: dict[int, str] = {}
    for name, hexes in value.items():
        if name not in BOARD:
            raise BadOptions(say("gaia.mines.faction", got=shown(name), known=", ".join(FACTIONS)))
        if players == 1 and name == found["automa_faction"]:
            raise BadOptions(say("gaia.mines.automa", faction=name))
        board = BOARDS[BOARD[name]]
        count = 1 if board.starts_with_institute else board.starting_mines
        if not isinstance(hexes, (list, tuple)) or len(hexes) != count:
            raise BadOptions(say("gaia.mines.count", faction=name, count=count, got=shown(hexes)))
        for place in hexes:
            if place not in world.where:
                raise BadOptions(say("gaia.mines.hex", got=shown(place)))
            where = world.where[place]
            if world.kind[where] != board.home:
                raise BadOptions(say("gaia.mines.home", hex=place, planet=PLANETS[board.home], faction=name))
            if where in taken:
                raise BadOptions(say("gaia.mines.twice", hex=place, faction=taken[where], other=name))
            taken[where] = name
    found["starting_mines"] = {name: list(hexes) for name, hexes in value.items()}


def _check_automa(found: dict[str, object], players: int) -> None:
    deck = found["automa_deck"]
    if deck is not None:
        if not isinstance(deck, (list, tuple)):
            raise BadOptions(say("gaia.deck.form", got=shown(deck)))
        try:
            found["automa_deck"] = list(starters(str(found["automa_level"]), list(deck)))
        except ValueError as error:
            raise BadOptions(say("gaia.in.deck", why=why(error))) from None
    if players > 1:
        return
    automa = found["automa_faction"]
    if automa == RANDOM:
        return
    board = HOME[BOARD[str(automa)]]
    human = found["factions"]
    if isinstance(human, list) and HOME[BOARD[human[0]]] == board:
        raise BadOptions(say("gaia.automa.board", faction=automa, other=human[0]))
    if all(HOME[BOARD[name]] == board for name in cast(list[str], found["faction_pool"])):
        raise BadOptions(say("gaia.automa.pool", faction=automa))


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
