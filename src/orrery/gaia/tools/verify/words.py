"""The ids and words of the public gaia-engine notation, and ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from orrery.core.hexes import Hex
from orrery.gaia.data.boards import FACTIONS
from orrery.gaia.data.boosters import BOOSTER
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.planets import SPACE
from orrery.gaia.data.scoring import FINAL_TILE, ROUND_TILES
from orrery.gaia.data.techs import ADVANCED, STANDARD
from orrery.gaia.maps import LETTERS

FACTION: Final = {
    {"hadsch_hallas": "hadsch-hallas", "bal_taks": "baltaks"}.get(name, name): number
    for number, name in enumerate(FACTIONS)
}
BOOSTERS: Final = {
    "booster1": BOOSTER["ore_knowledge"],
    "booster2": BOOSTER["tokens_ore"],
    "booster3": BOOSTER["credits_qic"],
    "booster4": BOOSTER["credits_terraform"],
    "booster5": BOOSTER["charge_range"],
    "booster6": BOOSTER["ore_mines"],
    "booster7": BOOSTER["ore_trading_stations"],
    "booster8": BOOSTER["knowledge_labs"],
    "booster9": BOOSTER["charge_big_buildings"],
    "booster10": BOOSTER["credits_gaia"],
}
TECHS: Final = {f"tech{number}": number - 1 for number in range(1, len(STANDARD) + 1)} | {
    f"advtech{number}": len(STANDARD) + number - 1 for number in range(1, len(ADVANCED) + 1)
}
"""Tech tiles by the numbers of our ``TECHS``."""
TOKEN: Final = {f"fed{number}": number - 1 for number in range(1, 7)} | {"gleens": len(TOKENS) - 1}
ROUND_TILE: Final = {f"score{number}": number - 1 for number in range(1, len(ROUND_TILES) + 1)}
FINAL: Final = {
    "structureFed": FINAL_TILE["structures_in_federations"],
    "structure": FINAL_TILE["structures"],
    "planetType": FINAL_TILE["planet_types"],
    "gaia": FINAL_TILE["gaia_planets"],
    "sector": FINAL_TILE["sectors"],
    "satellite": FINAL_TILE["satellites"],
}
TRACK: Final = {"terra": 0, "nav": 1, "int": 2, "gaia": 3, "eco": 4, "sci": 5}
SPOT: Final = (
    TRACK
    | {"free1": 6, "free2": 7, "free3": 8}
    | {f"adv-{track}": len(STANDARD) + number for track, number in TRACK.items()}
)
"""Places of tech tiles by the numbers of our spots."""
ACTION: Final = {f"power{number}": number - 1 for number in range(1, 8)} | {
    f"qic{number}": number + 6 for number in range(1, 4)
}
PIECE: Final = {"m": 0, "ts": 1, "lab": 2, "PI": 3, "ac1": 4, "ac2": 5, "gf": 6, "sp": 8}
"""Buildings by the numbers of our ``BUILDINGS``."""
BRAINSTONE: Final = {"discard": 0, "area1": 1, "area2": 2, "area3": 3, "gaia": 4}


def turned_round(table: Mapping[str, int]) -> dict[int, str]:
    """Our number -> their word."""
    return {number: word for word, number in table.items()}


FACTION_WORD: Final = turned_round(FACTION)
BOOSTER_WORD: Final = turned_round(BOOSTERS)
TECH_WORD: Final = turned_round(TECHS)
TOKEN_WORD: Final = turned_round(TOKEN)
SPOT_WORD: Final = turned_round(SPOT)
TRACK_WORD: Final = turned_round(TRACK)
ACTION_WORD: Final = turned_round(ACTION)
PIECE_WORD: Final = turned_round(PIECE)
FINAL_WORD: Final = turned_round(FINAL)
BRAINSTONE_WORD: Final = turned_round(BRAINSTONE)


def face_of(sector: str) -> str:
    """Our id of a sector tile: ``5A`` is ``5``, ``5B`` is ``5_outlined``, ``10`` is ``10``."""
    if sector.endswith("B"):
        return f"{sector[:-1]}_outlined"
    return sector.removesuffix("A")


def hex_of(q: int, r: int) -> Hex:
    """Our coordinates of theirs, in which north is (1, 0) and north-east (0, 1)."""
    return Hex(r, -q - r)


def planet_of(letter: str) -> int:
    """Our planet of a letter."""
    return SPACE if letter == "e" else LETTERS.index(letter)


def pair_of(where: Hex) -> tuple[int, int]:
    """Their coordinates of ours."""
    return -where.q - where.r, where.q


def letter_of(planet: int) -> str:
    """The letter of our planet."""
    return "e" if planet == SPACE else LETTERS[planet]


Amounts = dict[str, int]


def amounts(text: str) -> Amounts:
    """``2c,o,q`` as resource -> amount; ``~`` is nothing. Raises ValueError."""
    found: Amounts = {}
    for part in text.replace("->", ">").split(","):
        word = part.strip()
        if word in ("~", ""):
            continue
        match = re.fullmatch(r"(\d*)(.+)", word)
        if match is None or match[2][0].isdigit():
            raise ValueError(f"{part!r} is no amount of something")
        found[match[2]] = found.get(match[2], 0) + int(match[1] or 1)
    return found


def written(given: Amounts) -> str:
    """Amounts as the notation writes them."""
    return ",".join(f"{amount}{word}" for word, amount in given.items()) or "~"
