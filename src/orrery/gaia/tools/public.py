"""Games of the public gaia-engine as people paste them: its saved game, or a record of ``orrery verify``.

A saved game (JSON with ``players``, ``map``, ``tiles``, ``options`` and ``moveHistory``) shows the board as it
stands at the end: planets have been transformed and a lost planet placed. Sectors are therefore found by the
printed tile and rotation that fit, and moves that turned sectors are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from orrery.core.hexes import Hex, rotated
from orrery.core.match import Match
from orrery.core.reading import json_of
from orrery.core.saying import say
from orrery.gaia import maps
from orrery.gaia.data.federations import TOKENS
from orrery.gaia.data.planets import GAIA, LOST, SPACE, TRANSDIM
from orrery.gaia.data.sectors import DISC
from orrery.gaia.state import State
from orrery.gaia.tools.verify import records, words
from orrery.gaia.tools.verify.importer import BadSetup, match_of, void
from orrery.gaia.tools.verify.records import Json

_SAVED: Final[Mapping[str, type]] = {
    "players": list,
    "options": dict,
    "tiles": dict,
    "map": list,
    "moveHistory": list,
}
_RECORD: Final[Mapping[str, type]] = {
    "players": int,
    "options": dict,
    "tiles": dict,
    "map": dict,
    "moves": list,
    "factions": list,
}
_TOKENS: Final = 3
"""Copies of each federation token."""


class Pasted(NamedTuple):
    """A game from elsewhere: as a match of ours, and who sat where."""

    match: Match[State]
    names: list[str]


def read(text: str, each: Callable[[int], None] = void) -> Pasted:
    """The match of a pasted game; raises an Explained error that says what was expected.

    ``each`` is told after every move how many entries there are.
    """
    data = json_of(text)
    if not isinstance(data, dict):
        raise BadSetup(say("gaia.public.kind", fields=", ".join(_SAVED)))
    record = _saved(data) if "moveHistory" in data else _record(data)
    tag = records.unofficial(records.Record("", 0, record))
    if tag:
        raise BadSetup(say("gaia.public.variant", tag=tag))
    match = match_of(record, each)
    if "moveHistory" in data:
        _compare(data, match.state)
    return Pasted(match, record["names"])


def _record(data: Json) -> Json:
    """A record of another engine's game, as ``orrery verify`` reads it, or the part of it that is the game."""
    if "moves" not in data:
        raise BadSetup(say("gaia.public.kind", fields=", ".join(_SAVED)))
    _expect(data, _RECORD)
    tags = data.get("tags")
    return {**data, "tags": tags if isinstance(tags, list) else [], "names": []}


def _saved(data: Json) -> Json:
    """A saved game of that engine as a record."""
    _expect(data, _SAVED)
    try:
        moves: list[str] = [_plain(move) for move in data["moveHistory"]]
        players = data["players"]
        tiles = data["tiles"]
        techs = {spot: stack["tile"] for spot, stack in tiles["techs"].items()}
        record: Json = {
            "tags": [],
            "players": len(players),
            "options": {**data["options"], "advancedRules": False},
            "moves": [move for move in moves if not re.search(r"^\S+ rotate\b", move)],
            "factions": [player.get("faction") for player in players],
            "names": [str(player.get("name") or "") for player in players],
            "tiles": {
                "boosters": list(tiles["boosters"]),
                "roundScoring": tiles["scorings"]["round"],
                "finalScoring": tiles["scorings"]["final"],
                "techs": {spot: tile for spot, tile in techs.items() if not spot.startswith("adv-")},
                "advTechs": {spot: tile for spot, tile in techs.items() if spot.startswith("adv-")},
                "terraFederation": _terraforming_token(data, moves),
            },
            "map": _map(data["map"]),
        }
        if data.get("expansions"):
            record["options"] = {**record["options"], "expansions": data["expansions"]}
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        if isinstance(error, BadSetup):
            raise
        raise BadSetup(say("gaia.public.setup", why=f"{type(error).__name__}: {error}")) from None
    return record


def _expect(data: Json, fields: Mapping[str, type]) -> None:
    """That everything is there; moves are texts."""
    for field, kind in fields.items():
        if not isinstance(data.get(field), kind) or isinstance(data[field], bool):
            raise BadSetup(say("gaia.public.missing", field=field))
    for field in ("moves", "moveHistory"):
        if field in fields and not all(isinstance(move, str) for move in data[field]):
            raise BadSetup(say("gaia.public.missing", field=field))


