"""Rounds, hands and changes as the sentences the table reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from game.scoring import facts
from game.scoring.facts import SeatId
from game.scoring.round_warnings import RoundWarning
from game.scoring.rules import Rules
from game.variants.text import in_language
from game.variants.wording import NamedClass
from models import Session
from views.web.language import current_language
from views.wording.cards import lettered
from views.wording.phrases import Sentence, listed, number_word

WARNINGS: dict[str, Sentence] = {
    "cards": lazy_gettext("%(count)d cards are left in all hands, but at most %(most)d can be."),
    "points": lazy_gettext("All hands add up to %(count)d points, but all cards are worth only %(most)d."),
    "blocked": lazy_gettext("Nobody went out, so %(name)s still holds a card: is 0 right?"),
    "empty": lazy_gettext("%(name)s has no cards but did not go out."),
    "no_points": lazy_gettext("%(name)s has no points but did not go out."),
    "sum": lazy_gettext("%(name)s: no hand makes exactly %(count)d points."),
    "chain": lazy_gettext("%(name)s drew %(most)d cards for the chain but holds only %(count)d."),
    "chain_points": lazy_gettext(
        "%(name)s drew for the chain, so the hand must cost at least %(most)d points; %(count)d is too few."
    ),
}
OF_CLASS: dict[str, Sentence] = {
    "class": lazy_gettext("%(count)d %(kind)s are counted, but there are only %(most)d."),
    "chain_class": lazy_gettext(
        "With those of the chain %(count)d %(kind)s are counted, but there are only %(most)d."
    ),
}


def the_word(session: Session, key: str) -> str:
    """A word of the session's variant, for example its word for a round."""
    return in_language(session.wording.words[key] or "", current_language())


def cards_in_words(cards: Mapping[str, int], session: Session) -> str:
    """A hand for screen readers: "two fives and an eight"."""
    return classes_in_words(cards, session.wording.classes)


def classes_in_words(cards: Mapping[str, int], classes: Iterable[NamedClass]) -> str:
    """A hand in words, without a session."""
    language = current_language()
    parts = []
    for card_class in classes:
        count = cards.get(card_class.key, 0)
        if count == 1:
            parts.append(in_language(card_class.one, language))
        elif count > 1:
            parts.append(f"{number_word(count)} {in_language(card_class.many, language)}")
    return listed(parts)


def cards_in_figures(cards: Mapping[str, int], session: Session) -> str:
    """A hand in figures: "8, 5 ×2"."""
    return lettered(session.wording.in_figures(cards, current_language()))


def hand_in_words(hand: facts.HandFacts, session: Session) -> str:
    """ "60 points, two fives and an eight"; "" where nothing was counted."""
    cards = cards_in_words(hand.cards, session) if hand.cards else ""
    if hand.points is None:
        return cards
    points = ngettext("%(num)d point", "%(num)d points", hand.points)
    return f"{points}, {cards}" if cards else points


def name_of(seat_id: Any, session: Session) -> str:
    """Whose seat it is; a seat that was taken back has no name any more."""
    return next((seat.name for seat in session.seats if str(seat.id) == str(seat_id)), _("somebody"))


def names_of(side: Collection[SeatId], session: Session) -> str:
    """Who sits on a side, as a list in words, in the order of the seats."""
    return listed([seat.name for seat in session.seats if seat.id in side])


def first_words(session: Session) -> str:
    """What the table reads when a session starts."""
    dealer = session.upcoming_deal().dealer
    return _("%(name)s deals first. Have a good game!", name=name_of(dealer, session))


def round_in_words(played: facts.RoundFacts, session: Session) -> str:
    """ "Round 6: Cara out, Anna 60, Bo 12"."""
    return score_in_words(
        played.number,
        str(played.out) if played.out else None,
        {str(hand.seat): hand.points for hand in played.hands},
        session,
    )


def score_in_words(number: int, out: str | None, points: Mapping[str, int | None], session: Session) -> str:
    parts = [_("%(name)s out", name=name_of(out, session)) if out else _("nobody out")]
    for seat in session.seats:
        hand_points = points.get(str(seat.id))
        if str(seat.id) != out and hand_points is not None:
            parts.append(f"{seat.name} {hand_points}")
    return _(
        "%(round)s %(number)d: %(result)s",
        round=the_word(session, "Round"),
        number=number,
        result=", ".join(parts),
    )


def round_warning_in_words(warning: RoundWarning, session: Session, rules: Rules) -> str:
    """A warning about a round, as a question."""
    name = name_of(warning.seat, session)
    values = {"name": name, "count": warning.count, "most": warning.most}
    if warning.code in OF_CLASS:
        card_class = next(c for c in session.wording.classes if c.key == warning.card_class)
        kind = in_language(card_class.many, current_language())
        return str(OF_CLASS[warning.code] % {"kind": kind, **values})
    return str(WARNINGS[warning.code] % values)
