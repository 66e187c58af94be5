"""What a round is made of: a hand of cards or points, who is out, and what a phone sends of either."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, ValidationError
from wtforms.form import BaseForm

from forms.base import ChangeForm, CountField, PointsField
from forms.seats import SeatField
from game.scoring import facts
from game.scoring.hand import points_of
from game.scoring.rules import Rules
from models.counting import Count
from models.round import Hand
from models.seat import Seat
from models.session import Session

NO_PLAYER = "none"


class HandForm(BaseForm):
    """The fields of one hand. `hand` is filled once the form is valid. saved: the stored hand, if any."""

    def __init__(
        self, seat: Seat, rules: Rules, sent: MultiDict[str, str] | None, saved: Hand | Count | None = None
    ) -> None:
        self.seat, self.rules = seat, rules
        self.hand: facts.HandFacts | None = None
        counts = {each.key: _count_field(f"cards-{seat.id}-{each.key}", rules) for each in rules.classes}
        super().__init__({**counts, "points": PointsField(name=f"points-{seat.id}")})
        self.process(sent, data=_typed(saved, rules) if saved and sent is None else None)
        self.points: PointsField = self["points"]
        self.cards: dict[str, CountField] = {key: self[key] for key in counts}

    @property
    def is_entered(self) -> bool:
        return any(field.text.strip() for field in self)

    @property
    def first_error(self) -> list[str]:
        """The first error as a list; [] without one. The page has one place for it."""
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
        """An error that concerns several fields."""
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

    def _hand(self, *, is_out: bool) -> facts.HandFacts:
        cards, typed = self._tally(), self.points.data
        if is_out:
            return facts.HandFacts(self.seat.id, {}, None if self.rules.counts_wins else 0)
        if typed is not None and not cards:
            return facts.HandFacts(self.seat.id, None, typed)
        if not self.is_entered:
            return facts.HandFacts(self.seat.id, None, None)
        return facts.HandFacts(self.seat.id, cards, points_of(cards, self.rules))


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


class WentOutFields(ChangeForm):
    """Fields for who went out and for the chain; without a chain in the rules, its fields are removed."""

    out = SeatField()
    chain_cards = CountField(message=N_("How many were in the chain? 1 to %(most)d."))
    chain_drawer = SeatField()

    def set_seats(self, seats: list[Seat], rules: Rules) -> None:
        """Set the choices: the seats that play the round, clockwise."""
        self.rules = rules
        self.out.seats = self.chain_drawer.seats = seats
        if rules.chain is None:
            del self.chain_cards, self.chain_drawer
        else:
            self.chain_cards.most = rules.cards_in_pack(rules.by_key[rules.chain.card_class])

    @property
    def chain(self) -> facts.LastCards | None:
        """What was drawn, once the form is valid."""
        if self.rules.chain is None or not self.chain_cards.data:
            return None
        return facts.LastCards(self.chain_cards.data, self.chain_drawer.seat.id)

    def validate_out(self, field: SeatField) -> None:
        if field.seat is None and field.data != NO_PLAYER:
            raise ValidationError(_("Who is out? Choose a player, or “Nobody went out”."))

    def validate_chain_cards(self, field: CountField) -> None:
        if field.data and self.out.seat is None:
            raise ValidationError(_("A chain is drawn only when somebody went out on it."))

    def validate_chain_drawer(self, field: SeatField) -> None:
        if self.chain_cards.data and self.out.seat and field.seat in (None, self.out.seat):
            raise ValidationError(_("Who drew for the chain?"))


def out_values(out: object, chain: Any) -> dict[str, str]:
    """Initial values of the fields for who went out (None: no player) and of the chain."""
    return {
        "out": str(out or NO_PLAYER),
        "chain_cards": str(chain.cards) if chain else "",
        "chain_drawer": str(chain.drawer) if chain else "",
    }


class OutForm(WentOutFields):
    """shown_out: who was out when the form was rendered. Without a chosen drawer the next seat draws."""

    shown_out = HiddenField(name="seen", default="")

    def __init__(self, session: Session, playing: list[Seat], own: Sequence[Seat]) -> None:
        """own: seats that this phone may declare out."""
        super().__init__()
        self.set_seats(playing, session.scoring_rules)
        self.playing, self.out.seats = playing, list(own)

    def validate_out(self, field: SeatField) -> None:
        """Only a phone that may declare any seat out may say that no player went out."""
        if field.seat is None and len(field.seats) < len(self.playing):
            raise ValidationError(_("Choose who went out."))
        super().validate_out(field)

    def validate_chain_drawer(self, field: SeatField) -> None:
        if self.chain_cards.data and self.out.seat and field.seat is None:
            seats = field.seats
            field.data = str(seats[(seats.index(self.out.seat) + 1) % len(seats)].id)
        super().validate_chain_drawer(field)


class CountForm(ChangeForm):
    """One seat's hand. shown_token: of the count that the page showed; "" without one."""

    shown_token = HiddenField(name="seen", default="")

    def __init__(self, session: Session, seat: Seat, known: Count | None) -> None:
        sent = request.form if self.is_submitted() else None
        super().__init__(data=None if sent is not None else {"shown_token": known.token if known else ""})
        self.entry = HandForm(seat, session.scoring_rules, sent, known)

    def validate(self, extra_validators: None = None) -> bool:
        return super().validate(extra_validators) and self.entry.valid(is_out=False)
