"""Read one session of a document: compute what is left out, refuse what is wrong."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from files.document.checks import (
    BadDocument,
    bad_option,
    check_text,
    check_total,
    moment,
    whole,
    with_integers,
)
from files.document.games import DocumentGames
from files.document.records import RoundRecord, SeatRecord, SessionRecord
from files.document.rounds import MAX_ROUNDS, RoundReader
from files.document.rules import rules_in
from game.scoring.deal import next_deal
from game.scoring.facts import (
    FLAGS,
    REASON_LENGTH,
    TEAM_LENGTH,
    Adjustment,
    Away,
    NextDeal,
    Round,
    SeatFacts,
    Sheet,
    shared_seats,
)
from game.scoring.operations import ordered
from game.scoring.rules import Rules
from game.scoring.scored_sheet import ScoredSheet
from game.scoring.standings import with_eliminations
from game.variants import VARIANTS, IllegalOption
from game.variants.custom.building import checked_options
from models.database import new_id
from models.player import Player
from models.rules import FrozenRules
from models.session import Seat, Session

MAX_ADJUSTMENTS = 500  # of a seat
MAX_TOTAL = 1_000_000_000  # columns of integers hold it, and differences of two
MAX_SEATS = 60  # the largest table has ten; players who left keep their seats
MAX_START_POINTS = 99_999
VERSIONS = 2**30


class SessionReader:
    """Reads an item of “sessions”. at: its path. players: by their id in the file."""

    def __init__(
        self, record: SessionRecord, at: str, players: Mapping[str, Player], games: DocumentGames
    ) -> None:
        self.record, self.at, self.players, self.games = record, at, players, games

    def session(self, session_id: uuid.UUID, started: datetime, now: datetime) -> Session:
        """The session, in no database session. Raises BadDocument."""
        record = self.record
        if len(record.seats) > MAX_SEATS:
            raise BadDocument(f"{self.at}.seats", "more than %(most)s people", most=MAX_SEATS)
        variant, options, frozen = self._rules()
        rules, seats = frozen.rules, _seats_of(record, self.at, self.players)
        flags: dict[str, Any] = {flag: getattr(record, flag) is True for flag in FLAGS}
        sheet = Sheet(
            tuple(seats.values()),
            first_dealers=tuple(
                self._seat_id(player, seats, f"{self.at}.first_dealers[{index}]")
                for index, player in enumerate(record.first_dealers)
            ),
            extended=record.extended is True,
            **flags,
        )
        sheet = replace(sheet, rounds=tuple(self._rounds(rules, sheet, seats, started)))
        sheet = replace(sheet, next_deal=self._next_deal(seats, sheet.next_number))
        finished_at, sheet = self._end(rules, sheet, started)
        session = Session(
            id=session_id,
            variant=variant,
            options=options,
            frozen_rules=frozen,
            started_at=started,
            finished_at=finished_at,
            version=int(now.timestamp()) % VERSIONS,  # another than any that a phone may have seen of it
            seats=[
                Seat(id=seat.id, player=self.players[key], player_id=seat.player)
                for key, seat in seats.items()
            ],
            sheet=sheet,
        )
        session.finalize(now)
        self._check_standings(session, seats)
        return session

    def _rules(self) -> tuple[str, dict[str, Any], FrozenRules]:
        """The key of the variant in the group, the options and the frozen rules."""
        record, players = self.record, len(self.record.seats)
        variant = self.games.variant(record.variant, self.at)
        is_own = variant.key not in VARIANTS
        frozen = None if record.rules is UNSET else rules_in(bytes(record.rules), f"{self.at}.rules")
        written = with_integers(record.options or {})
        try:
            if frozen is not None and is_own:  # of an earlier definition, perhaps
                options = checked_options(written)
            else:
                options = variant.resolve(written, players)
        except IllegalOption as illegal:
            raise bad_option(f"{self.at}.options.{illegal.key[:40]}", illegal.reason) from None
        if frozen is None:
            frozen = FrozenRules.of(variant.rules(options, players))
        elif is_own:
            frozen = frozen.changed(variant=variant.key)
        return variant.key, options, frozen

    def _rounds(
        self, rules: Rules, sheet: Sheet, seats: Mapping[str, SeatFacts], started: datetime
    ) -> list[Round]:
        readers: list[RoundReader] = []
        rounds: list[Round] = []
        for record, at in self._in_order():
            due = None if record.dealer else next_deal(rules, sheet.seats, rounds, sheet.first_dealers).dealer
            reader = RoundReader(record, at, rules=rules, seats=seats, players=self.players, due=due)
            rounds.append(reader.played(started))
            readers.append(reader)
        seated = with_eliminations(rules, sheet.seats, rounds)
        for reader, played in zip(readers, rounds, strict=True):
            reader.check_complete(played, seated)
        return rounds

    def _in_order(self) -> Iterator[tuple[RoundRecord, str]]:
        """Yield each round with its path, by number; raises BadDocument at a gap."""
        places = {id(r): place for place, r in enumerate(self.record.rounds)}
        for place, record in enumerate(self.record.rounds):
            whole(record.number, f"{self.at}.rounds[{place}].number", least=1, most=MAX_ROUNDS)
        for number, record in enumerate(sorted(self.record.rounds, key=lambda r: r.number), 1):
            at = f"{self.at}.rounds[{places[id(record)]}]"
            if record.number != number:
                raise BadDocument(
                    f"{at}.number",
                    "expected round %(number)s here, found %(value)s",
                    number=number,
                    value=record.number,
                )
            yield record, at

    def _next_deal(self, seats: Mapping[str, SeatFacts], number: int) -> NextDeal | None:
        record = self.record.next_deal
        if not record:
            return None
        at = f"{self.at}.next_deal"
        dealer = self._seat_id(record.dealer, seats, f"{at}.dealer") if record.dealer is not None else None
        return NextDeal(number, dealer, whole(record.misdeals, f"{at}.misdeals", least=0, most=MAX_ROUNDS))

    def _end(self, rules: Rules, sheet: Sheet, started: datetime) -> tuple[datetime | None, Sheet]:
        """The end, and the sheet with it; if it is left out, it is finished when all rounds are played."""
        finished_at = self.record.finished_at
        if finished_at is UNSET:
            sheet = replace(sheet, extended=False)
            last = max([started, *(played.recorded_at for played in sheet.rounds if played.recorded_at)])
            return last if ScoredSheet(rules, sheet).is_played_out else None, sheet
        if finished_at is None:
            is_over = ScoredSheet(rules, replace(sheet, extended=False)).is_played_out
            return None, replace(sheet, extended=is_over or sheet.extended)
        stopped = not ScoredSheet(rules, sheet).is_played_out
        return moment(finished_at, f"{self.at}.finished_at"), replace(sheet, stopped=stopped)

    def _check_standings(self, session: Session, seats: Mapping[str, SeatFacts]) -> None:
        table = {seat_id: standing for standing in session.standings() for seat_id in standing.seats}
        for seat in session.seats:
            if abs(seat.final_total or 0) > MAX_TOTAL:
                raise BadDocument(
                    f"{self.at}.rounds", "%(count)s points are too many", count=seat.final_total
                )
        for index, record in enumerate(self.record.standings or []):
            at = f"{self.at}.standings[{index}]"
            standing = table[self._seat_id(record.player, seats, f"{at}.player")]
            wins = standing.leads and session.is_finished and bool(session.rounds)
            check_total(record.total, standing.total, f"{at}.total")
            if standing.rank is not None:
                check_total(record.rank, standing.rank, f"{at}.rank")
                check_total(record.winner, wins, f"{at}.winner")

    def _seat_id(self, player: str, seats: Mapping[str, SeatFacts], at: str) -> uuid.UUID:
        if player not in seats:
            raise BadDocument(at, "no such seat")
        return seats[player].id


def _seats_of(session: SessionRecord, at: str, players: Mapping[str, Player]) -> dict[str, SeatFacts]:
    """Seats by the player's id in the file. at: the path of the session."""
    seats: dict[str, SeatFacts] = {}
    for place, record in enumerate(session.seats):
        here = f"{at}.seats[{place}]"
        player = players.get(record.player)
        if player is None:
            raise BadDocument(f"{here}.player", "no such player in “players”")
        if record.player in seats:
            raise BadDocument(f"{here}.player", "%(name)s sits here twice", name=player.name)
        seats[record.player] = _seat(session, record, here, player, place)
    for place, record in enumerate(session.seats):
        if record.takes_over is not UNSET:
            origin = _origin(session, record, seats, f"{at}.seats[{place}].takes_over")
            seats[record.player] = replace(seats[record.player], origin=origin)
    _check_turns(session, at, seats.values())
    return seats


