"""Points of a hand in a variant, with their terms, and cards that exceed the pack."""

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
    """`times` cards of one rank, each with `card_points`."""

    rank: str
    times: int
    card_points: int

    def __str__(self) -> str:
        return f"{self.times} × {self.card_points}" if self.times > 1 else str(self.card_points)

    @property
    def points(self) -> int:
        return self.times * self.card_points


@dataclass(frozen=True)
class ExtraCards:
    """A card with more copies than the pack has; a card without suit stands for its rank."""

    card: Card
    held: int
    most: int


@dataclass(frozen=True)
class HandValue:
    """points: None if the variant counts no points. Jokers that are not in the pack have no points.

    terms: in order of first appearance of the ranks.
    """

    cards: int
    points: int | None
    terms: tuple[Term, ...]
    extra: tuple[ExtraCards, ...]

    @property
    def sum(self) -> str:
        """The terms as text: "2 × 10 + 5"; "" for a single card."""
        if len(self.terms) < 2 and all(term.times == 1 for term in self.terms):  # noqa: PLR2004
            return ""
        return " + ".join(map(str, self.terms))


def default_rules(variant: Variant) -> Rules:
    """Return the rules with default options for the fewest players."""
    return variant.rules({}, variant.players[0])


def hand_value(hand: Sequence[Card], rules: Rules) -> HandValue:
    """Return the value of a hand; cards may have no suit."""
    extra = tuple(_extra(hand, rules))
    if rules.counts_wins:
        return HandValue(len(hand), None, (), extra)
    held = Counter(card.rank for card in hand if not card.is_joker or rules.jokers)
    terms = tuple(Term(rank, times, points_of({rank: 1}, rules) or 0) for rank, times in held.items())
    return HandValue(len(hand), sum(term.points for term in terms), terms, extra)


def _extra(hand: Sequence[Card], rules: Rules) -> list[ExtraCards]:
    """Return excess cards, first by exact card, then by rank."""
    exact = Counter(card for card in hand if card.suit)
    by_rank = Counter(Card(card.rank, "") for card in hand)
    most = dict.fromkeys(exact, rules.decks)
    most |= {c: rules.jokers if c.is_joker else len(SUITS) * rules.decks for c in by_rank}
    return [ExtraCards(c, held, most[c]) for c, held in (exact | by_rank).items() if held > most[c]]
