"""Sheets of a tournament: places and rounds of each player, and titles of its tables' sheets."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from flask_babel import gettext as _

from files.export.tournament_csv import drawn_rounds
from models.tournament.tournament import Tournament


def places_columns(tournament: Tournament) -> list[tuple[str, int]]:
    """The columns that `tournament_csv.places_of` fills, without the id."""
    of_rounds = [
        column
        for number in drawn_rounds(tournament)
        for column in (
            (_("Round %(number)d, table", number=number), 9),
            (_("Round %(number)d", number=number), 9),
        )
    ]
    return [
        (_("Rank"), 8),
        (_("Player"), 20),
        *of_rounds,
        (_("Began with"), 9),
        (_("Deals"), 8),
        (_("Total"), 8),
        (_("Place by total"), 9),
        (_("Goes on"), 8),
        (_("Play-off, table"), 9),
        (_("Play-off"), 9),
    ]


def table_titles(tournament: Tournament) -> Mapping[uuid.UUID, str]:
    """Title of the sheet of each table, by session."""
    return {
        table.session_id: _("Play-off, table %(table)d", table=table.number)
        if table.stage == tournament.playoff
        else _("Round %(number)d, table %(table)d", number=table.stage, table=table.number)
        for table in tournament.tables
    }
