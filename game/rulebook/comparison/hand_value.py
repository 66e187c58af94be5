"""What one hand costs under a variant, how that adds up, and whether its cards can be held at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from game.referee.cards import SUITS, Card
from game.scoring.hand import points_of
from game.scoring.rules import Rules
from game.variants import Variant


@dataclass(frozen=True)
class Term:
    """`times` cards of one rank at `each` points."""

    rank: str
    times: int
    each: int

    def __str__(self) -> str:
        return f"{self.times} × {self.each}" if self.times > 1 else str(self.each)

    @property
    def points(self) -> int:
        return self.times * self.each


@dataclass(frozen=True)
class ExtraCards:
    """More copies are held than the pack has; a card without suit stands for its rank."""

    card: Card
    held: int
    most: int


@dataclass(frozen=True)
class HandValue:
    """`points` is None where the variant counts no points; a joker that the pack has not costs nothing."""

    cards: int
    points: int | None
    terms: tuple[Term, ...]
    extra: tuple[ExtraCards, ...]

    @property
    def sum(self) -> str:
        """How the points add up: "2 × 10 + 5"; "" where one card says it all."""
        if len(self.terms) < 2 and all(term.times == 1 for term in self.terms):  # noqa: PLR2004
            return ""
        return " + ".join(map(str, self.terms))


def usual_rules(variant: Variant) -> Rules:
    """The rules before anybody chooses, at the smallest table."""
    return variant.rules({}, variant.players[0])


def hand_value(hand: Sequence[Card], rules: Rules) -> HandValue:
    """The hand under these rules; cards need no suit."""
    in_pack = [card for card in hand if not card.is_joker or rules.jokers]
    terms = () if rules.counts_wins else tuple(_terms(in_pack, rules))
    return HandValue(
        cards=len(hand),
        points=None if rules.counts_wins else sum(term.points for term in terms),
        terms=terms,
        extra=tuple(_extra(hand, rules)),
    )


def _terms(hand: Sequence[Card], rules: Rules) -> list[Term]:
    """In the order in which the ranks are named."""
    held = Counter(card.rank for card in hand)
    return [Term(rank, times, points_of({rank: 1}, rules) or 0) for rank, times in held.items()]


def _extra(hand: Sequence[Card], rules: Rules) -> list[ExtraCards]:
    """Cards of one suit first counted alone, then whatever their suit is."""
    exact = Counter(card for card in hand if card.suit)
    by_rank = Counter(Card(card.rank, "") for card in hand)
    most = dict.fromkeys(exact, rules.decks)
    most |= {c: rules.jokers if c.is_joker else len(SUITS) * rules.decks for c in by_rank}
    return [ExtraCards(c, held, most[c]) for c, held in (exact | by_rank).items() if held > most[c]]
