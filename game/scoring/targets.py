"""How far a session is from a total that ends it, or from which a side is eliminated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.scoring.facts import Round, SeatFacts
from game.scoring.rules import Rules
from game.scoring.standings import Standing, is_over, round_gains, standings

MIN_ROUNDS = 2  # before the gains so far say anything about the next one


def target(rules: Rules) -> int | None:
    """Return the total that ends the session or eliminates a side; None without one."""
    return rules.eliminate_at if rules.eliminate_at is not None else rules.first_to


def distance(rules: Rules, side: Standing) -> int | None:
    """Return what a side lacks to the target, at least 0; None without a target, and for a side that has
    left or is eliminated.
    """
    goal = target(rules)
    if goal is None or side.rank is None or side.eliminated_after is not None:
        return None
    return max(0, goal - side.total)


def is_tied_at_target(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[Round]) -> bool:
    """Whether the target is reached and a tie is played on."""
    if rules.first_to is None or rules.tie != "play_on":
        return False
    seats = list(seats)
    table = [side for side in standings(rules, seats, rounds) if side.rank is not None]
    is_reached = any(side.total >= rules.first_to for side in table)
    return is_reached and not is_over(rules, seats, rounds)


def may_end_next(rules: Rules, seats: Iterable[SeatFacts], rounds: Sequence[Round]) -> bool:
    """Whether the next round may end the session at its target, judging by the largest gain so far.

    With eliminations it ends if no more than one side is left. False before MIN_ROUNDS rounds, after the
    end, and in a tie at the target, which any round may end.
    """
    seats = list(seats)
    if len(rounds) < MIN_ROUNDS or is_over(rules, seats, rounds) or is_tied_at_target(rules, seats, rounds):
        return False
    largest = max((gain for played in rounds for gain in round_gains(rules, played).values()), default=0)
    distances = [distance(rules, side) for side in standings(rules, seats, rounds)]
    missing = [points for points in distances if points is not None]
    within = sum(points <= largest for points in missing)
    if rules.eliminate_at is not None:
        return 0 < within >= len(missing) - 1
    return within > 0
