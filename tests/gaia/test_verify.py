"""The comparison with recorded games: it finds every difference, and says what is wrong with a file."""

from __future__ import annotations

import copy
import gzip
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from orrery.cli import main
from orrery.core.match import Match
from orrery.gaia.data import actions, boards, boosters, federations, scoring
from orrery.gaia.data.techs import TECHS
from orrery.gaia.tools.verify import states, words
from orrery.gaia.tools.verify.importer import match_of, options_of, placements_of
from orrery.gaia.tools.verify.records import BadRecord, Record, read, unofficial
from orrery.gaia.tools.verify.run import Report, run, verify

RECORD = Path(__file__).parent / "corpus" / "record.jsonl.gz"
FACTS = Path(__file__).parents[3] / "shared" / "facts" / "gaia"


def recorded() -> dict[str, Any]:
    data = next(iter(read(str(RECORD)))).data
    assert isinstance(data, dict)
    return data


def compared(data: dict[str, Any]) -> Report:
    return verify(Record("a file", 1, data))


def written(tmp_path: Path, *records: object) -> str:
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return str(path)


def test_a_recorded_game_agrees_in_everything() -> None:
    data = recorded()
    report = compared(data)
    assert report.mismatches == []
    assert (report.games, report.moves, report.states) == (1, len(data["moves"]), len(data["states"]))
    assert report.legal == len(data["legal"])
    assert report.skipped == []


def leaves(part: Any, path: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    if isinstance(part, dict):
        return [leaf for key, value in part.items() for leaf in leaves(value, (*path, key))]
    if isinstance(part, list):
        return [leaf for key, value in enumerate(part) for leaf in leaves(value, (*path, key))]
    return [path]


def other(value: Any) -> Any:
    """A value of the same kind that is not the same."""
    if value is None:
        return 1
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return (
        re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), value, count=1)
        if re.search(r"\d", value)
        else value + "x"
    )


@pytest.mark.parametrize("part", ["digests", "states", "legal", "final"])
def test_no_changed_value_of_a_record_passes_unseen(part: str) -> None:
    """Every digest, field of a state, legal command and final number is really compared."""
    data = recorded()
    paths = leaves(data[part], ())
    for path in random.Random(part).sample(paths, min(60, len(paths))):
        changed = copy.deepcopy(data)
        inside = changed[part]
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = other(inside[path[-1]])
        try:
            found = len(compared(changed).mismatches)
        except (KeyError, ValueError, TypeError):
            found = 1  # a command that says so refuses such a record, see below
        assert found, f"{part}{path} was changed to {inside[path[-1]]!r} and nobody noticed"


def test_no_missing_legal_command_passes_unseen() -> None:
    """Lists are compared both ways: one entry less is one that we offer too many."""
    data = recorded()
    missed = []
    checked = 0
    for number, sample in enumerate(data["legal"]):
        for name, listed in sample["args"].items():
            if not isinstance(listed, list) or len(listed) < 2 or name == "income" or number % 3:
                continue
            changed = copy.deepcopy(data)
            gone = changed["legal"][number]["args"][name].pop()
            checked += 1
            helps = name in ("action", "special") and gone in ("power2", "power6", "step", "range+3")
            if not compared(changed).mismatches and not helps:
                missed.append((number, name, gone))
    assert checked > 15
    assert missed == []


def test_a_move_that_the_rules_refuse_is_a_mismatch() -> None:
    data = recorded()
    at = next(number for number, move in enumerate(data["moves"]) if "build m " in move and number > 12)
    data["moves"][at] = re.sub(r"build m \S+", "build m 1C.", data["moves"][at])
    report = compared(data)
    assert report.mismatches[-1].move == at
    assert report.mismatches[-1].field == "move"


def test_a_mismatch_is_one_line_with_game_move_field_expected_and_got() -> None:
    data = recorded()
    data["final"]["scores"][0] += 1
    (mismatch,) = compared(data).mismatches
    scores = [data["final"]["scores"][0] - 1, *data["final"]["scores"][1:]]
    last = len(data["moves"]) - 1
    assert str(mismatch) == (
        f"{data['id']} move {last} final.scores: expected {data['final']['scores']}, got {scores}"
    )


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tags": ["variant-beta"]}, "variant-beta"),
        ({"tags": ["auction", "flexible"]}, "flexible"),
        ({"options": {"noFedCheck": True}}, "noFedCheck"),
        ({"options": {"factionVariant": "more-balanced"}}, "variant-more-balanced"),
        ({"options": {"expansions": 1}}, "variant-expansions"),
    ],
)
def test_unofficial_variants_are_skipped_with_the_reason(change: dict[str, Any], reason: str) -> None:
    data = {**recorded(), **change}
    report = compared(data)
    assert report.skipped == [(data["id"], reason)]
    assert report.games == 0


def test_the_small_map_for_three_is_not_skipped() -> None:
    data = {**recorded(), "tags": ["xshape-layout"], "options": {"factionVariant": "standard"}}
    assert unofficial(Record("a file", 1, data)) == ""


