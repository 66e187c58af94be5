"""Properties of verdicts on any cards."""

from hypothesis import given
from hypothesis import strategies as st

from game.referee.cards import DECK, JOKER, RANKS, SUITS, Card
from game.referee.rummy.meld import judge_meld
from game.referee.rummy.reading import readings
from game.referee.rummy.swap import judge_swap
from game.referee.rummy.table import judge_table
from tests.game.referee.rummy.builders import MELDING
from tests.game.referee.rummy.every_meld import MELDS, RUNS, as_meld

BY_NAME = {str(card): card for card in (*DECK, JOKER)}
PACK = [card for card in (*DECK, JOKER) for _copy in range(2)]
EVERY_MELD = sorted(MELDS, key=lambda meld: (len(meld), meld))
LONG_RUNS = [run for run in sorted(RUNS) if 4 <= len(run) <= 12]

moments = st.booleans()
melds = st.sampled_from(EVERY_MELD).map(lambda names: [BY_NAME[name] for name in names])
anything = st.lists(st.integers(0, len(PACK) - 1), unique=True, max_size=20).map(
    lambda places: [PACK[place] for place in places]
)


def judge(cards, *, first=False, declared=()):
    return judge_meld(MELDING, cards, first=first, declared=declared)


def with_jokers(meld, places):
    return [JOKER if at in places else card for at, card in enumerate(meld)]


@st.composite
def melds_with_jokers(draw):
    """A meld before and after some of its cards were replaced by jokers, and the replaced cards."""
    meld = draw(melds)
    places = draw(st.sets(st.integers(0, len(meld) - 1), min_size=1, max_size=2))
    return meld, with_jokers(meld, places), [meld[at] for at in sorted(places)]


@given(melds, moments)
def test_all_listed_melds_are_melds(meld, first):
    is_run = tuple(sorted(map(str, meld))) in RUNS
    assert judge(meld, first=first).answer == ("yes" if is_run or not first else "no")


@given(anything, moments)
def test_any_cards_are_judged_as_in_the_list_of_all_melds(cards, first):
    expected = as_meld(tuple(map(str, cards)), first=first)
    assert (judge(cards, first=first).answer == "yes") == bool(expected)


@given(melds_with_jokers(), moments)
def test_a_joker_takes_the_place_of_any_card(laid, first):
    meld, jokered, taken = laid
    if judge(meld, first=first).answer == "yes":
        assert judge(jokered, first=first, declared=taken).answer == "yes"


@given(melds_with_jokers(), st.randoms(use_true_random=False))
def test_the_order_in_which_a_meld_is_written_does_not_matter(laid, chance):
    _meld, cards, _taken = laid
    shuffled = chance.sample(cards, len(cards))
    assert readings(MELDING, shuffled) == readings(MELDING, cards)
    assert judge(shuffled) == judge(cards)


@given(melds_with_jokers())
def test_every_reading_is_a_meld_without_jokers(laid):
    _meld, cards, _taken = laid
    naturals = [card for card in cards if not card.is_joker]
    for reading in readings(MELDING, cards):
        verdict = judge([*naturals, *reading.jokers])
        assert verdict.answer == "yes"
        assert verdict.reason.rule_key in (("set",) if reading.kind == "set" else ("run", "whole_suit"))


@given(melds_with_jokers())
def test_the_declared_card_frees_its_joker(laid):
    _meld, cards, taken = laid
    for card in taken:
        assert judge_swap(MELDING, cards, taken, card, whose="hand").answer == "yes"
        assert judge_swap(MELDING, cards, (), card, whose="hand").answer in ("yes", "ask")


@given(melds_with_jokers(), st.sampled_from(DECK))
def test_only_a_card_that_completes_the_meld_frees_a_joker(laid, card):
    _meld, cards, _taken = laid
    swapped = list(cards)
    swapped[swapped.index(JOKER)] = card
    fits = judge(swapped).answer == "yes"
    assert (judge_swap(MELDING, cards, (), card, whose="hand").answer != "no") == fits


@given(st.sampled_from(LONG_RUNS), st.data())
def test_the_card_missing_in_a_run_is_named(run, data):
    ladder = [rank for rank in MELDING.order[1:] if rank + run[0][-1] in run]
    if "A" in ladder and "2" in ladder:  # the ace lies low
        ladder = ["A", *ladder[:-1]]
    missing = data.draw(st.sampled_from(ladder[1:-1]))
    left = [Card(rank, run[0][-1]) for rank in ladder if rank != missing]
    if (ladder[0], ladder[-1], missing) == ("3", "A", "K"):  # 3 … Q A: the ace may lie low as well
        missing = "2"
    reason = judge(left).reason
    assert (reason.rule_key, reason.about["cards"]) == ("gap", (Card(missing, run[0][-1]),))


@given(st.sampled_from(SUITS), st.integers(1, 12), st.integers(3, 11))
def test_no_run_goes_around_the_corner(suit, start, length):
    circle = RANKS * 2
    cards = [Card(rank, suit) for rank in circle[start : start + length]]
    around = start + length > len(RANKS) + 1
    assert judge(cards).answer == ("no" if around else "yes")
    if around:
        assert judge(cards).reason.rule_key == "corner"


@given(anything, moments)
def test_without_declarations_only_an_empty_meld_is_a_question(cards, first):
    assert (judge(cards, first=first).answer == "ask") == (not cards)


@given(st.lists(melds, min_size=1, max_size=4), melds)
def test_a_player_who_has_melded_may_lay_another_meld(before, meld):
    verdict = judge_table(MELDING, before, [*before, meld], opened=True)
    assert verdict.answer == "yes" or verdict.reason.rule_key == "copies"


@given(st.lists(melds, min_size=2, max_size=4), melds)
def test_no_meld_of_a_table_may_vanish(before, meld):
    verdict = judge_table(MELDING, before, [*before[1:], meld], opened=True)
    taken = set(before[0]) - {card for lying in (*before[1:], meld) for card in lying}
    assert verdict.answer == "no" or not taken


@given(
    st.lists(anything.map(lambda cards: cards[:6]), max_size=4),
    st.lists(melds_with_jokers(), max_size=3),
    moments,
)
def test_any_two_tables_are_judged_without_an_error(before, after, opened):
    laid = [cards for _meld, cards, _taken in after]
    for verdict in (
        judge_table(MELDING, before, laid, opened=opened),
        judge_table(MELDING, laid, before, opened=opened),
        judge_table(MELDING, laid[1:], laid, opened=opened),
    ):
        assert verdict.answer in ("yes", "no", "ask")
        assert all(reason.facts for reason in verdict.consequences)
