"""What merging and anonymising players does to tournaments."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.orm import aliased

from game.scoring.snapshot import Diff
from models.database import db
from models.group import Group
from models.player import Player
from models.session import Seat
from models.tournament.tournament import Entrant, Tournament, TournamentTable

Fields = dict[str, Any]


def shared_tournaments(one: Player, other: Player) -> Sequence[Tournament]:
    """Tournaments in which both take part, so that they are two people."""
    theirs = aliased(Entrant)
    both = db.select(Entrant.tournament_id).join(theirs, theirs.tournament_id == Entrant.tournament_id)
    both = both.where(Entrant.player_id == one.id, theirs.player_id == other.id)
    return db.session.scalars(db.select(Tournament).where(Tournament.id.in_(both))).all()


def reassign_entrants(source: Player, target: Player) -> Diff:
    """Replace `source` by `target` in all entrants and decisions; return the diff."""
    diff: Diff = {}
    for entrant in db.session.scalars(db.select(Entrant).where(Entrant.player_id == source.id)):
        diff[f"taking_part:{entrant.id}"] = [{"player": str(source.id)}, {"player": str(target.id)}]
        entrant.player = target
    renamed = {str(source.id): str(target.id)}
    for tournament in _with_deleted(source.group_id):
        before = tournament.decisions
        tournament.decisions = [
            {**decision, "players": [renamed.get(player, player) for player in decision["players"]]}
            for decision in before
        ]
        if tournament.decisions != before:
            diff[f"tournament:{tournament.id}"] = [
                {"decisions": before},
                {"decisions": tournament.decisions},
            ]
    return diff


def touch_tournaments_of(player: Player) -> None:
    """Increase the versions of the player's tournaments, so that their pages reload."""
    theirs = db.select(Entrant.tournament_id).where(Entrant.player_id == player.id)
    update = db.update(Tournament).where(Tournament.id.in_(theirs)).values(version=Tournament.version + 1)
    db.session.execute(update.execution_options(synchronize_session="fetch"))


def takes_part(player_id: uuid.UUID) -> bool:
    """Whether the player is in any tournament."""
    return db.session.scalar(db.select(Entrant.id).where(Entrant.player_id == player_id).limit(1)) is not None


def sits_elsewhere(session_id: uuid.UUID, player_id: uuid.UUID) -> bool:
    """Whether the player has a seat at another table of the same stage of a tournament."""
    here, other = aliased(TournamentTable), aliased(TournamentTable)
    tables = db.select(other.session_id).join(
        here, (here.tournament_id == other.tournament_id) & (here.stage == other.stage)
    )
    tables = tables.where(here.session_id == session_id, other.session_id != session_id)
    seated = db.select(Seat.id).where(Seat.player_id == player_id, Seat.session_id.in_(tables))
    return db.session.scalar(seated.limit(1)) is not None


def current_entrant(_group: Group, entrant_id: uuid.UUID) -> Fields | None:
    entrant = db.session.get(Entrant, entrant_id)
    return {"player": str(entrant.player_id)} if entrant else None


def restore_entrant(_group: Group, entrant_id: uuid.UUID, before: Fields | None) -> None:
    entrant = db.session.get_one(Entrant, entrant_id)
    entrant.player_id = uuid.UUID((before or {})["player"])
    db.session.get_one(Tournament, entrant.tournament_id).version += 1
    db.session.flush()


def current_decisions(_group: Group, tournament_id: uuid.UUID) -> Fields | None:
    tournament = db.session.get(Tournament, tournament_id)
    return {"decisions": tournament.decisions} if tournament else None


def restore_decisions(_group: Group, tournament_id: uuid.UUID, before: Fields | None) -> None:
    db.session.get_one(Tournament, tournament_id).decisions = (before or {})["decisions"]


def anonymize_entrants(group: Group, without_names: Callable[[Any], Any]) -> None:
    """Replace names of requests and of phones that made decisions; free-text notes stay."""
    for tournament in _with_deleted(group.id):
        tournament.decisions = without_names(tournament.decisions)
        for entrant in tournament.asking:
            entrant.requested_name = without_names({"asks_as": entrant.requested_name})["asks_as"]


def _with_deleted(group_id: uuid.UUID) -> Sequence[Tournament]:
    """The tournaments of a group, also those in its recycle bin."""
    return db.session.scalars(db.select(Tournament).where(Tournament.ever_in(group_id))).all()
