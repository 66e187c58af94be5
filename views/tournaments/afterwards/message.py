"""An evening as a message to the club's chat."""

from __future__ import annotations

from flask_babel import gettext as _

from models import Tournament
from views.tournaments.afterwards.result import EveningResult, PrizeRow
from views.tournaments.words import game_of
from views.web.language import local_date
from views.wording.figures import day, number
from views.wording.phrases import words


def evening_text(result: EveningResult, headline: str) -> str:
    """Name and date, who won, then the places: of the play-off, then everybody else's."""
    told = f"{headline}. {result.told}".strip()
    parts = [f"{result.tournament.name}, {about_evening(result.tournament)}\n{told}"]
    if result.went_through:
        parts.append(_places(_("Play-off"), result.went_through))
    parts.append(_places(_("All rounds together"), result.others))
    if result.lowest:
        parts.append(result.lowest)
    return "\n\n".join(filter(None, parts))


def about_evening(tournament: Tournament) -> str:
    """When it was, and which game: "Wednesday 25 November 2026, Swedish Pursuit"."""
    played_on = tournament.night.date if tournament.night else local_date(tournament.created_at)
    game = game_of(tournament)
    return ", ".join([day(played_on), *([words(game)] if game else [])])


def _places(title: str, rows: list[PrizeRow]) -> str:
    return "\n".join([title, *map(_line, rows)]) if rows else ""


def _line(row: PrizeRow) -> str:
    note = f" ({row.note})" if row.note else ""
    return f"{f'{row.rank}.' if row.rank else '–'} {row.names} {number(row.total)}{note}"
