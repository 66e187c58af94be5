"""The referee of melds: the address contains the question, a tap adds a card, and input is preserved."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from game.variants import VARIANTS
from tests.phone import Phone
from tests.sampling import full_only
from tests.views.referee.faces import cards
from views.words.melds_verdict import WORDS

pytestmark = full_only

VATIKAN = VARIANTS["vatikan"]
ONE_JOKER_OPEN = "meld=5H 6H JK"


@pytest.fixture
def ask(phone):
    """ask("meld=5H 6H 7H") → (answer, text of the verdict)."""

    def answer_to(question, status=200):
        page = phone.get(f"/rules/vatikan/referee?{question}", status)
        (verdict,) = page.select("[data-verdict]")
        return verdict["data-verdict"], " ".join(verdict.get_text(" ").split())

    return answer_to


@pytest.fixture
def show(phone):
    """show("meld=5H 6H 7H") → the page."""
    return lambda question, status=200: phone.get(f"/rules/vatikan/referee?{question}", status)


def params_of(address):
    """The query parameters of a link."""
    return parse_qs(urlsplit(address).query)


def link(page, words):
    """The address of the link with these words."""
    (found,) = (tag for tag in page.select("a") if words in tag.get_text())
    return found["href"]


def cell(page, name):
    """The query parameters of a card of the board."""
    return params_of(cards(page, ".board")[name])


ANSWERS = [
    (ONE_JOKER_OPEN, "yes", "4 of hearts or 7 of hearts", "GK14"),
    (ONE_JOKER_OPEN, "yes", "That is a sequence of hearts", "VK13"),
    (f"{ONE_JOKER_OPEN}&declared=4H", "yes", "clear what a joker stands for here: 4 of hearts", "VK13"),
    (f"{ONE_JOKER_OPEN}&joker=4H", "yes", "clear what a joker stands for here: 4 of hearts", "VK13"),
    (f"{ONE_JOKER_OPEN}&joker=9H", "no", "Here a joker cannot be the 9 of hearts", "VK25"),
    ("meld=5H JK JK", "yes", "may be a sequence or a set", "GK8"),
    ("meld=5H JK JK", "yes", "3 of hearts and 4 of hearts, 4 of hearts and 6 of hearts", "GK14"),
    ("meld=5h,6♥,7H", "yes", "sequence of hearts", "VK13"),
    ("meld=QH KH AH", "yes", "sequence of hearts", "VK10"),
    ("meld=2H AH KH", "no", "around the corner", "VK14"),
    ("meld=9S 9D 9C", "yes", "one rank (9), and no suit twice", "VK15"),
    ("meld=9S 9D 9S", "no", "this one has more than one spade", "VK16"),
    ("meld=5H 6H", "no", "at least 3 cards", "VK12"),
    ("meld=5H 6H 8H", "no", "There is a gap: the 7 of hearts is missing", "VK13"),
    ("meld=5H 6H 9H", "no", "There are gaps: the 7 of hearts and 8 of hearts are missing", "VK13"),
    ("meld=5H JK 7H&swap=6H&whose=own", "yes", "Whose a meld is once somebody else has added", "GK9"),
    ("meld=5H JK 7H&swap=6H&whose=other", "no", "Whose a meld is once somebody else has added", "GK9"),
    ("meld=5H 6H 9H JK", "no", "One joker is not enough for the gaps: 7 of hearts and 8 of hearts", "VK18"),
    ("meld=5H 6S 7H", "no", "all one suit; these are hearts and spades", "VK13"),
    ("", "ask", "which cards you want to lay out", ""),
    ("meld=5H 6H 7H&first=1", "yes", "will do as your first meld", "VK21"),
    ("meld=9S 9D 9C&first=1", "no", "your first one must be a sequence", "VK21"),
    ("meld=5H JK 7H&swap=6H", "yes", "melded again in the same turn", "VK26"),
    ("meld=5H JK 7H&swap=6H&whose=own", "yes", "The meld from which you take the 6 of hearts", "GK9"),
    ("meld=5H JK 7H&swap=6H&whose=other", "no", "not from somebody else’s", "GK9"),
    ("meld=5H JK 7H&swap=8H", "no", "(6 of hearts), not the 8 of hearts", "VK26"),
    (f"{ONE_JOKER_OPEN}&swap=7H", "ask", "what the joker was said to stand for", "GK14"),
    (f"{ONE_JOKER_OPEN}&swap=7H&declared=7H", "yes", "stands for the 7 of hearts", "VK26"),
    ("meld=5H 6H 7H&swap=8H", "no", "no joker in this meld", "VK26"),
    ("meld=5H 6H 7H&meld=9S 9D 9C", "yes", "All melds on the table are valid", "GK11"),
    ("meld=5H 6H JK&meld=9S 9D JK 9C", "yes", "Meld 2: It is clear what a joker stands for", "GK11"),
    ("meld=5H 6H 7H&meld=9S 9D 8C", "no", "Meld 2 is not valid", "VK15"),
    ("meld=5H 6H 7H 8H&before=5H 6H 7H&opened=1", "yes", "a card came from your hand", "VK23"),
    ("meld=5H 6H 7H 8H&before=5H 6H 7H", "no", "from your own hand", "VK21"),
    ("meld=5H 6H 7H&before=5H 6H 7H 8H&opened=1", "no", "the 8 of hearts is missing", "GK11"),
    ("before=5H 6H 7H", "ask", "which melds lie on the table when your turn ends", ""),
    ("meld=5H 6H 7H&before=5H 6H", "ask", "which melds lay on the table before your turn", "VK12"),
]


def test_a_verdict_explains_itself_and_links_to_its_sources(phone, ask, subtests):
    for question, answer, expected, citation in ANSWERS:
        with subtests.test(question):
            verdict, words = ask(question)
            assert verdict == answer
            assert expected in words
            links = [a["href"] for a in phone.page.select("[data-verdict] .sources a")]
            assert not citation or f"/rules/vatikan#{citation}" in links
            assert not re.search(r"\bG?V?K\d", phone.page.select("#question")[0].get_text(" "))


def test_every_verdict_names_its_authority(ask):
    assert "our choice Where a joker could stand for more than one card" in ask(ONE_JOKER_OPEN)[1]
    assert "rule for this case A sequence is of one suit" in ask(ONE_JOKER_OPEN)[1]
    rearranged = ask("meld=5H 6H 7H 8H&before=5H 6H 7H&opened=1")[1]
    assert "general rule In your turn you may rearrange" in rearranged


def test_one_joker_or_several_in_the_question(ask):
    assert "Say what the joker stands for" in ask(ONE_JOKER_OPEN)[1]
    assert "Say what the jokers stand for" in ask("meld=7S JK JK")[1]


def test_every_rule_of_melding_has_a_sentence():
    sentences = [rule_key for table in WORDS.sentences for rule_key in table]
    assert sorted(sentences) == sorted(VATIKAN.play["citations"])
    assert WORDS.explaining <= set(sentences)


def test_all_cards_are_offered_and_a_tap_adds_one(show):
    page = show("")
    assert len(page.select(".board a")) == 53
    assert cell(page, "5 of hearts") == {"meld": ["5H"]}
    assert cell(show("meld=5H"), "joker") == {"meld": ["5H JK"]}


def test_cards_that_complete_a_meld_are_marked(show):
    ticked = {name for name in cards(show("meld=5H 7H"), ".board") if "makes a meld" in name}
    assert ticked == {"6 of hearts: makes a meld", "joker: makes a meld"}
    assert not show("meld=9S 9D&first=1").select(".board a.yes"), "a set does not open"
    assert not show("meld=5H").select(".board a.yes"), "two cards are missing"


def test_a_card_can_be_removed(show):
    off = cards(show("meld=5H 6H 7H"))["Take off the 6 of hearts"]
    assert params_of(off) == {"meld": ["5H 7H"]}


def test_a_card_without_copies_left_is_no_link(show):
    page = show("meld=5H 6H 7H&meld=5H 5S 5D&at=3")
    assert "5 of hearts" not in cards(page)
    assert cell(page, "5 of spades")["meld"] == ["5H 6H 7H", "5H 5S 5D", "5S"]
    assert not [name for name in cards(show("meld=JK 5H JK")) if name.startswith("joker")]


def test_several_melds_can_be_edited(show):
    page = show("meld=5H 6H 7H&first=1")
    begun = link(page, "Another meld")
    assert params_of(begun) == {"meld": ["5H 6H 7H"], "at": ["2"]}, "answers about one meld are dropped"
    page = show(urlsplit(begun).query)
    assert cell(page, "9 of spades") == {"meld": ["5H 6H 7H", "9S"]}
    page = show("meld=5H 6H 7H&meld=9S")
    back = link(page, "Go on with meld 1")
    assert cell(show(urlsplit(back).query), "8 of hearts: makes a meld")["meld"] == ["5H 6H 7H 8H", "9S"]


def test_an_empty_meld_is_removed_and_another_can_begin(show):
    page = show("meld=5H 6H 7H&meld=9S")
    off = cards(page)["Take off the 9 of spades"]
    assert params_of(off) == {"meld": ["5H 6H 7H"], "at": ["2"]}


def test_an_invalid_position_selects_the_last_meld(show):
    for place in ("0", "4", "x", "99999"):
        page = show(f"meld=5H 6H 7H&meld=9S&at={place}")
        assert cell(page, "9 of diamonds")["meld"] == ["5H 6H 7H", "9S 9D"]


def test_the_value_of_a_joker_is_asked_only_if_it_is_ambiguous(show, phone):
    page = show(ONE_JOKER_OPEN)
    assert [choice["value"] for choice in page.select("[name=declared]")] == ["", "4H", "7H"]
    page = phone.submit("#situation", {"declared": "7H"})
    assert page.soup.select_one("[name=declared][checked]")["value"] == "7H"
    assert not show("meld=5H JK 7H").select("[name=declared]")
    assert not show("meld=5H 6H 7H").select("[name=declared]")
    runs = [choice["value"] for choice in show("meld=5H JK JK&first=1").select("[name=declared]")]
    assert runs == ["", "3H 4H", "4H 6H", "6H 7H"], "a set does not open"


def test_a_wrong_declaration_stays_selected(show):
    page = show(f"{ONE_JOKER_OPEN}&declared=9H")
    assert page.soup.select_one("[name=declared][checked]")["value"] == "9H"


def test_a_joker_can_be_swapped_out(show):
    page = show("meld=5H JK 7H")
    page = show(urlsplit(link(page, "Swap out a joker")).query)
    assert "Which card takes the joker’s place?" in page.words
    params = cell(page, "6 of hearts")
    assert params == {"meld": ["5H JK 7H"], "swap": ["6H"]}
    page = show("meld=5H JK 7H&swap=6H")
    assert [choice["value"] for choice in page.select("[name=whose]")] == ["hand", "own", "other"]
    assert params_of(cards(page)["Take back the 6 of hearts"]) == {"meld": ["5H JK 7H"]}


def test_questions_appear_only_when_they_apply(show):
    assert "Swap out a joker" not in show("meld=5H 6H 7H").words
    assert "Swap out a joker" not in show("meld=5H 9S JK").words, "that is no meld"
    assert "Swap out a joker" not in show("meld=5H 6H JK&meld=9S 9D 9C").words
    assert show("meld=5H 6H 7H").select("#first")
    assert not show("meld=5H 6H 7H&meld=9S 9D 9C").select("#first")


def test_a_short_answer_is_shown_from_three_cards_on(show):
    assert show("meld=5H 6H 7H").texts(".short") == ["Yes"]
    assert show("meld=5H 6H 8H").texts(".short") == ["No"]
    assert show("meld=5H 6H 8H&meld=9S 9D 9C").texts(".short") == ["The table: No"]
    assert show("meld=5H 6H").texts(".short") == []


def test_the_rules_of_a_turn_are_folded_and_link_to_their_sources(show):
    page = show("meld=5H 6H 7H")
    turn = " ".join(page.texts("details.turn li"))
    assert "draw one card, or meld. rule for this case" in turn
    assert page.soup.select_one(".turn li a[href='/rules/vatikan#VK20']")
    assert "You may lay any melds you like" in turn
    assert not page.soup.select_one("details.turn").has_attr("open")
    before = " ".join(show("meld=5H 6H 7H&first=1").texts("details.turn li"))
    assert "A sequence of at least 3 cards will do as your first meld. rule for this case" in before
    assert "any melds you like" not in before


def test_the_form_and_the_links_give_the_same_answer(show, phone):
    show("meld=5H 6H 7H&at=2&teams=1&back=/rules")
    page = phone.submit(
        "#situation", {"meld": ["5H 6H 7H", "9S 9D 9C"], "before": ["5H 6H 7H"], "opened": "1"}
    )
    assert page.soup.select_one("[data-verdict]")["data-verdict"] == "yes"
    assert "a card came from your hand" in page.words
    assert params_of(page.soup.select_one(".board a")["href"])["teams"] == ["1"]
    assert page.soup.select_one(".bar .button")["href"] == "/rules"


def test_options_and_return_address_are_kept(show):
    page = show("meld=5H 6H 7H&teams=1&back=/rules")
    for link in page.select("a[data-ask]"):
        assert params_of(link["href"])["teams"] == ["1"]
        assert params_of(link["href"])["back"] == ["/rules"]


def test_a_fragment_contains_the_question_only(phone):
    address = f"/rules/vatikan/referee?{ONE_JOKER_OPEN}"
    part = phone.client.get(address, headers={"X-Fragment": "1"})
    assert b"<html" in phone.client.get(address).data
    assert b"<html" not in part.data
    assert b'data-verdict="yes"' in part.data
    assert "X-Fragment" in part.headers["Vary"]


def test_in_swedish(app):
    page = Phone(app, language="sv").get(f"/rules/vatikan/referee?{ONE_JOKER_OPEN}")
    verdict = page.soup.select_one("[data-verdict]").get_text(" ")
    assert "Det är en stege i hjärter." in verdict
    assert "hjärter 4 eller hjärter 7" in verdict
