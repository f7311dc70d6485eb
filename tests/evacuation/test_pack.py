"""The built-in pack: what it holds, what of it is ours, and how a match names it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from orrery.evacuation.pack import (
    ANY,
    BUILT_IN,
    ENERGY,
    NEW,
    SEA,
    STEEL,
    BadPack,
    Unreadable,
    built_in,
    default_pack,
    diff,
    examine,
    load,
    origins,
    pack_option,
    provenance,
    read,
    reconstructed,
    resolve,
    text_of,
)

CORRECTED = """
[pack]
name = "my box"
extends = "reconstruction-2"

[ships.heron]
flight = 3
cost = { steel = 4 }
from = "source box; cost: source neighbour"

[points]
penalty_tile = 3
from = "source box"

[sources.neighbour]
says = "read out to us over the fence"
"""


def test_the_built_in_packs_have_neither_faults_nor_doubts() -> None:
    for name in BUILT_IN:
        assert examine(read(text_of(name))).problems == []


def test_a_published_pack_keeps_its_digest() -> None:
    """Old matches name their pack by digest: a changed value needs a new pack."""
    assert built_in("reconstruction-1").digest == "d5cb92ba2102b97baf9719abff101bf6"
    assert built_in("reconstruction-2").digest == "fd2ef57887a264b203dd9afb0967b7f5"


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_pack_can_be_had_as_one_file(name: str) -> None:
    whole, pack = load(text_of(name)), built_in(name)
    assert "extends" not in read(text_of(name))["pack"]
    assert (whole.name, whole.title, whole.digest) == (pack.name, pack.title, pack.digest)
    assert list(origins(whole)) == list(origins(pack))


def test_the_box_is_complete() -> None:
    """EV-SET-2, EV-SET-5, EV-SET-10, EV-SET-11, EV-SET-12, EV-SET-14, EV-ADV-1: the counts of the box."""
    pack = default_pack()
    assert len(pack.deck) == 80
    assert [len(pack.stadiums), len(pack.start_stadiums), len(pack.ships)] == [17, 4, 21]
    assert [len(pack.infrastructures), len(pack.technologies), len(pack.bonuses)] == [18, 36, 9]
    assert [len(pack.goals), len(pack.order_cards), len(pack.solo_cards), len(pack.sites)] == [16, 4, 7, 11]
    assert sum(card.flag for card in pack.bonuses) == 2


def test_the_sites_of_a_player_make_seven_of_each() -> None:
    """EV-PRD-2: 7 food, 7 steel, 7 energy."""
    pack = default_pack()
    assert [sum(site.produces[r] for site in pack.sites) for r in range(3)] == [7, 7, 7]
    assert [site.kind for site in pack.sites].count("sea") == 2


def test_the_field_of_the_settling_example_is_on_the_map() -> None:
    """EV-TV-4: a forest with a factory, an energy and a two-dot energy slot and two symbols."""
    pack = default_pack()
    field = pack.fields[pack.find("fields", "D5")]
    assert (field.q, field.r, field.s) == (1, 0, -1)
    assert field.factories == 1
    assert field.population == ((ENERGY, 1), (ENERGY, 2))
    assert field.dots == (0, 2)
    assert sum(field.symbols) == 2
    assert field.yields == (0, 0, 3)


def test_lines_of_the_map_are_masks() -> None:
    """EV-IC-3, EV-IC-5: rows and both families of diagonals cover the map."""
    pack = default_pack()
    whole = (1 << len(pack.fields)) - 1
    for lines in (pack.rows, pack.diagonals[:7], pack.diagonals[7:]):
        assert sum(lines) == whole
        assert [line.bit_count() for line in lines] == [4, 5, 6, 7, 6, 5, 4]
    assert [field.id for i, field in enumerate(pack.fields) if pack.rows[0] >> i & 1] == ["A1", "A2", "A3", "A4"]


def test_effects_are_typed() -> None:
    pack = default_pack()
    homestead = pack.cards[pack.find("cards", "homestead")]
    assert [(e.op, e.resource) for e in homestead.effects] == [("settle", ANY), ("gain_resource", STEEL)]
    greenhouse = pack.cards[pack.find("cards", "greenhouse")]
    assert greenhouse.effects[0].world == NEW
    works = pack.bonus_effects[pack.find("bonus_effects", "works")]
    assert (works.effects[1].op, works.effects[1].world) == ("gain_factory", ANY)


def test_an_unknown_id_is_refused_with_what_there_is() -> None:
    with pytest.raises(LookupError, match=r"no 'hero' among the ships .* heron"):
        default_pack().find("ships", "hero")


def test_every_value_has_a_provenance() -> None:
    """Each value is from the rulebook, derived from it, from a named source, or ours."""
    pack = default_pack()
    tags = {origin.tag.partition(" ")[0] for origin in origins(pack)}
    assert tags == {"rulebook", "derived", "source", "reconstruction"}
    assert provenance(pack, "ships", "albatross").of("sites") == "rulebook"
    assert provenance(pack, "ships", "albatross").of("cost") == "reconstruction"
    assert provenance(pack, "points").of("lowest.8") == "rulebook"
    assert provenance(pack, "points").of("lowest.9") == "reconstruction"
    assert provenance(pack, "order_cards", "order-a").default == "reconstruction"
    assert provenance(pack, "columns", "0").default == "rulebook"
    with pytest.raises(LookupError, match="no section 'boats'"):
        provenance(pack, "boats", "x")
    with pytest.raises(LookupError, match="no 'x' among the ships"):
        provenance(pack, "ships", "x")


def test_reconstructed_values_are_listed_item_by_item() -> None:
    told = [str(origin) for origin in reconstructed(default_pack())]
    assert "points, lowest.9: 14 (reconstruction)" in told
    assert not any(line.startswith("points, lowest.8") for line in told)
    assert 'technology_effects crowded-lanes, resource: "any" (reconstruction)' in told


def test_corrections_change_only_what_they_name() -> None:
    pack = load(CORRECTED)
    base = default_pack()
    heron = pack.ships[pack.find("ships", "heron")]
    assert (heron.flight, heron.cost) == (3, (0, 4, 0))
    assert heron.sites == base.ships[base.find("ships", "heron")].sites
    assert pack.points.penalty_tile == 3
    assert pack.digest != base.digest
    assert provenance(pack, "ships", "heron").of("flight") == "source box"
    assert provenance(pack, "ships", "heron").of("cost") == "source neighbour"
    assert provenance(pack, "ships", "heron").of("sites") == "reconstruction"
    assert [str(change) for change in diff(base, pack)] == [
        "points, penalty_tile: 2 -> 3 (reconstruction -> source box)",
        "ships heron, cost: { steel = 3 } -> { steel = 4 } (reconstruction -> source neighbour)",
        "ships heron, flight: 2 -> 3 (reconstruction -> source box)",
    ]


def test_a_confirmed_value_changes_the_provenance_and_not_the_digest() -> None:
    text = '[pack]\nname = "x"\nextends = "reconstruction-2"\n[ships.heron]\nflight = 2\nfrom = "source box"\n'
    pack = load(text)
    assert pack.digest == default_pack().digest
    assert [str(c) for c in diff(default_pack(), pack)] == [
        "ships heron, flight: 2 stays (reconstruction -> source box)"
    ]
    assert pack_option(pack) == pack_option(default_pack())


def test_a_match_names_the_built_in_pack_by_its_digest() -> None:
    pack = default_pack()
    option = pack_option(pack)
    assert option == {"name": pack.name, "digest": pack.digest}
    assert resolve(option) is pack
    assert resolve(None) is pack
    assert resolve(pack.name) is pack


def test_a_match_carries_a_corrected_pack_whole() -> None:
    """The option survives JSON and rebuilds the same values, without the file it came from."""
    pack = load(CORRECTED)
    option = json.loads(json.dumps(pack_option(pack)))
    assert option["base"] == pack_option(default_pack())
    again = resolve(option)
    assert again.digest == pack.digest
    assert again.ships == pack.ships
    assert provenance(again, "ships", "heron").of("cost") == "source neighbour"
    assert pack_option(again) == option


def test_a_whole_file_with_other_entries_survives_in_a_match() -> None:
    """Entries that came, went or changed places are kept by their order."""
    text = text_of("reconstruction-2").replace("[cards.homestead]", "[cards.farmstead]")
    text = text.replace('name = "reconstruction-2"', 'name = "farm"')
    pack = load(text)
    option = json.loads(json.dumps(pack_option(pack), sort_keys=True))
    again = resolve(option)
    assert [card.id for card in again.cards] == [card.id for card in pack.cards]
    assert again.digest == pack.digest
    assert [str(change) for change in diff(default_pack(), pack)] == [
        "cards homestead: gone (reconstruction)",
        "cards farmstead: new (reconstruction)",
    ]


def test_a_pack_may_be_json() -> None:
    pack = load(json.dumps(read(text_of("reconstruction-2"))))
    assert pack.digest == default_pack().digest


def test_a_pack_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(CORRECTED, encoding="utf-8")
    assert load(file).name == "my box"


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (7, "named by a text or a table"),
        ("nothing", "there is no pack 'nothing'; there are: reconstruction-1, reconstruction-2"),
        ({"name": "x"}, "needs its name and its digest"),
        ({"name": "x", "digest": "00", "colour": 1}, "but no 'colour'"),
        ({"name": "x", "digest": "00"}, "'x' with digest 00 is not known here; there are: reconstruction-1 "),
        ({"name": "x", "digest": "00", "changes": 1}, "must be a table of sections"),
        ({"name": "x", "digest": "00", "changes": {}}, "should have digest 00, but its values have fd2e"),
        (
            {"name": "x", "digest": "00", "changes": {"ships": {"heron": {"flight": 3}}}},
            "ships heron, from: is missing",
        ),
        (
            {"name": "x", "digest": "00", "changes": {"order": {"ships": ["hero"]}}},
            "must list ids of the section 'ships'",
        ),
        ({"name": b"x", "digest": "00"}, "plain JSON"),
    ],
)
def test_an_option_that_names_no_pack_is_refused(option: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(")):
        resolve(option)


def test_text_that_is_no_table_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="line 1"):
        load("[pack\n")
    with pytest.raises(Unreadable, match="column"):
        load("{")


def test_a_bad_pack_lists_all_its_faults() -> None:
    text = (
        text_of("reconstruction-2").replace("flight = 1\n", "flight = 0\n").replace("food_old = 3", "food_old = 9")
    )
    with pytest.raises(BadPack) as caught:
        load(text)
    told = str(caught.value)
    assert told.count("ships ") == 6
    assert "years 2, food_old: 9 must be less than the 5 of the year before [EV-INC-2]" in told


def test_order_of_entries_belongs_to_the_pack() -> None:
    """Decks are drawn by position: another order is another pack."""
    text = '[pack]\nname = "x"\nextends = "reconstruction-2"\n[order]\nships = '
    ships = [ship.id for ship in default_pack().ships]
    turned = load(text + json.dumps(ships[::-1]))
    assert [ship.id for ship in turned.ships] == ships[::-1]
    assert turned.digest != default_pack().digest
    assert resolve(json.loads(json.dumps(pack_option(turned)))).ships == turned.ships


def test_the_known_ship_carries_a_coastal_site() -> None:
    """EV-TV-5: one sea place, one building place, two resource places."""
    ship = default_pack().ships[0]
    assert (ship.sites, ship.buildings, ship.resources) == ((SEA,), 1, 2)
