"""``orrery evacuation``: what an owner of the game sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from orrery.cli import main
from orrery.core.arguments import pair
from orrery.core.saying import told as in_words
from orrery.evacuation.game import EVACUATION
from orrery.evacuation.pack import Unreadable, default_pack, load, text_of

GOOD = """[pack]
name = "mine"
extends = "reconstruction-2"

[ships.heron]
flight = 3
from = "source box"
"""


def write(folder: Path, text: str) -> str:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_good_file_is_called_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evacuation", "check-pack", write(tmp_path, GOOD)]) == 0
    assert "pack 'mine' is good, 0 doubt(s), digest " in capsys.readouterr().out


def test_faults_are_printed_with_file_line_entry_and_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, GOOD.replace("flight = 3", "flight = 0"))
    assert main(["evacuation", "check-pack", file]) == 1
    told = capsys.readouterr().out
    assert f"{file}:6: ships heron, flight: expected a whole number from 1 to 9, not 0 [EV-TRN-9]" in told
    assert "1 fault(s), 0 doubt(s)" in told


def test_doubts_do_not_stop_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, GOOD.replace("flight = 3", "cost = { steel = 1 }"))
    assert main(["evacuation", "check-pack", file]) == 0
    assert f"{file}:6: doubt: ships heron, cost: is less than 2 resources [EV-SHP-1]" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_is_another_matter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evacuation", "check-pack", str(tmp_path / "none.toml")]) == 2
    assert "none.toml: No such file" in capsys.readouterr().err
    assert main(["evacuation", "check-pack", write(tmp_path, "[pack\n")]) == 2
    assert "(at line 1, column 6)" in capsys.readouterr().err
    with pytest.raises(Unreadable) as unreadable:
        load(Path(write(tmp_path, "[pack]\na = [")))
    assert "itt ér véget vagy hibás: 2. sor, 6. jel" in in_words(unreadable.value, "hu")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    assert main(["evacuation", "check-pack", str(tmp_path / "bytes.toml")]) == 2
    assert "bytes.toml: expected text in UTF-8, got something else at byte 1" in capsys.readouterr().err
    with pytest.raises(Unreadable, match="expected text in UTF-8"):
        load(tmp_path / "bytes.toml")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = " + "9" * 5000, "a number in it is too large"),
        ("a = 0x" + "f" * 5000, "a number in it is too large"),
        ('{"a": ' + "9" * 5000 + "}", "a number of more than 4300 digits"),
        ("a = " + "[" * 5000 + "]" * 5000, "it is nested too deeply"),
        ("a = " + "[" * 100 + "]" * 100, "it is nested too deeply"),
        ('{"a": ' + "[" * 50000, "nested too deeply"),
    ],
)
def test_what_no_pack_holds_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    assert main(["evacuation", "check-pack", write(tmp_path, text)]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("names", ['[["heron"]]', "[{}]", "[1]", '["heron", "heron"]', "3"])
def test_an_order_of_something_else_than_ids_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], names: str
) -> None:
    file = write(tmp_path, f'[pack]\nname="c"\nextends="reconstruction-2"\n[order]\nships={names}\n')
    assert main(["evacuation", "check-pack", file]) == 1
    assert f"{file}:5: order, ships: must list ids of the section 'ships', each once" in capsys.readouterr().out


def test_differences_are_readable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evacuation", "pack", "--diff", write(tmp_path, GOOD)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "ships heron, flight: 2 -> 3 (reconstruction -> source box)",
        "1 difference(s) to reconstruction-2",
    ]


def test_differences_of_a_faulty_file_are_shown_with_its_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD + '[years.2]\nfood_old = 9\nfood_new = "much"\nfrom = "source box"\n'
    assert main(["evacuation", "pack", "--diff", write(tmp_path, text)]) == 1
    told = capsys.readouterr().out
    assert "years 2, food_new: expected a whole number" in told
    assert "years 2, food_old: 3 -> 9 (reconstruction -> source box)" in told
    assert main(["evacuation", "pack", "--diff", str(tmp_path / "none.toml")]) == 2


def test_a_copy_to_edit_is_the_pack_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "copy.toml"
    assert main(["evacuation", "pack", "--write", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == text_of(default_pack().name)
    assert f'extends = "{default_pack().name}"' in file.read_text(encoding="utf-8")
    assert 'extends = "reconstruction-1"' not in file.read_text(encoding="utf-8")
    assert main(["evacuation", "check-pack", str(file)]) == 0
    assert main(["evacuation", "pack", "--write", str(file)]) == 2
    assert "exists; name a new file" in capsys.readouterr().err


def test_the_pack_introduces_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evacuation", "pack"]) == 0
    told = capsys.readouterr().out
    assert default_pack().digest in told
    assert "37 fields" in told
    assert main(["evacuation", "pack", "--reconstructed"]) == 0
    assert "ships heron, flight: 2 (reconstruction)" in capsys.readouterr().out


def test_the_option_of_a_file_makes_a_match_with_its_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evacuation", "pack", "--option", write(tmp_path, GOOD)]) == 0
    name, value = pair(capsys.readouterr().out.strip())
    assert name == "pack"
    pack = EVACUATION.new({"players": 2, "pack": value}, 1).table.pack
    assert pack.ships[pack.find("ships", "heron")].flight == 3
    assert main(["evacuation", "pack", "--option", write(tmp_path, GOOD.replace("3", "0"))]) == 1
    assert "nobody can play with it yet" in capsys.readouterr().out
    assert main(["evacuation", "pack", "--option", str(tmp_path / "none.toml")]) == 2
