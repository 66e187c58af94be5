"""Invalid questions to the referee of melds get a message, and all input is preserved."""

from urllib.parse import parse_qs

import pytest

from tests.sampling import full_only

pytestmark = full_only


@pytest.fixture
def show(phone):
    """show("meld=5H 11X") → the page."""
    return lambda question, status=422: phone.get(f"/rules/vatikan/referee?{question}", status)


def test_invalid_questions_are_refused_and_preserved(show, subtests):
    for question, expected in [
        ("meld=5H 11X", "There is no card “11X”"),
        ("meld=5H 5H 5H", "2 decks have only 2 cards “5"),
        ("meld=5H 6H 7H&meld=5H 5S 5D&meld=5H 5S 5C", "2 decks have only 2 cards “5"),
        ("before=5H 5H 5H&meld=5H 6H 7H", "2 decks have only 2 cards “5"),
        ("meld=JK JK JK", "only 2 jokers"),
        ("meld=" + "+".join(["5H"] * 60), "more than 14 cards"),
        ("meld=" + "+" * 4000 + "5H 6H" + "," * 4000 + "7H", "more than 300 characters"),
        ("&".join(["meld=5H 6H 7H"] * 41), "more than 40 melds"),
        ("meld=5H 6H JK&declared=JK", "stands for a card"),
        ("meld=5H 6H JK&declared=banana", "There is no card “banana”"),
        ("meld=5H 6H JK&declared=4H 7H 8H", "more than 2 cards"),
        ("meld=5H JK 7H&swap=6H 8H", "One card only"),
        ("meld=5H JK 7H&swap=1", "There is no card “1”"),
        ("meld=5H JK 7H&swap=6H&whose=mine", "“hand”, “own” (melds) or “other”"),
        ("meld=5H 6H 7H&first=perhaps", "1 for yes"),
        ("meld=5H 6H 7H&first=1&opened=1", "Either it is your first meld"),
        ("meld=5H JK 7H&meld=9S 9D 9C&swap=6H", "about one meld alone"),
        ("meld=5H 6H JK&meld=9S 9D 9C&declared=4H", "about one meld alone"),
        ("meld=5H 6H 7H&meld=9S 9D 9C&first=1", "about one meld alone"),
        ("meld=5H 6H 7H&teams=maybe", "cannot be “maybe”"),
    ]:
        with subtests.test(question[:80]):
            page = show(question)
            assert expected in page.text
            assert page.soup.select_one("[data-verdict]") is None
            typed = parse_qs(question)
            for name in ("meld", "before"):
                values = [field["value"] for field in page.select(f"[id^=q-{name}-]") if field["value"]]
                assert values == [text.strip()[:300] for text in typed.get(name, [])[:40]]
            for name in {"declared", "swap"} & typed.keys():
                assert page.soup.select_one(f"#q-{name}")["value"] == typed[name][0]


def test_an_error_is_shown_at_its_field(show):
    page = show("meld=5H 6H 7H&meld=9S 9X")
    assert not page.soup.select_one("#q-meld-1").has_attr("aria-invalid")
    assert page.soup.select_one("#q-meld-2")["aria-invalid"] == "true"
    assert "9X" in page.soup.select_one("#e-q-meld-2").get_text()
