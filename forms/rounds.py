"""The form of a round: who went out, each seat's hand, who drew for the last cards.

Each seat has the fields of its hand (HandForm): `cards-<seat id>-<class>`, `points-<seat id>` and
`multiplier-<seat id>-<key>`; `multiplier-<key>` are those of the round. `shown` is hidden and says what the
page showed of the round (game/scoring/shown.py), so that changes by other phones meanwhile are noticed.
`accepted` are the warnings that the player has accepted. `later_deals`, "move" or "keep": whether dealer and
cards of later rounds move when a round is put in or removed.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Literal

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict
from wtforms import Field, HiddenField, RadioField, ValidationError
from wtforms.form import BaseForm
from wtforms.utils import unset_value
from wtforms.validators import StopValidation

from forms.base import (
    MAX_SHOWN_LENGTH,
    ChangeForm,
    CountField,
    PointsField,
    TypedField,
    cut,
    parse_count,
    words_for_hand,
)
from forms.seats import SeatField
from game.scoring import facts
from game.scoring.counts import Count, RoundCounts
from game.scoring.deal import Deal
from game.scoring.hand import IllegalHand, as_typed, hand_of, points_of
from game.scoring.round_warnings import RoundWarning, round_warnings
from game.scoring.rules import Rules
from game.scoring.shown import CHANGE, Shown, from_text, shown_of, shown_of_deal, text_of
from models.session import Seat, Session

NO_PLAYER = "none"
MAX_CARDS_DEALT = 52
MOVE, KEEP = "move", "keep"
MAX_LENGTH = 400  # of a text in one input


class InputsField(Field):
    """Several inputs, `<name>-<key>`. texts: what stands in them, by key."""

    def __init__(self, keys: Iterable[str], label: str = "", **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.keys = list(keys)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        super().process(None, data, extra_filters)
        if formdata is not None:
            self.texts = {key: cut(formdata.get(f"{self.name}-{key}", ""), MAX_LENGTH) for key in self.keys}

    def process_data(self, value: dict[str, str] | None) -> None:
        self.texts = dict.fromkeys(self.keys, "") | (value or {})


class CardsLeftField(InputsField):
    """How many cards of each class are left in a hand; `data` has those above 0 once it is valid."""

    def __init__(self, rules: Rules, **kwargs: Any) -> None:
        super().__init__(rules.by_key, **kwargs)
        self.rules = rules

    def pre_validate(self, form: Any) -> None:
        self.data = {}
        for key, text in self.texts.items():
            count = parse_count(text.strip() or "0", most=self.rules.pack_size)
            if count is None:
                value = text[:MAX_SHOWN_LENGTH]
                raise StopValidation(_("“%(value)s” is not a number of cards.", value=value))
            if count:
                self.data[key] = count


class MultipliersField(InputsField):
    """A checkbox for each multiplier of a hand, or of the round, by the `rules` of the form."""

    def __init__(self, of: Literal["hand", "round"], _form: Any = None, **kwargs: Any) -> None:
        keys = [multiplier.key for multiplier in _form.rules.multipliers if multiplier.of == of]
        super().__init__(keys, _form=_form, **kwargs)

    def process_data(self, value: Iterable[str] | None) -> None:
        self.texts = dict.fromkeys(value or (), "on")

    @property
    def chosen(self) -> tuple[str, ...]:
        """Keys of the multipliers that apply."""
        return tuple(key for key in self.keys if self.texts.get(key))


class HandForm(BaseForm):
    """The fields of one hand.

    `hand` is filled once the form is valid, and `counted`, the same without the multipliers of the round.
    places: the number of places, where the session counts them. saved: the stored hand, if any. of_round:
    keys of the multipliers of its round.
    """

    cards: CardsLeftField
    points: TypedField
    multipliers: MultipliersField

    def __init__(
        self,
        seat: Seat,
        rules: Rules,
        sent: MultiDict[str, str] | None,
        saved: facts.Hand | None = None,
        *,
        places: int = 0,
        of_round: Sequence[str] = (),
    ) -> None:
        self.seat, self.rules = seat, rules
        self.hand: facts.Hand | None = None
        self.counted: facts.Hand | None = None
        super().__init__(
            {
                "cards": CardsLeftField(rules, name=f"cards-{seat.id}"),
                "points": _points_field(f"points-{seat.id}", rules, places),
                "multipliers": MultipliersField("hand", name=f"multiplier-{seat.id}"),
            }
        )
        self.cards, self.points, self.multipliers = self
        self.process(sent, data=_as_typed(saved, rules, of_round) if saved and sent is None else None)

    @property
    def is_entered(self) -> bool:
        return any(text.strip() for text in (*self.cards.texts.values(), self.points.text))

    @property
    def first_error(self) -> list[str]:
        """The first error as a list; [] without one. The page has one place for it."""
        return list(chain.from_iterable(self.errors.values()))[:1]

    def valid(self, *, is_out: bool, of_round: Sequence[str] = ()) -> bool:
        """of_round: keys of the multipliers of the round."""
        if not self.validate():
            return False
        problem = self._problem(is_out=is_out)
        if problem:
            self.form_errors = [problem]
            return False
        try:
            self.counted = self._hand(is_out=is_out)
            self.hand = self._hand(is_out=is_out, of_round=of_round) if of_round else self.counted
        except IllegalHand as wrong:
            self.form_errors = [words_for_hand(wrong)]
        return self.hand is not None

    def _problem(self, *, is_out: bool) -> str | None:
        """An error that concerns several fields."""
        cards, typed = self.cards.data, self.points.data
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
            return _missing_text(self.rules)
        return None

    def _hand(self, *, is_out: bool, of_round: Sequence[str] = ()) -> facts.Hand:
        """Raises IllegalHand if the multiplied points are too many."""
        cards, multipliers = self.cards.data, self.multipliers.chosen
        if is_out:
            return facts.Hand(self.seat.id, {}, None if self.rules.counts_wins else 0)
        if not self.is_entered:
            return facts.Hand(self.seat.id, None, None)
        entered: dict[str, Any] = {"cards": cards}
        if self.points.data is not None and not cards:
            entered = {"typed": self.points.text}
        return hand_of(self.seat.id, self.rules, **entered, multipliers=multipliers, of_round=of_round)


def _missing_text(rules: Rules) -> str:
    if rules.tally == "places":
        return _("Not entered yet: give the place.")
    if rules.is_typed:
        return _("Not entered yet: give the points.")
    return _("Not entered yet: give the cards, or the points.")


def _points_field(name: str, rules: Rules, places: int) -> Any:
    if rules.tally == "places":
        return CountField(
            name=name, least=1, most=places, message=N_("A place is a number from 1 to %(most)d.")
        )
    return PointsField(name=name, negative=rules.negative)


def _as_typed(saved: facts.Hand, rules: Rules, of_round: Sequence[str]) -> dict[str, Any]:
    """A saved hand as it would be typed."""
    multipliers = {"multipliers": saved.multipliers}
    if saved.cards is None:
        return multipliers | {"points": as_typed(saved, rules, of_round)}
    cards = {key: str(count) for key, count in saved.cards.items() if count}
    # A hand that was counted and had no cards gets a 0.
    return multipliers | {"cards": cards or {rules.classes[0].key: "0"}}


class WentOutFields(ChangeForm):
    """Fields for who went out, or won, and for the chain; fields that the rules do not need are removed."""

    out = SeatField()
    chain_cards = CountField(message=N_("How many were in the chain? 1 to %(most)d."))
    chain_drawer = SeatField()

    def set_seats(self, seats: list[Seat], rules: Rules) -> None:
        """Set the choices: the seats that play the round, clockwise."""
        self.rules = rules
        self.out.seats = self.chain_drawer.seats = seats
        if not rules.has_round_winner:
            del self.out
        if rules.chain is None:
            del self.chain_cards, self.chain_drawer
        else:
            self.chain_cards.most = rules.cards_in_pack(rules.by_key[rules.chain.card_class])

    @property
    def winner(self) -> Any:
        """The seat that went out, or won; None without one."""
        return self.out.seat if self.out else None

    @property
    def chain(self) -> facts.LastCards | None:
        """The chain that was drawn, once the form is valid."""
        if self.rules.chain is None or not self.chain_cards.data:
            return None
        return facts.LastCards(self.chain_cards.data, self.chain_drawer.seat.id)

    def validate_out(self, field: SeatField) -> None:
        if field.seat is None and field.data != NO_PLAYER:
            raise ValidationError(
                _("Who is out? Choose a player, or “Nobody went out”.")
                if self.rules.classes
                else _("Who won? Choose a player, or “Nobody won”.")
            )

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

    def __init__(self, session: Session, playing: list[Seat], choices: Sequence[Seat]) -> None:
        """choices: the seats that this phone may declare out."""
        super().__init__()
        self.set_seats(playing, session.rules)
        self.playing = playing
        if self.out:
            self.out.seats = list(choices)

    def validate_out(self, field: SeatField) -> None:
        """Only a phone that may declare any seat out may say that no player went out."""
        if field.seat is None and len(field.seats) < len(self.playing):
            raise ValidationError(_("Choose who went out.") if self.rules.classes else _("Choose who won."))
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
        places = len(session.playing(len(session.rounds) + 1))
        self.entry = HandForm(seat, session.rules, sent, known.hand if known else None, places=places)

    def validate(self, extra_validators: None = None) -> bool:
        return super().validate(extra_validators) and self.entry.valid(is_out=False)


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
    hand_size = CountField(least=1, most=MAX_CARDS_DEALT, message=N_("Cards dealt: 1 to %(most)d."))
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
        warnings = round_warnings(self.round_facts, self.rules)
        self.warnings = [warning for warning in warnings if _warning_token(warning) not in accepted]
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
        if entry.seat.id in self.filled_seats or entry.counted is None:
            return True
        # The same points may have been typed in another way.
        counted_by_phone = self.counts[entry.seat.id].hand
        return replace(counted_by_phone, typed=None) != replace(entry.counted, typed=None)

    def _dealer_and_hand_size(self) -> tuple[str, str]:
        """As field values, of the saved round or as expected."""
        if self.saved is not None:
            return str(self.saved.dealer), str(self.saved.hand_size)
        return str(self.deal.dealer or ""), str(self.deal.hand_size)

    def _update_unchanged_fields(self) -> None:
        """Replace dealer and hand size by the present ones where the player left them as shown."""
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


def _warning_token(warning: RoundWarning) -> str:
    return hashlib.sha256(repr(warning).encode()).hexdigest()[:12]
