"""What a phone sends while the hands of a round are counted: who is out, and one hand."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request
from flask_babel import gettext as _
from wtforms import HiddenField, ValidationError

from forms.base import ChangeForm
from forms.hands import HandForm
from forms.out import OutForm
from forms.seats import SeatField
from models.counting import Count
from models.seat import Seat
from models.session import Session


class SayOutForm(OutForm):
    """seen: whom this phone was shown to be out. Where nobody is chosen, whoever is next in turn draws."""

    seen = HiddenField(default="")

    def __init__(self, session: Session, playing: list[Seat], own: Sequence[Seat]) -> None:
        """own: those of whom this phone may say it."""
        super().__init__()
        self.asks_of(playing, session.scoring_rules)
        self.playing, self.out.seats = playing, list(own)

    def validate_out(self, field: SeatField) -> None:
        """That nobody went out is said only by who may say it of everybody."""
        if field.seat is None and len(field.seats) < len(self.playing):
            raise ValidationError(_("Choose who went out."))
        super().validate_out(field)

    def validate_chain_drawer(self, field: SeatField) -> None:
        if self.chain_cards.data and self.out.seat and field.seat is None:
            seats = field.seats
            field.data = str(seats[(seats.index(self.out.seat) + 1) % len(seats)].id)
        super().validate_chain_drawer(field)


class CountForm(ChangeForm):
    """One seat's hand; seen: the mark of the count that this phone was shown, "" where there was none."""

    seen = HiddenField(default="")

    def __init__(self, session: Session, seat: Seat, known: Count | None) -> None:
        sent = request.form if self.is_submitted() else None
        super().__init__(data=None if sent is not None else {"seen": known.mark if known else ""})
        self.entry = HandForm(seat, session.scoring_rules, sent, known)

    def validate(self, extra_validators: None = None) -> bool:
        return super().validate(extra_validators) and self.entry.valid(is_out=False)
