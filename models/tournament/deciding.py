"""What the umpire decides is final (SP35): who of those level at the cut goes on, in which order a shared
place is given, and whether somebody who left takes part again.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from game.tournament.facts import DecisionKind
from game.tournament.state import Phase, TournamentState
from models.change import Author, changing
from models.tournament.entering import note_decision
from models.tournament.tournament import Entrant, Tournament


class NotDecided(ValueError):
    """reason: "moved" (there is nothing of that kind to decide by now), "few" (more must go on), "others"
    (somebody named is not among those it is about).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def choose(
    tournament: Tournament, evening: TournamentState, players: Sequence[uuid.UUID], author: Author, note: str
) -> None:
    """Who of those level at the cut goes on (GS10): no fewer than there is room for."""
    cut = evening.cut
    if cut is None or evening.playoff is not None or not evening.rounds_are_over:
        raise NotDecided("moved")
    if not set(players) <= set(cut.level):
        raise NotDecided("others")
    if len(set(players)) < cut.room:
        raise NotDecided("few")
    with changing(tournament, "cut", author, {"players": [str(player) for player in players]}):
        note_decision(tournament, DecisionKind.CUT, players, author, note)


def settle(
    tournament: Tournament, evening: TournamentState, order: Sequence[uuid.UUID], author: Author, note: str
) -> None:
    """In which order people who share a place have it (GS13)."""
    if evening.phase is not Phase.OVER:
        raise NotDecided("moved")
    shared = {place.rank for place in evening.final if place.player in order}
    level = {place.player for place in evening.final if place.rank in shared}
    if len(shared) != 1 or level != set(order) or len(level) < 2:  # noqa: PLR2004 - one shares no place
        raise NotDecided("others")
    with changing(tournament, "tie", author, {"players": [str(player) for player in order]}):
        note_decision(tournament, DecisionKind.TIE, order, author, note)


def play_on(tournament: Tournament, evening: TournamentState, entrant: Entrant, author: Author) -> None:
    """Somebody who left a table or went home takes part again, with the points and deals they have."""
    player = entrant.player_id
    if player is None or (entrant.withdrew_after is None and player not in evening.awaiting_decision):
        raise NotDecided("moved")
    with changing(tournament, "play_on", author, {"player": str(player)}):
        entrant.withdrew_after = None
        if player in evening.left_tables:
            stage = evening.left_tables[player]
            note_decision(tournament, DecisionKind.PLAYS_ON, [player], author, stage=stage)


def say(tournament: Tournament, author: Author, note: str) -> None:
    """Any other decision, in words."""
    with changing(tournament, "decide", author, {}):
        note_decision(tournament, DecisionKind.OTHER, (), author, note)
