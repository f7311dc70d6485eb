"""Help for a game with the box on the table: what a page asks, each answered from what it is sent alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from orrery.core.saying import data
from orrery.gaia import maps
from orrery.gaia.automa.cards import CARDS, FACTION_CARDS, LEVELS
from orrery.gaia.data.boards import BOARDS
from orrery.gaia.data.boosters import BOOSTERS
from orrery.gaia.data.planets import PLANETS
from orrery.gaia.data.scoring import FINAL_TILES, NEUTRAL, ROUND_TILES
from orrery.gaia.data.sectors import FACES, LATTICE
from orrery.gaia.data.techs import TECHS
from orrery.gaia.options import complete
from orrery.gaia.setup import table
from orrery.gaia.tabletop.companion import Session
from orrery.gaia.tabletop.galaxy import Galaxy
from orrery.gaia.tabletop.pad import scored
from orrery.gaia.telling.printed import face, final_face, laid_map, round_face

Json = dict[str, object]


def _components(args: Mapping[str, object]) -> Json:
    """What is chosen from at set-up, with the faces of tiles."""
    return {
        "factions": [
            {"id": card.faction, "vp": card.vp, "steps": [step.action for step in card.steps]}
            for card in FACTION_CARDS.values()
        ],
        "levels": [
            {"id": name, "name": level.name, "vp": level.vp, "bonus": level.bonus, "cards": len(level.starters) + 1}
            for name, level in LEVELS.items()
        ],
        "boards": {board.id: PLANETS[board.home] for board in BOARDS},
        "boosters": {tile.id: {"kind": "booster", "effects": face(tile)} for tile in BOOSTERS},
        "rounds": {tile.id: round_face(tile) for tile in ROUND_TILES},
        "finals": {name: {**final_face(kind), "neutral": NEUTRAL[kind]} for kind, name in enumerate(FINAL_TILES)},
        "techs": {tile.id: {"kind": "tech", "effects": face(tile)} for tile in TECHS},
        "faces": [one.id for one in FACES],
        "lattice": [[step.q, step.r] for step in LATTICE],
        "cards": {str(number): card._asdict() for number, card in CARDS.items()},
    }


def _map(args: Mapping[str, object]) -> Json:
    """A map of the solo game as a picture, by its name or its sectors, also one that breaks a rule of maps."""
    given = args.get("map")
    if isinstance(given, list):
        sectors = maps.placed(given, finished=False)
    else:
        sectors = table(complete({"players": 1, "map": given or "variant_1", "setup_seed": 0}), 0).world.placements
    wrong = None
    try:
        maps.check(sectors)
    except maps.BadMap as error:
        wrong = None if error.message is None else data(error.message)
    return {
        "map": laid_map(maps.world(sectors), len(sectors)),
        "placements": maps.listed(sectors),
        "wrong": wrong,
    }


def _companion(args: Mapping[str, object]) -> Json:
    return Session.resumed(args.get("saved")).data()


def _galaxy(args: Mapping[str, object]) -> Json:
    return Galaxy.resumed(args.get("saved")).data()


_SERVICES: Final[Mapping[str, Callable[[Mapping[str, object]], Json]]] = {
    "components": _components,
    "companion": _companion,
    "galaxy": _galaxy,
    "map": _map,
    "pad": scored,
}


def ask(name: str, args: Mapping[str, object]) -> Json:
    """The answer of one of the services; raises LookupError, or ValueError with a sentence."""
    if name not in _SERVICES:
        raise LookupError(f"there is no help {name!r} at the table; there is {', '.join(_SERVICES)}")
    return _SERVICES[name](args)