# Files


def test_a_run_prints_the_mismatches_and_ends_with_the_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = recorded()
    bad = copy.deepcopy(good)
    bad["id"] = "another"
    bad["states"][3]["players"][0]["ore"] += 1
    assert main(["verify", written(tmp_path, good, bad, {**good, "tags": ["flexible"]})]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("another move") and "players[0].ore" in line for line in lines)
    assert f"{good['id']} skipped: flexible" in lines
    moves, taken, legal = len(good["moves"]) * 2, len(good["states"]) * 2, len(good["legal"]) * 2
    wrong = sum("another move" in line for line in lines)
    assert lines[-1] == f"games=2 moves={moves} states={taken} legal={legal} mismatches={wrong} skipped=1"


def test_a_run_without_mismatches_ends_with_0_and_can_speak_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, recorded(), recorded())
    assert main(["verify", path, "--json", "--jobs", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2
    assert told["mismatches"] == []
    assert told["moves"] == 2 * len(recorded()["moves"])
    assert set(told) == {"games", "moves", "states", "legal", "mismatches", "skipped", "rules"}


def test_several_processes_find_what_one_finds() -> None:
    one, two = Report(), Report()
    for report in run([str(RECORD), str(RECORD)], 1):
        one.add(report)
    for report in run([str(RECORD), str(RECORD)], 2):
        two.add(report)
    assert one.data() == two.data()


def whole_file() -> bytes:
    return gzip.decompress(RECORD.read_bytes())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (RECORD.read_bytes()[:2000], "line 1: the file is damaged or cut off there"),
        (whole_file() + whole_file()[:500], "line 2: expected one JSON object"),
        (whole_file() + b"[1, 2]\n", "line 2: expected a JSON object, not list"),
        (whole_file() + b"\xff\xfe\n", "line 2: expected UTF-8 text"),
        (b"", "line 1: the file holds no record"),
        (b"\n\n", "line 1: the file holds no record"),
        (b'{"id": "x"}\n', "line 1: the record has no 'players'"),
    ],
)
def test_a_damaged_file_is_an_error_with_the_line(
    content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_file_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "no/such/file.jsonl"]) == 2
    assert "no/such/file.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("moves", 3, "line 1: 'moves' is a list, not int"),
        ("players", True, "line 1: 'players' is a int, not bool"),
        ("digests", [], "each needs one"),
        ("moves", [1] * 40, "line 1"),
        ("states", [{"after": 9999}], "line 1: states[0] needs 'after', a move from 0 to"),
        ("legal", ["x"], "line 1: legal[0] needs 'before'"),
    ],
)
def test_a_record_with_wrong_fields_is_an_error_with_the_line(
    field: str, value: object, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(BadRecord) as refused:
        list(run([written(tmp_path, {**recorded(), field: value})]))
    assert sentence in str(refused.value)


def test_records_broken_anywhere_give_a_mismatch_or_an_error_with_the_line(tmp_path: Path) -> None:
    """Whatever stands in place of any part of a record, nothing else than a report or BadRecord comes out."""
    data = recorded()
    chance = random.Random(7)
    for number in range(60):
        changed = copy.deepcopy(data)
        path = chance.choice(leaves(changed, ()))
        depth = chance.randrange(1, len(path) + 1)
        inside: Any = changed
        for key in path[: depth - 1]:
            inside = inside[key]
        inside[path[depth - 1]] = chance.choice([None, -1, "", "x y", [], {}, [[]], 10**9])
        try:
            list(run([written(tmp_path, changed)]))
        except BadRecord as error:
            assert "line 1" in str(error), (number, path)  # noqa: PT017


# The importer


def test_a_recorded_game_becomes_a_match_that_replays() -> None:
    data = recorded()
    match = match_of(data)
    again = Match.load(match.save())
    assert again.state.digest() == match.state.digest()
    assert again.state.scores() == data["final"]["scores"]
    assert states.digest(again.state) == data["digests"][-1]


def test_import_writes_match_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(
        tmp_path, recorded(), {**recorded(), "id": "b/../c", "tags": []}, {**recorded(), "tags": ["flexible"]}
    )
    assert main(["gaia", "import", path, "--to", str(tmp_path / "out")]) == 0
    assert "2 matches written" in capsys.readouterr().out
    names = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert names == sorted([f"{recorded()['id']}.game", "b____c.game"])
    loaded = Match.load((tmp_path / "out" / "b____c.game").read_text("utf-8"))
    assert loaded.state.asked() is None


def test_import_of_a_game_that_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gaia", "import", str(RECORD), "--to", str(tmp_path), "--game", "nothing"]) == 2
    assert "holds no game nothing" in capsys.readouterr().err


def test_import_names_the_move_that_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = recorded()
    data["moves"][7] = data["moves"][7].split()[0] + " juggle"
    assert main(["gaia", "import", written(tmp_path, data), "--to", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "line 1" in said
    assert "move 7" in said
    assert "'juggle' is no command" in said


def test_tiles_with_other_contents_become_custom_sectors() -> None:
    """A few old records show mirrored tiles: the hexes are trusted, and turning them still works."""
    data = recorded()
    layout = data["map"]
    first = layout["sectors"][0]
    mirrored = copy.deepcopy(layout)
    centre = words.hex_of(first["q"], first["r"])
    letters = {(q, r): letter for q, r, _, _, letter in layout["hexes"]}
    for entry in mirrored["hexes"]:
        here = words.hex_of(entry[0], entry[1])
        away = here.minus(centre)
        if max(abs(away.q), abs(away.r), abs(away.q + away.r)) <= 2:
            there = (centre.q - away.q, centre.r + away.r + away.q)  # mirrored left to right
            entry[4] = letters[(-there[0] - there[1], there[0])]
    faces = [placement.face for placement in placements_of(mirrored)]
    assert faces[0].startswith(f"{int(re.sub('[AB]', '', first['sector']))}:")
    assert all(":" not in face for face in faces[1:])


def test_house_rules_of_that_engine_are_options_of_ours() -> None:
    options = options_of(recorded())
    still = [move for move in recorded()["moves"] if "rotate" not in move]
    assert options_of({**recorded(), "options": {}, "moves": still})["map_building"] == "none"
    assert options["turn_order"] == "passing"
    assert options["charge_timing"] == "turn_end"
    assert (
        options_of({**recorded(), "options": {"advancedRules": True}, "moves": still})["map_building"] == "rotate"
    )
    assert options_of({**recorded(), "options": {"auction": "choose-bid"}})["factions"] == "auction_choose_bid"
    unchosen = [move for move in recorded()["moves"] if " faction " not in move]
    assert options["factions"] == "choose"
    assert options_of({**recorded(), "options": {}, "moves": unchosen})["factions"] == [
        boards.FACTIONS[words.FACTION[name]] for name in recorded()["factions"]
    ]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("2c,o,q", {"c": 2, "o": 1, "q": 1}),
        ("~", {}),
        ("q,6t->tg", {"q": 1, "t>tg": 6}),
        ("1t-a3", {"t-a3": 1}),
        ("o,2o", {"o": 3}),
    ],
)
def test_amounts_are_read_as_they_are_written(text: str, amounts: dict[str, int]) -> None:
    assert words.amounts(text) == amounts


@pytest.mark.skipif(not FACTS.is_dir(), reason="the fact files are not beside the project")
def test_ids_of_that_engine_are_those_of_the_fact_files() -> None:
    def named(name: str, *keys: str) -> dict[str, str]:
        data = json.loads((FACTS / f"{name}.json").read_text("utf-8"))
        return {tile["xref"]["boardgamers"]: tile["id"] for key in keys for tile in data[key]}

    assert {word: TECHS[n].id for word, n in words.TECHS.items()} == named("techs", "standard", "advanced")
    assert {word: boosters.BOOSTERS[n].id for word, n in words.BOOSTERS.items()} == named("boosters", "boosters")
    assert {word: federations.TOKENS[n].id for word, n in words.TOKEN.items()} == named("federations", "tokens")
    assert {word: scoring.ROUND_TILES[n].id for word, n in words.ROUND_TILE.items()} == named(
        "scoring", "round_tiles"
    )
    assert {word: scoring.FINAL_TILES[n] for word, n in words.FINAL.items()} == named("scoring", "final_tiles")
    assert {word: actions.BOARD_ACTIONS[n].id for word, n in words.ACTION.items()} == named(
        "board_actions", "actions"
    )
    assert sorted(words.FACTION.values()) == list(range(len(boards.BOARDS)))


def test_lists_in_the_middle_of_a_move_that_leaves_no_choice_are_compared_there() -> None:
    """A record asks twice where we do not ask at all: what it lists in between belongs to that moment."""
    data = copy.deepcopy(recorded())
    factions = {move.split()[0] for move in data["moves"] if not move.startswith(("init", "p"))}
    at = len(data["moves"]) // 2
    mover = data["moves"][at].split()[0]
    other = next(name for name in sorted(factions) if name != mover)
    data["moves"].insert(at, f"{other} brainstone area1. brainstone area2")
    data["digests"].insert(at, data["digests"][at - 1])
    for key, name in (("states", "after"), ("legal", "before")):
        for item in data[key]:
            item[name] += item[name] >= at
    before = len(compared(data).mismatches)
    middle = {"after": "brainstone area1", "names": ["brainstone"], "args": {"brainstone": ["area2"]}}
    sample = next(sample for sample in data["legal"] if sample["before"] > at)
    data["legal"].append({**sample, "before": at, "names": ["brainstone"], "args": {}, "mid": [middle]})
    report = compared(data)
    assert len(report.mismatches) == before == 0
    assert report.rules["brainstone_needless"] >= 2
    middle["after"] = "brainstone area3"
    assert ["legal.mid" in str(mismatch) for mismatch in compared(data).mismatches] == [True]
