"""Write the session document, including computed parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import asdict

from files.document.records import (
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
from files.document.rows import PlayedSession, games_in, nights_in, players_in, sessions_in
from files.document.scope import Scope, SessionProgress
from files.document.tournaments.writing import tournaments_in
from game.scoring.facts import FLAGS, SeatFacts, SeatId
from game.variants.custom.definition import definition_of
from models.custom_game import CustomGame
from models.group import Group


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
    row, sheet, players = session.row, session.sheet, session.player_ids
    rounds = msgspec.to_builtins(session.rounds, builtin_types=(datetime,))
    named = {str(seat): player for seat, player in players.items()}
    return SessionRecord(
        id=str(row.id),
        night=str(row.night.id),
        variant=row.variant,
        options=row.options,
        rules=Raw(session.frozen_rules.text.encode()),
        started_at=row.started_at.isoformat(),
        finished_at=row.finished_at.isoformat() if row.finished_at else None,
        seats=[_seat(seat, players) for seat in sheet.seats],
        first_dealers=[players[dealer] for dealer in sheet.first_dealers],
        rounds=[_round(played, named) for played in rounds],
        standings=_standings(session),
        extended=sheet.extended or UNSET,
        **{flag: getattr(sheet, flag) or UNSET for flag in FLAGS},
        next_deal=_next_deal(session) or UNSET,
    )


def _seat(seat: SeatFacts, players: Mapping[SeatId, str]) -> SeatRecord:
    been_away = [AwayRecord(**asdict(away)) for away in seat.away if away.until is not None]
    return SeatRecord(
        player=players[seat.id],
        team=seat.team,
        joined_round=seat.joined_round,
        left_round=seat.left_round or None,
        start_points=seat.start_points,
        away=been_away or UNSET,
        takes_over=UNSET if seat.origin is None else players[seat.origin],
        adjustments=[AdjustmentRecord(**asdict(adjustment)) for adjustment in seat.adjustments] or UNSET,
    )


def _next_deal(session: PlayedSession) -> NextDealRecord | None:
    """What the table has decided about the next deal, if anything."""
    dealer, misdeals = session.scored.chosen_dealer, session.sheet.misdeals
    if dealer is None and not misdeals:
        return None
    return NextDealRecord(dealer=None if dealer is None else session.player_ids[dealer], misdeals=misdeals)


def _round(played: dict[str, Any], players: Mapping[str, str]) -> RoundRecord:
    """played: the fields of a Round as JSON has them; players: by seat."""
    del played["id"]
    hands = [HandRecord(player=players[hand.pop("seat")], **hand) for hand in played.pop("hands")]
    dealer, out, chain = played.pop("dealer"), played.pop("out"), played.pop("chain", None)
    return RoundRecord(
        dealer=players[dealer],
        out=players[out] if out else None,
        recorded_at=played.pop("recorded_at").isoformat(),
        hands=hands,
        chain=ChainRecord(cards=chain["cards"], drawer=players[chain["drawer"]]) if chain else UNSET,
        **played,
    )


def _standings(session: PlayedSession) -> list[StandingRecord]:
    """Standings of the seats that have a rank: not of players who left."""
    return [
        StandingRecord(player=session.player_ids[seat], total=total, rank=rank, winner=won)
        for seat, total, rank, won in session.ranked
    ]
