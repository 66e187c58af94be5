"""Accessibility of every page: both themes, screen readers, keyboard, large text, any width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests import sampling
from tests.browser.actions import open_link
from tests.browser.font_size import double_font_size
from tests.browser.gallery import PAGES, Site, hand, pad
from tests.browser.phones import Phones
from tests.browser.serving import serving
from tests.browser.states import State
from tests.databases import app_on, let_go, replace_database

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOCALES = {"en": "en-GB", "sv": "sv-SE"}
WIDTHS = (320, 390, 1280)
HEIGHT = 844
WHOLE = 6000  # high enough to show the whole page during the audit
LEAST_TARGET = 44  # CSS pixels
SHORT = 200  # maximum milliseconds of an animation


@dataclass
class Tour:
    """The site with one phone for each language and each kind of visitor."""

    site: Site
    browsers: Phones
    phones: dict[tuple[str, str], Page]

    def phone(self, language: str = "en", who: str = "owner") -> Page:
        if (language, who) not in self.phones:
            page = self.browsers.open(locale=LOCALES[language])
            if who != "stranger":
                for table in (
                    self.site.friday,
                    self.site.crowd,
                    self.site.hands,
                    *self.site.statistics.doors,
                ):
                    open_link(page, table.link(who))
            self.phones[language, who] = page
        page = self.phones[language, who]
        page.set_viewport_size({"width": 390, "height": HEIGHT})
        page.emulate_media(color_scheme="light")
        return page


@pytest.fixture(scope="module")
def whole_tour(
    chromium: Browser, migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tour]:
    path = tmp_path_factory.mktemp("tour") / "site.sqlite3"
    replace_database(migrated_file, path)
    app = app_on(f"sqlite:///{path}")
    with serving(app) as address:
        made = Tour(Site(app), Phones(chromium, address), {})
        yield made
        made.browsers.close()
    let_go(app)


@pytest.fixture
def tour(whole_tour: Tour, expected_errors: list[str]) -> Iterator[Tour]:
    yield whole_tour
    whole_tour.browsers.assert_no_errors(but=expected_errors)


def one_setting_each(pages: Iterable[Any], settings: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Each page with one randomly drawn setting; with all settings in a full run."""
    return sampling.one_of_each_kind(
        product(pages, settings),
        lambda preference: str(preference[0]),
        sampling.chance_for("ways to look at pages"),
    )


def some_templates(pages: Iterable[State]) -> list[State]:
    """One drawn page of those that begin with the same word, which mostly have the same template; of every
    third template.
    """
    chance = sampling.chance_for("pages to look at")
    drawn = sampling.one_of_each_kind(pages, lambda shown: shown.name.split()[0].strip(","), chance)
    return sampling.third_of_each_kind(drawn, type, chance)


def some_in_one_setting(pages: Mapping[str, Any], settings: Iterable[Any]) -> list[tuple[str, Any]]:
    """A third of the pages, in one randomly drawn setting each; all in all settings in a full run."""
    drawn = sampling.third_of_each_kind(pages, type, sampling.chance_for("pages to touch"))
    return one_setting_each(drawn, settings)


