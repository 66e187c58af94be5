"""What differs between a file and what stands here, session by session."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from exchange.document.records import SessionRecord
from exchange.document.rehearsal import rehearsed
from exchange.importing.corrections.making import KIND
from exchange.importing.corrections.sums import sums_in, sums_of
from game.scoring import facts
from game.scoring.facts import SeatId
from models.change import TAKE_BACK, Change
from models.database import db, in_turns
from models.imported_file import LEAVE, TAKE, Import
from models.player import Player, same_name
from models.session import Session

MOST = 100  # at once: each is shown, and each is a change
AT_ONCE = 500


@dataclass(frozen=True)
class Difference:
    """What a hand has here and in the file; number: of its round, None where only totals are known."""

    number: int | None
    name: str
    here: int | None
    file: int | None


@dataclass(frozen=True)
class Correction:
    """One session whose points differ. changed: by the table, since it came in. chosen: TAKE or LEAVE."""

    session: Session
    rounds: tuple[facts.Round, ...]
    differences: tuple[Difference, ...]
    changed: bool
    chosen: str

    @property
    def holds(self) -> bool:
        """Whether the points of the file are to come in."""
        return self.chosen == TAKE


class Corrections:
    """told: what a file tells of sessions that are here, by their id here; people: those of the file.

    who: players here by the id in the file. found: what differs; more: how many others may.
    """

    def __init__(
        self,
        file: Import,
        told: Mapping[uuid.UUID, SessionRecord],
        people: Mapping[str, Player],
        who: Mapping[str, uuid.UUID],
    ) -> None:
        self.file, self.told, self.people, self.who = file, told, people, who
        here = sums_of(file.group_id, told) if told else {}  # quick, for a file may tell ten years
        differing = [own for own, record in told.items() if here[own] != sums_in(record)]
        looked_at, self.more = differing[:MOST], len(differing[MOST:])
        touched = _touched(looked_at)
        found = (self._correction(own, own in touched) for own in looked_at)
        self.found = [correction for correction in found if correction is not None]

    def _correction(self, own: uuid.UUID, changed: bool) -> Correction | None:
        session = Session.of(self.file.group_id, own)
        if session is None:
            return None
        told = rehearsed(self.told[own], "", self.people)
        seats = self._same_seats(session, told)
        if seats is None or session.scoring_rules.tally != told.scoring_rules.tally:
            return None
        rounds = tuple(_as_here(played, seats, session) for played in told.round_facts())
        differences = tuple(_differences(session, rounds))
        if not differences:
            return None
        usual = LEAVE if changed else TAKE
        chosen = self.file.choices.get("fixes", {}).get(str(own), usual)
        return Correction(session, rounds, differences, changed, chosen)

    def _same_seats(self, session: Session, told: Session) -> dict[SeatId, uuid.UUID] | None:
        """For each seat of the file the one here; None where others sat there."""
        left = {seat.player_id: seat for seat in session.seats}
        keys = [record.player for record in self.told[session.id].seats]
        found: dict[SeatId, uuid.UUID] = {}
        for key, seat in zip(keys, told.seats, strict=True):
            known = self.who.get(key)
            mine = left.get(known) if known else None
            mine = mine or next(
                (s for s in left.values() if same_name(s.player.name, seat.player.name)), None
            )
            if mine is None and len(left) == 1:
                (mine,) = left.values()
            if mine is None:
                return None
            found[seat.id] = mine.id
            del left[mine.player_id]
        return None if left else found


def _touched(sessions: Sequence[uuid.UUID]) -> set[uuid.UUID]:
    """Those that somebody has changed here by hand."""
    touched: set[uuid.UUID] = set()
    for some in in_turns(sessions, AT_ONCE):
        query = db.select(Change.session_id).where(Change.session_id.in_(some), Change.in_force)
        touched |= set(db.session.scalars(query.where(Change.kind.not_in((KIND, TAKE_BACK)))))
    return touched


def _as_here(told: facts.Round, seats: Mapping[SeatId, uuid.UUID], session: Session) -> facts.Round:
    """A round of the file said of the seats here. What the file does not tell stays: cards, who dealt."""
    kept = session.round_number(told.number)
    before = kept.facts() if kept else None
    hands = tuple(_hand(replace(hand, seat=seats[hand.seat]), before) for hand in told.hands)
    left = {hand.seat for hand in hands if hand.points}
    out: SeatId | None = seats[told.out] if told.out is not None else None
    if before is None:
        return replace(told, dealer=seats[told.dealer], out=out, hands=hands, chain=None)
    if out is None and before.out is not None and before.out not in left:
        out = before.out
    return replace(before, out=out, hands=hands, chain=before.chain if out == before.out else None)


def _hand(told: facts.Hand, before: facts.Round | None) -> facts.Hand:
    mine = next((hand for hand in before.hands if hand.seat == told.seat), None) if before else None
    same = (
        mine is not None and mine.points == told.points and (told.cards is None or told.cards == mine.cards)
    )
    return mine if same and mine else told


def _differences(session: Session, rounds: Sequence[facts.Round]) -> Iterator[Difference]:
    names = {seat.id: seat.name for seat in session.seats}
    here = {played.number: played for played in session.round_facts()}
    there = {played.number: played for played in rounds}
    for number in sorted(here.keys() | there.keys()):
        for seat, name in names.items():
            mine, theirs = (_points(kept.get(number), seat) for kept in (here, there))
            if mine != theirs:
                yield Difference(None if session.summed else number, name, mine, theirs)


def _points(played: facts.Round | None, seat: uuid.UUID) -> int | None:
    """What a seat has in a round; where wins are counted, 1 for whoever went out."""
    if played is None or all(hand.seat != seat for hand in played.hands):
        return None
    points = played.points_of(seat)
    return points if points is not None else int(played.out == seat)
