"""The questions beside the rules texts: complete in both languages, and each answered at one place."""

import itertools
import re
from collections import Counter

import pytest

from game.rulebook.comparison.table import PARTS
from game.rulebook.pages import prose_of
from game.rulebook.search.entries import comparing_questions, questions_of
from game.texts import LANGUAGES
from game.variants import VARIANTS

FEWEST, MOST = 6, 15
LONGEST = 90
ILLUSTRATES = (
    "example-",
    "hand-",
    "deal-picture",
    "gaps-intro",
    "choices",
    "settle-before",
)  # answer nothing
GAMES = [(variant, language) for variant in VARIANTS.values() for language in LANGUAGES]


def ids_of(variant, language):
    """{id: whether a passage with that id has a citation}, and the options."""
    ids = {}
    for section in prose_of(variant, language).sections:
        for passage in section.passages:
            if passage.kind != "heading" and not passage.id.startswith(ILLUSTRATES):
                ids[passage.id] = ids.get(passage.id, False) or bool(
                    re.search(r"\[[A-Z]+\d+\]", passage.template.source)
                )
    return ids | {f"option-{option.key}": True for option in variant.options}


def plain(question):
    """Its words in lower case, in alphabetic order: nobody can tell two such questions apart."""
    return " ".join(sorted(re.findall(r"\w+", question.casefold())))


@pytest.mark.parametrize(("variant", "language"), GAMES)
def test_every_passage_that_cites_and_every_option_has_questions(variant, language):
    ids = ids_of(variant, language)
    questions = questions_of(variant.key, language)
    assert questions.keys() - ids.keys() == set()
    assert [key for key, cites in ids.items() if cites and key not in questions] == []
    assert {key: len(asked) for key, asked in questions.items() if not FEWEST <= len(asked) <= MOST} == {}


@pytest.mark.parametrize(("variant", "language"), GAMES)
def test_no_question_belongs_to_two_passages(variant, language):
    asked = Counter(plain(q) for each in questions_of(variant.key, language).values() for q in each)
    assert [question for question, times in asked.items() if times > 1] == []


@pytest.mark.parametrize(("variant", "language"), GAMES)
def test_questions_are_typed(variant, language):
    for each in questions_of(variant.key, language).values():
        assert [q for q in each if q != q.strip() or len(q) > LONGEST or not q] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_of_the_comparison_has_questions(language):
    rows = set(itertools.chain.from_iterable(PARTS.values()))
    questions = comparing_questions(language)
    assert questions.keys() == rows
    assert {key: len(asked) for key, asked in questions.items() if not FEWEST <= len(asked) <= MOST} == {}
    asked = Counter(plain(question) for each in questions.values() for question in each)
    assert [question for question, times in asked.items() if times > 1] == []
