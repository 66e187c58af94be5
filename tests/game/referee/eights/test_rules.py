"""The rules in the data: each is cited by some question, and each that is cited is there."""

import pytest

from game.variants import VARIANTS
from tests.game.referee.eights.grid import KEYS
from tests.game.referee.eights.reached import rules_reached
from tests.sampling import full_only

pytestmark = full_only

# Said in other words in some situations, with the facts of another rule or of the table's call.
SAID_OTHERWISE = {"unless_last", "call_must", "call_if_equal", "call_if_ordinary"}


@pytest.mark.parametrize("key", KEYS)
def test_every_law_in_the_data_is_cited_by_some_question(key):
    assert set(VARIANTS[key].play["citations"]) - set(rules_reached(key)) == set()


@pytest.mark.parametrize("key", KEYS)
def test_every_law_that_is_cited_stands_in_the_data(key):
    assert set(rules_reached(key)) - set(VARIANTS[key].play["citations"]) <= SAID_OTHERWISE


@pytest.mark.parametrize("key", KEYS)
def test_a_law_is_cited_with_the_facts_of_the_data(key):
    citations = VARIANTS[key].play["citations"]
    for rule_key, facts in rules_reached(key).items():
        assert rule_key in SAID_OTHERWISE or list(facts) == citations[rule_key]
