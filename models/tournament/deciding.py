"""Decisions of the umpire, which are final (SP35): who of those level at the cut advances, the order of a
shared place, and whether a player who left takes part again.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from game.tournament.facts import DecisionKind
from game.tournament.state import Phase, TournamentState
from models.change import ChangeStamp, recorded_as_change
from models.player import Player
from models.session import Session
from models.table.seating import take_over
from models.tournament.entering import add_decision
from models.tournament.tournament import Entrant, Tournament


class NotDecided(ValueError):
    """reason: "moved" (there is no such decision to make now), "few" (more must advance), "others" (a named
    player is not among the candidates).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def choose(
    tournament: Tournament,
    evening: TournamentState,
    players: Sequence[uuid.UUID],
    stamp: ChangeStamp,
    note: str,
) -> None:
    """Choose who of those level at the cut advances (GS10): no fewer than there is room for."""
    cut = evening.cut
    if cut is None or not evening.is_cut_open:
        raise NotDecided("moved")
    if not set(players) <= set(cut.level):
        raise NotDecided("others")
    if len(set(players)) < cut.room:
        raise NotDecided("few")
    with recorded_as_change(tournament, "cut", stamp, {"players": [str(player) for player in players]}):
        add_decision(tournament, DecisionKind.CUT, players, stamp, note)


def break_tie(
    tournament: Tournament,
    evening: TournamentState,
    order: Sequence[uuid.UUID],
    stamp: ChangeStamp,
    note: str,
) -> None:
    """Decide the order of players who share a place (GS13)."""
    if evening.phase is not Phase.OVER:
        raise NotDecided("moved")
    shared = {place.rank for place in evening.final if place.player in order}
    level = {place.player for place in evening.final if place.rank in shared}
    if len(shared) != 1 or level != set(order) or len(level) < 2:  # noqa: PLR2004 - one shares no place
        raise NotDecided("others")
    with recorded_as_change(tournament, "tie", stamp, {"players": [str(player) for player in order]}):
        add_decision(tournament, DecisionKind.TIE, order, stamp, note)


def play_on(tournament: Tournament, evening: TournamentState, entrant: Entrant, stamp: ChangeStamp) -> None:
    """Let a player who left a table or withdrew take part again, with the points and deals so far."""
    player = entrant.player_id
    if player is None or (entrant.withdrew_after is None and player not in evening.awaiting_decision):
        raise NotDecided("moved")
    with recorded_as_change(tournament, "play_on", stamp, {"player": str(player)}):
        entrant.withdrew_after = None
        if player in evening.left_tables:
            stage = evening.left_tables[player]
            add_decision(tournament, DecisionKind.PLAYS_ON, [player], stamp, stage=stage)


def substitute(
    tournament: Tournament, evening: TournamentState, out: uuid.UUID, player: Player, stamp: ChangeStamp
) -> None:
    """Let a player who was not drawn for the play-off have the seat of one who went home before it began."""
    if out not in evening.stood_down:
        raise NotDecided("moved")
    if player.id not in evening.substitutes:
        raise NotDecided("others")
    for table in tournament.tables_of(tournament.playoff):
        session = Session.of(tournament.group_id, table.session_id, lock=True)
        seat = next((seat for seat in session.seats if seat.player_id == out), None) if session else None
        if session is None or seat is None:
            continue
        if session.rounds or session.is_finished or seat.is_taken_over:
            raise NotDecided("moved")
        take_over(session, seat, player, stamp)


def add_note(tournament: Tournament, stamp: ChangeStamp, note: str) -> None:
    """Record any other decision, as text."""
    with recorded_as_change(tournament, "decide", stamp, {}):
        add_decision(tournament, DecisionKind.OTHER, (), stamp, note)