def _origin(session: SessionRecord, record: SeatRecord, seats: Mapping[str, SeatFacts], at: str) -> uuid.UUID:
    origin = next((seat for seat in session.seats if seat.player == record.takes_over), None)
    if origin is None:
        raise BadDocument(at, "no such seat")
    if origin.takes_over is not UNSET or origin is record:
        raise BadDocument(at, "expected the first of the seats that share their points")
    return seats[origin.player].id


def _check_turns(session: SessionRecord, at: str, seats: Iterable[SeatFacts]) -> None:
    """Raise BadDocument if two seats that share their points play the same round."""
    for shared in shared_seats(seats).values():
        for number in range(1, len(session.rounds) + 2):
            if sum(seat.plays(number) for seat in shared) > 1:
                raise BadDocument(
                    f"{at}.seats",
                    "two seats share their points and both play round %(number)s",
                    number=number,
                )


def _seat(session: SessionRecord, record: SeatRecord, at: str, player: Player, place: int) -> SeatFacts:
    check_text(record.team, f"{at}.team", TEAM_LENGTH)
    return SeatFacts(
        id=new_id(),
        position=place,
        team=record.team,
        joined_round=whole(record.joined_round, f"{at}.joined_round", least=1, most=MAX_ROUNDS),
        start_points=whole(
            record.start_points, f"{at}.start_points", least=-MAX_START_POINTS, most=MAX_START_POINTS
        ),
        away=tuple(_absences(session, record, at)),
        adjustments=ordered(_adjustments(record, at)),
        player=player.id,
    )


