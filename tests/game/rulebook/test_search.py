"""Search answers to typical questions, and guarantees for any question."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from statistics import median

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz.process import extractOne

from game.rulebook.search import TableChoice, search_rules
from game.rulebook.search.entries import hits_of
from game.rulebook.search.index import index
from game.rulebook.search.text import fold
from game.texts import LANGUAGES
from game.variants import VARIANTS
from tests.game.rulebook import fresh_questions, hurried_questions
from tests.game.rulebook.questions import ENGLISH, NEW_ENGLISH, NEW_SWEDISH, SWEDISH
from tests.game.rulebook.search_queries import not_first, rests_on
from tests.sampling import full_only

MOST_TIMES = 20  # the work of an ordinary question, for any question


def examples(english, swedish):
    """(question, its language, citations that answer it)"""
    return [(text, "en", due) for text, due in english.items()] + [
        (text, "sv", due) for text, due in swedish.items()
    ]


QUESTIONS = examples(ENGLISH, SWEDISH)
NEW_QUESTIONS = examples(NEW_ENGLISH, NEW_SWEDISH)
HURRIED = examples(hurried_questions.ENGLISH, hurried_questions.SWEDISH)
FRESH = examples(fresh_questions.ENGLISH, fresh_questions.SWEDISH)


def first(text, language="en", **about):
    answer = search_rules(text, language, **about)
    assert answer.hits, text
    return answer.hits[0]


# The share of questions whose first answer is right; most of them name no game


@full_only
@pytest.mark.parametrize(
    ("questions", "wrong"), [(QUESTIONS, 5), (NEW_QUESTIONS, 3), (HURRIED, 19), (FRESH, 10)]
)
def test_most_first_answers_are_right(questions, wrong):
    missed = not_first(questions)
    assert len(missed) <= wrong, missed


# 380 questions by authors who knew only the published rules. due: the facts any of which answers it; none
# if those rules do not. The last hundred were written when the search was finished: a reader who judged
# the first answers found 85 right with the game given, 86 without, and one wrong statement, repaired
# since. The bars allow for a few reworded sentences.
ASKED = json.loads((Path(__file__).parent / "asked_questions.json").read_text(encoding="utf-8"))
LEAST_RIGHT = {("en", True): 136, ("en", False): 20, ("sv", True): 128, ("sv", False): 18}


@pytest.mark.parametrize(("language", "is_answered"), LEAST_RIGHT)
def test_questions_of_players_are_answered_by_the_rule_or_not_at_all(language, is_answered):
    asked = [each for each in ASKED if each["language"] == language and bool(each["due"]) == is_answered]
    wrong = []
    for each in asked:
        answer = search_rules(each["text"], language, each["variant"])
        if not (rests_on(answer) & set(each["due"]) if is_answered else not answer.is_answered):
            wrong.append(each["text"])
    assert len(asked) - len(wrong) >= LEAST_RIGHT[language, is_answered], wrong


# Choice of the variant


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("derange last card", {"derange"}),
        ("hur många jokrar i Vatikan", {"vatikan"}),
        ("vatican jokers", {"vatikan"}),
        ("Vatikans jokrar", {"vatikan"}),
        ("queen in swedish persuit", {"swedish_pursuit"}),
        ("last card pursuit", {"swedish_pursuit"}),
        ("Derange Order of Eight king", {"derange"}),
        ("Vändåtta lappen", {"vandatta_pagat"}),
        ("vandatta ess", {"vandatta", "vandatta_pagat"}),
        ("VANDATA ess", {"vandatta", "vandatta_pagat"}),
        ("eight on an ace", set()),
        ("play in order", set()),
    ],
)
def test_a_name_in_the_question_restricts_the_search_to_that_variant(text, keys):
    answer = search_rules(text, "en")
    assert answer.named == keys
    assert {hit.variant for hit in answer.hits} <= (keys or set(VARIANTS))


def test_a_named_variant_takes_precedence_over_that_of_the_page():
    assert first("king", variant="derange").variant == "derange"
    assert first("king in swedish pursuit", variant="derange").variant == "swedish_pursuit"


def test_of_two_variants_with_one_name_the_one_being_played_answers():
    for key in ("vandatta", "vandatta_pagat"):
        answer = search_rules("vandatta ess", "sv", key)
        assert answer.named == {key}
        assert {hit.variant for hit in answer.hits} == {key}


@pytest.mark.parametrize("key", VARIANTS)
def test_within_a_session_its_own_variant_answers(key):
    for text, language in (("who goes first", "en"), ("hur många kort", "sv"), ("how many rounds", "en")):
        answer = search_rules(text, language, key)
        assert {hit.variant for hit in answer.hits} == {key}, text


@pytest.mark.parametrize("key", VARIANTS)
def test_a_name_alone_shows_the_beginning_of_its_rules(key):
    found = first(VARIANTS[key].name["en"])
    assert (found.variant, found.anchor) == (key, "short-aim")


def test_a_question_about_all_games_is_answered_by_the_comparison():
    answer = search_rules("which game has the most cards", "en")
    assert answer.row == "dealt"
    assert search_rules("which game has the most cards", "en", "derange").row == ""


# Choice of the language


@pytest.mark.parametrize(
    ("swedish", "english"),
    [
        ("vad händer om man glömmer säga till", "what if i forget to call"),
        ("damen byter riktning", "queen changes direction"),
    ],
)
def test_a_question_in_one_language_finds_the_rules_in_the_other(swedish, english):
    for text, own in ((swedish, "sv"), (english, "en")):
        for language in LANGUAGES:
            answer = search_rules(text, language, "swedish_pursuit")
            assert answer.language == own
            assert rests_on(answer) & {"SP25", "SP21"}


# No answer


@pytest.mark.parametrize("text", ["xylophone zeppelin", "?!", ""])
def test_an_unintelligible_question_has_no_answer(text):
    answer = search_rules(text, "en")
    assert not answer.is_answered
    assert answer.nearest == ()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("do we play for money", "en"),
        ("spelar man om pengar", "sv"),
        ("is there a time limit for a turn", "en"),
        ("får man ha mobilen framme", "sv"),
        ("may I look through the pile while others play", "en"),
    ],
)
@pytest.mark.parametrize("key", VARIANTS)
def test_a_topic_that_the_rules_do_not_mention_is_not_answered(text, language, key):
    answer = search_rules(text, language, key)
    assert not answer.is_answered, answer.hits[0].text
    assert len(answer.nearest) <= 2
    assert {hit.variant for hit in answer.nearest} <= {key}


def test_where_the_named_variant_has_no_answer_those_of_other_games_are_kept_apart():
    answer = search_rules("derange umpire", "en")
    assert answer.named == {"derange"}
    assert not answer.is_answered
    assert {hit.variant for hit in answer.elsewhere} == {"swedish_pursuit"}


# Meaning


@pytest.mark.parametrize(
    ("text", "language"),
    [("forgot to say last card what does it cost", "en"), ("vad kostar det att glömma säga till", "sv")],
)
@pytest.mark.parametrize(
    ("key", "due"), [("vandatta", "V29"), ("vandatta_pagat", "PG35"), ("swedish_pursuit", "SP25")]
)
def test_the_penalty_for_a_forgotten_call_is_found(text, language, key, due):
    assert due in rests_on(search_rules(text, language, key))


@pytest.mark.parametrize(
    ("text", "language", "variant", "due"),
    [
        ("can I steal a joker", "en", "vatikan", "VK26"),
        ("do i skip the next guy with an ace", "en", "swedish_pursuit", "SP20"),
        ("vem tittar efter att jag räknat rätt", "sv", "swedish_pursuit", "SP28"),
        ("draw pile is gone", "en", "derange", "GD2"),
        ("bygga vidare på andras utlägg", "sv", "vatikan", "VK24"),
    ],
)
def test_everyday_words_are_understood(text, language, variant, due):
    assert due in rests_on(search_rules(text, language, variant))


# Highlighting


def test_found_words_are_highlighted_and_the_text_stays_complete():
    answer = search_rules("eights on essen lappen", "sv")
    for hit in answer.hits:
        assert "".join(text for text, _kind in hit.segments(answer.terms)) == hit.text
    hit = next(hit for hit in search_rules("joker byta", "sv").hits if "VK26" in hit.cited)
    marked = {fold(text) for text, kind in hit.segments({"JK", "byt"}) if kind == "mark"}
    assert marked & {"joker", "jokern"}


def test_the_suit_of_a_card_is_not_repeated():
    (hit,) = (
        hit for hit in search_rules("hearts in a set", "en", "vatikan").hits if hit.anchor == "set-right"
    )
    assert "".join(text for text, _kind in hit.segments({"H", "S"})) == hit.text


def test_common_words_are_not_highlighted():
    answer = search_rules("what happens when the stock is empty", "en", "derange")
    assert "the" not in answer.terms
    assert "stock" in answer.terms


def test_cards_at_the_beginning_of_a_passage_are_drawn():
    for question, fact, cards in (
        ("queen points derange", "DO47", ["Q", "J"]),
        ("queen direction", "SP21", ["Q"]),
        ("vatikan three sevens as a set", "VK15", ["7♠", "7♥", "7♣"]),
    ):
        hits = [hit for hit in search_rules(question, "en").hits if fact in hit.cited and hit.cards]
        assert [text for text, kind in hits[0].segments(()) if kind == "card"] == cards


# Any question

SIGNS = {"8", "<b>", "%s", "’", "♠"}
SCRAPS = st.deferred(lambda: st.sampled_from(sorted({*index("en").words, *index("sv").words, *SIGNS})))
ANYTHING = st.one_of(st.text(max_size=200), st.lists(SCRAPS, max_size=40).map(" ".join))


def work_for(text, language, variant):
    """The number of function calls to answer, and the number of words compared with a misspelt one.

    A measure of time that is the same on every machine. Work within a single call of C is not included.
    """
    count = 0

    def on_event(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    def extract_and_count(typed, words, **options):
        nonlocal count
        count += len(words)
        return extractOne(typed, words, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.rulebook.search.index.extractOne", extract_and_count)
        profiler = sys.getprofile()
        sys.setprofile(on_event)
        try:
            answer = search_rules(text, language, variant)
            for hit in answer.hits:
                list(hit.segments(answer.terms))
        finally:
            sys.setprofile(profiler)
    return count


@cache
def ordinary_work():
    """The work for a typical question."""
    for language in LANGUAGES:
        search_rules("ace", language)  # reads the rules
    return median(work_for(text, language, None) for text, language, _due in QUESTIONS)


@full_only
@given(ANYTHING, st.sampled_from(["en", "sv"]), st.sampled_from([None, *VARIANTS]))
@example("abcdefghij" * 20, "en", None)
@example("e" * 200, "sv", None)
@example("vandeta jokre eigth " * 10, "en", "vatikan")
@example(" ".join(f"qz{number}xv" for number in range(30)), "en", None)
def test_any_question_is_answered_with_bounded_work(text, language, variant):
    ordinary = ordinary_work()
    assert work_for(text, language, variant) < MOST_TIMES * ordinary
    answer = search_rules(text, language, variant)
    for hit in answer.hits:
        assert "".join(text for text, _kind in hit.segments(answer.terms)) == hit.text


# Choices of a table


def at_table(key, players=None, **written):
    return TableChoice(key, frozenset(written.items()), players)


def test_the_rules_of_a_table_follow_its_options():
    short = at_table("derange", mode="short")
    assert "four cards" in first("how many cards at the start", variant="derange", table=short).text
    assert "eight cards" in first("how many cards at the start", variant="derange").text


def test_passages_that_a_table_does_not_show_are_not_found():
    for table, shown in ((at_table("vatikan", teams="1"), True), (at_table("vatikan"), False)):
        hits = search_rules("do we play in teams", "en", "vatikan", table).hits
        assert ("teams" in {hit.anchor for hit in hits}) is shown


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_games_are_unaffected(key, language):
    table = at_table("derange", mode="short")
    for each in set(VARIANTS) - {"derange"}:
        usual = search_rules("how many cards", language, each)
        assert search_rules("how many cards", language, each, table) == usual
    assert hits_of(language, at_table(key)).keys() >= {"short-aim", "tie"}
