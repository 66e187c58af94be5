"""Rescoring: a session with other card values. Only points change; the play is assumed to stay the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from game.scoring.facts import Hand, Round, SeatFacts, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Standing, standings

Values = Mapping[str, Sequence[int | None]]  # by class: what its ranks cost, None for a rank without value


@dataclass(frozen=True)
class Obstacle:
    """A reason why a session cannot be rescored.

    code: "rules" (the two do not add up the same: `can_rescore`), "ranks" (only the number of cards left is
    known), "typed" (hands of which only the points are known), "start" (seats with start points or points for
    a return, in the old values), "bonus" (seats with bonus or penalty points in the old values), "unknown" (a
    class with a rank that has no value in the other rules) or "mixed" (a class whose ranks differ in value
    there). card_class: the class, for "unknown" and "mixed". count: number of hands, seats or cards. hands:
    number of the round and seat, for "typed".
    """

    code: str
    card_class: str = ""
    count: int = 0
    hands: tuple[tuple[int, SeatId], ...] = ()


class CannotRescore(ValueError):
    """Raised by `rescore`; `obstacles` are all reasons."""

    def __init__(self, obstacles: Sequence[Obstacle]) -> None:
        super().__init__(", ".join(obstacle.code for obstacle in obstacles))
        self.obstacles = obstacles


def can_rescore(rules: Rules, other: Rules) -> bool:
    """Whether a session with `rules` can be counted with the card values of `other`.

    Both count cards, and the same seats gain their points. Not if sides are eliminated: with other values
    they would have played other rounds.
    """
    return (
        bool(rules.classes)
        and rules.eliminate_at is None
        and other.counts_points
        and not other.is_typed
        and (rules.highest_wins, rules.collects) == (other.highest_wins, other.collects)
    )


def rescore(
    rules: Rules, other: Rules, seats: Sequence[SeatFacts], rounds: Sequence[Round]
) -> list[Standing]:
    """Return the standings with the card values of `other`, best first.

    rules: of the session. Multipliers apply to the new values too. Raises CannotRescore unless the cards of
    every hand have a value there: points of two kinds make no total.
    """
    if not can_rescore(rules, other):
        raise CannotRescore([Obstacle("rules")])
    values = {c.key: [_value(rank, other) for rank in c.ranks] for c in rules.classes}
    obstacles = list(_obstacles(rules, values, seats, rounds))
    if obstacles:
        raise CannotRescore(obstacles)
    new_rules = replace(rules, tally=other.tally, first_to=None)
    return standings(new_rules, seats, [_recounted(rules, values, played) for played in rounds])


def _value(rank: str, other: Rules) -> int | None:
    key = other.class_of_rank.get(rank)
    return other.by_key[key].points if key else None


def _obstacles(
    rules: Rules, values: Values, seats: Sequence[SeatFacts], rounds: Sequence[Round]
) -> Iterator[Obstacle]:
    if not all(values.values()):
        yield Obstacle("ranks")
        return
    typed = [
        (played.number, hand.seat)
        for played in rounds
        for hand in played.remaining_hands
        if _is_typed(hand, rules)
    ]
    if typed:
        yield Obstacle("typed", count=len(typed), hands=tuple(typed))
    started = sum(bool(seat.start_points or any(a.points for a in seat.away)) for seat in seats)
    if started:
        yield Obstacle("start", count=started)
    adjusted = sum(bool(seat.adjustments) for seat in seats)
    if adjusted:
        yield Obstacle("bonus", count=adjusted)
    held: Counter[str] = Counter()
    for played in rounds:
        for hand in played.remaining_hands:
            held.update(hand.cards or {})
    for key, rank_values in values.items():
        if held[key] and None in rank_values:
            yield Obstacle("unknown", key, held[key])
        elif held[key] and len(set(rank_values)) > 1:
            yield Obstacle("mixed", key, held[key])


def _is_typed(hand: Hand, rules: Rules) -> bool:
    """Whether only the points are known. 0 points are no cards, unless a card may cost 0 or less."""
    if hand.cards is not None or hand.points is None:
        return False
    return hand.points != 0 or any((c.points or 0) <= 0 for c in rules.classes)


def _recounted(rules: Rules, values: Values, played: Round) -> Round:
    """Return the round with new points."""
    hands = []
    for hand in played.hands:
        points = 0
        if hand.seat != played.out:
            cost = sum((values[key][0] or 0) * count for key, count in (hand.cards or {}).items())
            points = cost * rules.times(hand, played)
        hands.append(structs.replace(hand, points=points))
    return structs.replace(played, hands=tuple(hands))
