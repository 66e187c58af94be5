"""Writing the session document: everything, the computed parts too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

from exchange.document.indented import DEEPER, indented, indented_list
from exchange.document.played import PlayedSession
from exchange.document.records import (
    HandRecord,
    NextDealRecord,
    NightRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
    SessionRecord,
    StandingRecord,
)
from exchange.document.rows import Progress, nights_in, players_in, sessions_in
from exchange.document.scope import Scope
from exchange.document.tournaments.writing import tournaments_in
from game.scoring import facts
from models.group import Group
from models.session import said_of_next_deal

FORMAT = "turn-eight/1"


def document_text(
    group: Group, exported_at: datetime, scope: Scope | None = None, progress: Progress | None = None
) -> Iterator[str]:
    """The group's history as JSON, or what is in scope of it; sessions oldest first, ids, times in UTC.

    It comes piece by piece, so that ten years need no more memory than an evening.
    """
    scope = scope or Scope(group.id)
    head = {
        "format": FORMAT,
        "exported_at": exported_at.isoformat(),
        "group": {"id": str(group.id), "name": group.name},
    }
    lists: dict[str, Iterator[Any]] = {
        "players": map(player_record, players_in(scope)),
        "nights": map(night_record, nights_in(scope)),
        "sessions": map(session_record, sessions_in(scope, progress)),
    }
    margin = "\n" + DEEPER
    yield indented(head).removesuffix("\n}")
    for name, records in lists.items():
        yield f',{margin}"{name}": '
        yield from indented_list(records, margin)
    evenings = tournaments_in(scope)
    first = next(evenings, None)
    if first is not None:
        yield f',{margin}"tournaments": '
        yield from indented_list(chain([first], evenings), margin)
    yield "\n}"


def player_record(player: Any) -> PlayerRecord:
    """player: itself or a row of it."""
    record: PlayerRecord = {"id": str(player.id), "name": player.name}
    if player.anonymised_at is not None:
        record["anonymised_at"] = player.anonymised_at.isoformat()
    return record


def night_record(night: Any) -> NightRecord:
    """night: itself or a row of it."""
    return {
        "id": str(night.id),
        "date": night.date.isoformat(),
        "place": night.place,
        "note": night.note,
    }


def session_record(session: PlayedSession) -> SessionRecord:
    """One of “sessions”; schema.json says what each part is."""
    players, record = session.player_ids, session_frame(session)
    record["rounds"] = [
        _round(row, played, players) for row, played in zip(session.rounds, session.round_facts, strict=True)
    ]
    record["standings"] = _standings(session, players)
    return record


def session_frame(session: PlayedSession) -> SessionRecord:
    """The same with “rounds” and “standings” still empty."""
    row, players = session.row, session.player_ids
    record: SessionRecord = {
        "id": str(row.id),
        "night": str(row.night.id),
        "variant": row.variant,
        "options": row.options,
        "rules": session.frozen.told,
        "started_at": row.started_at.isoformat(),
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
        "seats": [_seat(seat, session) for seat in session.seats],
        "first_dealers": [players[session.position(dealer)] for dealer in row.first_dealers],
        "rounds": [],
        "standings": [],
    }
    if row.plays_on:
        record["plays_on"] = True
    if row.summed:
        record["summed"] = True
    if row.untimed:
        record["untimed"] = True
    if next_deal := _next_deal(session):
        record["next_deal"] = next_deal
    return record


def _seat(seat: Any, session: PlayedSession) -> SeatRecord:
    open_ended = [a["since"] for a in seat.away if a["until"] is None]
    record: SeatRecord = {
        "player": str(seat.player.id),
        "team": seat.team,
        "joined_round": seat.joined_round,
        "left_round": open_ended[-1] if open_ended else None,
        "start_points": seat.start_points,
    }
    been_away = [a for a in seat.away if a["until"] is not None]
    if been_away:
        record["away"] = been_away
    if seat.origin_id:
        record["takes_over"] = session.player_ids[session.position_of[seat.origin_id]]
    return record


def _next_deal(session: PlayedSession) -> NextDealRecord | None:
    """What the table said of it, where that is worth a word."""
    number = len(session.rounds) + 1
    said = said_of_next_deal(session.row.next_deal, number - 1)
    dealer = session.position(said["dealer"]) if said.get("dealer") else None
    plays = {seat.id for seat in session.seat_facts if seat.plays(number)}
    misdeals = said.get("misdeals", 0)
    if dealer not in plays and not misdeals:
        return None
    return {"dealer": session.player_ids[dealer] if dealer in plays else None, "misdeals": misdeals}


def _round(row: Any, played: facts.Round, players: Mapping[Any, str]) -> RoundRecord:
    hands: list[HandRecord] = [
        {"player": players[hand.seat], "cards": hand.cards, "points": hand.points} for hand in played.hands
    ]
    record: RoundRecord = {
        "number": played.number,
        "dealer": players[played.dealer],
        "hand_size": played.hand_size,
        "out": players[played.out] if played.out is not None else None,
        "recorded_at": row.recorded_at.isoformat(),
        "hands": hands,
    }
    if played.chain is not None:
        record["chain"] = {"cards": played.chain.cards, "drawer": players[played.chain.drawer]}
    if row.misdeals:
        record["misdeals"] = row.misdeals
    return record


def _standings(session: PlayedSession, players: Mapping[Any, str]) -> list[StandingRecord]:
    """Everybody who is ranked; who has left the table is not."""
    played = bool(session.rounds) and session.is_finished
    return [
        {
            "player": players[seat],
            "total": standing.total,
            "rank": standing.rank,
            "winner": standing.leads and played,
        }
        for standing in session.standings
        for seat in standing.seats
        if standing.rank is not None
    ]
