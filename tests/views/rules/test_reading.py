"""Structure of a rules page: summary, play, gaps of the rules, folded sources."""

import re

import pytest

from game.rulebook.pages import page as page_of
from game.rulebook.prose import SECTIONS
from game.variants import KEYS, VARIANTS
from tests.phone import Phone
from tests.sampling import full_only

pytestmark = full_only


@pytest.fixture
def swedish(app):
    return Phone(app, language="sv")


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("key", KEYS)
def test_each_section_ends_with_folded_sources_and_headings_have_links(app, key, language):
    page = Phone(app, language=language).get(f"/rules/{key}")
    shown = page_of(VARIANTS[key], language, {})
    parts = page.select(".part")
    for part, section in zip(parts, shown.sections, strict=True):
        citations = [item.b.get_text() for item in part.select(".sources .facts li")]
        assert citations == list(section.cited)
        if citations:
            assert part.children[-1]["class"] == ["sources"]
            assert "open" not in part.select(".sources")[0].attrs
    every = {citation for section in shown.sections for citation in section.cited}
    assert len(every) > 20
    assert {str(item["id"]) for item in page.select(".facts li[id]")} == every
    for heading in page.select("h2, h3"):
        assert heading.select_one(f"a[href='#{heading['id']}']")


@pytest.mark.parametrize("key", KEYS)
def test_every_citation_of_the_referee_is_on_the_page(phone, key):
    there = {str(tag["id"]) for tag in phone.get(f"/rules/{key}").select("[id]")}
    play = VARIANTS[key].play
    assert {fact for facts in play["citations"].values() for fact in facts} <= there
    assert set(play["decisions"].values()) <= there


def test_the_text_contains_no_source_marks(phone):
    page = phone.get("/rules/vandatta")
    for read in page.select(".part > p, .part > ul li, .part > ol li"):
        assert not read.select("sup, a")
        assert not re.search(r"\b(G?[VSDK]|PG|SP|DO|VK)\d", read.get_text())


def test_our_choices_are_tagged_in_the_section_that_explains_them(phone):
    page = phone.get("/rules/vandatta")
    (decided,) = page.select("#GV16")
    assert decided.select_one(".tag").get_text() == "our choice"
    assert decided.find_parent("section")["aria-labelledby"] == "call"
    assert not page.select("#V29 .tag")
    (summed_up,) = [li for li in page.select(".part")[0].select(".facts li") if li.b.get_text() == "V32"]
    assert not summed_up.get("id"), "at home in “Going out”, not in the summary"


@pytest.mark.parametrize("key", KEYS)
def test_the_summary_suffices_to_start_a_game(phone, key):
    """Cards dealt, card turned up, who begins, direction, number of draws."""
    breath = phone.get(f"/rules/{key}").select(".part")[0].get_text(" ")
    dealt = {"swedish_pursuit": "five", "derange": "eight", "vatikan": "thirteen"}.get(key, "seven")
    assert re.search(rf"[Dd]eal {dealt} cards each", breath)
    assert re.search("turn its top card up|no card is turned up", breath)
    assert "on the dealer’s left begins" in breath
    assert "clockwise" in breath
    assert re.search("up to three cards|one card", breath)


@pytest.mark.parametrize("key", KEYS)
def test_stock_and_pile_are_drawn_once_with_a_text(phone, swedish, key):
    (layout,) = phone.get(f"/rules/{key}").select(".layout")
    drawn = " ".join(layout.get_text(" ").split())
    assert drawn.startswith("Stock face down: draw here")
    assert ("Melds" if key == "vatikan" else "Discard pile") in drawn
    assert re.search("of (hearts|clubs|diamonds)", drawn)
    assert "Talong" in swedish.get(f"/rules/{key}").texts(".layout")[0]


@pytest.mark.parametrize("key", KEYS)
def test_gaps_of_the_rules_follow_the_play(phone, key):
    page = phone.get(f"/rules/{key}")
    passages = {
        str(part["aria-labelledby"]): part.select(".part > p, .part > ul li") for part in page.select(".part")
    }
    for section in SECTIONS[: SECTIONS.index("gaps")]:
        for passage in passages[section]:
            assert not re.search("(rules|sheet) (do|does) not (say|name|mention)", passage.get_text(" "))
    assert "our choice" in passages["gaps"][0].get_text()


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("key", KEYS)
def test_marks_of_our_choices_are_accessible_and_explained_first(app, key, language):
    page = Phone(app, language=language).get(f"/rules/{key}")
    (explained,) = page.select(".rules-text > .note")
    assert explained.get_text().startswith("◦ ")
    assert page.select(".note ~ .part")[0]["aria-labelledby"] == "breath"
    marks = page.select(".part .own-choice")
    assert {(mark["role"], mark["aria-label"], mark.get_text()) for mark in marks} == {
        ("img", {"en": "our choice", "sv": "vårt val"}[language], "◦")
    }
    assert not page.select("[aria-labelledby=gaps] .own-choice")


def test_a_mark_does_not_start_a_line(phone):
    for mark in phone.get("/rules/vandatta").select(".part .own-choice"):
        before, _mark, _after = str(mark.parent).partition(str(mark))
        assert before.endswith("\N{NO-BREAK SPACE}")


def test_search_results_contain_and_explain_the_mark(phone):
    page = phone.get("/rules/search?q=several+cards+vandatta")
    assert page.select(".hits .own-choice[role=img]")
    assert page.texts(".answers .note")[-1].startswith("◦ ")
    page = phone.get("/rules/search?q=how many cards dealt&variant=vatikan")
    assert bool(page.select(".hits .own-choice")) is bool(page.select(".answers .note"))
