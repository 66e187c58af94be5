"""The score sheet: every round a row, every seat a column, with the running totals."""

from __future__ import annotations

from dataclasses import dataclass

from models import Session
from scoring import facts
from views.wording.hands import cards_in_figures, hand_in_words, name_of


@dataclass(frozen=True)
class Cell:
    """One seat in one round. `points` is None where it did not play or nothing was counted."""

    played: bool
    out: bool
    points: int | None
    total: int
    cards: str
    words: str


@dataclass(frozen=True)
class Line:
    number: int
    hand_size: int
    dealer: str
    blocked: bool
    cells: list[Cell]


@dataclass(frozen=True)
class Sheet:
    names: list[str]
    starts: list[int]
    lines: list[Line]
    totals: list[int]
    winners: list[bool]


def sheet_of(session: Session) -> Sheet:
    """The whole session as it would stand on paper, seats in order."""
    table = session.standings()
    by_seat = {seat_id: standing for standing in table for seat_id in standing.seats}
    seats = list(session.seats)
    return Sheet(
        names=[seat.name for seat in seats],
        starts=[seat.start_points for seat in seats],
        lines=[
            Line(
                number=played.number,
                hand_size=played.hand_size,
                dealer=name_of(played.dealer, session),
                blocked=played.out is None,
                cells=[
                    _cell(session, played, seat.id, by_seat[seat.id].history[played.number]) for seat in seats
                ],
            )
            for played in session.round_facts()
        ],
        totals=[by_seat[seat.id].total for seat in seats],
        winners=[by_seat[seat.id].leads and bool(session.rounds) for seat in seats],
    )


def _cell(session: Session, played: facts.Round, seat_id: object, total: int) -> Cell:
    hand = next((hand for hand in played.hands if hand.seat == seat_id), None)
    if hand is None:
        return Cell(False, False, None, total, "", "")
    return Cell(
        played=True,
        out=played.out == seat_id,
        points=hand.points,
        total=total,
        cards=cards_in_figures(hand.cards, session) if hand.cards else "",
        words=hand_in_words(hand, session),
    )
