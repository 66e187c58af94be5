"""A round as it is tapped or typed: who is out, what each seat has left, who drew for the last cards.

Beside the fields named here each seat has those of its hand (forms/hands.py): `cards-<seat id>-<class>` and
`points-<seat id>`. A correction sends `seen` too, the state of the round that its phone was shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import chain

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from wtforms import HiddenField, ValidationError

from forms.base import ChangeForm
from forms.fields import CountField
from forms.hands import HandForm
from forms.seats import SeatField
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.table.rounds import fingerprint
from scoring import facts
from scoring.deal import Deal
from scoring.oddities import Oddity, oddities

NOBODY = "none"
MOST_CARDS_DEALT = 52


class RoundForm(ChangeForm):
    """Built for the seats of one round; `valid()` fills `played`, or says what is wrong where it is wrong."""

    out = SeatField()
    chain_cards = CountField(message=N_("How many were in the chain? 1 to %(most)d."))
    chain_drawer = SeatField()
    dealer = SeatField()
    hand_size = CountField(least=1, most=MOST_CARDS_DEALT, message=N_("Cards dealt: 1 to %(most)d."))
    shown_dealer = HiddenField(default="")
    shown_hand_size = HiddenField(default="")
    seen = HiddenField(default="")
    accepted = HiddenField(default="")  # the oddities that the table has waved through

    def __init__(
        self, session: Session, deal: Deal, seats: Sequence[Seat], saved: Round | None = None
    ) -> None:
        self.session, self.deal, self.seats, self.saved = session, deal, list(seats), saved
        self.rules = session.scoring_rules
        self.odd: list[Oddity] = []
        self.played: facts.Round | None = None
        sent = request.form if self.is_submitted() else None
        super().__init__(data=self._known() if sent is None else None)
        self._follow_the_table()
        self.out.seats = self.chain_drawer.seats = self.seats
        self.dealer.seats = session.seats
        if self.rules.chain is None:
            del self.chain_cards, self.chain_drawer
        else:
            self.chain_cards.most = self.rules.most_of(self.rules.by_key[self.rules.chain.card_class])
        left = {hand.seat_id: hand for hand in saved.hands if hand.seat_id != saved.out_id} if saved else {}
        self.hands = [HandForm(seat, self.rules, sent, left.get(seat.id)) for seat in self.seats]

    @property
    def errors_at_top(self) -> list[str]:
        """What is wrong with the round as a whole; what is wrong with a hand stands beside it."""
        return [*self.form_errors, *chain.from_iterable(field.errors for field in self)]

    @property
    def is_wrong(self) -> bool:
        return bool(self.errors_at_top) or any(hand.wrong for hand in self.hands)

    def valid(self) -> bool:
        """Whether the round can be saved as it is; fills `played` and `odd`."""
        if not self.validate_on_submit():
            return False
        self.played = facts.Round(
            number=self.deal.number,
            dealer=self.dealer.seat.id,
            hand_size=self.hand_size.data,
            out=self.out.seat and self.out.seat.id,
            hands=tuple(entry.hand for entry in self.hands if entry.hand is not None),
            chain=self._chain(),
        )
        self.odd = [
            odd for odd in oddities(self.played, self.rules) if self._mark(odd) not in self.accepted.data
        ]
        return not self.odd

    def validate(self, extra_validators: None = None) -> bool:
        sound = super().validate(extra_validators)
        hands = [entry.valid(is_out=entry.seat is self.out.seat) for entry in self.hands]
        return sound and all(hands)

    def validate_out(self, field: SeatField) -> None:
        if field.seat is None and field.data != NOBODY:
            raise ValidationError(_("Who is out? Choose a player, or “Nobody went out”."))

    def validate_chain_cards(self, field: CountField) -> None:
        if field.data and self.out.seat is None:
            raise ValidationError(_("A chain is drawn only when somebody went out on it."))

    def validate_chain_drawer(self, field: SeatField) -> None:
        if self.chain_cards.data and self.out.seat and field.seat in (None, self.out.seat):
            raise ValidationError(_("Who drew for the chain?"))

    def validate_dealer(self, field: SeatField) -> None:
        if field.seat is None:
            raise ValidationError(_("Who dealt? Choose the dealer first."))

    def marks(self) -> str:
        """What "save anyway" accepts: these oddities and no others."""
        return " ".join([self.accepted.data, *(self._mark(odd) for odd in self.odd)]).strip()

    def _mark(self, odd: Oddity) -> str:
        return hashlib.sha256(repr(odd).encode()).hexdigest()[:12]

    def _chain(self) -> facts.LastCards | None:
        if self.rules.chain is None or not self.chain_cards.data:
            return None
        return facts.LastCards(self.chain_cards.data, self.chain_drawer.seat.id)

    def _known(self) -> dict[str, str]:
        """What the table knows of the round before anything is typed; all of it where it is saved."""
        dealer, hand_size = self._dealt()
        known = {"shown_dealer": dealer, "shown_hand_size": hand_size}
        if self.saved is None:
            return known
        drawn = self.saved.chain or {"cards": "", "drawer": ""}
        return known | {
            "out": str(self.saved.out_id or NOBODY),
            "chain_cards": str(drawn["cards"]),
            "chain_drawer": drawn["drawer"],
            "seen": fingerprint(self.saved.facts()),
        }

    def _dealt(self) -> tuple[str, str]:
        """Who dealt how many, as far as the table knows."""
        if self.saved is not None:
            return str(self.saved.dealer_id), str(self.saved.hand_size)
        return str(self.deal.dealer or ""), str(self.deal.hand_size)

    def _follow_the_table(self) -> None:
        """What this phone left as it was shown is what the table says by now: another may deal since."""
        dealer, hand_size = self._dealt()
        if self.dealer.data in (None, "", self.shown_dealer.data):
            self.dealer.data = dealer
        if self.hand_size.text in ("", self.shown_hand_size.data):
            self.hand_size.text = hand_size
