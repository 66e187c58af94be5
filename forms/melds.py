"""A question to the referee about melds, as an address asks it: `meld=5H 6H JK&first=1`.

`meld` and `before` may be said more than once: the melds on the table, and those that lay there before the
turn. Everything that was typed is kept as it was, beside what it means and what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from forms.typed import LONGEST_TEXT, Typed, words_for_copies
from referee.cards import JOKER, Card, too_many
from referee.rummy.melding import Melding
from referee.rummy.swap import Whose

TEXTS = ("declared", "swap", "whose", "first", "opened")
OF_ONE_MELD = ("declared", "swap", "first")  # what makes sense only while a single meld is asked about
WHOSE: dict[str, Whose] = {"hand": "hand", "own": "own", "other": "other"}
MOST_MELDS = 40


@dataclass
class Laid:
    """One meld as it was typed, and its cards; none where they cannot be read."""

    text: str
    cards: tuple[Card, ...] = ()


@dataclass
class MeldQuestion(Typed):
    """The melds, and what is asked about them; `meld-1` and `before-1` are the fields of the first ones."""

    melds: list[Laid] = field(default_factory=list)
    before: list[Laid] = field(default_factory=list)
    declared: tuple[Card, ...] = ()
    swap: Card | None = None
    whose: Whose = "hand"
    first: bool = False
    opened: bool = False

    @property
    def is_of_a_table(self) -> bool:
        return bool(self.before) or len(self.melds) > 1


def read_melds(sent: MultiDict[str, str], melding: Melding) -> MeldQuestion:
    question = MeldQuestion({name: sent.get(name, "").strip() for name in TEXTS})
    question.texts["declared"] = question.texts["declared"] or sent.get("joker", "").strip()
    question.melds = _table(question, "meld", sent, melding)
    question.before = _table(question, "before", sent, melding)
    question.declared = question.cards("declared", question.texts["declared"], most=melding.jokers)
    swap = question.cards("swap", question.texts["swap"], most=1)
    question.swap = swap[0] if swap else None
    question.whose = _whose(question)
    question.first, question.opened = question.flag("first"), question.flag("opened")
    question.texts = {name: text[:LONGEST_TEXT] for name, text in question.texts.items()}
    _check_together(question, melding)
    return question


def _table(question: MeldQuestion, name: str, sent: MultiDict[str, str], melding: Melding) -> list[Laid]:
    written = [text.strip() for text in sent.getlist(name) if text.strip()]
    if len(written) > MOST_MELDS:
        question.problems[name] = _("That is more than %(most)d melds.", most=MOST_MELDS)
    return [
        Laid(text[:LONGEST_TEXT], question.cards(f"{name}-{number}", text, most=len(melding.order)))
        for number, text in enumerate(written[:MOST_MELDS], 1)
    ]


def _whose(question: MeldQuestion) -> Whose:
    text = question.texts["whose"] or "hand"
    if text not in WHOSE:
        question.problems["whose"] = _("The card comes from “hand”, “own” (melds) or “other”.")
    return WHOSE.get(text, "hand")


def _check_together(question: MeldQuestion, melding: Melding) -> None:
    """What no single field can tell: copies that the pack does not hold, questions that go ill together."""
    swapped = (question.swap,) if question.swap else ()
    _check_copies(question, "meld", (*_all_cards(question.melds), *swapped), melding)
    _check_copies(question, "before", _all_cards(question.before), melding)
    if JOKER in question.declared:
        question.problems["declared"] = _("A joker stands for a card, not for a joker.")
    if question.first and question.opened:
        question.problems["first"] = _("Either it is your first meld, or you have melded before.")
    if not question.is_of_a_table:
        return
    for name in OF_ONE_MELD:
        if question.texts[name] not in ("", "0") and not (name == "first" and question.before):
            question.problems.setdefault(
                name, _("This is asked about one meld alone: leave it out, or the other melds.")
            )


def _check_copies(question: MeldQuestion, name: str, cards: Sequence[Card], melding: Melding) -> None:
    doubled = too_many(cards, decks=melding.decks, jokers=melding.jokers)
    if doubled is None:
        return
    if doubled.is_joker:
        words = _("There are only %(jokers)d jokers in this game.", jokers=melding.jokers)
    else:
        words = words_for_copies(doubled, melding.decks)
    question.problems.setdefault(name, words)


def _all_cards(table: Sequence[Laid]) -> tuple[Card, ...]:
    return tuple(chain.from_iterable(laid.cards for laid in table))
