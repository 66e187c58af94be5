"""The whole turn described on each page is legal according to the referee, in both languages."""

import pytest

from game.referee.cards import read_cards
from game.rulebook.notation import CARD
from game.rulebook.pages import prose_of
from game.texts import LANGUAGES
from game.variants import KEYS, VARIANTS
from tests.game.referee.eights.builders import answer, ask, follows, number
from tests.game.referee.rummy.builders import meld, table
from tests.game.rulebook.sample import named
from tests.game.variants.choices import every_choice


def steps(key, language):
    """The cards of each step of the numbered list under “A whole turn”."""
    (turn,) = (section for section in prose_of(VARIANTS[key], language).sections if section.key == "turn")
    items = [passage for passage in turn.passages if passage.ordered]
    return [" ".join(named(CARD, item)) for item in items]


def tables(key):
    """Every combination of the options that change how cards are played."""
    played = {"ace_on_ace", "multi_first", "trick_match", "eight_follows"}
    seen = [
        {name: value for name, value in chosen.items() if name in played}
        for chosen in every_choice(VARIANTS[key])
    ]
    return [chosen for n, chosen in enumerate(seen) if chosen not in seen[:n]]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_played_were_held_or_drawn(key, language):
    first, *later = steps(key, language)
    assert len(later) == 3
    known = read_cards(" ".join([first, later[0] if key == "vandatta_pagat" else ""]))
    assert all(card in known for step in later for card in read_cards(step))


@pytest.mark.parametrize("language", LANGUAGES)
def test_vandatta_an_ace_and_then_two_of_a_rank(language):
    first, ace, fours, rest = steps("vandatta", language)
    top, *_held = first.split()
    for table_plays in tables("vandatta"):
        assert answer("vandatta", top, ace, **table_plays) == "yes"
        assert follows("vandatta", top, ace, hand=5, **table_plays)[:2] == ["others_draw", "goes_on"]
        assert answer("vandatta", ace, fours, again=True, **table_plays) == "yes"
    assert set(first.split()) == {top, ace, *fours.split(), *rest.split()}
    assert answer("vandatta", fours.split()[-1], "5S") == answer("vandatta", fours.split()[-1], "4D") == "yes"


@pytest.mark.parametrize("language", LANGUAGES)
def test_vandaatta_nothing_fits_until_the_second_card_drawn(language):
    first, drawn, played, rest = steps("vandatta_pagat", language)
    top, *held = first.split()
    for table_plays in tables("vandatta_pagat"):
        assert {answer("vandatta_pagat", top, card, **table_plays) for card in [*held, drawn.split()[0]]} == {
            "no"
        }
        assert answer("vandatta_pagat", top, played, **table_plays) == "yes"
    assert {*held, *drawn.split()} == {*played.split(), *rest.split()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_swedish_pursuit_a_two_answers_a_two(language):
    first, played, _nobody_plays, matched = steps("swedish_pursuit", language)
    top, *held = first.split()
    for table_plays in tables("swedish_pursuit"):
        verdicts = {card: answer("swedish_pursuit", top, card, pending=2, **table_plays) for card in held}
        assert [card for card, result in verdicts.items() if result == "yes"] == [played]
        assert number("swedish_pursuit", top, played, "starts_chain", pending=2, hand=4, **table_plays) == 4
        for after in ("9S", "8D"):
            assert answer("swedish_pursuit", matched, after, **table_plays) == "yes"


@pytest.mark.parametrize("language", LANGUAGES)
def test_derange_two_tens_and_the_card_that_follows(language):
    first, tens, follower, _kept = steps("derange", language)
    top = first.split()[0]
    for table_plays in tables("derange"):
        assert answer("derange", top, f"{tens} {follower}", **table_plays) == "yes"
        assert not ask("derange", top, f"{tens} {follower}", hand=5, **table_plays).consequences


@pytest.mark.parametrize("language", LANGUAGES)
def test_vatikan_a_first_meld_and_a_card_added(language):
    first, run, added, _over = steps("vatikan", language)
    nines = " ".join(first.split()[:3])
    assert meld(run, first=True).answer == "yes"
    assert table(f"{nines} {added} / {run}", before=nines, opened=False).answer == "yes"


# Decisions on the pages, where the texts are silent, agree with the referee.


def test_after_cards_were_picked_up_a_two_is_a_plain_card_to_match_gs24():
    assert answer("swedish_pursuit", "2S", "9S") == answer("swedish_pursuit", "2S", "8D") == "yes"
    assert answer("swedish_pursuit", "2S", "9H") == "no"


def test_a_trick_card_follows_the_named_suit_gs25():
    assert answer("swedish_pursuit", "8S", "AH", called="H") == "yes"
    assert answer("swedish_pursuit", "8S", "AS", called="H") == "no"


def test_a_ten_drawn_for_a_three_follows_it_and_requires_a_card_gd25():
    assert "owes_follow" in follows("derange", "3H", "10H", follow=True, drawn="10H", hand=2)


def test_a_three_drawn_for_a_three_of_another_suit_stays_in_the_hand_gd26():
    assert answer("derange", "3H", "3C", follow=True, drawn="3C") == "no"
