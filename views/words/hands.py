"""Rounds, hands and changes as the sentences the table reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from game.scoring import facts
from game.scoring.facts import SeatId
from game.scoring.hand import as_typed
from game.scoring.round_warnings import RoundWarning
from game.scoring.rules import CardClass, Rules
from game.scoring.standings import gains_of_hands
from game.texts import in_language
from models import Session
from models.table.rounds import round_values
from views.web.language import current_language
from views.words.cards import lettered
from views.words.figures import signed, with_minus
from views.words.phrases import Sentence, listed, number_word, words

MAX_USUAL_FIGURES = 5
MIN_USUAL_FIGURES = 3
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
    "zero_sum": lazy_gettext("The points add up to %(sum)s, not to 0."),
    "places": lazy_gettext("The places do not fit: the first is 1, and after two in place 2 comes 4."),
}
CLASS_WARNINGS: dict[str, Sentence] = {
    "class": lazy_gettext("%(count)d %(kind)s are counted, but there are only %(most)d."),
    "chain_class": lazy_gettext(
        "With those of the chain %(count)d %(kind)s are counted, but there are only %(most)d."
    ),
}


def the_word(session: Session, key: str) -> str:
    """A word of the session's variant, for example its word for a round."""
    return in_language(session.rules.words[key] or "", current_language())


def class_labels(session: Session) -> dict[str, str]:
    """The short text of each card class, by its key."""
    language = current_language()
    return {named.key: lettered(in_language(named.label, language)) for named in session.rules.classes}


def cards_in_words(cards: Mapping[str, int], session: Session) -> str:
    """A hand for screen readers: "two fives and an eight"."""
    return classes_in_words(cards, session.rules.classes)


def classes_in_words(cards: Mapping[str, int], classes: Iterable[CardClass]) -> str:
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
    return lettered(session.rules.cards_in_figures(cards, current_language()))


def hand_in_words(hand: facts.Hand, session: Session) -> str:
    """ "60 points, two fives and an eight"; "" where nothing was counted."""
    cards = cards_in_words(hand.cards, session) if hand.cards else ""
    if hand.points is None:
        return cards
    parts = [points_in_words(hand.points, session), cards, multipliers_in_words(hand.multipliers, session)]
    return ", ".join(part for part in parts if part)


def points_in_words(points: int, session: Session) -> str:
    """ "60 points", or "place 2" where places are counted."""
    if session.rules.tally == "places":
        return _("place %(number)s", number=points)
    return with_minus(ngettext("%(num)d point", "%(num)d points", points))


def multipliers_in_words(keys: Iterable[str], session: Session) -> str:
    """ "×2: out with a jack"; "" without any."""
    chosen = [each for each in session.rules.multipliers if each.key in set(keys)]
    return ", ".join(f"×{each.factor}: {in_language(each.name, current_language())}" for each in chosen)


def own_hands_in_words(rules: Rules) -> str:
    """The name of the page on which players enter what they have."""
    if rules.classes:
        return _("Own cards")
    if not rules.is_typed:
        return _("The result")
    return _("Own places") if rules.tally == "places" else _("Own points")


def nobody_went_out(session: Session) -> str:
    return _("Nobody went out") if session.rules.classes else _("Nobody won")


def nobody_out(rules: Rules) -> str:
    """The same within a line."""
    return _("nobody out") if rules.classes else _("nobody won")


def usual_figures(session: Session) -> list[str]:
    """The points that this session had most, most often first; [] until there are enough of them."""
    rules = session.rules
    if not rules.is_typed or rules.tally == "places":
        return []
    figures = Counter(
        int(typed) if (typed := as_typed(hand, rules, played.multipliers)).isdecimal() else hand.points
        for played in session.rounds
        for hand in played.hands
        if hand.points is not None and hand.seat != played.out
    )
    usual = [with_minus(points or 0) for points, _count in figures.most_common(MAX_USUAL_FIGURES)]
    return usual if len(usual) >= MIN_USUAL_FIGURES else []


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


def round_in_words(played: facts.Round, session: Session) -> str:
    """ "Round 6: Cara out, Anna 60, Bo 12"."""
    return score_in_words(round_values(played), session)


