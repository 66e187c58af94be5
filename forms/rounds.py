"""The form of a round: who went out, each seat's hand, who drew for the last cards.

Each seat has the fields of its hand (forms/hands.py): `cards-<seat id>-<class>`, `points-<seat id>` and
`multiplier-<seat id>-<key>`; `multiplier-<key>` are those of the round. `shown` is hidden and says what the
page showed of the round (game/scoring/shown.py), so that changes by other phones meanwhile are noticed.
`accepted` are the warnings that the player has accepted. `later_deals`, "move" or "keep": whether dealer and
cards of later rounds move when a round is put in or removed.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from msgspec.structs import replace
from wtforms import HiddenField, RadioField, ValidationError
from wtforms.validators import StopValidation

from forms.base import ChangeForm, CountField
from forms.hands import HandForm, MultipliersField, WentOutFields, out_values
from forms.seats import SeatField
from game.scoring import facts
from game.scoring.counts import Count, RoundCounts
from game.scoring.deal import Deal
from game.scoring.round_warnings import RoundWarning, round_warnings
from game.scoring.shown import CHANGE, Shown, from_text, shown_of, shown_of_deal, text_of
from models.session import Seat, Session

MOST_CARDS_DEALT = 52
MOVE, KEEP = "move", "keep"


class LaterDealsField(RadioField):
    """Whether dealer and cards of the later rounds move by one when a round is put in or removed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[MOVE, KEEP], default=MOVE, **kwargs)

    @property
    def moves(self) -> bool:
        return bool(self.data == MOVE)

    def pre_validate(self, form: object) -> None:
        if self.data not in (MOVE, KEEP):
            raise StopValidation(_("Say what becomes of the dealers of the later rounds."))


class ShownField(HiddenField):
    """What the page showed of the round (game/scoring/shown.py)."""

    @property
    def marks(self) -> Shown:
        earlier = request.form.get("seen")  # in an outbox since an earlier version
        return from_text(self.data or "") or ({CHANGE: earlier} if earlier else {})


