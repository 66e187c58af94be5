"""A hand drawn as small cards: a face a card, fanned by class, with its words for whoever listens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models import Session
from variants.text import in_language
from views.web.language import current_language
from views.wording.hands import cards_in_words

MOST_FACES = 5  # of one class; more are told by their number
LONG_LABEL = 2


@dataclass(frozen=True)
class Fan:
    """Cards of one class: what stands on them, how many are drawn, and the count where not all are."""

    label: str
    faces: int
    times: int | None
    danger: bool
    long: bool


@dataclass(frozen=True)
class DrawnHand:
    fans: list[Fan]
    words: str


def drawn_hand(cards: Mapping[str, int], session: Session) -> DrawnHand:
    """The cards of a hand by class, in the order of the pad."""
    classes = [c for c in session.wording.classes if cards.get(c.key)]
    language = current_language()
    return DrawnHand(
        fans=[_fan(in_language(c.label, language), cards[c.key], c.danger) for c in classes],
        words=cards_in_words(cards, session),
    )


def _fan(label: str, count: int, danger: bool) -> Fan:
    long = len(label) > LONG_LABEL  # in a fan it would hide
    alone = count > 1 if long else count > MOST_FACES
    return Fan(label, 1 if alone else count, count if alone else None, danger, long)
