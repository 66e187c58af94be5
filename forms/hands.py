"""One seat's part of a round: what was tapped or typed, exactly, and what it means."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask_babel import gettext as _

from models.seat import Seat
from scoring import facts
from scoring.hand import MOST_POINTS, IllegalHand, by_class, points_of, typed_points
from scoring.rules import Rules

COUNT_DIGITS = 4


class BadEntry(ValueError):
    """What was typed for a seat does not fit together; the text is what the player reads."""


@dataclass
class HandEntry:
    """`cards` by class key and `points` as text; `error` in words once it has been read."""

    seat: Seat
    cards: dict[str, str] = field(default_factory=dict)
    points: str = ""
    error: str | None = None

    @property
    def is_entered(self) -> bool:
        return bool(self.points.strip()) or any(text.strip() for text in self.cards.values())

    def read(self, rules: Rules, *, is_out: bool) -> facts.Hand | None:
        """The hand as scoring sees it; None where `error` says what is wrong."""
        try:
            return self._hand(rules, is_out=is_out)
        except IllegalHand as wrong:
            self.error = words_for_hand(wrong)
        except BadEntry as wrong:
            self.error = str(wrong)
        return None

    def _hand(self, rules: Rules, *, is_out: bool) -> facts.Hand:
        cards = by_class(_counts(self.cards), rules)
        typed = typed_points(self.points) if self.points.strip() else None
        if is_out:
            return self._of_out(rules, cards, typed)
        if typed is not None and (cards or rules.counts_wins):
            return self._of_both(rules, cards, typed)
        if typed is not None:
            return facts.Hand(self.seat.id, None, typed)
        if self.is_entered:
            return facts.Hand(self.seat.id, cards, points_of(cards, rules))
        if rules.cards_optional:
            return facts.Hand(self.seat.id, None, None)
        raise BadEntry(_("Not entered yet: tap the cards, or type the points."))

    def _of_out(self, rules: Rules, cards: dict[str, int], typed: int | None) -> facts.Hand:
        if cards or typed:
            raise BadEntry(_("%(name)s is out and cannot have cards left.", name=self.seat.name))
        return facts.Hand(self.seat.id, {}, None if rules.counts_wins else 0)

    def _of_both(self, rules: Rules, cards: dict[str, int], typed: int) -> facts.Hand:
        if rules.counts_wins:
            raise BadEntry(_("This table counts rounds won, not points."))
        worth = points_of(cards, rules)
        if worth != typed:
            raise BadEntry(
                _(
                    "The cards make %(cards)d, but %(typed)d is typed. Clear one of the two.",
                    cards=worth,
                    typed=typed,
                )
            )
        return facts.Hand(self.seat.id, cards, worth)


def _counts(cards: dict[str, str]) -> dict[str, int]:
    counts = {}
    for key, text in cards.items():
        stripped = text.strip()
        if stripped and not (stripped.isascii() and stripped.isdigit() and len(stripped) <= COUNT_DIGITS):
            raise IllegalHand("count", text)
        counts[key] = int(stripped) if stripped else 0
    return counts


def words_for_hand(wrong: IllegalHand) -> str:
    value = str(wrong.value)[:40]
    if wrong.problem == "count":
        return _("“%(value)s” is not a number of cards.", value=value)
    if wrong.problem == "absurd":
        return _("%(value)s points in one hand? %(most)d is the most.", value=value, most=MOST_POINTS)
    if wrong.problem == "sum":
        return _("“%(value)s” is not a number or a sum such as 12+11+7.", value=value)
    if wrong.problem == "wins":
        return _("This table counts rounds won, not points.")
    return _("There is no card “%(value)s” here.", value=value)
