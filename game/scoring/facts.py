"""The score sheet: what happened at a table, as one frozen value. All of scoring is a function of it.

Other ids than UUIDs can be used for seats, but such a sheet cannot be encoded.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct, structs

SeatId = UUID
TEAM_LENGTH = 40
REASON_LENGTH = 500  # of an adjustment


class Value(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A frozen value that is stored without its defaults."""


class Away(Value, frozen=True):
    """An absence. since: the first round missed; until: the first round played again, None if still away.

    points: added to the total on return.

    >>> [number for number in range(1, 7) if Away(since=3, until=5).covers(number)]
    [3, 4]
    """

    since: int
    until: int | None = None
    points: int = 0

    def covers(self, number: int) -> bool:
        return self.since <= number and (self.until is None or number < self.until)


class Adjustment(Value, frozen=True):
    """Bonus points, or penalty points if negative, added after round `after` (0: before the first)."""

    after: int
    points: int
    id: str = ""
    reason: str = ""


class SeatFacts(Value, frozen=True):
    """A player's place at the table.

    position: clockwise. start_points: the total of a late joiner before the first round. origin: the first
    seat in a sequence of handovers, None for a seat that took over from no other; seats with the same origin
    share one total, which belongs to the one that plays now. player: kept beside the sheet, so that merging
    players rewrites none.
    """

    id: UUID
    position: int
    joined_round: int = 1
    away: tuple[Away, ...] = ()
    start_points: int = 0
    team: str | None = None
    origin: UUID | None = None
    adjustments: tuple[Adjustment, ...] = ()
    player: UUID | None = None

    @property
    def eliminated_after(self) -> int | None:
        """The last round of an eliminated seat, where it is known (see `EliminatedSeat`)."""
        return None

    def plays(self, number: int) -> bool:
        if self.eliminated_after is not None and number > self.eliminated_after:
            return False
        return number >= self.joined_round and not any(a.covers(number) for a in self.away)

    @property
    def has_left(self) -> bool:
        return any(a.until is None for a in self.away)

    @property
    def left_round(self) -> int:
        """The first round missed by a seat that has left, otherwise 0."""
        return next((a.since for a in self.away if a.until is None), 0)


class EliminatedSeat(SeatFacts, frozen=True):
    """A seat that plays no more after round `eliminated_after`. Derived (standings.py), never stored."""

    eliminated_after: int = 0


class Hand(Value, frozen=True):
    """The cards that one seat held when a round ended.

    cards: counts by key of the card class, None if only points were entered. points: with all multipliers;
    the place if the session counts places; None if not counted, and always if the session counts wins.
    typed: the number or sum as typed, before multipliers. multipliers: keys of those of this hand.
    """

    seat: UUID
    cards: dict[str, int] | None
    points: int | None
    typed: str | None = None
    multipliers: tuple[str, ...] = ()


class LastCards(Value, frozen=True):
    """The chain that a round ended on: the number of its cards, and the seat that drew for them."""

    cards: int
    drawer: UUID


class Round(Value, frozen=True):
    """One round that was played.

    hand_size: cards dealt to each seat, 0 if not recorded. out: the seat that went out, or won; None in a
    blocked round, and where no round has a winner. hands: of the seats that played the round; an absent seat
    has none. multipliers: keys of those of all hands. id, recorded_at: None until it is saved.
    """

    number: int
    dealer: UUID
    hand_size: int
    out: UUID | None
    hands: tuple[Hand, ...]
    chain: LastCards | None = None
    multipliers: tuple[str, ...] = ()
    misdeals: int = 0
    id: UUID | None = None
    recorded_at: datetime | None = None

    @property
    def remaining_hands(self) -> list[Hand]:
        """The hands of the seats that did not go out."""
        return [hand for hand in self.hands if hand.seat != self.out]

    def points_of(self, seat: SeatId) -> int | None:
        return next((hand.points for hand in self.hands if hand.seat == seat), None)


class NextDeal(Value, frozen=True):
    """What the table has decided about a round: another dealer than the one in turn, and misdeals so far."""

    round: int
    dealer: UUID | None = None
    misdeals: int = 0


