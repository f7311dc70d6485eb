"""What is lit explains itself, says when it does nothing, and shows where markers really end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from orrery.core.match import Match
from tests.browser.conftest import Open
from tests.browser.evacuation import rich, table
from tests.browser.player import Person
from tests.browser.test_browser_evacuation_sizes import idle, seen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

LESSONS = Path(__file__).parents[2] / "web/src/evacuation/lessons"


def position(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((LESSONS / f"{name}.json").read_text())
    return found


@pytest.fixture(scope="module")
def person(url: str) -> Person:
    return Person(url, "Réka")


def opened(visit: Open, person: Person, options: dict[str, Any], seats: int = 2, **settings: Any) -> Page:
    match = table(person, seats, options)
    page = visit(person=person, **settings).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    return page


def told(page: Page, selector: str) -> str:
    """What the inspector says of a thing while the pointer rests on it; it does not move away meanwhile."""
    thing = page.locator(selector).first
    before = thing.bounding_box()
    thing.hover()
    expect(page.locator(".insp.on")).to_be_visible()
    assert thing.bounding_box() == before
    return page.locator(".insp").inner_text()


def test_what_is_lit_is_explained(visit: Open, person: Person) -> None:
    """EV-TEC-1, EV-SHP-1, EV-ACT-2, EV-STL-1: technologies, ships, actions say what they do while lit."""
    page = opened(visit, person, {"position": position("turn")})
    assert "Resource + research" in told(page, "[data-id='action:supply-research']")
    idle_ = told(page, "[data-id='action:settle']")
    assert "Does nothing now; it only counts (power points: 3)." in idle_
    assert "Does nothing now" in told(page, "[data-id='action:clone']")
    ship = told(page, "[data-id='action:build-ship']")
    assert "What it costs is chosen in the next step." in ship
    assert "Power points for progress and bonus: 3." in ship
    assert "nothing" not in ship.lower().replace("does nothing now", "")
    page.locator("[data-id='action:build-ship']").click()
    idle(page)
    assert "Flight to the New World" in told(page, ".mcard[data-lit]")
    page.keyboard.press("z")
    idle(page)
    page.locator("[data-id='action:research']").click()
    idle(page)
    text = told(page, ".tech[data-lit]")
    name = page.locator(".tech[data-lit] b").first.inner_text()
    assert f"{name}:" in text
    assert len(text) > 60


def test_settling_names_the_people_it_needs(visit: Open, person: Person) -> None:
    """EV-STL-1: the preview of a field lists people as well as steel."""
    page = opened(visit, person, {"position": position("settle")})
    page.locator("[data-id='action:settle']").click()
    idle(page)
    field = page.locator("[data-hex][data-lit]").first
    field.hover()
    expect(page.locator(".insp")).to_contain_text("population")


def test_the_launch_table_lists_what_arrives_and_keeps_its_warning(visit: Open, person: Person) -> None:
    """EV-TRN-4, EV-TRN-9: people and stadiums that arrive have rows; hunger is told as long as it is to come."""
    page = opened(visit, person, {"position": position("transport")})
    warning = page.locator(".warnbox", has_text="short of 1 food")
    expect(warning).to_be_visible()
    page.locator(".sh[data-lit]").click()
    idle(page)
    expect(warning).to_be_visible()
    page.locator("[data-id='site:food-population-a'][data-lit]").click()
    idle(page)
    expect(page.locator("[data-new=population]")).to_contain_text("0 →")
    expect(warning).to_be_visible()
    page.locator(".site[data-lit]").first.click()
    idle(page)
    page.locator(".stad[data-lit]").click()
    idle(page)
    expect(page.locator("[data-new=stadiums]")).to_have_text("0 → 1")
    expect(warning).to_be_visible()
    page.locator("[data-cargo='-steel']").click()
    page.locator("[data-cargo='+food']").click()
    page.locator("[data-option=load_resources]").click()
    idle(page)
    expect(warning).to_have_count(0)


def test_ghosts_stand_in_the_lanes_that_are_meant(visit: Open, person: Person) -> None:
    """EV-PRG-6: each ghost of a split stands in the lane in which the marker will."""
    match = table(person, 4, {"position": rich("SplitPower")})
    seat = person.get(f"/tables/{match}")["asked"]
    options = person.get(f"/matches/{match}/position?seat={seat}")["options"]
    page = visit(person=person).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    for option in options:
        if option["facts"]["kind"] != "advance":
            continue
        page.locator(f".split[data-text='{option['text']}']").hover()
        want = sorted(f"{end['column']} {end['lanes'][0]}" for end in option["facts"]["ends"] if end["moves"])
        ghosts = page.locator("[data-ghost]")
        expect(ghosts).to_have_count(len(set(want)))
        assert sorted(x.get_attribute("data-ghost") or "" for x in ghosts.all()) == sorted(set(want))
        said = page.locator(".insp").inner_text()
        for end in option["facts"]["ends"]:
            for point in end["turning_points"]:
                assert f"turning point {point['id'][2:]}" in said
    assert "nothing" not in page.locator(".insp").inner_text().lower()


def test_a_lane_is_asked_for_with_its_space_and_what_it_holds(visit: Open, person: Person) -> None:
    """EV-PRG-6: which marker looks for a lane, and what each lane of its space offers."""
    data = rich("LaneChoice")
    (asked,) = [one for one in data["stack"] if one["question"] == "LaneChoice"]
    column = data["players"][asked["seat"]]["markers"][asked["marker"]]["column"]
    page = opened(visit, person, {"position": data}, 4)
    expect(page.locator(".now h2")).to_contain_text(f"of space {column} ")
    texts = page.locator(".now .opt").all_inner_texts()
    assert len(texts) > 1
    assert all("\n" in text.strip() for text in texts)


def test_no_curtain_without_secrets(visit: Open, person: Person) -> None:
    """EV-PTS-2: a race with basic actions has nothing to cover between seats of one device; points have."""
    for options, covered in (({"setup_seed": 3}, 0), ({"preset": "points", "setup_seed": 3}, 1)):
        match = table(person, 2, options)
        page = visit(person=person, curtain=True).go(f"/match/{match}")
        page.locator(".draft.mine, [data-curtain]").first.wait_for()
        expect(page.locator("[data-curtain]")).to_have_count(covered)


@pytest.mark.parametrize(("language", "cost"), [("en", "cost"), ("de", "Kosten"), ("hu", "ár")])
def test_reconstructed_values_are_named_in_words(visit: Open, person: Person, language: str, cost: str) -> None:
    """Every field of a component that is reconstructed has a name in the page's language."""
    page = opened(visit, person, {"setup_seed": 3}, language=language)
    page.locator(".mcard").first.hover()
    expect(page.locator(".insp")).to_contain_text(cost)
    page.locator("[data-column='2']").hover()
    assert "plus_" not in page.locator(".insp").inner_text()