def score_in_words(about: Mapping[str, Any], session: Session) -> str:
    """about: see round_values."""
    multipliers = multipliers_in_words(about.get("multipliers", {}).get("round", ()), session)
    return _(
        "%(round)s %(number)d: %(result)s",
        round=the_word(session, "Round"),
        number=about["number"],
        result=_result_in_words(about, session) + (f" ({multipliers})" if multipliers else ""),
    )


def _result_in_words(about: Mapping[str, Any], session: Session) -> str:
    rules, out = session.rules, about["out"]
    if rules.tally == "places":
        return _places_in_words(about["points"], session)
    hands = _hands_in_words(about, session)
    if rules.collects:
        return _collected_in_words(about, hands, session)
    if not rules.has_round_winner:
        return ", ".join(hands)
    return ", ".join([_winner_in_words(out, session), *hands])


def _winner_in_words(out: str | None, session: Session) -> str:
    if out is None:
        return nobody_out(session.rules)
    name = name_of(out, session)
    return _("%(name)s out", name=name) if session.rules.classes else _("%(name)s won", name=name)


def _hands_in_words(about: Mapping[str, Any], session: Session) -> list[str]:
    """ "Anna 60", "Bo 40 (20 ×2: out with a jack)"."""
    rules, multipliers, parts = session.rules, about.get("multipliers", {}), []
    for seat in session.seats:
        points, keys = about["points"].get(str(seat.id)), multipliers.get(str(seat.id), ())
        if str(seat.id) == about["out"] or points is None:
            continue
        before = points // rules.factor(keys)
        reason = f" ({with_minus(before)} {multipliers_in_words(keys, session)})" if keys else ""
        parts.append(f"{seat.name} {with_minus(points)}{reason}")
    return parts


def _collected_in_words(about: Mapping[str, Any], hands: list[str], session: Session) -> str:
    """ "Cara +52 (Anna 15, Bo 37)", "nobody out, Bo +8 (Anna 9, Bo 2, Cara 3)"."""
    left = tuple(facts.Hand(seat, None, points) for seat, points in about["points"].items())
    gains = gains_of_hands(session.rules, about["out"], left)
    collectors = [
        f"{name_of(seat, session)} {signed(gain)}"
        for seat, gain in gains.items()
        if gain or seat == about["out"]
    ]
    blocked = [_winner_in_words(None, session)] if about["out"] is None else []
    if not collectors:
        return ", ".join([*blocked, *hands])
    return f"{', '.join([*blocked, *collectors])} ({', '.join(hands)})"


def _places_in_words(places: Mapping[str, int | None], session: Session) -> str:
    """ "1 Cara, 2 Anna, 3 Bo"."""
    ordered = sorted((place, name_of(seat, session)) for seat, place in places.items() if place is not None)
    return ", ".join(f"{place} {name}" for place, name in ordered)


def round_warning_in_words(warning: RoundWarning, session: Session, rules: Rules) -> str:
    """A warning about a round, as a question."""
    name = name_of(warning.seat, session)
    count = warning.count
    values = {"name": name, "count": count, "most": warning.most, "sum": with_minus(count)}
    if warning.code in CLASS_WARNINGS:
        card_class = next(c for c in session.rules.classes if c.key == warning.card_class)
        kind = in_language(card_class.many, current_language())
        return str(CLASS_WARNINGS[warning.code] % {"kind": kind, **values})
    return str(WARNINGS[warning.code] % values)


@dataclass(frozen=True)
class MultiplierInWords:
    """A multiplier of a session, with its reason in the page's language."""

    key: str
    factor: int
    reason: str

    @property
    def figure(self) -> str:
        return f"×{self.factor}"


def multipliers_of(session: Session) -> list[MultiplierInWords]:
    return [MultiplierInWords(each.key, each.factor, words(each.name)) for each in session.rules.multipliers]


def factor_of(keys: Iterable[str], session: Session) -> int:
    """What these multiply with together; keys that the rules do not have count once."""
    factors = {each.key: each.factor for each in session.rules.multipliers}
    return prod(factors.get(key, 1) for key in keys)


def factors_in_figures(keys: Iterable[str], session: Session) -> str:
    """ "×2", or "" without any."""
    factor = factor_of(keys, session)
    return f"×{factor}" if factor > 1 else ""
