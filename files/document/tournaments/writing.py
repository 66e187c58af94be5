"""Write the tournaments of a session document, with their results, which import checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from sqlalchemy import ColumnElement, Select, func
from sqlalchemy.orm import aliased

from files.document.checks import BadDocument, check_total
from files.document.records import (
    CutRecord,
    DecisionRecord,
    EntrantRecord,
    PlaceRecord,
    ResultRecord,
    StageRecord,
    TableRecord,
    TournamentOptions,
    TournamentRecord,
)
from files.document.scope import Scope
from game.tournament.standings import TournamentStanding
from game.tournament.state import TournamentState
from models.database import db
from models.session import Session
from models.tournament.reading import tournament_state_of
from models.tournament.tournament import Entrant as Entered
from models.tournament.tournament import Tournament, TournamentTable

MIN_ENTRANTS = 2  # needed for a table


def tournaments_in(scope: Scope) -> Iterator[TournamentRecord]:
    """Yield tournaments by id, with five queries each.

    Requests to take part, seeds of draws and the history are not exported.
    """
    wanted = db.select(Tournament.id).where(*_conditions(scope)).order_by(Tournament.id)
    for tournament_id in db.session.scalars(wanted).all():
        tournament = Tournament.of(scope.group_id, tournament_id)
        if tournament is not None:
            yield tournament_record(tournament)


def people_of_tournaments(scope: Scope) -> Select[Any]:
    """Query for ids of entrants, with or without a seat."""
    meant = db.select(Tournament.id).where(*_conditions(scope))
    return db.select(Entered.player_id).where(
        Entered.player_id.is_not(None), Entered.tournament_id.in_(meant)
    )


def tournament_record(tournament: Tournament) -> TournamentRecord:
    """An item of “tournaments” (records.py)."""
    state = tournament_state_of(tournament)
    return TournamentRecord(
        id=str(tournament.id),
        name=tournament.name,
        variant=tournament.variant,
        options=TournamentOptions(
            rounds=tournament.rounds,
            cut=tournament.cut,
            playoff_scores="carried" if tournament.carried else "from_zero",
            draw=tournament.draws[-1]["method"] if tournament.draws else "balanced",
        ),
        entrants=[
            EntrantRecord(
                player=str(entrant.player),
                joined_round=entrant.joined_round,
                start_points=entrant.start_points,
                withdrew_after=entrant.withdrew_after,
            )
            for entrant in state.entrants
        ],
        stages=_stages(tournament),
        decisions=_decisions(tournament, state),
        result=result_of(state),
        night=UNSET if tournament.night_id is None else str(tournament.night_id),
        table_options=tournament.options or UNSET,
    )


def _conditions(scope: Scope) -> list[ColumnElement[bool]]:
    """WHERE conditions on Tournament: all its tables are within the scope."""
    entered = aliased(Entered)
    many = db.select(entered.tournament_id).where(entered.player_id.is_not(None))
    many = many.group_by(entered.tournament_id).having(func.count() >= MIN_ENTRANTS)
    conditions = [Tournament.visible_in(scope.group_id), Tournament.id.in_(many)]
    if scope.is_everything:
        return conditions
    inside = db.select(Session.id).where(*scope.conditions())
    tables = db.select(TournamentTable.tournament_id)
    return [
        *conditions,
        Tournament.id.in_(tables.where(TournamentTable.session_id.in_(inside))),
        Tournament.id.not_in(tables.where(TournamentTable.session_id.not_in(inside))),
        Tournament.night_id.is_(None)
        | Tournament.night_id.in_(db.select(Session.night_id).where(*scope.conditions())),
    ]


def _stages(tournament: Tournament) -> list[StageRecord]:
    stages: dict[int, StageRecord] = {}
    for table in tournament.tables:
        if table.stage not in stages:
            stages[table.stage] = (
                StageRecord(kind="playoff", tables=[])
                if table.stage == tournament.playoff
                else StageRecord(kind="round", number=table.stage, tables=[])
            )
        stages[table.stage].tables.append(TableRecord(table=table.number, session=str(table.session_id)))
    return list(stages.values())


def _decisions(tournament: Tournament, state: TournamentState) -> list[DecisionRecord]:
    """Decisions about entrants; a late entrant may have been removed again."""
    here = {str(entrant.player) for entrant in state.entrants}
    return [
        DecisionRecord(
            kind=decision["kind"],
            players=[player for player in decision["players"] if player in here],
            by=decision["by"] or None,
            at=decision["at"],
            note=decision["note"],
            stage=decision.get("stage", UNSET),
        )
        for decision in tournament.decisions
    ]


def result_of(state: TournamentState) -> ResultRecord:
    """The current result: the cut after the last round, the play-off once it is drawn."""
    numbers = range(1, len(state.rounds) + 1)
    return ResultRecord(
        rounds=[_places(state.round_places(number)) for number in numbers],
        combined=_places(state.combined),
        cut=_cut(state),
        playoff=[] if state.playoff is None else _places(state.final),
        winners=[str(player) for player in state.winners],
    )


def check_result(result: ResultRecord, state: TournamentState, at: str, names: Mapping[str, str]) -> None:
    """Raise BadDocument if the hands give another result. Parts that are left out are not compared.

    names: by the player's id in the file, as the tournament knows them.
    """
    computed = result_of(state)
    for index, table in enumerate(result.rounds):
        here = f"{at}.rounds[{index}]"
        if index >= len(computed.rounds):
            raise BadDocument(here, "there is no such round")
        _check_places(table, computed.rounds[index], here, names)
    _check_places(result.combined, computed.combined, f"{at}.combined", names)
    if result.cut is not UNSET:
        _check_cut(result.cut, computed.cut or None, f"{at}.cut", names)
    _check_places(result.playoff, computed.playoff, f"{at}.playoff", names)
    if result.winners is not UNSET:
        _check_people(result.winners, computed.winners or [], f"{at}.winners", names)


def _places(table: Sequence[TournamentStanding]) -> list[PlaceRecord]:
    """Places; without a rank for who is out."""
    return [
        PlaceRecord(
            player=str(place.player), total=place.total, rank=UNSET if place.rank is None else place.rank
        )
        for place in table
    ]


def _cut(state: TournamentState) -> CutRecord | None:
    cut = state.cut
    if cut is None or (state.playoff is None and not state.rounds_are_over):
        return None
    return CutRecord(
        score=cut.score,
        certain=[str(player) for player in cut.certain],
        level=[str(player) for player in cut.level],
        decided_by=cut.decided_by.value,
        through=[str(player) for player in cut.through],
    )


def _check_places(
    given: Sequence[PlaceRecord], computed: Sequence[PlaceRecord], at: str, names: Mapping[str, str]
) -> None:
    computed_of = {place.player: place for place in computed}
    for index, place in enumerate(given):
        here = f"{at}[{index}]"
        if place.player not in computed_of:
            name = names.get(place.player, place.player)
            raise BadDocument(f"{here}.player", "%(name)s has no place there", name=name)
        right = computed_of[place.player]
        check_total(place.total, right.total, f"{here}.total")
        if place.rank is not UNSET:
            check_total(place.rank, right.rank or "–", f"{here}.rank")


def _check_cut(
    given: CutRecord | None, computed: CutRecord | None, at: str, names: Mapping[str, str]
) -> None:
    if given is None and computed is None:
        return
    if computed is None:
        raise BadDocument(at, "the hands make no cut")
    if given is None:
        raise BadDocument(at, "the hands make a cut, at %(score)s", score=computed.score)
    if given.score is not UNSET:
        check_total(given.score, computed.score, f"{at}.score")
    if given.decided_by is not UNSET:
        check_total(given.decided_by, computed.decided_by, f"{at}.decided_by")
    for part in ("certain", "level", "through"):
        people = getattr(given, part)
        if people is not UNSET:
            _check_people(people, getattr(computed, part), f"{at}.{part}", names)


def _check_people(given: Sequence[str], computed: Sequence[str], at: str, names: Mapping[str, str]) -> None:
    """Compare two lists of players in any order."""
    if sorted(given) != sorted(computed):
        check_total(_named(given, names), _named(computed, names), at)


def _named(people: Sequence[str], names: Mapping[str, str]) -> str:
    return ", ".join(sorted(names.get(player, player) for player in people)) or "–"
