"""The form of a round: who is out, each seat's hand, who drew for the last cards.

Each seat has the fields of its hand (forms/hands.py): `cards-<seat id>-<class>` and `points-<seat id>`. A
correction also sends `seen`, the version of the round that was shown; a new round sends `counted`, the
versions of the phones' counts that were shown.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from itertools import chain

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from wtforms import HiddenField, ValidationError

from forms.base import CountField
from forms.hands import HandForm, OutFields, known_of_out
from forms.seats import SeatField
from game.scoring import facts
from game.scoring.deal import Deal
from game.scoring.round_warnings import RoundWarning, round_warnings
from models.counting import Count, Counting
from models.round import Hand, Round
from models.seat import Seat
from models.session import Session
from models.table.rounds import fingerprint

MOST_CARDS_DEALT = 52


class RoundForm(OutFields):
    """Built for the seats of one round. `valid()` fills `played` or sets errors."""

    dealer = SeatField()
    hand_size = CountField(least=1, most=MOST_CARDS_DEALT, message=N_("Cards dealt: 1 to %(most)d."))
    shown_dealer = HiddenField(default="")
    shown_hand_size = HiddenField(default="")
    seen = HiddenField(default="")
    counted = HiddenField(default="")
    accepted = HiddenField(default="")  # the oddities that the table has waved through

    def __init__(
        self, session: Session, deal: Deal, seats: Sequence[Seat], saved: Round | None = None
    ) -> None:
        self.session, self.deal, self.seats, self.saved = session, deal, list(seats), saved
        self.rules = session.scoring_rules
        is_to_come = deal.number == len(session.rounds) + 1
        self.counting = session.counted(deal.number) if is_to_come else Counting(deal.number)
        self.odd: list[RoundWarning] = []
        self.played: facts.RoundFacts | None = None
        sent = request.form if self.is_submitted() else None
        super().__init__(data=self._known() if sent is None else None)
        self._follow_the_table()
        self.asks_of(self.seats, self.rules)
        self.dealer.seats = session.seats
        self.hands = [HandForm(seat, self.rules, sent, self._left().get(seat.id)) for seat in self.seats]
        self.new_counts: list[Count] = []
        self.filled = self._fill_in() if sent is not None else set()

    @property
    def errors_at_top(self) -> list[str]:
        """Errors of the round as a whole; those of a hand are shown beside it."""
        return [*self.form_errors, *chain.from_iterable(field.errors for field in self)]

    @property
    def is_wrong(self) -> bool:
        return bool(self.errors_at_top) or any(hand.wrong for hand in self.hands)

    def valid(self) -> bool:
        """Whether the round can be saved; fills `played` and `odd`."""
        if not self.validate_on_submit():
            return False
        self.played = facts.RoundFacts(
            number=self.deal.number,
            dealer=self.dealer.seat.id,
            hand_size=self.hand_size.data,
            out=self.out.seat and self.out.seat.id,
            hands=tuple(entry.hand for entry in self.hands if entry.hand is not None),
            chain=self.chain,
        )
        self.odd = [
            odd
            for odd in round_warnings(self.played, self.rules)
            if self._mark(odd) not in self.accepted.data
        ]
        return not self.odd

    def validate(self, extra_validators: None = None) -> bool:
        sound = super().validate(extra_validators)
        hands = [entry.valid(is_out=entry.seat is self.out.seat) for entry in self.hands]
        self.new_counts = [self.counts[e.seat.id] for e in self.hands if e.hand and self._is_news(e)]
        return sound and all(hands) and not self.new_counts

    def validate_dealer(self, field: SeatField) -> None:
        if field.seat is None:
            raise ValidationError(_("Who dealt? Choose the dealer first."))

    def marks_of_counts(self) -> str:
        """Which hands the page shows as phones have counted them."""
        return " ".join(count.mark_of_seat for count in self.counts.values())

    def marks(self) -> str:
        """What "save anyway" accepts: these oddities and no others."""
        return " ".join([self.accepted.data, *(self._mark(odd) for odd in self.odd)]).strip()

    def _mark(self, odd: RoundWarning) -> str:
        return hashlib.sha256(repr(odd).encode()).hexdigest()[:12]

    @property
    def counts(self) -> Mapping[uuid.UUID, Count]:
        """Counts sent by phones, without the seat that is out."""
        counts = self.counting.counts
        return {seat: count for seat, count in counts.items() if seat != self.counting.out}

    def _known(self) -> dict[str, str]:
        """What the table knows of the round before anything is typed; all of it where it is saved."""
        dealer, hand_size = self._dealt()
        known = {"shown_dealer": dealer, "shown_hand_size": hand_size}
        if self.saved is not None:
            played = self.saved.facts()
            return known | known_of_out(played.out, played.chain) | {"seen": fingerprint(played)}
        if self.counting.is_said:
            return known | known_of_out(self.counting.out, self.counting.chain)
        return known

    def _left(self) -> Mapping[uuid.UUID, Hand | Count]:
        """Initial values of the hands."""
        if self.saved is None:
            return self.counts
        return {hand.seat_id: hand for hand in self.saved.hands if hand.seat_id != self.saved.out_id}

    def _fill_in(self) -> set[uuid.UUID]:
        """Take over the hands that phones have counted since the page was made, where nothing was typed for
        them; whose they are.
        """
        filled = set()
        for place, entry in enumerate(self.hands):
            if not entry.is_entered and entry.seat is not self.out.seat and self._is_new(entry.seat.id):
                self.hands[place] = HandForm(entry.seat, self.rules, None, self.counts[entry.seat.id])
                filled.add(entry.seat.id)
        return filled

    def _is_new(self, seat_id: uuid.UUID) -> bool:
        count = self.counts.get(seat_id)
        return count is not None and count.mark_of_seat not in self.counted.data

    def _is_news(self, entry: HandForm) -> bool:
        """Whether a phone has sent a count that this form has not shown."""
        if entry.seat is self.out.seat or not self._is_new(entry.seat.id):
            return False
        return entry.seat.id in self.filled or self.counts[entry.seat.id].hand != entry.hand

    def _dealt(self) -> tuple[str, str]:
        """Who dealt how many, as far as the table knows."""
        if self.saved is not None:
            return str(self.saved.dealer_id), str(self.saved.hand_size)
        return str(self.deal.dealer or ""), str(self.deal.hand_size)

    def _follow_the_table(self) -> None:
        """Replace values that are still as rendered by current ones: the dealer may have changed."""
        dealer, hand_size = self._dealt()
        if self.dealer.data in (None, "", self.shown_dealer.data):
            self.dealer.data = dealer
        if self.hand_size.text in ("", self.shown_hand_size.data):
            self.hand_size.text = hand_size
