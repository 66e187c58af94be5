"""A possible round has no warnings: hands from real packs, blocked or ended, with and without chains."""

from collections import Counter
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from game.scoring.facts import Hand, LastCards, Round
from game.scoring.hand import points_of
from game.scoring.round_warnings import round_warnings
from tests.game.scoring import builders

NAMES = ("Anna", "Bo", "Cara", "Dilan")
rules_of = cache(builders.rules_of)
TABLES = st.sampled_from(
    [
        ("vandatta", {}),
        ("vandatta", {"decks": 2}),
        ("swedish_pursuit", {"draw_after_end": True}),
        ("derange", {"decks": 1}),
        ("derange", {}),
        ("derange", {"decks": 4}),
    ]
)


def dealt(draw, rules, stock, least):
    """A hand of at least `least` cards from the stock, tapped or typed."""
    cards = [stock.pop() for _ in range(draw(st.integers(least, least + 6)))]
    tally = dict(Counter(cards))
    points = points_of(tally, rules)
    return (None if draw(st.booleans()) else tally), points


@st.composite
def rounds(draw):
    key, options = draw(TABLES)
    rules = rules_of(key, len(NAMES), **options)
    stock = [c.key for c in rules.classes for _ in range(rules.cards_in_pack(c))]
    out = draw(st.sampled_from([None, *NAMES]))
    chain = None
    if rules.chain and out and draw(st.booleans()):
        lying = draw(st.integers(1, min(6, rules.cards_in_pack(rules.by_key[rules.chain.card_class]))))
        chain = LastCards(lying, draw(st.sampled_from([name for name in NAMES if name != out])))
        for _ in range(lying):
            stock.remove(rules.chain.card_class)
    elif out:
        stock.remove(draw(st.sampled_from(stock)))  # cards laid by the player who went out
    else:
        stock.pop()  # the card on top
    draw(st.randoms(use_true_random=False)).shuffle(stock)
    hands = []
    for name in NAMES:
        if name == out:
            hands.append(Hand(name, {}, 0))
            continue
        drawn = rules.chain.drawn_for(chain.cards) if chain and chain.drawer == name else 0
        hands.append(Hand(name, *dealt(draw, rules, stock, drawn + 1)))
    return rules, Round(1, "Anna", rules.hand_size(1), out, tuple(hands), chain)


@given(rounds())
def test_a_possible_round_has_no_warnings(rules_and_round):
    rules, played = rules_and_round
    assert round_warnings(played, rules) == []


@given(rounds(), st.sampled_from(NAMES))
def test_only_a_player_with_an_empty_hand_who_is_not_out_is_warned_about(rules_and_round, name):
    rules, played = rules_and_round
    if name == played.out or (played.chain and name == played.chain.drawer):
        return
    hands = tuple(Hand(name, {}, 0) if hand.seat == name else hand for hand in played.hands)
    emptied = Round(1, "Anna", played.hand_size, played.out, hands, played.chain)
    code = "empty" if played.out else "blocked"
    assert [(odd.code, odd.seat) for odd in round_warnings(emptied, rules)] == [(code, name)]
