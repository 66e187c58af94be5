"""Writing the club evenings of a session document."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, func
from sqlalchemy.orm import aliased

from exchange.document.scope import Scope
from exchange.document.tournaments.records import DecisionRecord, EntrantRecord, StageRecord, TournamentRecord
from exchange.document.tournaments.result import result_of
from game.tournament.evening import Evening
from game.tournament.facts import Entrant
from models.database import db
from models.session import Session
from models.tournament.reading import evening_of
from models.tournament.tournament import Entrant as Entered
from models.tournament.tournament import Tournament, TournamentTable

FEWEST = 2  # entrants: before that nobody can sit down
METHOD = "balanced"


def tournaments_in(scope: Scope) -> Iterator[TournamentRecord]:
    """By id; five queries each.

    Not carried: whoever has only asked to take part, the seeds of the draws, and the history.
    """
    wanted = db.select(Tournament.id).where(*_conditions(scope)).order_by(Tournament.id)
    for own in db.session.scalars(wanted).all():
        tournament = Tournament.of(scope.group_id, own)
        if tournament is not None:
            yield tournament_record(tournament)


def people_of_tournaments(scope: Scope) -> Select[Any]:
    """Ids of whoever takes part in one, though perhaps without a seat."""
    meant = db.select(Tournament.id).where(*_conditions(scope))
    return db.select(Entered.player_id).where(
        Entered.player_id.is_not(None), Entered.tournament_id.in_(meant)
    )


def tournament_record(tournament: Tournament) -> TournamentRecord:
    """One of “tournaments”; schema.json says what each part is."""
    evening = evening_of(tournament)
    record: TournamentRecord = {
        "id": str(tournament.id),
        "name": tournament.name,
        "variant": tournament.variant,
        "options": {
            "rounds": tournament.rounds,
            "cut": tournament.cut,
            "playoff_scores": "carried" if tournament.carried else "from_zero",
            "draw": tournament.draws[-1]["method"] if tournament.draws else METHOD,
        },
        "entrants": [_entrant(entrant) for entrant in evening.entrants],
        "stages": _stages(tournament),
        "decisions": _decisions(tournament, evening),
        "result": result_of(evening),
    }
    if tournament.night_id is not None:
        record["night"] = str(tournament.night_id)
    if tournament.options:
        record["table_options"] = tournament.options
    return record


def _conditions(scope: Scope) -> list[ColumnElement[bool]]:
    """What a tournament must be to be meant: of a part of the group, that all its tables are in that part."""
    entered, own = aliased(Entered), Tournament.id
    many = db.select(entered.tournament_id).where(entered.player_id.is_not(None))
    many = many.group_by(entered.tournament_id).having(func.count() >= FEWEST)
    conditions = [Tournament.group_id == scope.group_id, own.in_(many)]
    if scope.is_everything:
        return conditions
    inside = db.select(Session.id).where(*scope.conditions())
    tables = db.select(TournamentTable.tournament_id)
    return [
        *conditions,
        own.in_(tables.where(TournamentTable.session_id.in_(inside))),
        own.not_in(tables.where(TournamentTable.session_id.not_in(inside))),
        Tournament.night_id.is_(None)
        | Tournament.night_id.in_(db.select(Session.night_id).where(*scope.conditions())),
    ]


def _entrant(entrant: Entrant) -> EntrantRecord:
    return {
        "player": str(entrant.player),
        "joined_round": entrant.joined_round,
        "start_points": entrant.start_points,
        "withdrew_after": entrant.withdrew_after,
    }


def _stages(tournament: Tournament) -> list[StageRecord]:
    stages: dict[int, StageRecord] = {}
    for table in tournament.tables:
        if table.stage not in stages:
            stages[table.stage] = (
                {"kind": "playoff", "tables": []}
                if table.stage == tournament.playoff
                else {"kind": "round", "number": table.stage, "tables": []}
            )
        stages[table.stage]["tables"].append({"table": table.number, "session": str(table.session_id)})
    return list(stages.values())


def _decisions(tournament: Tournament, evening: Evening) -> list[DecisionRecord]:
    """Of whoever takes part; somebody may have been let in late and sent away again."""
    here = {str(entrant.player) for entrant in evening.entrants}
    return [_decision(said, here) for said in tournament.decisions]


def _decision(said: dict[str, Any], here: Collection[str]) -> DecisionRecord:
    record: DecisionRecord = {
        "kind": said["kind"],
        "players": [player for player in said["players"] if player in here],
        "by": said["by"] or None,
        "at": said["at"],
        "note": said["note"],
    }
    if "stage" in said:
        record["stage"] = said["stage"]
    return record
