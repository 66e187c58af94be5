"""Convert a session with totals, or with points by round, into a session of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import UNSET, Raw

from files.document.checks import BadDocument, moment
from files.document.records import AwayRecord, HandRecord, RoundRecord, SeatRecord, SessionRecord
from files.importing.draft import DraftSession, FileWarning
from game.scoring.facts import SeatId
from game.scoring.hand import MAX_POINTS
from game.scoring.rules import Rules
from game.variants import Variant
from game.variants.scoring_profiles import ScoringProfile, without_points
from models.session import Session
from models.table.starting import SessionSetup
from models.table.whole_sheets import USUAL_ROUND, totals, unsaved_session

MAX_WINS = 200


def with_rounds(record: DraftSession, profile: ScoringProfile) -> SessionRecord:
    """The session with its rounds, or with rounds that stand in for its totals. Raises BadDocument."""
    seats = [seat.player for seat in record.seats]
    least, most = profile.variant.players
    if not least <= len(seats) <= most:
        raise BadDocument(record.at, "this game is for %(least)s to %(most)s players", least=least, most=most)
    dealer = seats.index(record.first_dealers[0])
    session = unsaved_session(SessionSetup(profile.variant, profile.options, seats, dealer))
    if record.tally != "points" and record.tally != session.rules.tally:  # noqa: PLR1714  for its type
        session.rules = without_points(session.rules, record.tally)
    _check_totals(record, session)
    rules = session.rules
    if record.played and not (rules.counts_wins or rules.collects):  # hands of those are not in the file
        return _played_rounds(record, profile)
    reached: dict[SeatId, int] = {
        seat.id: total for seat, total in zip(session.seats, record.totals or [], strict=True)
    }
    player_of: dict[SeatId, str] = {
        seat.id: player for seat, player in zip(session.seats, seats, strict=True)
    }
    return SessionRecord(
        id=record.id,
        started_at=record.started_at,
        finished_at=record.finished_at,
        seats=record.seats,
        first_dealers=record.first_dealers,
        variant=profile.variant.key,
        options=session.options,
        rules=Raw(session.frozen_rules.text.encode()) if rules.without_points else UNSET,
        totals_only=True,
        rounds=[
            RoundRecord(
                number=played.number,
                dealer=player_of[played.dealer],
                hand_size=played.hand_size,
                out=player_of[played.out] if played.out is not None else None,
                recorded_at=record.finished_at or None,
                hands=[
                    HandRecord(player=player_of[hand.seat], cards=hand.cards, points=hand.points)
                    for hand in played.hands
                ],
            )
            for played in totals(session, reached).rounds
        ],
    )


def total_warnings(record: DraftSession, made: Session) -> Iterator[FileWarning]:
    """Warnings about the totals of a session."""
    points = {seat: s.leads for s in made.standings() for seat in s.seats}
    names = {
        seat.player: made_seat.player.name for seat, made_seat in zip(record.seats, made.seats, strict=True)
    }
    won = {player for player, seat in zip(names, made.seats, strict=True) if points[seat.id]}
    if record.winners and set(record.winners) != won:
        points_of_hand, counted = ([names[p] for p in names if p in who] for who in (record.winners, won))
        yield FileWarning(at=record.at, code="winner", values={"file": points_of_hand, "points": counted})
    rules = made.rules
    is_bound = rules.classes and not (rules.counts_wins or rules.collects)
    if not is_bound or rules.can_multiply or rules.can_be_negative:
        return  # any total may be right
    for name, total in zip(names.values(), record.totals or [], strict=True):
        if not _is_possible(total, rules):
            yield FileWarning(at=record.at, code="sum", values={"name": name, "count": total})


def _is_possible(total: int, rules: Rules) -> bool:
    """Whether hands can add up to exactly this total, in any number of rounds."""
    reached, within = 1, (1 << total + 1) - 1
    for points in {c.points for c in rules.classes if c.points}:
        step = points
        while step <= total:  # doubling the step covers every number of such cards
            reached |= reached << step & within
            step *= 2
    return bool(reached >> total & 1)


def _check_totals(record: DraftSession, session: Session) -> None:
    totals = record.totals or []
    if session.rules.counts_wins:
        if not sum(totals):
            raise BadDocument(record.at, "nobody has won anything")
        if sum(totals) > MAX_WINS:
            raise BadDocument(record.at, "%(count)s rounds won are too many", count=sum(totals))
        return
    points = [points for row in record.played or () for points in row if points is not None]
    lowest = min([0, *points, *totals])
    if lowest < 0 and not session.rules.can_be_negative:
        raise BadDocument(
            record.at, "points below zero are not possible in this game: %(value)s", value=lowest
        )
    if max(map(abs, totals)) > MAX_POINTS:
        raise BadDocument(record.at, "%(count)s points are too many", count=max(totals, key=abs))


def _played_rounds(record: DraftSession, profile: ScoringProfile) -> SessionRecord:
    """The session with typed points by round and unknown times. The only player without points went out.

    The game ends where the file ends.
    """
    seats = [seat.player for seat in record.seats]
    played = [
        {player: points for player, points in zip(seats, row, strict=True) if points is not None}
        for row in record.played or []
    ]
    options = {**profile.options, **_length(profile.variant, profile.options, len(played), len(seats))}
    rules = profile.variant.rules(options, len(seats))
    blocks = -(-len(played) // rules.block) if rules.block else 1
    first = record.first_dealers[0]
    dealer = first if first in played[0] else next(iter(played[0]))
    start = moment(record.started_at or "", "")
    return SessionRecord(
        id=record.id,
        started_at=record.started_at,
        variant=profile.variant.key,
        options=profile.variant.resolve(options, len(seats)),
        no_times=True,
        extended=rules.rounds is not None and len(played) > rules.rounds,
        finished_at=(start + USUAL_ROUND * len(played)).isoformat(),
        seats=[_seat(player, [hands.get(player) for hands in played], rules) for player in seats],
        first_dealers=[dealer] * blocks,
        rounds=[
            _played_round(number, hands, rules, (start + USUAL_ROUND * number).isoformat())
            for number, hands in enumerate(played, 1)
        ],
    )


def _length(variant: Variant, options: Mapping[str, Any], rounds: int, players: int) -> dict[str, Any]:
    """The option value that gives this number of rounds, if there is one."""
    option = variant.length
    if option is None:
        return {}
    values = [choice.value for choice in (*option.special, *option.choices)]
    if option.kind == "count" and option.least <= rounds <= option.most:
        values.append(rounds)
    for value in (option.default_for(players), *values):
        if variant.rules({**options, option.key: value}, players).rounds == rounds:
            return {option.key: value}
    return {}


def _seat(player: str, points: Sequence[int | None], rules: Rules) -> SeatRecord:
    """A seat from its first to its last points; rounds without points between are absences.

    Who was eliminated has not left.
    """
    is_out = rules.eliminate_at is not None and sum(filter(None, points)) >= rules.eliminate_at
    here = [number for number, points_of_hand in enumerate(points, 1) if points_of_hand is not None]
    gaps = [(one + 1, other) for one, other in pairwise(here) if other > one + 1]
    return SeatRecord(
        player=player,
        joined_round=here[0],
        away=[AwayRecord(since=since, until=until, points=0) for since, until in gaps],
        left_round=here[-1] + 1 if here[-1] < len(points) and not is_out else None,
    )


def _played_round(number: int, hands: Mapping[str, int], rules: Rules, at: str) -> RoundRecord:
    """hands: points by player."""
    without = [player for player, points in hands.items() if points == 0]
    return RoundRecord(
        number=number,
        out=without[0] if len(without) == 1 and rules.has_round_winner else None,
        recorded_at=at,
        hands=[HandRecord(player=player, points=points) for player, points in hands.items()],
    )
