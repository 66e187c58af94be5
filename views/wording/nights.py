"""A night as a card: its date, who played, how each game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from models import Night, Session
from models.history import sessions_of
from views.wording.figures import day
from views.wording.phrases import listed, opening, words


@dataclass(frozen=True)
class Game:
    """One session in a line: "Vändåtta", "won by Anna and Cara"."""

    session: Session
    name: str
    outcome: str


@dataclass(frozen=True)
class NightCard:
    night: Night
    date: str
    who: str
    games: list[Game]


def night_cards(nights: Sequence[Night]) -> list[NightCard]:
    """One card a night, in three queries however many nights."""
    played = sessions_of(nights)
    return [
        NightCard(
            night=night,
            date=opening(day(night.date)),
            who=_who(played[night.id]),
            games=[game_of(session) for session in played[night.id]],
        )
        for night in nights
    ]


def game_of(session: Session) -> Game:
    return Game(session, words(session.wording.name), _outcome(session))


def _outcome(session: Session) -> str:
    if not session.is_finished:
        return _("waits to be played on")
    won = [seat.name for seat in session.seats if seat.final_won]
    return _("won by %(names)s", names=listed(won)) if won else _("nothing was played")


def _who(sessions: Sequence[Session]) -> str:
    """Everybody who sat at a table that night, once each."""
    names = {seat.player_id: seat.name for session in sessions for seat in session.seats}
    return ", ".join(names.values())
