"""Writing the session document: everything, the computed parts too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from models.database import db
from models.document.records import (
    Document,
    NightRecord,
    PlayerRecord,
    RoundRecord,
    SeatRecord,
    SessionRecord,
    StandingRecord,
)
from models.document.scope import Scope, sessions_in
from models.group import Group
from models.night import Night
from models.player import Player
from models.round import Round
from models.seat import Seat
from models.session import Session

FORMAT = "turn-eight/1"


def write_document(group: Group, exported_at: datetime, scope: Scope | None = None) -> Document:
    """The group's history, or what is in scope of it; sessions oldest first, ids, times in UTC."""
    scope = scope or Scope(group.id)
    sessions = [session_record(session) for session in sessions_in(scope)]
    return {**_without_sessions(group, exported_at, scope), "sessions": sessions}


def document_text(group: Group, exported_at: datetime, scope: Scope | None = None) -> Iterator[str]:
    """The same as text, piece by piece, so that ten years need no more memory than an evening."""
    scope = scope or Scope(group.id)
    yield _text(_without_sessions(group, exported_at, scope)).removesuffix("]\n}")
    between = "\n  "
    for session in sessions_in(scope):
        yield between + _text(session_record(session)).replace("\n", "\n  ")
        between = ",\n  "
    yield "]\n}" if between == "\n  " else "\n ]\n}"


def _text(part: object) -> str:
    return json.dumps(part, ensure_ascii=False, indent=1)


def _without_sessions(group: Group, exported_at: datetime, scope: Scope) -> Document:
    return {
        "format": FORMAT,
        "exported_at": exported_at.isoformat(),
        "group": {"id": str(group.id), "name": group.name},
        "players": [player_record(player) for player in _players(scope)],
        "nights": [night_record(night) for night in _nights(scope)],
        "sessions": [],
    }


def _players(scope: Scope) -> Iterable[Player]:
    """Everybody of the group, or who has a seat in what is in scope."""
    wanted = db.select(Player).where(Player.group_id == scope.group_id)
    if not scope.is_everything:
        seated = db.select(Seat.player_id).join(Seat.session).where(*scope.conditions())
        wanted = wanted.where(Player.id.in_(seated))
    return db.session.scalars(wanted.order_by(Player.id))


def _nights(scope: Scope) -> Iterable[Night]:
    wanted = db.select(Night).where(Night.group_id == scope.group_id)
    if not scope.is_everything:
        wanted = wanted.where(Night.id.in_(db.select(Session.night_id).where(*scope.conditions())))
    return db.session.scalars(wanted.order_by(Night.date, Night.id))


def player_record(player: Player) -> PlayerRecord:
    record: PlayerRecord = {"id": str(player.id), "name": player.name}
    if player.anonymised_at is not None:
        record["anonymised_at"] = player.anonymised_at.isoformat()
    return record


def night_record(night: Night) -> NightRecord:
    return {
        "id": str(night.id),
        "date": night.date.isoformat(),
        "place": night.place,
        "note": night.note,
    }


def session_record(session: Session) -> SessionRecord:
    """One of “sessions”; schema.json says what each part is."""
    players = {seat.id: str(seat.player_id) for seat in session.seats}
    record: SessionRecord = {
        "id": str(session.id),
        "night": str(session.night_id),
        "variant": session.variant,
        "options": session.options,
        "rules": session.rules,
        "started_at": session.started_at.isoformat(),
        "finished_at": session.finished_at.isoformat() if session.finished_at else None,
        "seats": [_seat(seat) for seat in sorted(session.seats, key=lambda s: s.position)],
        "first_dealers": [players[dealer] for dealer in session.first_dealer_ids()],
        "rounds": [_round(played, players) for played in session.rounds],
        "standings": _standings(session, players),
    }
    if session.plays_on:
        record["plays_on"] = True
    if session.summed:
        record["summed"] = True
    if session.untimed:
        record["untimed"] = True
    if session.chosen_dealer() or session.misdeals():
        dealer = session.chosen_dealer()
        record["next_deal"] = {"dealer": players[dealer] if dealer else None, "misdeals": session.misdeals()}
    return record


def _seat(seat: Seat) -> SeatRecord:
    open_ended = [a["since"] for a in seat.away if a["until"] is None]
    record: SeatRecord = {
        "player": str(seat.player_id),
        "team": seat.team,
        "joined_round": seat.joined_round,
        "left_round": open_ended[-1] if open_ended else None,
        "start_points": seat.start_points,
    }
    been_away = [dict(a) for a in seat.away if a["until"] is not None]
    if been_away:
        record["away"] = been_away
    return record


def _round(played: Round, players: dict[Any, str]) -> RoundRecord:
    order = {seat_id: place for place, seat_id in enumerate(players)}
    record: RoundRecord = {
        "number": played.number,
        "dealer": players[played.dealer_id],
        "hand_size": played.hand_size,
        "out": players[played.out_id] if played.out_id else None,
        "recorded_at": played.recorded_at.isoformat(),
        "hands": [
            {"player": players[h.seat_id], "cards": h.cards, "points": h.points}
            for h in sorted(played.hands, key=lambda h: order[h.seat_id])
        ],
    }
    facts = played.facts()
    if facts.chain is not None:
        record["chain"] = {"cards": facts.chain.cards, "drawer": players[facts.chain.drawer]}
    if played.misdeals:
        record["misdeals"] = played.misdeals
    return record


def _standings(session: Session, players: dict[Any, str]) -> list[StandingRecord]:
    """Everybody who is ranked; who has left the table is not."""
    played = bool(session.rounds) and session.is_finished
    return [
        {
            "player": players[seat_id],
            "total": standing.total,
            "rank": standing.rank,
            "winner": standing.leads and played,
        }
        for standing in session.standings()
        for seat_id in _in_seat_order(standing.seats, players)
        if standing.rank is not None
    ]


def _in_seat_order(seats: Iterable[Any], players: dict[Any, str]) -> list[Any]:
    order = list(players)
    return sorted(seats, key=order.index)
