"""Who went out of a round, and what was drawn for the cards it ended on."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from wtforms import ValidationError

from forms.base import ChangeForm
from forms.fields import CountField
from forms.seats import SeatField
from game.scoring import facts
from game.scoring.rules import Rules
from models.seat import Seat

NOBODY = "none"


class OutForm(ChangeForm):
    """Where the variant knows no chain, the form has no fields for it."""

    out = SeatField()
    chain_cards = CountField(message=N_("How many were in the chain? 1 to %(most)d."))
    chain_drawer = SeatField()

    def asks_of(self, seats: list[Seat], rules: Rules) -> None:
        """Between the seats that play the round, clockwise, under these rules."""
        self.rules = rules
        self.out.seats = self.chain_drawer.seats = seats
        if rules.chain is None:
            del self.chain_cards, self.chain_drawer
        else:
            self.chain_cards.most = rules.most_of(rules.by_key[rules.chain.card_class])

    @property
    def chain(self) -> facts.LastCards | None:
        """What was drawn, once the form is valid."""
        if self.rules.chain is None or not self.chain_cards.data:
            return None
        return facts.LastCards(self.chain_cards.data, self.chain_drawer.seat.id)

    def validate_out(self, field: SeatField) -> None:
        if field.seat is None and field.data != NOBODY:
            raise ValidationError(_("Who is out? Choose a player, or “Nobody went out”."))

    def validate_chain_cards(self, field: CountField) -> None:
        if field.data and self.out.seat is None:
            raise ValidationError(_("A chain is drawn only when somebody went out on it."))

    def validate_chain_drawer(self, field: SeatField) -> None:
        if self.chain_cards.data and self.out.seat and field.seat in (None, self.out.seat):
            raise ValidationError(_("Who drew for the chain?"))


def known_of_out(out: object, chain: Any) -> dict[str, str]:
    """The fields of who went out (None: nobody) and of the chain, with what is known already."""
    return {
        "out": str(out or NOBODY),
        "chain_cards": str(chain.cards) if chain else "",
        "chain_drawer": str(chain.drawer) if chain else "",
    }