def _adjustments(record: SeatRecord, at: str) -> list[Adjustment]:
    """Bonus and penalty points."""
    records = record.adjustments or []
    if len(records) > MAX_ADJUSTMENTS:
        raise BadDocument(f"{at}.adjustments", "more than %(most)s entries", most=MAX_ADJUSTMENTS)
    adjustments: dict[str, Adjustment] = {}
    for index, adjustment in enumerate(records):
        here = f"{at}.adjustments[{index}]"
        key = str(new_id() if adjustment.id is UNSET else uuid.UUID(adjustment.id))
        if key in adjustments:
            raise BadDocument(f"{here}.id", "%(name)s is here twice", name=key)
        check_text(adjustment.reason, f"{here}.reason", REASON_LENGTH)
        points = whole(adjustment.points, f"{here}.points", least=-MAX_START_POINTS, most=MAX_START_POINTS)
        after = whole(adjustment.after, f"{here}.after", least=0, most=MAX_ROUNDS)
        adjustments[key] = Adjustment(after, points, key, adjustment.reason)
    return list(adjustments.values())


def _absences(session: SessionRecord, record: SeatRecord, at: str) -> Iterator[Away]:
    """The absences of a seat; that of a seat that left has no end."""
    for index, away in enumerate(record.away or []):
        here = f"{at}.away[{index}]"
        since = whole(away.since, f"{here}.since", least=1, most=MAX_ROUNDS)
        yield Away(
            since,
            whole(away.until, f"{here}.until", least=since, most=MAX_ROUNDS + 1),
            whole(away.points, f"{here}.points", least=0, most=MAX_START_POINTS),
        )
    if record.left_round is not None:
        since = whole(record.left_round, f"{at}.left_round", least=1, most=MAX_ROUNDS)
        hands = [hand for played in session.rounds if played.number == since for hand in played.hands]
        still_plays = any(hand.player == record.player for hand in hands)
        yield Away(since + still_plays)  # some files count from the last round played
