"""Bulk inserts: a history is written many times as fast as rows than as objects of the ORM."""

from __future__ import annotations

import uuid
from collections import defaultdict
from functools import cache
from typing import Any

from sqlalchemy import inspect

from exchange.document.sessions import SessionReader
from models.custom_game import CustomGame
from models.database import Model, db, new_id
from models.night import Night
from models.player import Player
from models.round import Hand, Round, hand_columns
from models.seat import Seat
from models.session import Session
from models.statistics.outcome import CardsLeft, Outcome
from models.statistics.outcomes import outcome_rows
from models.tournament.tournament import Entrant, Tournament, TournamentTable

Fields = dict[str, Any]
# Each stands on those before it.
IN_ORDER = (
    *(CustomGame, Player, Night, Session, Seat, Round, Hand, Outcome, CardsLeft),
    *(Tournament, Entrant, TournamentTable),
)


class Rows:
    """Rows by model, collected until `write`."""

    def __init__(self) -> None:
        self.of: dict[type[Model], list[Fields]] = defaultdict(list)

    def __len__(self) -> int:
        return sum(map(len, self.of.values()))

    def add(self, thing: Model) -> None:
        """Add the row of an object that is not in a database session."""
        self.of[type(thing)].append({column: getattr(thing, column) for column in _columns(type(thing))})

    def add_session(self, session: Session, reader: SessionReader) -> None:
        """Add a session with its seats, rounds, hands and outcomes."""
        self.add(session)
        for seat in session.seats:
            seat.session_id, seat.player_id = session.id, seat.player.id
            self.add(seat)
        self._add_rounds(session.id, reader)
        if session.is_finished:
            outcomes, cards = outcome_rows(session, reader.played)
            self.of[Outcome] += outcomes
            self.of[CardsLeft] += cards

    def write(self) -> None:
        for model in IN_ORDER:
            if self.of[model]:
                db.session.execute(db.insert(model), self.of[model])
        self.of.clear()

    def _add_rounds(self, session_id: uuid.UUID, reader: SessionReader) -> None:
        for played, about in zip(reader.played, reader.about, strict=True):
            round_id, chain = new_id(), played.chain
            self.of[Round].append(
                {
                    "id": round_id,
                    "session_id": session_id,
                    "number": played.number,
                    "dealer_id": played.dealer,
                    "hand_size": played.hand_size,
                    "out_id": played.out,
                    "chain": {"cards": chain.cards, "drawer": str(chain.drawer)} if chain else None,
                    "multipliers": list(played.multipliers) or None,
                    **about,
                }
            )
            self.of[Hand] += [
                {"round_id": round_id, "seat_id": hand.seat, **hand_columns(hand)} for hand in played.hands
            ]


@cache
def _columns(model: type[Model]) -> list[str]:
    return list(inspect(model).column_attrs.keys())
