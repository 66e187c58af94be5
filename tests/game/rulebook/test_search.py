"""Search answers to typical questions, and guarantees for any question."""

from __future__ import annotations

import sys
from functools import cache
from statistics import median

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rapidfuzz.process import extract

from game.rulebook.search import TableChoice, search_rules
from game.rulebook.search.excerpt import excerpts
from game.rulebook.search.folding import fold, words_of
from game.rulebook.search.searching import index
from game.rulebook.search.wordlist import lexicon
from game.variants import VARIANTS
from game.variants.text import LANGUAGES
from tests.game.rulebook import fresh_questions, hurried_questions
from tests.game.rulebook.questions import ENGLISH, NEW_ENGLISH, NEW_SWEDISH, SWEDISH

LEAST_RIGHT = 36
MOST_TIMES = 20  # the work of an ordinary question, for any question; up to 12 is measured


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


def rests_on(excerpt):
    """Facts and decisions, and values with and without their variant."""
    return {*excerpt.cited, *(f"{excerpt.variant}.{cited}" for cited in excerpt.cited)}


def unanswered(questions, among):
    """The questions that none of the first so many results answers."""
    return [
        text
        for text, language, due in questions
        if not any(rests_on(hit) & set(due.split()) for hit in search_rules(text, language).hits[:among])
    ]


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
        return extract(typed, words, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.rulebook.search.spelling.extract", extract_and_count)
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
        search_rules("", language)  # reads the rules
    return median(work_for(text, language, None) for text, language, _due in QUESTIONS)


def only_swedish():
    """Long words of the Swedish rules without any form in the English ones."""
    long = {word for word in index("sv").words if len(word) >= 8 and word.isalpha()}
    return {word for word in long if lexicon().term(word) not in index("en").weights}


# The forty questions


def test_the_answering_passage_comes_first():
    wrong = [
        f"{text}: {found.variant} “{found.text[:60]}”, not {due}"
        for text, language, due in QUESTIONS
        if not rests_on(found := first(text, language)) & set(due.split())
    ]
    assert len(QUESTIONS) == 40
    assert len(QUESTIONS) - len(wrong) >= LEAST_RIGHT, "\n".join(wrong)


def test_the_answer_is_among_the_first_three(subtests):
    for text, language, due in QUESTIONS:
        with subtests.test(text):
            found = [rests_on(hit) for hit in search_rules(text, language).hits[:3]]
            assert set().union(*found) & set(due.split())


# Twenty new questions: the bar is the result of the first run


def test_of_the_new_questions_eighteen_are_answered_first_and_one_more_among_the_first_three():
    assert len(NEW_QUESTIONS) == 20
    assert len(unanswered(NEW_QUESTIONS, among=1)) <= 2, unanswered(NEW_QUESTIONS, among=1)
    assert len(unanswered(NEW_QUESTIONS, among=3)) <= 1, unanswered(NEW_QUESTIONS, among=3)


# Questions typed in a hurry. The bars allow for two reworded sentences; of a hundred and eight
# 89 and 103 were reached, and of the forty that the search never saw 29 and 36


def test_of_the_hurried_questions_most_are_answered_first_and_nearly_all_among_the_first_three():
    assert len(HURRIED) == 108
    assert len(unanswered(HURRIED, among=1)) <= 21, unanswered(HURRIED, among=1)
    assert len(unanswered(HURRIED, among=3)) <= 7, unanswered(HURRIED, among=3)


def test_of_the_fresh_questions_most_are_answered_without_tuning():
    assert len(FRESH) == 40
    assert len(unanswered(FRESH, among=1)) <= 13, unanswered(FRESH, among=1)
    assert len(unanswered(FRESH, among=3)) <= 6, unanswered(FRESH, among=3)


# Choice of the variant


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("derange last card", {"derange"}),
        ("hur många jokrar i Vatikan", {"vatikan"}),
        ("vatican jokers", {"vatikan"}),
        ("queen in swedish persuit", {"swedish_pursuit"}),
        ("last card pursuit", {"swedish_pursuit"}),
        ("Vändåtta lappen", {"vandatta_pagat"}),
        ("vandatta ess", {"vandatta", "vandatta_pagat"}),
        ("VANDATA ess", {"vandatta", "vandatta_pagat"}),
        ("eight on an ace", set()),
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


def test_where_the_named_variant_has_no_answer_others_answer_with_a_note():
    answer = search_rules("derange umpire", "en")
    assert answer.named == {"derange"}
    assert answer.elsewhere
    assert {hit.variant for hit in answer.hits} == {"swedish_pursuit"}


@pytest.mark.parametrize("key", VARIANTS)
def test_a_name_alone_shows_the_beginning_of_its_rules(key):
    found = first(VARIANTS[key].name["en"])
    assert (found.variant, found.anchor) == (key, "short-aim")


# Choice of the language


@pytest.mark.parametrize(
    ("swedish", "english"), [("åtta på ess", "eight on ace"), ("dam byter riktning", "queen reverses")]
)
def test_a_question_in_one_language_finds_the_rules_in_the_other(swedish, english):
    for text in (swedish, english):
        for language in ("en", "sv"):
            answer = search_rules(text, language)
            assert answer.language == language
            assert rests_on(answer.hits[0]) & {"V25", "PG27", "SP21"}


def test_the_other_language_answers_only_where_the_page_language_does_not():
    for word in sorted(only_swedish())[:20]:
        assert search_rules(word, "sv").language == "sv"
        answer = search_rules(word, "en")
        assert answer.language == "sv"
        best = answer.hits[0]
        terms = {lexicon().term(each.folded) for each in words_of(f"{best.section}. {best.text}")}
        assert lexicon().term(word) in terms


def test_an_unintelligible_question_has_no_answer():
    assert search_rules("xylophone zeppelin", "en").hits == ()
    assert search_rules("?!", "en").hits == ()
    assert search_rules("", "sv").hits == ()


@pytest.mark.parametrize("text", ["do we play for money", "spelar man om pengar"])
def test_a_topic_that_the_rules_do_not_mention_is_not_answered(text):
    assert search_rules(text, "en").hits == ()


# Meaning


@pytest.mark.parametrize("text", ["how many cards do I get", "how many cards"])
def test_how_many_cards_is_answered_by_the_deal_in_the_same_language(text):
    answer = search_rules(text, "en", "vandatta_pagat")
    assert answer.language == "en"
    assert any(rests_on(hit) & {"PG6"} for hit in answer.hits[:2])


def test_hur_manga_kort_far_man_is_answered_by_a_deal():
    assert first("hur många kort får man", "sv").anchor.startswith("deal")


@pytest.mark.parametrize(
    ("text", "language", "due"),
    [
        ("two of clubs on two of hearts", "en", "SP22 GS3"),
        ("klöver två på hjärter två", "sv", "SP22 GS3"),
        ("can I play a two on a two", "en", "SP22 GS3"),
    ],
)
def test_a_two_on_a_two_is_the_chain(text, language, due):
    """The general rule, that a trick card follows suit, would give the opposite answer."""
    found = search_rules(text, language, "swedish_pursuit").hits[0]
    assert rests_on(found) & set(due.split())


@pytest.mark.parametrize(
    ("text", "language"),
    [("forgot to say last card what does it cost", "en"), ("vad kostar det att glömma sista kortet", "sv")],
)
def test_the_penalty_for_a_forgotten_call_is_found(text, language):
    assert rests_on(first(text, language)) & {"V29", "PG35", "SP25"}


@pytest.mark.parametrize(("text", "due"), [("can I steal a joker", "VK26"), ("heads up", "DO26 GS6 PG3 V3")])
def test_everyday_words_are_understood(text, due):
    assert any(rests_on(hit) & set(due.split()) for hit in search_rules(text, "en").hits[:2])


# Highlighting


def test_found_words_are_highlighted_and_the_text_stays_complete():
    answer = search_rules("eights on essen", "sv")
    hit = next(hit for hit in answer.hits if "PG27" in hit.cited)
    pieces = list(hit.segments(answer.terms))
    assert "".join(text for text, _kind in pieces) == hit.text
    assert {fold(text) for text, kind in pieces if kind == "mark"} == {"atta", "ess"}


def test_a_phrase_is_highlighted_as_a_whole():
    answer = search_rules("last card", "en")
    pieces = [piece for hit in answer.hits for piece in hit.segments(answer.terms)]
    marked = [text for text, kind in pieces if kind == "mark"]
    assert {"last card", "last turn"} & set(marked)


def test_cards_at_the_beginning_of_a_passage_are_drawn():
    for question, fact, cards in (
        ("queen points derange", "DO47", ["Q", "J"]),
        ("queen direction", "SP21", ["Q"]),
        ("vatikan set", "VK15", ["7♠", "7♥", "7♣"]),
    ):
        hits = [hit for hit in search_rules(question, "en").hits if fact in hit.cited and hit.cards]
        assert [text for text, kind in hits[0].segments(()) if kind == "card"] == cards


def test_an_ace_at_the_beginning_of_a_passage_is_not_an_article():
    assert "SP20" in first("what does an ace do in swedish pursuit").cited
    assert "SP20" in first("ess swedish pursuit nästa spelare", "sv").cited


# Any question

SIGNS = {"8", "<b>", "%s", "’", "♠"}
SCRAPS = st.deferred(lambda: st.sampled_from(sorted(index("en").words | index("sv").words | SIGNS)))
ANYTHING = st.one_of(st.text(max_size=200), st.lists(SCRAPS, max_size=40).map(" ".join))


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


def at_table(key, **written):
    return TableChoice(key, frozenset(written.items()))


def test_a_penalty_chosen_by_a_table_is_shown_once():
    """Before the choice it is shown as one of the options."""
    table = at_table("vatikan", tally="house_points", points="A:15,K:20")
    examples = "what is a king worth"
    prices = [hit for hit in search_rules(examples, "en", "vatikan", table).hits if hit.is_price]
    assert [price.text for price in prices] == ["Kings (K): 20 points"]
    usual = [hit for hit in search_rules(examples, "en", "vatikan").hits if hit.is_price]
    assert [price.is_option for price in usual] == [True]


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_with_default_options_gets_the_usual_rules(key, language):
    assert list(excerpts(language, at_table(key))) == list(excerpts(language))


def test_the_other_games_are_unaffected():
    table = at_table("derange", mode="short")
    others = [[e for e in excerpts("en", at) if e.variant != "derange"] for at in (table, None)]
    assert others[0] == others[1]
