"""Laws in the data: every law is cited by some question, and every law cited is in the data."""

import pytest

from game.variants import VARIANTS
from tests.game.referee.eights.grid import KEYS
from tests.game.referee.eights.reached import laws_reached

# Worded differently in some situations, with the facts of another law or of the table's call.
SAID_OTHERWISE = {"unless_last", "call_must", "call_if_equal", "call_if_ordinary"}


@pytest.mark.parametrize("key", KEYS)
def test_every_law_in_the_data_is_cited_by_some_question(key):
    assert set(VARIANTS[key].play["laws"]) - set(laws_reached(key)) == set()


@pytest.mark.parametrize("key", KEYS)
def test_every_law_cited_is_in_the_data(key):
    assert set(laws_reached(key)) - set(VARIANTS[key].play["laws"]) <= SAID_OTHERWISE


@pytest.mark.parametrize("key", KEYS)
def test_a_law_is_cited_with_the_facts_of_the_data(key):
    laws = VARIANTS[key].play["laws"]
    for law, facts in laws_reached(key).items():
        assert law in SAID_OTHERWISE or list(facts) == laws[law]