class RoundForm(WentOutFields):
    """A form for the seats of one round. `valid()` fills `round_facts`, or sets errors.

    saved: the round that is corrected, if any. taken_back: an earlier version of a round that is not saved:
    an empty form offers its hands, and has them if is_refilled. known: the round that fills the form.
    warnings: of a valid round, without the accepted ones. counts: sent by phones for this round. new_counts:
    those that contradict the form and were not shown.
    """

    dealer = SeatField()
    hand_size = CountField(least=1, most=MOST_CARDS_DEALT, message=N_("Cards dealt: 1 to %(most)d."))
    multipliers = MultipliersField("round", name="multiplier")
    shown = ShownField()
    accepted_warnings = HiddenField(name="accepted", default="")

    def __init__(
        self,
        session: Session,
        deal: Deal,
        seats: Sequence[Seat],
        saved: facts.Round | None = None,
        *,
        taken_back: facts.Round | None = None,
        is_refilled: bool = False,
    ) -> None:
        self.session, self.deal, self.seats, self.saved = session, deal, list(seats), saved
        self.taken_back, self.is_refilled = taken_back, is_refilled and taken_back is not None
        self.known = taken_back if self.is_refilled else saved
        self.rules = session.rules
        is_next = deal.number == len(session.rounds) + 1
        self.counting = session.counted(deal.number) if is_next else RoundCounts(deal.number)
        self.warnings: list[RoundWarning] = []
        self.round_facts: facts.Round | None = None
        sent = request.form if self.is_submitted() else None
        super().__init__(data=self._initial_values() if sent is None else None)
        self._update_unchanged_fields()
        self.set_seats(self.seats, self.rules)
        self.dealer.seats = session.seats
        if not self.rules.hand_sizes:
            del self.hand_size
        of_round = self.known.multipliers if self.known else ()
        initial, places = self._initial_hands(), len(self.seats)
        self.hands = [
            HandForm(seat, self.rules, sent, initial.get(seat.id), places=places, of_round=of_round)
            for seat in self.seats
        ]
        self.new_counts: list[Count] = []
        self.filled_seats = self._fill_from_counts() if sent is not None else set()

    @property
    def errors_at_top(self) -> list[str]:
        """Errors of the round as a whole; those of a hand are shown beside it."""
        return [*self.form_errors, *chain.from_iterable(field.errors for field in self)]

    @property
    def has_errors(self) -> bool:
        return bool(self.errors_at_top) or any(hand.first_error for hand in self.hands)

    @property
    def counts(self) -> Mapping[uuid.UUID, Count]:
        """Counts sent by phones, by seat, without the seat that went out."""
        counts = self.counting.counts
        return {seat: count for seat, count in counts.items() if seat != self.counting.out}

    def valid(self) -> bool:
        """Whether the round can be saved; fills `round_facts` and `warnings`."""
        if not self.validate_on_submit():
            return False
        self.round_facts = facts.Round(
            number=self.deal.number,
            dealer=self.dealer.seat.id,
            hand_size=self.hand_size.data if self.hand_size else int(self._dealer_and_hand_size()[1]),
            out=self.winner and self.winner.id,
            hands=tuple(entry.hand for entry in self.hands if entry.hand is not None),
            chain=self.chain,
            multipliers=self.multipliers.chosen,
        )
        accepted = self.accepted_warnings.data
        found = round_warnings(self.round_facts, self.rules)
        self.warnings = [warning for warning in found if _warning_token(warning) not in accepted]
        return not self.warnings

    def validate(self, extra_validators: None = None) -> bool:
        fields_valid = super().validate(extra_validators)
        of_round = self.multipliers.chosen
        hands_valid = [
            entry.valid(is_out=entry.seat is self.winner, of_round=of_round) for entry in self.hands
        ]
        self.new_counts = [
            self.counts[entry.seat.id]
            for entry in self.hands
            if entry.hand and self._differs_from_new_count(entry)
        ]
        return fields_valid and all(hands_valid) and not self.new_counts

    def validate_dealer(self, field: SeatField) -> None:
        if field.seat is None:
            raise ValidationError(_("Who dealt? Choose the dealer first."))

    @property
    def is_correction(self) -> bool:
        """Whether the page showed a saved round, or one that its phone had saved without a network."""
        return bool({"id", CHANGE} & self.shown.marks.keys())

    def shown_now(self) -> str:
        """The value of `shown`: marks of what was shown first, and of the counts that are on the page now."""
        counts = {f"hand:{seat}": count.token for seat, count in self.counts.items()}
        return text_of({**self.shown.marks, **counts})

    def warning_tokens(self) -> str:
        """The value of `accepted_warnings` that "save anyway" sends: tokens of the warnings shown so far."""
        return " ".join([self.accepted_warnings.data, *map(_warning_token, self.warnings)]).strip()

    def _initial_values(self) -> dict[str, Any]:
        """Values of a saved round; of the next one, what the table knows already."""
        marks = shown_of(self.saved) if self.saved else shown_of_deal(self.deal.dealer, self.deal.hand_size)
        values: dict[str, Any] = {"shown": text_of(marks)}
        if self.known is not None:
            out = out_values(self.known.out, self.known.chain)
            return values | out | {"multipliers": self.known.multipliers}
        if self.counting.out_is_declared:
            return values | out_values(self.counting.out, self.counting.chain)
        return values

    def _initial_hands(self) -> Mapping[uuid.UUID, facts.Hand]:
        """Hands of a saved round, or of one that was taken back; of the next one, the counts of phones."""
        if self.known is None:
            return {seat: count.hand for seat, count in self.counts.items()}
        return {hand.seat: hand for hand in self.known.hands if hand.seat != self.known.out}

    def _fill_from_counts(self) -> set[uuid.UUID]:
        """Fill empty hands with counts that the page did not show; return the seats filled."""
        filled = set()
        for place, entry in enumerate(self.hands):
            if not entry.is_entered and entry.seat is not self.winner and self._has_new_count(entry.seat.id):
                count = self.counts[entry.seat.id]
                self.hands[place] = HandForm(entry.seat, self.rules, None, count.hand, places=len(self.seats))
                filled.add(entry.seat.id)
        return filled

    def _has_new_count(self, seat_id: uuid.UUID) -> bool:
        """Whether a phone has sent a count that the page did not show."""
        count = self.counts.get(seat_id)
        return count is not None and count.token != self.shown.marks.get(f"hand:{seat_id}")

    def _differs_from_new_count(self, entry: HandForm) -> bool:
        """Whether a phone has sent another hand than the scorer saw or entered."""
        if entry.seat is self.winner or not self._has_new_count(entry.seat.id):
            return False
        count = self.counts[entry.seat.id].hand
        return entry.seat.id in self.filled_seats or not _is_same_hand(count, entry.counted)

    def _dealer_and_hand_size(self) -> tuple[str, str]:
        """As field values, of the saved round or as expected."""
        if self.saved is not None:
            return str(self.saved.dealer), str(self.saved.hand_size)
        return str(self.deal.dealer or ""), str(self.deal.hand_size)

    def _update_unchanged_fields(self) -> None:
        """Replace dealer and hand size that the player left as shown by those that hold now."""
        dealer, hand_size = self._dealer_and_hand_size()
        marks = self.shown.marks
        if self.dealer.data in (None, "", marks.get("dealer")):
            self.dealer.data = dealer
        if self.rules.hand_sizes and self.hand_size.text in ("", marks.get("hand_size")):
            self.hand_size.text = hand_size


class InsertionForm(RoundForm):
    """A form for a forgotten round before the one that has its number."""

    later_deals = LaterDealsField()


class RemovalForm(ChangeForm):
    """Confirms that a round is removed. shown_fingerprint: of the round that the page showed."""

    shown_fingerprint = HiddenField(name="seen", default="")
    later_deals = LaterDealsField()

    def __init__(self, session: Session, unwanted: facts.Round) -> None:
        super().__init__()
        self.session, self.unwanted = session, unwanted
        if unwanted.number == len(session.rounds):
            del self.later_deals


def _is_same_hand(one: facts.Hand, other: facts.Hand | None) -> bool:
    """Whether two hands are the same, however the points were typed."""
    return other is not None and replace(one, typed=None) == replace(other, typed=None)


def _warning_token(warning: RoundWarning) -> str:
    return hashlib.sha256(repr(warning).encode()).hexdigest()[:12]
