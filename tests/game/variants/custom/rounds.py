"""Random rounds of any game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from game.scoring.deal import next_deal
from game.scoring.facts import Hand, Round, SeatFacts, SeatId
from game.scoring.hand import IllegalHand, hand_of
from game.scoring.rules import Rules
from game.scoring.standings import with_eliminations

MOST_OF_A_CLASS = 3
FIGURES = (0, 1, 5, 12, 40)


def random_round(
    rules: Rules,
    seats: Sequence[SeatFacts],
    rounds: Sequence[Round],
    first_dealer: SeatId,
    chance: Random,
) -> Round:
    """Return a possible next round of a session that is not over."""
    deal = next_deal(rules, seats, rounds, [first_dealer])
    playing = [s.id for s in with_eliminations(rules, seats, rounds) if s.plays(deal.number)]
    out = chance.choice([*playing, None]) if rules.has_round_winner else None
    of_round = _some(rules, "round", chance)
    places = iter(chance.sample(range(1, len(playing) + 1), len(playing)))
    hands = [
        Hand(seat, {}, 0 if rules.counts_points else None)
        if seat == out
        else _hand(rules, seat, of_round, next(places), chance)
        for seat in playing
    ]
    dealer = deal.dealer or playing[0]
    return Round(deal.number, dealer, deal.hand_size, out, tuple(hands), None, of_round)


def _hand(rules: Rules, seat: SeatId, of_round: tuple[str, ...], place: int, chance: Random) -> Hand:
    own = _some(rules, "hand", chance)
    if rules.tally == "places":
        return hand_of(seat, rules, typed=str(place))
    if rules.counts_wins and (not rules.classes or chance.random() < 1 / 2):
        return Hand(seat, None, None)
    is_typed = rules.is_typed or (rules.counts_points and chance.random() < 1 / 4)
    if is_typed:
        figures = [str(chance.choice(FIGURES)) for _term in range(chance.randint(1, 3))]
        sign = "-" if rules.negative and chance.random() < 1 / 3 else ""
        entered: dict[str, Any] = {"typed": sign + "+".join(figures)}
    else:
        cards = {c.key: chance.randint(0, MOST_OF_A_CLASS) for c in rules.classes if chance.random() < 1 / 3}
        entered = {"cards": cards}
    try:
        return hand_of(seat, rules, **entered, multipliers=own, of_round=of_round)
    except IllegalHand:  # too many points, by large multipliers
        nothing: dict[str, Any] = {"typed": "0"} if is_typed else {"cards": {}}
        return hand_of(seat, rules, **nothing, multipliers=own, of_round=of_round)


def _some(rules: Rules, of: str, chance: Random) -> tuple[str, ...]:
    return tuple(each.key for each in rules.multipliers if each.of == of and chance.random() < 1 / 4)
