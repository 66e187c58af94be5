"""One seat's part of a round: a count for each card class of its variant, and the points typed instead."""

from __future__ import annotations

from itertools import chain
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from forms.fields import CountField, PointsField
from game.scoring import facts
from game.scoring.hand import points_of
from game.scoring.rules import Rules
from models.counting import Count
from models.round import Hand
from models.seat import Seat


class HandForm(BaseForm):
    """`hand` is what scoring sees, once the form is valid; saved: what is known of it before."""

    def __init__(
        self, seat: Seat, rules: Rules, sent: MultiDict[str, str] | None, saved: Hand | Count | None = None
    ) -> None:
        self.seat, self.rules = seat, rules
        self.hand: facts.Hand | None = None
        counts = {each.key: _count_field(f"cards-{seat.id}-{each.key}", rules) for each in rules.classes}
        super().__init__({**counts, "points": PointsField(name=f"points-{seat.id}")})
        self.process(sent, data=_typed(saved, rules) if saved and sent is None else None)
        self.points: PointsField = self["points"]
        self.cards: dict[str, CountField] = {key: self[key] for key in counts}

    @property
    def is_entered(self) -> bool:
        return any(field.text.strip() for field in self)

    @property
    def wrong(self) -> list[str]:
        """The first thing that is wrong, alone: there is one place for it."""
        return list(chain.from_iterable(self.errors.values()))[:1]

    def valid(self, *, is_out: bool) -> bool:
        if not self.validate():
            return False
        problem = self._problem(is_out=is_out)
        if problem:
            self.form_errors = [problem]
            return False
        self.hand = self._hand(is_out=is_out)
        return True

    def _tally(self) -> dict[str, int]:
        return {key: field.data for key, field in self.cards.items() if field.data}

    def _problem(self, *, is_out: bool) -> str | None:
        """What no single field can tell."""
        cards, typed = self._tally(), self.points.data
        if is_out:
            if cards or typed:
                return _("%(name)s is out and cannot have cards left.", name=self.seat.name)
        elif typed is not None and self.rules.counts_wins:
            return _("This table counts rounds won, not points.")
        elif typed is not None and cards and points_of(cards, self.rules) != typed:
            return _(
                "The cards make %(cards)d, but %(typed)d is typed. Clear one of the two.",
                cards=points_of(cards, self.rules),
                typed=typed,
            )
        elif not self.is_entered and not self.rules.cards_optional:
            return _("Not entered yet: give the cards, or the points.")
        return None

    def _hand(self, *, is_out: bool) -> facts.Hand:
        cards, typed = self._tally(), self.points.data
        if is_out:
            return facts.Hand(self.seat.id, {}, None if self.rules.counts_wins else 0)
        if typed is not None and not cards:
            return facts.Hand(self.seat.id, None, typed)
        if not self.is_entered:
            return facts.Hand(self.seat.id, None, None)
        return facts.Hand(self.seat.id, cards, points_of(cards, self.rules))


def _count_field(name: str, rules: Rules) -> Any:
    message = N_("“%(value)s” is not a number of cards.")
    return CountField(name=name, most=rules.pack_size, message=message)


def _typed(saved: Hand | Count, rules: Rules) -> dict[str, str]:
    """A saved hand as it would be typed."""
    if saved.cards is None:
        return {"points": "" if saved.points is None else str(saved.points)}
    cards = {each.key: str(saved.cards.get(each.key) or "") for each in rules.classes}
    if not any(cards.values()):
        cards[rules.classes[0].key] = "0"  # counted, and nothing there
    return cards
