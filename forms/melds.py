"""A question to the referee about melds, as query parameters: `meld=5H 6H JK&first=1`.

`meld` and `before` may be repeated: the melds on the table, and those before the turn. As fields they are
numbered: `meld-1` and `before-1` are the first ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, cast, get_args

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from forms.base import MAX_CARDS_LENGTH, CardsField, FlagField, QuestionForm, TypedField, words_for_copies
from game.referee.cards import JOKER, Card, too_many
from game.referee.rummy.melding import Melding
from game.referee.rummy.swap import Whose

FIELD_NAMES = ("declared", "swap", "whose", "first", "opened")
ONE_MELD_FIELDS = ("declared", "swap", "first")  # apply to a question about a single meld only
MAX_MELDS = 40


class MeldQuestion(QuestionForm):
    """The melds and the situation. texts: the input. card_name: a card in words."""

    def __init__(
        self, params: MultiDict[str, str], melding: Melding, card_name: Callable[[Card], str]
    ) -> None:
        self.melding, self.card_name = melding, card_name
        melds, before = _numbered(params, "meld"), _numbered(params, "before")
        texts = {name: params.get(name, "").strip() for name in FIELD_NAMES}
        texts["declared"] = texts["declared"] or params.get("joker", "").strip()
        super().__init__(_fields([*melds, *before], melding), melds | before | texts)
        self.texts = {name: text[:MAX_CARDS_LENGTH] for name, text in texts.items()}
        self.melds: list[CardsField] = [self[name] for name in melds]
        self.before: list[CardsField] = [self[name] for name in before]
        self.declared: tuple[Card, ...] = self["declared"].cards
        self.swap: Card | None = self["swap"].card
        self.whose: Whose = self["whose"].data or "hand"
        self.first, self.opened = bool(self["first"].data), bool(self["opened"].data)
        too_many_melds = _("That is more than %(most)d melds.", most=MAX_MELDS)
        names = [name for name in ("meld", "before") if len(_nonempty(params, name)) > MAX_MELDS]
        self.problems = dict.fromkeys(names, too_many_melds) | self.problems
        self._check_together()

    @property
    def is_of_a_table(self) -> bool:
        return bool(self.before) or len(self.melds) > 1

    def _check_together(self) -> None:
        """Add problems: more copies than the pack contains, contradictory fields."""
        self._check_copies("meld", [*self.melds, self["swap"]])
        self._check_copies("before", self.before)
        if JOKER in self.declared:
            self.problems["declared"] = _("A joker stands for a card, not for a joker.")
        if self.first and self.opened:
            self.problems["first"] = _("Either it is your first meld, or you have melded before.")
        if not self.is_of_a_table:
            return
        for name in ONE_MELD_FIELDS:
            if self.texts[name] not in ("", "0") and not (name == "first" and self.before):
                self.problems.setdefault(
                    name, _("This is asked about one meld alone: leave it out, or the other melds.")
                )

    def _check_copies(self, name: str, fields: Sequence[CardsField]) -> None:
        cards = list(chain.from_iterable(field.cards for field in fields))
        doubled = too_many(cards, decks=self.melding.decks, jokers=self.melding.jokers)
        if doubled is None:
            return
        if doubled.is_joker:
            words = _("There are only %(jokers)d jokers in this game.", jokers=self.melding.jokers)
        else:
            words = words_for_copies(self.card_name(doubled), self.melding.decks)
        self.problems.setdefault(name, words)


class WhoseField(TypedField):
    def read(self, text: str) -> Whose:
        if text and text not in get_args(Whose):
            raise ValueError(_("The card comes from “hand”, “own” (melds) or “other”."))
        return cast("Whose", text or "hand")


def _fields(melds: Iterable[str], melding: Melding) -> dict[str, Any]:
    return {
        **{name: CardsField(most=len(melding.order)) for name in melds},
        "declared": CardsField(most=melding.jokers),
        "swap": CardsField(most=1),
        "whose": WhoseField(),
        "first": FlagField(),
        "opened": FlagField(),
    }


def _numbered(params: MultiDict[str, str], name: str) -> dict[str, str]:
    return {f"{name}-{number}": text for number, text in enumerate(_nonempty(params, name)[:MAX_MELDS], 1)}


def _nonempty(params: MultiDict[str, str], name: str) -> list[str]:
    return [text.strip() for text in params.getlist(name) if text.strip()]
