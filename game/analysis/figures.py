"""Which figures have a meaning under the rules of a session."""

from __future__ import annotations

from game.scoring.rules import Rules


def cards_left_are_bad(rules: Rules) -> bool:
    """Whether a seat is better off without cards when a round ends: it went out, or is left with few."""
    return rules.has_round_winner and (rules.collects or not rules.highest_wins)


def hands_cost(rules: Rules) -> bool:
    """Whether the points of a hand are what its cards left cost: the holder or, if one seat collects, to the
    benefit of that seat.
    """
    return rules.counts_points and cards_left_are_bad(rules)


def holders_pay(rules: Rules) -> bool:
    """Whether the points of cards left are added to the total of their holder."""
    return hands_cost(rules) and not rules.collects


def has_distances(rules: Rules) -> bool:
    """Whether the difference of two totals says how far one side is ahead of the other.

    Not if places are added up, which are no points, and not if sides are eliminated, because those rank
    behind all that play longer, whatever the totals.
    """
    return rules.tally != "places" and rules.eliminate_at is None
