"""Whatever is asked or announced can be seen at once, on every usual screen, without scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.player import Person
from tests.browser.sight import click, planned, unseen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

LAPTOPS = ((1280, 720), (1366, 768), (1536, 730), (1440, 900), (1920, 1080))
ACTIONS = "[data-kind=action]"
COACH = ".advice > button"

PROMPTS = {
    "PickBooster 7": ".answers .card",
    "IncomeOrder 3": ".answers .opt",
    "PickFederationToken 6": ".answers .card",
    "WhichBowl 5": ".answers .opt",
    "MoveBrainstone 2": ".answers .opt",
    "FinalConversions 7": ".draft .opt, .draft [data-convert]",
    "LeechOffer 2": ".draft .charge .btn",
    "PickFaction 14": ".card[data-faction]",
    "PickTech 6": "[data-kind=tile][data-lit]",
}
"""Questions of a recorded game with the largest number of answers in it, and where they stand."""


def opened(visit: Open, url: str, what: str, size: tuple[int, int] = (1440, 900), **settings: str) -> Page:
    """A table at that position; the page of whoever holds all its seats."""
    person = Person(url, "Réka")
    match = person.table(4, {"position": planned(what)})
    page = visit(size, person, **settings).go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    return page


def resized(page: Page, size: tuple[int, int]) -> str:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(120)
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("language", ["en", "de", "hu"])
def test_power_actions_and_the_coach_are_in_sight(visit: Open, url: str, language: str) -> None:
    """All ten power and Q.I.C. actions, the research board's cells and the coach's button, in a turn."""
    page = opened(visit, url, "Turn 33", language=language)
    for size in LAPTOPS:
        at = resized(page, size)
        for selector in (
            ACTIONS,
            COACH,
            "[data-kind=level]",
            "[data-kind=tile]",
            "[data-confirm]",
            ".overmap .btn",
        ):
            assert unseen(page, selector) == {}, at


def test_what_is_told_before_a_turn_covers_no_board(visit: Open, url: str) -> None:
    """Hints for a first game, then what three opponents did: it is in sight, and so are the boards above it."""
    person = Person(url, "Réka")
    position = planned("Turn 33")
    me = (position["questions"][0]["seat"] + 3) % 4
    seats = [{"kind": "me"} if seat == me else {"kind": "bot", "level": "random"} for seat in range(4)]
    wish = {"game": "gaia", "options": {"players": 4, "position": position}, "seats": seats}
    match = person.post("/tables", wish)["id"]
    page = visit((1280, 720), person, language="de", coach=True).go(f"/match/{match}")
    charge, hints = page.locator(".charge .btn").first, page.locator(".coach")
    hints.or_(charge).wait_for()
    while charge.count():
        charge.click()
        page.locator("[data-busy]").wait_for(state="detached")
        hints.or_(charge).wait_for()
    boards = f"{ACTIONS}, [data-kind=level], [data-kind=tile]"
    for hint in range(4):
        for size in (LAPTOPS[0], LAPTOPS[3]):
            at = resized(page, size)
            assert unseen(page, f"{boards}, .coach button, [data-confirm]") == {}, at
        assert page.locator("#draft-title, .st.next b").filter(has_text="Wähle eine Aktion").count()
        page.locator(".coach button").first.click()
        assert page.locator(".coach").count() == (hint < 3)
    for size in LAPTOPS:
        at = resized(page, size)
        assert unseen(page, f"{boards}, .recap > li:nth-last-child(-n + 3) [data-recap], [data-confirm]") == {}, at
    # What is looked at stands where the others' turns stood, and nothing moves.
    resized(page, (1280, 720))
    high = page.locator(".draft").bounding_box()
    page.locator("[data-hex][data-lit]").first.hover()
    assert unseen(page, f"{boards}, .st.ghost") == {}
    assert page.locator(".draft").bounding_box() == high
    # The rail has room for two figures beside two.
    figures = page.locator("[data-rail] .rs b")
    figures.evaluate_all("(all) => all.forEach((e) => (e.textContent = '30'))")
    cut = """(all) => all.map((e) => [e, e.closest('li')].map((x) => x.getBoundingClientRect().right))
      .filter(([end, edge]) => end > edge)"""
    assert figures.evaluate_all(cut) == []


def test_all_that_others_did_is_a_button_away(visit: Open, url: str) -> None:
    """Who has passed first is told the last three turns, how many there were, and reads them all by keys."""
    person = Person(url, "Réka")
    position = planned("Turn 33")
    me = position["questions"][0]["seat"]
    seats = [{"kind": "me"} if seat == me else {"kind": "bot", "level": "greedy"} for seat in range(4)]
    wish = {"game": "gaia", "options": {"players": 4, "position": position}, "seats": seats}
    match = person.post("/tables", wish)["id"]
    page = visit((1280, 720), person, language="hu").go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    page.keyboard.press("p")
    click(page, ".answers .card")
    click(page, "[data-confirm]")
    before, charge = page.locator("[data-before]"), page.locator(".charge .btn").first
    order = page.locator(".answers .opt").first
    before.or_(charge).or_(order).first.wait_for(timeout=60_000)
    while not before.count():
        charge.or_(order).first.click()
        if page.locator("[data-confirm]:enabled").count():
            page.locator("[data-confirm]").click()
        page.locator("[data-busy]").wait_for(state="detached")
        before.or_(charge).or_(order).first.wait_for(timeout=60_000)
    page.locator(".draft.mine").wait_for()
    for size in LAPTOPS[:3]:
        at = resized(page, size)
        assert page.locator("[data-recap]").count() == 3, at
        assert unseen(page, f"{ACTIONS}, [data-before], [data-recap], [data-confirm]") == {}, at
    turns = int("".join(c for c in before.inner_text() if c.isdecimal()))
    before.focus()
    page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog")
    expect(drawer).to_be_visible()
    expect(drawer.locator(".entry").nth(turns - 1)).to_be_attached()
    # It is as wide as the column that it covers, and lies over no board.
    page.wait_for_timeout(250)
    covered, board = drawer.bounding_box(), page.locator("#main").bounding_box()
    assert covered
    assert board
    assert covered["x"] >= board["x"] + board["width"]


def test_everything_is_in_sight_while_a_faction_is_chosen(visit: Open, url: str) -> None:
    """The fourteen factions, the actions and the coach; the inspector tells what a card has no room for.

    What the drafted faction can is told there, though the next player is asked by then; it holds nothing yet.
    """
    page = opened(visit, url, "PickFaction 14", language="hu")
    for size in LAPTOPS:
        at = resized(page, size)
        for selector in (ACTIONS, COACH, ".card[data-faction]", "[data-confirm]"):
            assert unseen(page, selector) == {}, at
        assert page.locator(".choose .scroll").evaluate("(e) => e.scrollHeight <= e.clientHeight"), at
    page.locator("[data-faction=gleens]").hover()
    text = page.locator("[data-faction=gleens] .about").inner_text()
    assert page.locator(".insp .about").inner_text() == text
    click(page, "[data-faction=gleens]")
    assert unseen(page, ".own h2, .own p") == {}
    assert text in page.locator(".own").inner_text()


def in_one_line(page: Page) -> bool:
    """Undo, reset, pass and Confirm stand beside each other, and the words of Confirm in one line."""
    high: list[float] = page.locator("[data-confirm], .btns:has([data-confirm])").evaluate_all(
        "(all) => all.map((e) => e.getBoundingClientRect().height)"
    )
    words: int = page.locator("[data-confirm]").evaluate("""(e) => {
      const words = document.createRange();
      words.selectNodeContents([...e.childNodes].find((n) => n.nodeType === 3 && n.textContent.trim()));
      return words.getClientRects().length;
    }""")
    return words == 1 and len(set(high)) == 1


@pytest.mark.parametrize("language", ["de", "hu"])
@pytest.mark.parametrize("what", PROMPTS)
def test_every_answer_of_a_prompt_is_in_sight(visit: Open, url: str, what: str, language: str) -> None:
    """Income orders, boosters, federation tokens, bowls: all answers, Confirm, and the power actions too."""
    page = opened(visit, url, what, language=language)
    for size in LAPTOPS:
        at = resized(page, size)
        assert unseen(page, PROMPTS[what]) == {}, at
        assert unseen(page, ACTIONS) == {}, at
        if page.locator("[data-confirm]").count():
            assert unseen(page, "[data-confirm]") == {}, at
        assert unseen(page, ".ticker button") == {}, at
        if what == "FinalConversions 7":
            # Whatever can still be exchanged stands there unasked, beside the way to end it.
            assert page.locator(".draft [data-convert]").count() == 6, at
        if what == "LeechOffer 2":
            # The question that comes most often shows all three bowls.
            assert unseen(page, ".charge :is(.flow, .bowls), .charge p") == {}, at
    # A phone's sheet has room for all of them but the factions.
    if what != "PickFaction 14":
        at = resized(page, PHONE)
        assert unseen(page, PROMPTS[what]) == {}, at
    if what == "LeechOffer 2":
        at = resized(page, (320, 568))
        assert unseen(page, PROMPTS[what]) == {}, at


EARNS = {"en": "Passing earns", "de": "Passen bringt", "hu": "A passz"}


@pytest.mark.parametrize("language", EARNS)
def test_every_conversion_and_every_pass_is_in_sight(visit: Open, url: str, language: str) -> None:
    """The answers that a verb opens, the verbs themselves and the power actions."""
    page = opened(visit, url, "Turn 33", language=language)
    for verb, selector in (("c", ".conv button"), ("p", ".answers .card")):
        page.keyboard.press(verb)
        for size in LAPTOPS:
            at = resized(page, size)
            for thing in (selector, "[data-confirm]", ".overmap .btn", ACTIONS):
                assert unseen(page, thing) == {}, at
            assert in_one_line(page), at
            if verb == "p":
                # What passing earns is said once, beside the boosters: it does not depend on which is taken.
                said = page.locator("div:has(> .answers)").inner_text()
                assert said.count(EARNS[language]) == 1, at
        page.keyboard.press(verb)
    resized(page, (320, 568))
    click(page, "[data-verb=pass]")
    assert unseen(page, ".answers .card") == {}


CROWDED = """() => {
  const box = (e) => e.getBoundingClientRect();
  const pills = [...document.querySelectorAll('[data-price]')];
  const over = (a, b) =>
    a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
  const within = (pill) => [...pill.querySelectorAll('text')].map(box);
  return [pills.length, pills.flatMap((pill) => [
    ...pills.filter((other) => other !== pill && within(pill).some((figure) => over(figure, box(other)))),
    ...within(pill).filter((figure, i, all) => i && over(figure, all[i - 1])),
  ].map(() => pill.textContent))];
}"""
"""How many prices stand on the map, and those of which a figure lies under another price or another figure."""


def test_prices_on_the_map_are_legible(visit: Open, url: str) -> None:
    """Two of three planets are lit, with three figures each: every one of them can be read."""
    person = Person(url, "Réka")
    position = {**planned("Turn 33")}
    for name in ("boosters", "tokens", "terraforming_token", "techs", "advanced_techs"):  # follow from the rest
        position.pop(name, None)
    seat = position["questions"][0]["seat"]
    rich = {**position["players"][seat], "credits": 30, "ore": 15, "qic": 12}
    position["players"] = [rich if i == seat else player for i, player in enumerate(position["players"])]
    match = person.table(4, {"position": position})
    page = visit((1280, 720), person, language="de").go(f"/match/{match}")
    page.locator(".draft.mine").wait_for()
    page.keyboard.press("m")
    for size in ((1280, 720), (1920, 1080)):
        at = resized(page, size)
        count, crowded = page.evaluate(CROWDED)
        assert count > 40, at
        assert crowded == [], at


def test_owners_of_a_tile_cover_no_number(visit: Open, rich: tuple[Person, str]) -> None:
    """Up to four of them on one tile of the research board, where it is smallest."""
    page = visit((1280, 720), rich[0], language="de").go(f"/match/{rich[1]}")
    owned = page.locator("[data-kind=tile]:has(.owners svg)")
    assert owned.count() > 3
    covered = owned.evaluate_all("""(all) => all.filter((tile) => {
      const low = tile.querySelector('.owners svg').getBoundingClientRect().bottom;
      return [...tile.querySelectorAll('.face b')].some((e) => e.getBoundingClientRect().top + 3 < low);
    }).map((tile) => tile.innerText)""")
    assert covered == []
    # Where everybody's boards stand beside the map, names are whole, however long the faction's is.
    resized(page, (1920, 1080))
    names = page.locator(".pc .nm")
    cut = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"
    assert names.count() == 4
    assert names.evaluate_all(cut) == []


def test_the_coach_has_room_to_speak(visit: Open, url: str) -> None:
    """Each of its turns is read whole, in the place of the inspector; a click drafts it."""
    page = opened(visit, url, "Turn 33", size=(1366, 768))
    click(page, COACH)
    page.locator(".advice .pick").first.wait_for(timeout=60000)
    for size in ((1366, 768), (1440, 900), (1920, 1080)):
        at = resized(page, size)
        assert unseen(page, ".advice .pick") == {}, at
    click(page, ".advice .pick")
    page.locator(".steps .drop").first.wait_for()
    assert unseen(page, ".insp") == {}


def test_a_phone_keeps_the_size_of_hexes(visit: Open, url: str) -> None:
    """However high the sheet with the answers is: factions fill half of the screen, a drafted turn a fifth."""
    page = opened(visit, url, "PickFaction 14", size=PHONE)
    hexagon = page.locator("[data-hex]").first
    before = hexagon.bounding_box()
    page.locator("[data-faction]").first.click()
    page.locator(".steps .drop").wait_for()
    page.wait_for_timeout(120)
    after = hexagon.bounding_box()
    assert before
    assert after
    assert abs(after["width"] - before["width"]) < 1
    # The log and the points have more than half of the screen; what is asked stays below them.
    page = opened(visit, url, "Turn 33", size=PHONE)
    for tab in ("Score", "Log"):
        page.locator(".tabbar button", has_text=tab).click()
        area = page.locator("#main").bounding_box()
        assert area
        assert area["height"] > PHONE[1] / 2, tab
        assert unseen(page, "[data-confirm], #draft-title") == {}, tab


LOW = ((720, 450), (844, 390), (1024, 768), (667, 375), (820, 1180), (390, 844))


@pytest.mark.parametrize("size", LOW)
def test_a_low_screen_keeps_its_map_and_its_confirm(visit: Open, url: str, size: tuple[int, int]) -> None:
    """Twice enlarged text, a phone on its side, a tablet: hexes can be read and hit, Confirm is never covered."""
    page = opened(visit, url, "Turn 33", size=size)
    board = page.locator(".map").bounding_box()
    assert board
    assert board["width"] >= 300
    assert board["height"] >= min(300, size[1] - 90)
    hexagon = page.locator("[data-hex]").first.bounding_box()
    assert hexagon
    assert hexagon["width"] >= 24
    if size == (844, 390):
        assert unseen(page, "[data-verb], .draft .st.next, [data-confirm]") == {}
        click(page, "[data-verb=pass]")
        assert unseen(page, ".answers .card, .earns") == {}
        click(page, "[data-verb=pass]")
    step = page.locator("[data-step='1']")
    if step.count():
        click(page, "[data-step='1']")
        click(page, "[data-hex]:focus")
    else:
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.locator("[data-busy]").wait_for(state="detached")
    for option in page.locator(".chooser .opt, .chooser .add").all()[:1]:
        option.click()
    page.locator(".steps .drop").first.wait_for()
    for selector in ("[data-confirm]", ".tabbar button", ".menub"):
        assert unseen(page, selector) == {}
    click(page, "[data-confirm]")
    page.locator(".steps .drop").first.wait_for(state="detached")