def _plain(move: str) -> str:
    """A move without what that engine adds for readers: bowls, levels, what was given back."""
    move = re.sub(r" \((?:from )?[^)]*\)", "", move)
    move = re.sub(r" using area\d: \d+(?:, area\d: \d+)*", "", move)
    return re.sub(r" returning \S+", lambda found: "." if found[0].endswith(".") else "", move)


def _terraforming_token(data: Json, moves: list[str]) -> str:
    """The token on the terraforming track: the one that is missing, or that somebody got by no federation."""
    given = data.get("terraformingFederation")
    if given:
        return str(given)
    held = Counter(
        str(token["tile"]) for player in data["players"] for token in player["data"]["tiles"]["federations"]
    )
    founded = Counter(found for move in moves for found in re.findall(r"\bfederation \S+ (\w+)", move))
    for token, left in data["tiles"]["federations"].items():
        if int(left) + founded[token] < _TOKENS:
            return str(token)
    surplus = held - founded
    surplus.pop(words.TOKEN_WORD[len(TOKENS) - 1], None)  # of an institute, and on no track
    if len(surplus) == 1:
        return next(iter(surplus))
    raise BadSetup(say("gaia.public.missing", field="terraformingFederation"))


def _map(hexes: list[Mapping[str, Any]]) -> Json:
    """The board as it was laid, found by the printed tiles."""
    sectors: dict[str, dict[Hex, int]] = {}
    for cell in hexes:
        where = words.hex_of(cell["q"], cell["r"])
        sectors.setdefault(str(cell["data"]["sector"]), {})[where] = words.planet_of(cell["data"]["planet"])
    laid: Json = {"sectors": [], "hexes": []}
    for sector, contents in sectors.items():
        centre, rotation = _laid(sector, contents)
        q, r = words.pair_of(centre)
        laid["sectors"].append({"sector": sector, "q": q, "r": r, "rotation": rotation})
        printed = maps.face(words.face_of(sector)).planets
        for offset in DISC:
            q, r = words.pair_of(centre.plus(offset))
            planet = printed[rotated(offset, -rotation)]
            laid["hexes"].append([q, r, "", sector, words.letter_of(planet)])
    return laid


def _laid(sector: str, contents: Mapping[Hex, int]) -> tuple[Hex, int]:
    """The centre of a sector and how it is turned."""
    centres = [where for where in contents if all(where.plus(offset) in contents for offset in DISC)]
    face = words.face_of(sector)
    if len(contents) == len(DISC) and len(centres) == 1:
        printed = maps.face(face).planets
        for rotation in range(6):
            if all(
                _became(printed[rotated(offset, -rotation)], contents[centres[0].plus(offset)]) for offset in DISC
            ):
                return centres[0], rotation
    raise BadSetup(say("gaia.public.sector", sector=sector))


def _became(printed: int, now: int) -> bool:
    """Whether this planet may stand where that one was printed."""
    return now == printed or (printed, now) in ((TRANSDIM, GAIA), (SPACE, LOST))


def _compare(data: Json, state: State) -> None:
    """That it ends as it was saved: what stands on the board and on the tracks of everybody."""
    for seat, player in enumerate(state.players):
        saved = data["players"][seat].get("data")
        if not isinstance(saved, dict):
            continue
        levels = saved.get("research")
        if isinstance(levels, dict):
            ours: dict[str, object] = {word: player.research[track] for word, track in words.TRACK.items()}
            _alike(seat, ours, levels)
        pieces = saved.get("buildings")
        if isinstance(pieces, dict):
            _alike(seat, {word: player.buildings[words.PIECE[word]].bit_count() for word in _PIECES}, pieces)


_PIECES: Final = ("ts", "lab", "PI", "ac1", "ac2")
"""Structures that are counted alike; a lost planet is no mine for everybody."""


def _alike(seat: int, ours: Mapping[str, object], theirs: Mapping[str, object]) -> None:
    for word, count in ours.items():
        if word in theirs and theirs[word] != count:
            raise BadSetup(say("gaia.public.differs", seat=seat + 1, what=word, got=count, want=str(theirs[word])))
