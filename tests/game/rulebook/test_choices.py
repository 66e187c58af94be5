"""The mark ◦ follows every sentence that cites a decision, and is never typed."""

import pytest

from game.rulebook.blocks import Passage
from game.rulebook.notation import MARK
from game.rulebook.pages import FOLDER, UNMARKED_SECTION, page
from game.rulebook.search import search_rules
from game.texts import LANGUAGES
from game.variants import KEYS, VARIANTS
from game.variants.citations import is_decision
from tests.game.rulebook.sample import shown, texts


def test_a_sentence_that_cites_a_decision_is_marked_and_one_that_cites_facts_is_not():
    turn = "Match. [DO17] Draw one. [DO18][GD21] And [[8]] too, [GD11] or not. [DO22]"
    assert texts(shown(turn=turn), "turn") == [f"Match. Draw one. {MARK} And 8 too, {MARK} or not."]


def test_an_item_is_marked_too():
    assert texts(shown(turn="- One. [GD7]\n- Two. [DO17]"), "turn") == [f"One. {MARK}", "Two."]


def test_several_decisions_share_one_mark():
    assert texts(shown(turn="Draw. [GD6][DO18][GD22]"), "turn") == [f"Draw. {MARK}"]


def test_the_section_on_gaps_in_the_rules_is_marked_once():
    assert texts(shown(gaps="We choose.\n\n- So. [GD2]"), "gaps") == ["We choose.", "So."]


def test_a_choice_of_the_table_is_not_marked():
    turn = (
        "{% if options.flipped_two %}It counts. [GD3]{% endif %}\n\n"
        "{% if not options.flipped_two %}It does nothing. [GD3]{% endif %}"
    )
    assert texts(shown(turn=turn), "turn") == [f"It counts. {MARK}"]
    assert texts(shown(turn=turn, options={"flipped_two": False}), "turn") == ["It does nothing."]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_the_mark_is_not_typed_in_any_file(key, language):
    assert MARK not in (FOLDER / key / f"rules.{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_passage_of_the_usual_rules_is_marked_where_it_cites_a_decision(key, language):
    marked = 0
    for section in page(VARIANTS[key], language, {}).sections:
        for passage in (block for block in section.blocks if isinstance(block, Passage) and block.cited):
            due = any(map(is_decision, passage.cited)) and section.key != UNMARKED_SECTION
            assert (MARK in passage.text) is due, passage.text
            marked += due
    assert marked > 5


def test_an_answer_of_the_search_is_marked_as_on_the_page():
    answer = search_rules("go out with an eight derange", "en")
    best = answer.hits[0]
    assert "GD16" in best.cited
    assert (MARK, "ours") in list(best.segments(()))
    assert answer.mentions_our_choice
    stated = search_rules("do aces skip", "en").hits[0]
    assert "SP20" in stated.cited
    assert MARK not in stated.text
