"""A question to the referee, as an address asks it: `top=9H&play=3H 3C 9C&hand=5`.

Everything that was typed is kept as it was, beside what it means and what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask_babel import gettext as _

from forms.fields import A_NUMBER, counted
from forms.typed import LONGEST_TEXT, Typed, words_for_copies
from referee.cards import JOKER, SUITS, Card, too_many
from referee.eights.game import Game
from referee.eights.situation import Situation

FLAGS = ("starter", "again", "follow", "skip", "drew")
TEXTS = ("top", "play", "called", "pending", "drawn", "hand", "left", *FLAGS)
MOST_PENDING = 999
MOST_CARDS = 24  # in one play; no turn of these games is longer


@dataclass
class Question(Typed):
    """What lies on top, what is to be played on it, and what else is so."""

    top: Card | None = None
    play: tuple[Card, ...] = ()
    situation: Situation = field(default_factory=Situation)


def read_question(sent: Mapping[str, str], game: Game, decks: int) -> Question:
    """The question that was sent; `decks` is how many of each card there are."""
    question = Question({name: sent.get(name, "").strip()[:LONGEST_TEXT] for name in TEXTS})
    tops = _cards(question, "top", most=1)
    question.top = tops[0] if tops else None
    question.play = _cards(question, "play", most=MOST_CARDS)
    drawn = _cards(question, "drawn", most=1)
    left = _cards(question, "left", most=MOST_CARDS)
    flags = {name: question.flag(name) for name in FLAGS}
    pack = 4 * len(SUITS) * decks  # more than any chain or hand could be
    question.situation = Situation(
        top=question.top,
        called=_called(question),
        pending=_number(question, "pending", 0, _longest_chain(game, decks)) or 0,
        starter=flags["starter"],
        again=flags["again"],
        follow=flags["follow"],
        skip=flags["skip"],
        drew=flags["drew"] or bool(drawn),
        drawn=drawn[0] if drawn else None,
        hand=_number(question, "hand", 1, 3 * pack),
        left=left or None,
    )
    _check_together(question, drawn, left, decks)
    return question


def _longest_chain(game: Game, decks: int) -> int:
    """Cards owed when every card of the chain lies; a game without one takes any number and does not mind."""
    return game.chain_draws * len(SUITS) * decks if game.chain else MOST_PENDING


def _cards(question: Question, name: str, *, most: int) -> tuple[Card, ...]:
    cards = question.cards(name, question.texts[name], most=most)
    if JOKER in cards:
        question.problems[name] = _("This game has no jokers.")
        return ()
    return cards


def _called(question: Question) -> str:
    suit = question.texts["called"].upper()
    if suit and suit not in SUITS:
        question.problems["called"] = _("A suit is S, H, D or C.")
        return ""
    return suit


def _number(question: Question, name: str, least: int, most: int) -> int | None:
    text = question.texts[name]
    number = counted(text, least=least, most=most)
    if text and number is None:
        question.problems[name] = A_NUMBER % {"least": least, "most": most}
    return number


def _check_together(question: Question, drawn: tuple[Card, ...], left: tuple[Card, ...], decks: int) -> None:
    """What no single field can tell: copies that the packs do not hold, more cards played than held."""
    hand = question.situation.hand
    if hand is not None and hand < len(question.play):
        question.problems.setdefault(
            "hand", _("That is fewer cards than are to be played (%(n)d).", n=len(question.play))
        )
    elif hand is not None and left and hand != len(question.play) + len(left):
        question.problems.setdefault(
            "left", _("The cards played and the cards left do not make up the hand.")
        )
    seen = [*((question.top,) if question.top else ()), *question.play, *left]
    seen += [card for card in drawn if card not in question.play and card not in left]
    doubled = too_many(seen, decks=decks)
    if doubled:
        question.problems.setdefault("play", words_for_copies(doubled, decks))
