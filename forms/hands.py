"""What a round is made of: a hand of cards or points, who is out, and what a phone sends of either."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Literal

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from werkzeug.datastructures import MultiDict
from wtforms import Field, HiddenField, ValidationError
from wtforms.form import BaseForm
from wtforms.utils import unset_value
from wtforms.validators import StopValidation

from forms.base import (
    LONGEST_SHOWN,
    ChangeForm,
    CountField,
    PointsField,
    TypedField,
    parse_count,
    words_for_hand,
)
from forms.seats import SeatField
from game.scoring import facts
from game.scoring.counts import Count
from game.scoring.hand import IllegalHand, as_typed, hand_of, points_of
from game.scoring.rules import Rules
from models.session import Seat, Session

NO_PLAYER = "none"
MAX_LENGTH = 400  # of a text in one input


class InputsField(Field):
    """Several inputs, `<name>-<key>`. texts: as they were typed, by key."""

    def __init__(self, keys: Iterable[str], label: str = "", **kwargs: Any) -> None:
        super().__init__(label, **kwargs)
        self.keys = list(keys)

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        super().process(None, data, extra_filters)
        if formdata is not None:
            self.texts = {key: formdata.get(f"{self.name}-{key}", "")[:MAX_LENGTH] for key in self.keys}

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
                value = text[:LONGEST_SHOWN]
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
        """The keys of those that apply."""
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
    # A hand that was counted, and nothing was there, has a nought.
    return multipliers | {"cards": cards or {rules.classes[0].key: "0"}}


class WentOutFields(ChangeForm):
    """Fields for who went out, or won, and for the chain; those that the rules do not ask for are removed."""

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
        """What was drawn, once the form is valid."""
        if self.rules.chain is None or not self.chain_cards.data:
            return None
        return facts.LastCards(self.chain_cards.data, self.chain_drawer.seat.id)

    def validate_out(self, field: SeatField) -> None:
        if field.seat is None and field.data != NO_PLAYER:
            raise ValidationError(_who_is_out(self.rules))

    def validate_chain_cards(self, field: CountField) -> None:
        if field.data and self.out.seat is None:
            raise ValidationError(_("A chain is drawn only when somebody went out on it."))

    def validate_chain_drawer(self, field: SeatField) -> None:
        if self.chain_cards.data and self.out.seat and field.seat in (None, self.out.seat):
            raise ValidationError(_("Who drew for the chain?"))


def _who_is_out(rules: Rules) -> str:
    if rules.classes:
        return _("Who is out? Choose a player, or “Nobody went out”.")
    return _("Who won? Choose a player, or “Nobody won”.")


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
        self.set_seats(playing, session.rules)
        self.playing = playing
        if self.out:
            self.out.seats = list(own)

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
