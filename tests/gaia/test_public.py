"""Games of the public engine as people paste them: saved games and records become matches with the same result."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from orrery.core.saying import Explained, told
from orrery.gaia.tools.public import read
from orrery.gaia.tools.verify.records import read as recorded
from orrery.gaia.tools.verify.records import unofficial

RECORD = Path(__file__).parent / "corpus" / "record.jsonl.gz"
CORPUS = Path(__file__).parents[3] / "shared" / "conformance" / "gaia"


def record() -> dict[str, Any]:
    return dict(next(iter(recorded(str(RECORD)))).data)


def saved(data: dict[str, Any], names: bool = True) -> dict[str, Any]:
    """A record as that engine saves a game: the board at its end, tiles with what is left, decorated moves."""
    last = data["states"][-1]
    changes = {tuple(change[:2]): change[2] for change in _changes(data, last)}
    left = last["federationsLeft"]
    players = [
        {
            "faction": player["faction"],
            "name": f"P{seat}" if names else None,
            "data": {
                "tiles": {"federations": [{"tile": token} for token, _ in player["federations"]]},
                "research": dict(
                    zip(("terra", "nav", "int", "gaia", "eco", "sci"), player["research"], strict=True)
                ),
                "buildings": {code: len(hexes) for code, hexes in player["buildings"].items()},
            },
        }
        for seat, player in enumerate(last["players"])
    ]
    return {
        "players": players,
        "options": {name: value for name, value in data["options"].items() if name != "map"},
        "tiles": {
            "boosters": dict.fromkeys(data["tiles"]["boosters"], True),
            "techs": {
                spot: {"tile": tile, "count": 1}
                for spot, tile in {**data["tiles"]["techs"], **data["tiles"]["advTechs"]}.items()
            },
            "scorings": {"round": data["tiles"]["roundScoring"], "final": data["tiles"]["finalScoring"]},
            "federations": left,
        },
        "map": [
            {"q": q, "r": r, "s": -q - r, "data": {"sector": sector, "planet": changes.get((q, r), planet)}}
            for q, r, _, sector, planet in data["map"]["hexes"]
        ],
        "moveHistory": data.get("rawMoves") or data["moves"],
        "expansions": 0,
    }


def _changes(data: dict[str, Any], last: dict[str, Any]) -> list[list[Any]]:
    names = {name: (q, r) for q, r, name, _, _ in data["map"]["hexes"]}
    found = []
    for change in last["planetChanges"]:
        where, planet = (change[0], change[1]) if isinstance(change, list) else (change["hex"], change["planet"])
        q, r = names[where] if where in names else tuple(int(part) for part in where.split("x"))
        found.append([q, r, planet])
    return found


def scores(text: str) -> list[int]:
    match = read(text).match
    assert match.state.asked() is None
    return list(match.state.scores())


def test_a_record_becomes_the_match_with_its_scores() -> None:
    data = record()
    assert scores(json.dumps(data)) == data["final"]["scores"]


def test_a_saved_game_becomes_the_same_match_with_the_names_of_its_players() -> None:
    data = record()
    pasted = read(json.dumps(saved(data)))
    assert pasted.names == [f"P{seat}" for seat in range(data["players"])]
    assert list(pasted.match.state.scores()) == data["final"]["scores"]
    assert read(json.dumps(saved(data, names=False))).names == [""] * data["players"]


@pytest.mark.parametrize("name", ["dev.jsonl.gz", "human.jsonl.gz"])
def test_every_recorded_game_can_be_pasted_as_it_is_saved(name: str) -> None:
    """Turned sectors, auctions and lost planets are among them; the scores are the recorded ones."""
    if not (CORPUS / name).exists():
        pytest.skip("the recorded games are not beside the checkout")
    tried = 0
    for number, game in enumerate(recorded(str(CORPUS / name))):
        data = game.data
        if unofficial(game) or number % 8:
            continue
        try:
            pasted = read(json.dumps(saved(data)))
        except Explained as error:
            if error.message is not None and error.message.key == "gaia.public.sector":
                continue  # a few old games were played with mirrored tiles
            raise AssertionError(f"{game.name}: {error}") from error
        tried += 1
        if data["final"].get("ended"):
            assert list(pasted.match.state.scores()) == data["final"]["scores"], game.name
    assert tried > 5


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("{}", "gaia.public.kind"),
        ('{"moves": []}', "gaia.public.missing"),
        ('{"moveHistory": ["init 2 x"]}', "gaia.public.missing"),
        ("{", "core.json"),
    ],
)
def test_what_is_no_game_is_refused_in_every_language(text: str, key: str) -> None:
    with pytest.raises(Explained) as caught:
        read(text)
    assert caught.value.message is not None
    assert caught.value.message.key == key
    assert len({told(caught.value, language) for language in ("en", "de", "hu")}) == 3


def test_a_variant_that_no_rulebook_has_is_refused() -> None:
    data = saved(record())
    data["options"]["factionVariant"] = "beta"
    with pytest.raises(Explained, match="beta"):
        read(json.dumps(data))
    data = {**saved(record()), "expansions": 1}
    with pytest.raises(Explained, match="expansions"):
        read(json.dumps(data))


def test_a_move_that_does_not_fit_is_named() -> None:
    data = record()
    data["moves"] = [*data["moves"][:20], "nobody up nav.", *data["moves"][20:]]
    with pytest.raises(Explained, match=r"move 20, 'nobody up nav\.': nobody is called 'nobody'"):
        read(json.dumps(data))


def test_a_saved_game_that_ends_otherwise_is_refused() -> None:
    """Moves that are left out or changed are found by what stands at the end."""
    data = saved(record())
    data["players"][1]["data"]["research"]["nav"] += 1
    with pytest.raises(Explained, match="player 2 ends with nav"):
        read(json.dumps(data))
    data = saved(record())
    data["players"][0]["data"]["buildings"]["ts"] += 1
    with pytest.raises(Explained, match="player 1 ends with ts"):
        read(json.dumps(data))


def test_whatever_is_damaged_is_refused_with_a_sentence() -> None:
    """Values of both forms replaced at random places: either it replays, or an explained error says why not."""
    chance = random.Random(5)
    junk: list[Any] = [None, True, -1, 10**30, "", "x" * 50, [], {}, [[1]], {"a": {}}, 0.5]
    refused = 0
    for form in (record(), saved(record())):
        for unused in ("states", "legal", "digests"):
            form.pop(unused, None)
        for _ in range(60):
            trial = copy.deepcopy(form)
            part: Any = trial
            while True:
                key = chance.choice(list(part) if isinstance(part, dict) else range(len(part)))
                if not isinstance(part[key], (dict, list)) or not part[key] or chance.random() < 0.3:
                    break
                part = part[key]
            part[key] = chance.choice(junk)
            said = _refusal(json.dumps(trial))
            refused += said is not None
            assert said != ""
    assert refused > 30


def _refusal(text: str) -> str | None:
    """What is said of it in Hungarian; nothing if it has no sentence, None if it can be read."""
    try:
        read(text)
    except Explained as error:
        return told(error, "hu") if error.message is not None else ""
    return None
