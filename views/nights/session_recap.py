"""One session as its night tells it: how it ended and went, where it turned, its dearest hand."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import format_time, ngettext
from flask_babel import gettext as _

from models import Session
from review.recap import DearHand, Recap, recap
from views.nights.hand import DrawnHand, drawn_hand
from views.nights.words import swing_in_words
from views.wording.chart import Chart
from views.wording.deals import blocks_in_words
from views.wording.hands import name_of, the_word
from views.wording.phrases import listed
from views.wording.results import decided_in_words, early_in_words, headline_of, score
from views.wording.score_chart import score_chart

MOST_DEAREST = 2


@dataclass(frozen=True)
class Place:
    """A side at the end, or where it stands now; rank is None for one that left."""

    names: str
    rank: int | None
    total: int
    leads: bool


@dataclass(frozen=True)
class Dearest:
    """whose: "Cara, round 2, 60 points"; cards is None where the points were typed."""

    whose: str
    cards: DrawnHand | None


@dataclass(frozen=True)
class Numbers:
    """The totals after each round, one column a side: the chart in figures."""

    names: list[str]
    lines: list[tuple[int, list[int]]]


@dataclass(frozen=True)
class SessionRecap:
    """recap holds nothing where only the totals are known, or where the session is not over."""

    session: Session
    headline: str
    times: str
    places: list[Place]
    notes: list[str]
    chart: Chart | None
    numbers: Numbers | None
    decided: str
    swing: str
    dearest: list[Dearest]
    more_dearest: int
    recap: Recap

    @property
    def counts(self) -> bool:
        """Whether it counts in what is said of the evening."""
        return self.session.is_finished and bool(self.session.rounds)

    @property
    def totals(self) -> list[str]:
        """ "Bo 98", "Cara 99" and so on, best first."""
        return [f"{place.names} {score(place.total, self.session)}" for place in self.places]


def session_recap(session: Session) -> SessionRecap:
    told = session.is_finished and bool(session.rounds) and not session.summed
    found = _recap(session) if told else Recap()
    return SessionRecap(
        session=session,
        headline=headline_of(session) if session.is_finished else _("Waits to be played on"),
        times=_times(session),
        places=_places(session),
        notes=_notes(session),
        chart=score_chart(session) if told else None,
        numbers=_numbers(session) if told else None,
        decided=decided_in_words(session, found.decided),
        swing=swing_in_words(found.swing, session) if found.swing else "",
        dearest=[_dearest(hand, session) for hand in found.dearest[:MOST_DEAREST]],
        more_dearest=max(0, len(found.dearest) - MOST_DEAREST),
        recap=found,
    )


def _recap(session: Session) -> Recap:
    misdeals = [played.misdeals for played in session.rounds]
    return recap(session.scoring_rules, session.seat_facts(), session.round_facts(), misdeals)


def _times(session: Session) -> str:
    """From when to when; "" where nobody knows."""
    if not session.hours_known:
        return ""
    begun, ended = format_time(session.started_at, "short"), format_time(session.last_played_at, "short")
    return begun if begun == ended or not session.is_finished else f"{begun}–{ended}"


def _places(session: Session) -> list[Place]:
    if not session.rounds:
        return []
    return [
        Place(
            names=listed([name_of(seat, session) for seat in standing.seats]),
            rank=standing.rank,
            total=standing.total,
            leads=standing.leads,
        )
        for standing in session.standings()
    ]


def _notes(session: Session) -> list[str]:
    """What a reader should know beside the result."""
    blocks = [] if session.summed else blocks_in_words(session)
    return [*blocks, *filter(None, [early_in_words(session)])]


def _numbers(session: Session) -> Numbers:
    table = session.standings()
    return Numbers(
        names=[listed([name_of(seat, session) for seat in standing.seats]) for standing in table],
        lines=[
            (played.number, [standing.history[played.number] for standing in table])
            for played in session.rounds
        ],
    )


def _dearest(hand: DearHand, session: Session) -> Dearest:
    whose = ngettext(
        "%(name)s, %(round)s %(number)d: %(num)d point",
        "%(name)s, %(round)s %(number)d: %(num)d points",
        hand.points,
        name=name_of(hand.seat, session),
        round=the_word(session, "round"),
        number=hand.round,
    )
    return Dearest(whose, drawn_hand(hand.cards, session) if hand.cards else None)
