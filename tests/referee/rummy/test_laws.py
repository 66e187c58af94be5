"""The laws of melding and where they stand."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from referee import rummy
from referee.cards import read_cards
from referee.rummy.meld import judge_meld
from referee.rummy.melding import Melding
from referee.rummy.swap import judge_swap
from tests.referee.rummy.builders import MELDING, VATIKAN
from variants.citations import is_known

# Facts about melds, jokers and the draw that this referee is there for.
SETTLED = {f"VK{number}" for number in (3, *range(10, 19), *range(20, 28))} | {
    f"GK{number}" for number in (2, 4, *range(7, 15))
}


def words_of_the_referee():
    for path in Path(rummy.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))


def test_every_law_is_one_that_the_referee_gives():
    assert set(MELDING.laws) - set(words_of_the_referee()) == set()


def test_a_law_that_is_not_there_is_refused():
    with pytest.raises(KeyError):
        MELDING.reason("no_such_law")


def test_every_law_says_where_it_stands():
    for law, facts in MELDING.laws.items():
        assert facts, law
        assert all(map(is_known, facts)), law


def test_every_fact_about_melding_decides_or_supports_a_law():
    assert {fact for facts in MELDING.laws.values() for fact in facts} == SETTLED


def test_what_a_game_leaves_out_is_missed():
    played = {name: value for name, value in VATIKAN.play.items() if name != "order"}
    with pytest.raises(TypeError):
        Melding.from_dict(played, decks=2, jokers=2)


def answer(melding, cards, *, first=False):
    return judge_meld(melding, read_cards(cards), first=first).answer


def test_another_game_of_the_family_is_other_data():
    ace_low = replace(MELDING, order=MELDING.order[:-1])
    assert [answer(ace_low, cards) for cards in ("AS 2S 3S", "QS KS AS")] == ["yes", "no"]
    longer = replace(MELDING, meld_least=4)
    assert [answer(longer, cards) for cards in ("5S 6S 7S", "5S 6S 7S 8S")] == ["no", "yes"]
    small_sets = replace(MELDING, set_most=3)
    assert [answer(small_sets, cards) for cards in ("5S 5H 5D", "5S 5H 5D 5C")] == ["yes", "no"]
    opens_with_a_set = replace(MELDING, first_meld=("run", "set"))
    assert answer(opens_with_a_set, "5S 5H 5D", first=True) == "yes"
    one_deck = replace(MELDING, decks=1, jokers=1)
    assert answer(one_deck, "5S JK JK") == "no"
    from_everywhere = replace(MELDING, frees_joker=("hand", "own", "other"))
    six, lying = read_cards("6H"), read_cards("5H JK 7H")
    assert judge_swap(from_everywhere, lying, (), *six, whose="other").answer == "yes"
