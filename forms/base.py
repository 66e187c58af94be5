"""Base classes of forms that change something and of forms in query parameters; fields for counts, points and
cards.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field, FileField, HiddenField
from wtforms.form import BaseForm
from wtforms.validators import StopValidation
from wtforms.widgets import TextInput

from game.referee.cards import BadCard, Card, read_cards
from game.scoring.hand import MAX_POINTS, IllegalHand, typed_points
from models.database import new_id

MAX_DIGITS = 9
MAX_COUNT = 10**MAX_DIGITS - 1
MAX_SHOWN_LENGTH = 40
MAX_CARDS_LENGTH = 300
FLAG_TEXTS = {"1": True, "0": False, "": False}
A_NUMBER = N_("A number from %(least)d to %(most)d.")


class ChangeForm(FlaskForm):
    """`change_id` becomes the id of the change, so that a form sent twice is carried out once."""

    change_id = HiddenField()

    class Meta(FlaskForm.Meta):
        def wrap_formdata(self, form: ChangeForm, formdata: Any) -> Any:
            """The sent texts, with files only for file fields. A JSON body counts as no form."""
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            if not form.is_submitted():
                return None
            sent: MultiDict[str, Any] = MultiDict(request.form)
            for field in form:
                if isinstance(field, FileField):
                    sent.setlist(field.name, request.files.getlist(field.name))
            return sent

        def bind_field(self, form: BaseForm, unbound_field: Any, options: Any) -> Field:
            """Templates write the labels; wtforms would make each of the name, and look it up."""
            return super().bind_field(form, unbound_field, {"label": "", **options})

    @property
    def id_of_change(self) -> uuid.UUID:
        """The id sent with the form, a new one where it is missing or no id."""
        return parse_id(self.change_id.data) or new_id()

    def fresh_id(self) -> str:
        """The value of the hidden field: the id sent, else a new one."""
        return self.change_id.data or str(new_id())


class QuestionForm(BaseForm):
    """A form in query parameters, processed and validated at once; invalid input is shown again.

    problems: error messages by field name; subclasses add those that concern several fields.
    """

    def __init__(self, fields: Mapping[str, Any], sent: Mapping[str, str]) -> None:
        super().__init__(fields)
        self.process(MultiDict(sent))
        self.validate()
        self.problems: dict[str, str] = {field.name: str(field.errors[0]) for field in self if field.errors}

    @property
    def is_sound(self) -> bool:
        return not self.problems


def parse_id(text: str | None) -> uuid.UUID | None:
    """The text as an id, None for anything else."""
    try:
        return uuid.UUID(text or "")
    except ValueError:
        return None


def parse_count(text: str, *, least: int = 0, most: int = MAX_COUNT) -> int | None:
    """The text as an integer from `least` to `most`, None for anything else."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        return None
    number = int(text)
    return number if least <= number <= most else None


def one_of(*texts: str) -> Callable[[str | None], str]:
    """A filter: one of these texts, the first where it is none of them."""
    return lambda text: text if text in texts else texts[0]


def cut(text: str, longest: int, mark: str = "…") -> str:
    """The text; of a longer one the beginning with a mark, so that it means nothing."""
    return text[:longest] + mark if len(text) > longest else text


class TypedField(Field):
    """`text` as it was typed, and `data`, its parsed value, once it is valid: None where nothing was typed.

    A text longer than `longest` is cut (`is_cut`), which `mark` shows.
    """

    widget = TextInput()

    def __init__(
        self, label: Any = "", *args: Any, longest: int = 400, mark: str = "…", **kwargs: Any
    ) -> None:
        super().__init__(label, *args, **kwargs)
        self.longest, self.mark = longest, mark

    def process_data(self, value: object) -> None:
        self.data: Any = value
        self.text = "" if value is None else str(value)
        self.is_cut = False

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        if valuelist:
            self.is_cut = len(valuelist[0]) > self.longest
            self.text = cut(valuelist[0], self.longest, self.mark)

    def pre_validate(self, form: Any) -> None:
        self.data = None
        try:
            self.data = self.read(self.text.strip())
        except ValueError as wrong:
            raise StopValidation(str(wrong)) from wrong

    def read(self, text: str) -> Any:
        """Parse the text. Raises ValueError with a message for the player."""
        raise NotImplementedError

    def _value(self) -> str:
        return self.text


class CountField(TypedField):
    """A whole number from `least` to `most`, which `message` may name."""

    def __init__(
        self,
        *args: Any,
        least: int = 0,
        most: int = MAX_COUNT,
        message: Any = A_NUMBER,
        is_required: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.least, self.most, self.message, self.is_required = least, most, message, is_required

    def read(self, text: str) -> int | None:
        number = parse_count(text, least=self.least, most=self.most)
        if number is None and (text or self.is_required):
            raise ValueError(self.message % {"least": self.least, "most": self.most})
        return number


class PointsField(TypedField):
    """Points as a number or a sum: "73", "12+11+7". negative: whether they may be below zero."""

    def __init__(self, *args: Any, message: Any = None, negative: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.message, self.negative = message, negative

    def read(self, text: str) -> int | None:
        try:
            return typed_points(text, negative=self.negative) if text else None
        except IllegalHand as wrong:
            raise ValueError(self.message or words_for_hand(wrong)) from wrong


class CardsField(TypedField):
    """Cards in the order they are written, at most `most`; no `cards` where that cannot be."""

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, longest=MAX_CARDS_LENGTH, mark="", **kwargs)
        self.most = most

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.data or ()

    @property
    def card(self) -> Card | None:
        """The first of them."""
        return self.cards[0] if self.cards else None

    def read(self, text: str) -> tuple[Card, ...]:
        if self.is_cut:
            raise ValueError(_("That is more than %(most)d characters.", most=self.longest))
        try:
            cards = read_cards(text)
        except BadCard as wrong:
            raise ValueError(_words_for_bad_card(wrong)) from wrong
        if len(cards) > self.most:
            if self.most == 1:
                raise ValueError(_("One card only."))
            raise ValueError(_("That is more than %(most)d cards.", most=self.most))
        return cards


class FlagField(TypedField):
    """A boolean in a query parameter."""

    def read(self, text: str) -> bool:
        if text not in FLAG_TEXTS:
            raise ValueError(_("This is 1 for yes, or nothing."))
        return FLAG_TEXTS[text]


def words_for_hand(wrong: IllegalHand) -> str:
    value = str(wrong.value)[:MAX_SHOWN_LENGTH]
    if wrong.problem == "count":
        return _("“%(value)s” is not a number of cards.", value=value)
    if wrong.problem == "absurd":
        return _("%(value)s points in one hand? %(most)d is the most.", value=value, most=MAX_POINTS)
    if wrong.problem == "sum":
        return _("“%(value)s” is not a number or a sum such as 12+11+7.", value=value)
    if wrong.problem == "negative":
        return _("Points cannot be below zero here.")
    if wrong.problem == "wins":
        return _("This table counts rounds won, not points.")
    return _("There is no card “%(value)s” here.", value=value)


def words_for_copies(card: str, decks: int) -> str:
    """card: in words, so that no pack's letters are needed."""
    if decks == 1:
        return _("One deck has only one card “%(card)s”.", card=card)
    return _("%(decks)d decks have only %(decks)d cards “%(card)s”.", decks=decks, card=card)


def _words_for_bad_card(wrong: BadCard) -> str:
    return _(
        "There is no card “%(card)s”. A card is its rank and its suit: 9H, 10S, QD (S H D C for the suits).",
        card=wrong.text[:20],
    )