@pytest.mark.parametrize(("shown", "language"), one_setting_each(some_templates(PAGES), LOCALES), ids=str)
def test_the_page_is_accessible(
    tour: Tour, axe: Callable[..., None], expected_errors: list[str], language: str, shown: State
):
    expected_errors += shown.errors
    page = tour.phone(language, shown.who)
    shown.reach(page, tour.site)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.set_viewport_size({"width": 390, "height": WHOLE})
    # All rules in each language and in each theme: neither depends on the other.
    page.emulate_media(color_scheme="light" if language == "en" else "dark")
    axe(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        assert overflow(page, width) == [], f"wider than {width} px"
    with double_font_size(page):
        page.set_viewport_size({"width": min(WIDTHS), "height": HEIGHT})
        assert overflow(page, min(WIDTHS)) == [], "letters twice as large push it sideways"


STICKING_OUT = """
(width) => {
    const page = document.querySelector(".page");
    const scrolled = Math.max(document.scrollingElement.scrollWidth, page.scrollWidth);
    if (scrolled <= width) return [];
    const scrolls = (element) => /auto|scroll|hidden/.test(getComputedStyle(element).overflowX);
    const guilty = [...document.querySelectorAll("body *")].filter((element) => {
        if (element.getBoundingClientRect().right <= width + 0.5) return false;
        for (let at = element.parentElement; at && at !== page; at = at.parentElement) {
            if (scrolls(at)) return false;
        }
        return true;
    });
    return [`${scrolled} px`, ...guilty.slice(0, 5).map((element) => element.outerHTML.slice(0, 160))];
}
"""


def overflow(page: Page, width: int) -> list[str]:
    """None, or the width of the page and the elements that cause it."""
    return page.evaluate(STICKING_OUT, width)


# Fingers

TARGETS = """
() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, label:has(input)")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
    .filter((element) => element.type !== "hidden" && !element.matches(".skip, .unseen"))
    .map((element) => {
        const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
        return { what: element.outerHTML.slice(0, 120), width, height };
    })
"""

FINGERED: dict[str, Callable[[Page, Site], Any]] = {
    "table": lambda page, site: page.goto(site.friday.path),
    "table of eight": lambda page, site: page.goto(site.crowd.path),
    "result": lambda page, site: page.goto(site.won.path),
    "pad, who is out": lambda page, site: pad(page, site.friday),
    "pad, a hand": lambda page, site: hand(page, site.friday, *"85562"),
    "pad, chips": lambda page, site: hand(page, site.fresh, "8", "other"),
    "pad, eight seats": lambda page, site: hand(page, site.crowd, *"8K8K8"),
    "pad, review": lambda page, site: pad(page, site.friday, 3),
    "compare": lambda page, site: page.goto("/rules/compare?hand=8H+5+K"),
}


@pytest.mark.parametrize(("name", "width"), some_in_one_setting(FINGERED, (320, 390)))
def test_tap_targets_are_large_enough_for_a_thumb(tour: Tour, name: str, width: int):
    page = tour.phone()
    page.set_viewport_size({"width": width, "height": HEIGHT})
    FINGERED[name](page, tour.site)
    targets = page.evaluate(TARGETS)
    assert len(targets) > 4
    assert [t for t in targets if min(t["width"], t["height"]) < LEAST_TARGET - 0.01] == []


def test_the_keys_of_the_pad_are_large_and_in_reach(tour: Tour):
    page = tour.phone()
    hand(page, tour.site.friday, "8", "5")
    keys = [key.bounding_box() for key in page.locator("[data-step]:not([hidden]) [data-key]").all()]
    assert min(key["height"] for key in keys) >= 72
    bar = page.locator(".bar").bounding_box()
    assert max(key["y"] + key["height"] for key in keys) <= bar["y"], "the pad fits between head and bar"
    assert bar["y"] + bar["height"] == HEIGHT


# The bar

BARRED: dict[str, Callable[[Page, Site], Any]] = {
    "start": lambda page, site: page.goto("/"),
    "new game": lambda page, site: page.goto(f"/new/derange?group={site.friday.group_id}"),
    "group": lambda page, site: page.goto(site.friday.group_path),
    "table": lambda page, site: page.goto(site.crowd.path),
    "pad": lambda page, site: hand(page, site.crowd, "8"),
    "result": lambda page, site: page.goto(site.crowd_won.path),
}


@pytest.mark.parametrize(("name", "turned"), some_in_one_setting(BARRED, (False, True)))
def test_no_tap_target_is_half_hidden_by_the_bar(
    tour: Tour, axe: Callable[..., None], name: str, turned: bool
):
    page = tour.phone()
    page.set_viewport_size({"width": HEIGHT, "height": 390} if turned else {"width": 390, "height": 500})
    BARRED[name](page, tour.site)
    for _step in range(4):
        axe(page, only=["target-size"])
        bar, above = page.locator(".bar").bounding_box(), page.locator(".page").bounding_box()
        assert apart(bar, above)
        assert bar["y"] + bar["height"] == pytest.approx(page.viewport_size["height"], abs=0.5)
        page.locator(".page").evaluate("(page) => page.scrollBy({ top: 37, behavior: 'instant' })")


def test_only_the_page_above_the_bar_scrolls(tour: Tour):
    page = tour.phone()
    page.goto(tour.site.crowd.path)
    assert page.evaluate("() => document.scrollingElement.scrollHeight - innerHeight") == 0
    page.locator(".tiles").scroll_into_view_if_needed()
    assert page.locator(".page").evaluate("(page) => page.scrollTop") > 0
    page.set_viewport_size({"width": 640, "height": 240})  # too low for a separate bar
    page.locator(".bar").scroll_into_view_if_needed()
    assert page.evaluate("() => scrollY") > 0


# Large text


def test_text_twice_as_large_keeps_the_table_page_readable(tour: Tour):
    page = tour.phone()
    for table in (tour.site.friday, tour.site.crowd):
        page.goto(table.path)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert overflow(page, 390) == []
        for row in page.locator(".standing").all():
            name, total = row.locator(".name").bounding_box(), row.locator(".total").bounding_box()
            assert apart(name, total), row.inner_text()
            assert total["x"] + total["width"] <= 390
        cards, words = page.locator(".deal > b").bounding_box(), page.locator(".deal .dealer").bounding_box()
        assert apart(cards, words)
        assert page.locator(".bar a.main").bounding_box()["height"] < HEIGHT / 3


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes do not overlap."""
    return (
        one["x"] + one["width"] <= other["x"] + 0.5
        or other["x"] + other["width"] <= one["x"] + 0.5
        or one["y"] + one["height"] <= other["y"] + 0.5
        or other["y"] + other["height"] <= one["y"] + 0.5
    )


def test_long_names_do_not_hide_their_totals(tour: Tour):
    page = tour.phone()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.goto(tour.site.crowd.path)
        for row in page.locator(".standing").all():
            name, total = row.locator(".name").bounding_box(), row.locator(".total").bounding_box()
            assert apart(name, total), row.inner_text()
            assert total["x"] + total["width"] <= width
        hand(page, tour.site.crowd, "8")
        name, points = (
            page.locator(".pad-name:visible").bounding_box(),
            page.locator(".sum:visible").bounding_box(),
        )
        assert apart(name, points)
        assert points["x"] + points["width"] <= width


def test_a_name_keeps_its_room_beside_a_team(tour: Tour):
    page = tour.phone()
    next(shown for shown in PAGES if shown.name == "new game with teams").reach(page, tour.site)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        names = [field.bounding_box() for field in page.locator("input[name=name]").all()]
        assert min(name["width"] for name in names) >= 120


def test_a_wide_screen_shows_a_scoreboard_and_no_stretched_phone(tour: Tour):
    page = tour.phone()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(tour.site.friday.path)
    deal, standings = page.locator(".deal").bounding_box(), page.locator(".standings").bounding_box()
    assert deal["x"] + deal["width"] < standings["x"]
    assert page.locator(".bar a.main").bounding_box()["width"] <= 1280 / 2
    total = page.locator(".standing .total").first
    assert total.evaluate("(total) => parseFloat(getComputedStyle(total).fontSize)") > 40


# Keyboards

FOCUSED = """
() => {
    const element = document.activeElement;
    const shown = element.matches("[type=radio]") ? element.nextElementSibling : element;
    const style = getComputedStyle(shown);
    const box = shown.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
        what: element.outerHTML.slice(0, 120),
        ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        seen: shown.contains(top) || (element.closest("label")?.contains(top) ?? false),
        isBody: element === document.body,
    };
}
"""

WALKED: dict[str, Callable[[Page, Site], Any]] = {
    "start": lambda page, site: page.goto("/"),
    "new game": lambda page, site: page.goto(f"/new/derange?group={site.friday.group_id}"),
    "table": lambda page, site: page.goto(site.friday.path),
    "pad, who is out": lambda page, site: pad(page, site.friday),
    "pad, a hand": lambda page, site: hand(page, site.friday, "8", "5"),
    "pad, review": lambda page, site: pad(page, site.friday, 3),
    "result": lambda page, site: page.goto(site.won.path),
    "score sheet": lambda page, site: page.goto(f"{site.friday.path}/rounds"),
    "seats": lambda page, site: page.goto(f"{site.moved.path}/seats"),
    "links": lambda page, site: page.goto(f"{site.friday.group_path}/links"),
    "rules": lambda page, site: page.goto(f"/rules/derange?back={site.friday.path}"),
    "compare": lambda page, site: page.goto("/rules/compare?hand=8H+5+K"),
}


@pytest.mark.parametrize(("name", "language"), some_in_one_setting(WALKED, ["en"]))
def test_the_focus_reaches_everything_and_is_always_visible(tour: Tour, name: str, language: str):
    page = tour.phone(language)
    WALKED[name](page, tour.site)
    page.evaluate("() => document.activeElement.blur()")
    met = []
    for _step in range(80):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused["isBody"] or (met and focused["what"] == met[0]["what"]):
            break
        met.append(focused)
    assert len(met) > 3
    assert [each["what"] for each in met if not each["ring"]] == [], "no ring round the focus"
    assert [each["what"] for each in met if not each["seen"]] == [], "the focus is behind something"


def test_the_first_tab_offers_to_skip_to_the_content(tour: Tour):
    page = tour.phone()
    page.goto(tour.site.friday.path)
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_a_game_is_started_and_its_first_round_scored_by_keyboard_alone(phone: Page):
    keyboard = phone.keyboard
    phone.goto("/")
    tab_to(phone, "a[href='/new/derange']")
    keyboard.press("Enter")
    phone.wait_for_url("**/new/derange")
    tab_to(phone, "input[name=name]")
    for name in ("Anna", "Bo", "Cara"):
        keyboard.type(name)
        keyboard.press("Enter")
    tab_to(phone, "[name=first_dealer][value='0']")
    keyboard.press("Space")
    expect(phone.get_by_role("radio", name="Anna")).to_be_checked()
    tab_to(phone, ".bar button")
    keyboard.press("Space")
    expect(phone.locator(".deal")).to_contain_text("Anna deals")

    tab_to(phone, ".bar a.main")
    keyboard.press("Enter")
    expect(phone.locator(".seats")).to_be_visible()
    tab_to(phone, "[name=out]")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowUp")
    expect(phone.get_by_role("radio", name="Anna")).to_be_checked()
    expect(phone.locator(".who-out")).to_be_visible()  # arrow keys select without submitting
    keyboard.press("Enter")
    expect(phone.locator(".pad-name:visible")).to_be_focused()
    expect(phone.locator(".pad-name:visible")).to_have_text("Bo")
    tab_to(phone, "[data-type]")
    keyboard.press("Space")
    keyboard.type("12+11+7")
    keyboard.press("Enter")
    expect(phone.locator(".pad-name:visible")).to_be_focused()
    expect(phone.locator(".pad-name:visible")).to_have_text("Cara")
    tab_to(phone, "[data-step]:not([hidden]) [data-key='8']")
    keyboard.press("Enter")
    keyboard.press("Enter")
    expect(phone.locator(".sum:visible")).to_have_text("100")
    keyboard.press("Shift+Tab")  # back to the tray: remove the extra card
    keyboard.press("Space")
    expect(phone.locator(".sum:visible")).to_have_text("50")
    tab_to(phone, "[data-next]")
    keyboard.press("Enter")
    expect(phone.locator("#review")).to_be_focused()
    tab_to(phone, "[data-save]")
    keyboard.press("Enter")
    expect(phone.locator(".flashes p")).to_have_text("Round 1: Anna out, Bo 30, Cara 50")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has focus."""
    for _press in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"Tab never reaches {selector}")


# Animations

ANOTHER_CARD = """
() => {
    document.querySelector("[data-step]:not([hidden]) [data-key='5']").click();
    return document.getAnimations().map((motion) => motion.effect.getComputedTiming().duration);
}
"""
PODIUM = "() => getComputedStyle(document.querySelector('.podium .place-1')).animationName"


@pytest.mark.parametrize("preference", ["no-preference", "reduce"])
def test_animations_are_short_and_disabled_where_the_phone_requests_it(tour: Tour, preference: str):
    page = tour.browsers.open(reduced_motion=preference)
    open_link(page, tour.site.friday.link("scorer"))
    hand(page, tour.site.friday, "8")
    page.wait_for_function("() => document.getAnimations().length === 0")
    motions = page.evaluate(ANOTHER_CARD)
    page.goto(tour.site.won.path)
    if preference == "reduce":
        assert motions == []
        assert page.evaluate(PODIUM) == "none"
    else:
        assert motions  # a card moves to the tray
        assert max(motions) < SHORT
        assert page.evaluate(PODIUM) == "rise"
