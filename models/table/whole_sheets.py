"""Enter a game from paper as a whole: all rounds of its sheet at once, or its totals."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from msgspec import structs

from game.analysis.elapsed import elapsed
from game.scoring import operations
from game.scoring.facts import Hand, Round, SeatFacts, SeatId, Sheet
from models.change import ChangeStamp, recorded_as_change
from models.database import db, new_id
from models.group import Group
from models.night import Night
from models.player import Player
from models.session import Session
from models.table.starting import SessionSetup, start_session

USUAL_ROUND = timedelta(minutes=5)


@dataclass(frozen=True)
class WholeSheet:
    """The rounds of a sheet that are not stored yet.

    rounds: in order, numbered on from the session's last one. seats: those whose joining, leaving and start
    points are on the sheet; others stay unchanged. over: the table ended there. totals_only: the rounds only
    stand for totals.
    """

    rounds: tuple[Round, ...]
    seats: tuple[SeatFacts, ...] = ()
    over: bool = True
    totals_only: bool = False

    def moved_to(self, session: Session, seen: Session) -> WholeSheet:
        """Replace the seats of the planned session by those of a stored one."""
        stored: dict[SeatId, uuid.UUID] = {a.id: b.id for a, b in zip(seen.seats, session.seats, strict=True)}
        rounds = tuple(
            structs.replace(
                played,
                dealer=stored[played.dealer],
                out=None if played.out is None else stored[played.out],
                hands=tuple(structs.replace(hand, seat=stored[hand.seat]) for hand in played.hands),
            )
            for played in self.rounds
        )
        return replace(
            self, rounds=rounds, seats=tuple(structs.replace(s, id=stored[s.id]) for s in self.seats)
        )


@dataclass(frozen=True)
class PaperNight:
    """When and where a game on paper was played: first deal, local date, venue."""

    start: datetime
    day: date
    place: str = ""


def unsaved_session(setup: SessionSetup) -> Session:
    """Return a session that is never stored, to print an empty sheet or to read a filled one."""
    names = [person if isinstance(person, str) else person.name for person in setup.names]
    return setup.session([Player(id=new_id(), name=name) for name in names], id=new_id())


def totals(session: Session, reached: Mapping[SeatId, int]) -> WholeSheet:
    """A sheet with totals only, for a session without rounds.

    reached: points by seat, sums of places, or rounds won. Points and places become one round of typed ones;
    wins one round each, without the cards of the others; what a seat has collected becomes one round in which
    another seat had all of it. Who was eliminated first is not known, so eliminated sides rank by their
    totals.
    """
    deal = session.upcoming_deal()
    hands = tuple(Hand(seat, None, points) for seat, points in reached.items())
    round_of_all = Round(1, deal.dealer or session.seats[0].id, deal.hand_size, None, hands)
    if session.rules.collects:
        return WholeSheet(tuple(_collected(round_of_all)), totals_only=True)
    if not session.rules.counts_wins:
        return WholeSheet((round_of_all,), totals_only=True)
    winners = [seat for seat, wins in reached.items() for _win in range(wins)]
    rounds = [_won_by(winner, round_of_all, number) for number, winner in enumerate(winners, 1)]
    return WholeSheet(tuple(rounds), totals_only=True)


def enter_game(
    group: Group,
    setup: SessionSetup,
    seen: Session,
    sheet: WholeSheet,
    session_id: uuid.UUID,
    stamp: ChangeStamp,
    when: PaperNight,
) -> Session:
    """Create the session of a sheet on the night it was played; the sheet is one change of its history.

    seen: the `unsaved_session` whose seats the sheet names, in the order of the set-up. A night without a
    venue gets that of the sheet.
    """
    times = spread_times(when.start, len(sheet.rounds), stamp.at)
    session = start_session(
        group, setup, session_id, at=when.start, today=when.day, until=times[-1] if times else None
    )
    night = db.session.get_one(Night, session.night_id)
    night.place = night.place or when.place or None
    enter_rounds(session, sheet.moved_to(session, seen), stamp, times)
    return session


def enter_rounds(
    session: Session, sheet: WholeSheet, stamp: ChangeStamp, times: Sequence[datetime] = ()
) -> None:
    """Add all rounds of a sheet as one change.

    times: the end of each round, if it was played before it was typed; now otherwise.
    """
    about = {"count": len(sheet.rounds), "totals_only": sheet.totals_only}
    with recorded_as_change(session, "sheet", stamp, about):
        entered = session.sheet
        for seat in sheet.seats:
            entered = _with_presence_of(entered, seat)
        for place, played in enumerate(sheet.rounds):
            at = times[place] if times else stamp.at
            entered = _with_round(entered, played, at, session.rules.block)
        session.sheet = structs.replace(
            entered,
            next_deal=None,
            totals_only=sheet.totals_only or entered.totals_only,
            no_times=bool(times) or entered.no_times,
            stopped=False,
        )
        played_out = session.scored.is_played_out
        session.sheet = structs.replace(session.sheet, stopped=sheet.over and not played_out)
        if sheet.over or played_out:
            session.finished_at = times[-1] if times else stamp.at


def spread_times(start: datetime, rounds: int, now: datetime) -> list[datetime]:
    """An end for each round: five minutes each, less if that would be in the future."""
    duration = min(USUAL_ROUND * rounds, elapsed(start, now))
    return [start + duration * number / rounds for number in range(1, rounds + 1)]


def _won_by(winner: SeatId, of_all: Round, number: int) -> Round:
    hands = tuple(
        structs.replace(h, cards={} if h.seat == winner else None, points=None) for h in of_all.hands
    )
    return structs.replace(of_all, number=number, out=winner, hands=hands)


def _collected(of_all: Round) -> Iterator[Round]:
    """Yield one round for each seat with points; a blocked one without points if there is none."""
    nothing = structs.replace(of_all, hands=tuple(structs.replace(hand, points=0) for hand in of_all.hands))
    collectors = [hand for hand in of_all.hands if hand.points]
    for number, collector in enumerate(collectors, 1):
        giver = next(hand.seat for hand in of_all.hands if hand.seat != collector.seat)
        left = {
            collector.seat: structs.replace(collector, cards={}, points=0),
            giver: structs.replace(collector, seat=giver),
        }
        hands = tuple(left.get(hand.seat, hand) for hand in nothing.hands)
        yield structs.replace(of_all, number=number, out=collector.seat, hands=hands)
    if not collectors:
        yield nothing


def _with_presence_of(sheet: Sheet, seat: SeatFacts) -> Sheet:
    """The sheet with joining, leaving and start points of a seat as on paper."""
    known = sheet.seat(seat.id)
    return operations.with_seat(
        sheet,
        structs.replace(
            known, joined_round=seat.joined_round, start_points=seat.start_points, away=seat.away
        ),
    )


def _with_round(sheet: Sheet, played: Round, at: datetime, block: int | None) -> Sheet:
    """The sheet with another round. block: see Rules; before each of its rounds the pack was cut (SP1)."""
    dealers = sheet.first_dealers
    if block is not None and (played.number - 1) % block == 0:
        dealers = (*dealers[: (played.number - 1) // block], played.dealer)
    fresh = structs.replace(played, id=new_id(), recorded_at=at)
    return structs.replace(sheet, rounds=(*sheet.rounds, fresh), first_dealers=dealers)