class Sheet(Value, frozen=True, gc=True):
    """A whole session as on paper: who sat where, what was played, and what the table decided.

    seats: clockwise. rounds: numbered from 1 without gaps. first_dealers: one for each block of rounds that
    begins with a cut. next_deal: may be that of an earlier round. stopped: ended by the table before its
    plan. extended: continues past its plan until it is stopped. totals_only: only totals are known, and the
    rounds are placeholders that add up to them. no_times: the times of the rounds only preserve their order.
    """

    seats: tuple[SeatFacts, ...]
    rounds: tuple[Round, ...] = ()
    first_dealers: tuple[UUID, ...] = ()
    next_deal: NextDeal | None = None
    stopped: bool = False
    extended: bool = False
    totals_only: bool = False
    no_times: bool = False

    @property
    def next_number(self) -> int:
        """The number of the next round."""
        return len(self.rounds) + 1

    @property
    def decided_deal(self) -> NextDeal | None:
        """What the table has decided about the next round."""
        return self.next_deal if self.next_deal and self.next_deal.round == self.next_number else None

    @property
    def misdeals(self) -> int:
        """The number of misdeals of the next round."""
        return self.decided_deal.misdeals if self.decided_deal else 0

    def seat(self, seat_id: SeatId) -> SeatFacts:
        """The seat with this id. Raises KeyError."""
        seat = next((seat for seat in self.seats if seat.id == seat_id), None)
        if seat is None:
            raise KeyError(seat_id)
        return seat

    def round_number(self, number: int) -> Round | None:
        """The round with this number, None if it is not played."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None


# Flags that a session document has under the same names; that a session was stopped it says in other ways.
FLAGS = tuple(
    field.name
    for field in structs.fields(Sheet)
    if field.default is False and field.name not in ("stopped", "extended")
)
_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(Sheet)


def encoded(sheet: Sheet) -> str:
    """Return the sheet as JSON, without its players; defaults are left out."""
    seats = tuple(structs.replace(seat, player=None) for seat in sheet.seats)
    return _encoder.encode(structs.replace(sheet, seats=seats)).decode()


def decoded(text: str) -> Sheet:
    """Return the sheet of a JSON text. Raises msgspec.ValidationError if it is none."""
    return _decoder.decode(text)


def in_order(seats: Iterable[SeatFacts]) -> list[SeatFacts]:
    """Return the seats clockwise."""
    return sorted(seats, key=lambda seat: seat.position)


def shared_seats(seats: Iterable[SeatFacts]) -> dict[SeatId, tuple[SeatFacts, ...]]:
    """Group the seats that share a total: {holder: (seats with the same origin, clockwise)}.

    The holder is the seat that plays now or, if all have left, the one that left last. A seat without
    handovers is a group of its own.
    """
    shared: dict[SeatId, list[SeatFacts]] = {}
    for seat in in_order(seats):
        shared.setdefault(seat.id if seat.origin is None else seat.origin, []).append(seat)
    return {max(group, key=_recency).id: tuple(group) for group in shared.values()}


def _recency(seat: SeatFacts) -> tuple[bool, int, int]:
    return not seat.has_left, seat.left_round, seat.joined_round


def added_points(seat: SeatFacts) -> int:
    """Return the points of a seat that no round gave: at the start, on a return, bonus and penalty."""
    back = sum(away.points for away in seat.away if away.until is not None)
    return seat.start_points + back + sum(adjustment.points for adjustment in seat.adjustments)


def unseated(sheet: Sheet) -> set[SeatId]:
    """Return the seats that the sheet names as dealer, winner, drawer, holder of a hand or origin, but does
    not have. The dealer of a deal that was decided on may have gone since.
    """
    named: set[SeatId | None] = {*sheet.first_dealers, *(seat.origin for seat in sheet.seats)}
    for played in sheet.rounds:
        drawer = played.chain.drawer if played.chain else None
        named |= {played.dealer, played.out, drawer, *(hand.seat for hand in played.hands)}
    return named - {None} - {seat.id for seat in sheet.seats}  # type: ignore[return-value]


def with_hands_clockwise(sheet: Sheet) -> Sheet:
    """Return the sheet with the hands of each round in the order of the seats."""
    place = {seat.id: seat.position for seat in sheet.seats}

    def ordered(played: Round) -> Round:
        places = [place[hand.seat] for hand in played.hands]
        if places == sorted(places):
            return played
        hands = sorted(played.hands, key=lambda hand: place[hand.seat])
        return structs.replace(played, hands=tuple(hands))

    return structs.replace(sheet, rounds=tuple(map(ordered, sheet.rounds)))