def test_a_race_has_no_points_and_no_gaia(visit: Open, person: Person) -> None:
    """EV-RAC-1: neither draft nor drawers speak of points, charging or planets."""
    page = opened(visit, person, {"position": position("settle")})
    page.locator("[data-id='action:settle']").click()
    idle(page)
    page.locator("[data-hex][data-lit]").first.click()
    idle(page)
    assert "point" not in page.locator(".draft header").inner_text().lower()
    assert "point" not in page.locator(".draft .steps").inner_text().lower()
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Table and chat").click()
    assert "Charging" not in page.locator(".drawer, [role=dialog]").first.inner_text()
    page.keyboard.press("Escape")
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Settings").click()
    assert "planets" not in page.locator(".drawer, [role=dialog]").first.inner_text()
    page.keyboard.press("Escape")


def test_trying_from_a_move_frees_the_answers(visit: Open, person: Person) -> None:
    """The drawer of the replay goes when trying begins: what may be answered can be seen."""
    match = table(person, 2, {"setup_seed": 3})
    for text in ("action research", "research 1"):
        at = person.get(f"/matches/{match}/position?seat=0")
        texts = [o["text"] for o in at.get("options", [])]
        chosen = text if text in texts else texts[0]
        person.post(f"/matches/{match}/commit", {"base": at["number"], "actions": [chosen], "seat": 0})
    page = visit(person=person).go(f"/match/{match}?move=0")
    page.get_by_role("button", name="Try from here").click()
    page.locator(".draft.mine").wait_for()
    idle(page)
    expect(page.get_by_role("button", name="Try from here")).to_have_count(0)
    assert seen(page, "[data-option=pass]") == []


def test_a_record_that_ends_early_says_so_and_is_played_on(visit: Open, url: str) -> None:
    """Opened at a server: nobody is waited for, nothing is cut off, and whoever opened it plays on."""
    match = Match.new("evacuation", {"players": 2, "mode": "race", "setup_seed": 3}, 2**62 + 5)
    for _ in range(7):
        match.play(match.state.options()[0])
    kata = Person(url, "Kata")
    record = kata.post("/records", {"text": match.save(), "title": ""})
    page = visit((1280, 720), kata).go(f"/match/{record['id']}")
    expect(page.locator(".notice")).to_contain_text("ends before the end of the game")
    expect(page.locator(".draft")).to_contain_text("The record ends here.")
    assert "Waiting" not in page.locator(".draft").inner_text()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.locator("[data-play-on]").click()
    page.locator("[data-carry]").click()
    expect(page.locator(".carry")).to_contain_text("This record stays as it is.")
    page.locator(".carry select").nth(1).select_option("me")
    page.locator("[data-carry-now]").click()
    page.wait_for_function("(id) => !location.pathname.includes(id)", arg=record["id"])
    page.locator(".draft.mine [data-lit], .draft.mine").first.wait_for()
    table = kata.get(f"/tables/{page.url.partition('/match/')[2].partition('?')[0]}")
    assert table["state"] == "running"
    assert table["number"] == record["number"]
    assert len({seat["name"] for seat in table["seats"]}) == 2
