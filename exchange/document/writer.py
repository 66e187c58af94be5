"""Write the session document, including computed parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from msgspec import UNSET

from exchange.document.records import (
    FORMAT,
    AdjustmentRecord,
    AwayRecord,
    ChainRecord,
    GameRecord,
    HandRecord,
    NextDealRecord,
    NightRecord,
    PlayerRecord,
    Record,
    RoundRecord,
    SeatRecord,
    SessionRecord,
    StandingRecord,
)
from exchange.document.rows import (
    PlayedSession,
    SessionProgress,
    games_in,
    nights_in,
    players_in,
    sessions_in,
)
from exchange.document.scope import Scope
from exchange.document.tournaments.writing import tournaments_in
from game.scoring import facts
from game.variants.custom.definition import definition_of
from models.custom_game import CustomGame
from models.group import Group
from models.session import FLAGS, next_deal_info


def document_text(
    group: Group, exported_at: datetime, scope: Scope | None = None, progress: SessionProgress | None = None
) -> Iterator[str]:
    """Yield the JSON of a scope: sessions oldest first, ids, times in UTC.

    Yields pieces, so that memory does not grow with the history.
    """
    scope = scope or Scope(group.id)
    head = {
        "format": FORMAT,
        "exported_at": exported_at.isoformat(),
        "group": {"id": str(group.id), "name": group.name},
    }
    yield _indented(head, 0).removesuffix("\n}")
    yield from _list("players", map(player_record, players_in(scope)))
    yield from _list("nights", map(night_record, nights_in(scope)))
    games = list(map(game_record, games_in(scope)))
    if games:
        yield from _list("games", games)
    yield from _list("sessions", map(session_record, sessions_in(scope, progress)))
    tournaments = tournaments_in(scope)
    first = next(tournaments, None)
    if first is not None:
        yield from _list("tournaments", chain([first], tournaments))
    yield "\n}"


def _list(name: str, records: Iterable[Record]) -> Iterator[str]:
    """Yield a member that is a list, one record at a time."""
    before = f',\n "{name}": ['
    for record in records:
        yield f"{before}\n  {_indented(record, 2)}"
        before = ","
    yield "\n ]" if before == "," else f"{before}]"


def _indented(record: Any, depth: int) -> str:
    """Indent JSON as json.dumps(…, ensure_ascii=False, indent=1) does at that depth."""
    text = msgspec.json.format(msgspec.json.encode(record), indent=1).decode()
    return text.replace("\n", "\n" + " " * depth)  # within a text of JSON a line break is escaped


def player_record(player: Any) -> PlayerRecord:
    """player: a Player or a row of it."""
    at = player.anonymised_at
    return PlayerRecord(
        id=str(player.id), name=player.name, anonymised_at=UNSET if at is None else at.isoformat()
    )


def night_record(night: Any) -> NightRecord:
    """night: a Night or a row of it."""
    return NightRecord(id=str(night.id), date=night.date.isoformat(), place=night.place, note=night.note)


def game_record(game: CustomGame) -> GameRecord:
    """An item of “games”."""
    return GameRecord(
        id=game.key,
        definition=definition_of(game.definition),
        created_at=game.created_at.isoformat(),
        changed_at=game.changed_at.isoformat(),
        retired_at=game.retired_at.isoformat() if game.retired_at else None,
    )


def session_record(session: PlayedSession) -> SessionRecord:
    """An item of “sessions” (records.py)."""
    players, record = session.player_ids, session_frame(session)
    record.rounds = [
        _round(row, played, players) for row, played in zip(session.rounds, session.round_facts, strict=True)
    ]
    record.standings = _standings(session, players)
    return record


def session_frame(session: PlayedSession) -> SessionRecord:
    """An item of “sessions” with empty “rounds” and “standings”."""
    row, players = session.row, session.player_ids
    return SessionRecord(
        id=str(row.id),
        night=str(row.night.id),
        variant=row.variant,
        options=row.options,
        rules=session.frozen_rules.json,
        started_at=row.started_at.isoformat(),
        finished_at=row.finished_at.isoformat() if row.finished_at else None,
        seats=[_seat(seat, session) for seat in session.seats],
        first_dealers=[players[session.position(dealer)] for dealer in row.first_dealers],
        rounds=[],
        standings=[],
        extended=row.extended or UNSET,
        **{flag: getattr(row, flag) or UNSET for flag in FLAGS},
        next_deal=_next_deal(session) or UNSET,
    )


def _seat(seat: Any, session: PlayedSession) -> SeatRecord:
    open_ended = [a["since"] for a in seat.away if a["until"] is None]
    been_away = [AwayRecord(**a) for a in seat.away if a["until"] is not None]
    origin = session.position_of[seat.origin_id] if seat.origin_id else None
    return SeatRecord(
        player=str(seat.player.id),
        team=seat.team,
        joined_round=seat.joined_round,
        left_round=open_ended[-1] if open_ended else None,
        start_points=seat.start_points,
        away=been_away or UNSET,
        takes_over=UNSET if origin is None else session.player_ids[origin],
        adjustments=[AdjustmentRecord(**each) for each in seat.adjustments or ()] or UNSET,
    )


def _next_deal(session: PlayedSession) -> NextDealRecord | None:
    """What the table has decided about the next deal, if anything."""
    number = len(session.rounds) + 1
    stored = next_deal_info(session.row.next_deal, number - 1)
    dealer = session.position(stored["dealer"]) if stored.get("dealer") else None
    plays = {seat.id for seat in session.seat_facts if seat.plays(number)}
    misdeals = stored.get("misdeals", 0)
    if dealer not in plays and not misdeals:
        return None
    return NextDealRecord(dealer=session.player_ids[dealer] if dealer in plays else None, misdeals=misdeals)


def _round(row: Any, played: facts.RoundFacts, players: Mapping[Any, str]) -> RoundRecord:
    chain = played.chain
    return RoundRecord(
        number=played.number,
        dealer=players[played.dealer],
        hand_size=played.hand_size,
        out=players[played.out] if played.out is not None else None,
        recorded_at=row.recorded_at.isoformat(),
        hands=[
            HandRecord(
                player=players[hand.seat],
                cards=hand.cards,
                points=hand.points,
                typed=UNSET if hand.typed is None else hand.typed,
                multipliers=list(hand.multipliers) or UNSET,
            )
            for hand in played.hands
        ],
        chain=ChainRecord(cards=chain.cards, drawer=players[chain.drawer]) if chain else UNSET,
        misdeals=row.misdeals or UNSET,
        multipliers=list(played.multipliers) or UNSET,
    )


def _standings(session: PlayedSession, players: Mapping[Any, str]) -> list[StandingRecord]:
    """Standings of the seats that have a rank: not of players who left."""
    played = bool(session.rounds) and session.is_finished
    return [
        StandingRecord(
            player=players[seat],
            total=standing.total,
            rank=standing.rank,
            winner=standing.leads and played,
        )
        for standing in session.standings
        for seat in standing.seats
        if standing.rank is not None
    ]
