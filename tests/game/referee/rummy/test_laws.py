"""Laws of melding and their sources."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from game.referee import rummy
from game.referee.cards import read_cards
from game.referee.rummy.meld import judge_meld
from game.referee.rummy.melding import Melding
from game.referee.rummy.swap import judge_swap
from game.referee.rummy.table import judge_table
from game.variants.citations import is_known
from tests.game.referee.rummy.builders import MELDING, VATIKAN

# Facts about melds, jokers and the draw that this referee implements.
SETTLED = {f"VK{number}" for number in (3, *range(10, 19), *range(20, 28))} | {
    f"GK{number}" for number in (2, 4, *range(7, 15))
}


def words_of_the_referee():
    for path in Path(rummy.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))


def test_every_law_is_used_by_the_referee():
    assert set(MELDING.laws) - set(words_of_the_referee()) == set()


def test_an_unknown_law_is_refused():
    with pytest.raises(KeyError):
        MELDING.reason("no_such_law")


def test_every_law_cites_its_source():
    for law, facts in MELDING.laws.items():
        assert facts, law
        assert all(map(is_known, facts)), law


def test_every_fact_about_melding_decides_or_supports_a_law():
    assert {fact for facts in MELDING.laws.values() for fact in facts} == SETTLED


def test_a_fact_that_a_game_leaves_out_is_reported():
    played = {name: value for name, value in VATIKAN.play.items() if name != "order"}
    with pytest.raises(TypeError):
        Melding.from_dict(played, decks=2, jokers=2)


def answer(melding, cards, *, first=False):
    return judge_meld(melding, read_cards(cards), first=first).answer


def test_another_game_of_the_family_needs_only_other_data():
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


def test_the_number_of_copies_and_jokers_is_data():
    more_jokers = replace(MELDING, decks=1, jokers=3)
    for cards, most in (("5H 5H 7H", 1), ("JK JK JK JK", 3)):
        verdict = judge_meld(more_jokers, read_cards(cards), first=False)
        assert (verdict.because.law, verdict.because.about["most"]) == ("copies", most)


def test_jokers_alone_may_be_any_run_or_set():
    verdict = judge_meld(replace(MELDING, jokers=3), read_cards("JK JK JK"), first=False)
    assert (verdict.answer, verdict.because.law) == ("yes", "run_or_set")


def test_with_a_low_ace_the_corner_is_only_the_ace():
    ace_low = replace(MELDING, order=MELDING.order[:-1])
    verdict = judge_meld(ace_low, read_cards("QS KS AS"), first=False)
    assert (verdict.because.law, verdict.because.about["rank"]) == ("corner", "A")


def test_jokers_make_no_set_larger_than_allowed():
    small_sets = replace(MELDING, set_most=3)
    assert [answer(small_sets, cards) for cards in ("5S 5H JK", "5S 5H JK JK")] == ["yes", "no"]


def test_where_no_run_opens_no_run_from_the_hand_does():
    opens_with_a_set = replace(MELDING, first_meld=("set",))
    before, run = read_cards("5H 6H 7H"), read_cards("2S 3S 4S")
    verdict = judge_table(opens_with_a_set, [before], [before, run], opened=False)
    assert (verdict.answer, verdict.because.law) == ("no", "not_opened")


def test_vatikan_melds_according_to_its_facts():
    assert (MELDING.meld_least, MELDING.set_most) == (3, 4)  # VK12, VK17
    assert MELDING.order == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # VK10
    assert MELDING.first_meld == ("run",)  # VK21
    assert MELDING.frees_joker == ("hand", "own")  # GK9
    assert (MELDING.decks, MELDING.jokers) == (2, 2)  # VK3, GK2
