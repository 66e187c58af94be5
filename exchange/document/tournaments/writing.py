"""Writing the club evenings of a session document, and what they came to, which import compares."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET
from sqlalchemy import ColumnElement, Select, func
from sqlalchemy.orm import aliased

from exchange.document.checks import BadDocument, check_made
from exchange.document.records import (
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
from exchange.document.scope import Scope
from game.tournament.facts import EntrantFacts
from game.tournament.standings import TournamentStanding
from game.tournament.state import TournamentState
from models.database import db
from models.session import Session
from models.tournament.reading import evening_of
from models.tournament.tournament import Entrant as Entered
from models.tournament.tournament import Tournament, TournamentTable

FEWEST = 2  # entrants: before that nobody can sit down
METHOD: Final = "balanced"
CUT_PEOPLE = ("certain", "level", "through")


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
    """One of “tournaments”; records.py says what each part is."""
    evening = evening_of(tournament)
    return TournamentRecord(
        id=str(tournament.id),
        name=tournament.name,
        variant=tournament.variant,
        options=TournamentOptions(
            rounds=tournament.rounds,
            cut=tournament.cut,
            playoff_scores="carried" if tournament.carried else "from_zero",
            draw=tournament.draws[-1]["method"] if tournament.draws else METHOD,
        ),
        entrants=[_entrant(entrant) for entrant in evening.entrants],
        stages=_stages(tournament),
        decisions=_decisions(tournament, evening),
        result=result_of(evening),
        night=UNSET if tournament.night_id is None else str(tournament.night_id),
        table_options=tournament.options or UNSET,
    )


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


def _entrant(entrant: EntrantFacts) -> EntrantRecord:
    return EntrantRecord(
        player=str(entrant.player),
        joined_round=entrant.joined_round,
        start_points=entrant.start_points,
        withdrew_after=entrant.withdrew_after,
    )


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


def _decisions(tournament: Tournament, evening: TournamentState) -> list[DecisionRecord]:
    """Of whoever takes part; somebody may have been let in late and sent away again."""
    here = {str(entrant.player) for entrant in evening.entrants}
    return [_decision(said, here) for said in tournament.decisions]


def _decision(said: dict[str, Any], here: Collection[str]) -> DecisionRecord:
    return DecisionRecord(
        kind=said["kind"],
        players=[player for player in said["players"] if player in here],
        by=said["by"] or None,
        at=said["at"],
        note=said["note"],
        stage=said.get("stage", UNSET),
    )


def result_of(evening: TournamentState) -> ResultRecord:
    """As it stands. The cut is told once the rounds are over, the play-off once it is drawn."""
    numbers = range(1, len(evening.rounds) + 1)
    return ResultRecord(
        rounds=[_places(evening.round_places(number)) for number in numbers],
        combined=_places(evening.combined),
        cut=_cut(evening),
        playoff=[] if evening.playoff is None else _places(evening.final),
        winners=[str(player) for player in evening.winners],
    )


def check_result(told: ResultRecord, evening: TournamentState, at: str, names: Mapping[str, str]) -> None:
    """Raise BadDocument where the hands come to something else. What is not told is not missed.

    names: by the player's id in the file, which is what the evening knows them by.
    """
    made = result_of(evening)
    for index, table in enumerate(told.rounds):
        here = f"{at}.rounds[{index}]"
        if index >= len(made.rounds):
            raise BadDocument(here, "there is no such round")
        _check_places(table, made.rounds[index], here, names)
    _check_places(told.combined, made.combined, f"{at}.combined", names)
    if told.cut is not UNSET:
        _check_cut(told.cut, made.cut or None, f"{at}.cut", names)
    _check_places(told.playoff, made.playoff, f"{at}.playoff", names)
    if told.winners is not UNSET:
        _check_people(told.winners, made.winners or [], f"{at}.winners", names)


def _places(table: Sequence[TournamentStanding]) -> list[PlaceRecord]:
    return [_place(place) for place in table]


def _place(place: TournamentStanding) -> PlaceRecord:
    """Who is out of it has a total and no rank."""
    rank = UNSET if place.rank is None else place.rank
    return PlaceRecord(player=str(place.player), total=place.total, rank=rank)


def _cut(evening: TournamentState) -> CutRecord | None:
    cut = evening.cut
    if cut is None or (evening.playoff is None and not evening.rounds_are_over):
        return None
    return CutRecord(
        score=cut.score,
        certain=[str(player) for player in cut.certain],
        level=[str(player) for player in cut.level],
        decided_by=cut.decided_by.value,
        through=[str(player) for player in cut.through],
    )


def _check_places(
    told: Sequence[PlaceRecord], made: Sequence[PlaceRecord], at: str, names: Mapping[str, str]
) -> None:
    own = {place.player: place for place in made}
    for index, place in enumerate(told):
        here = f"{at}[{index}]"
        if place.player not in own:
            name = names.get(place.player, place.player)
            raise BadDocument(f"{here}.player", "%(name)s has no place there", name=name)
        right = own[place.player]
        check_made(place.total, right.total, f"{here}.total")
        if place.rank is not UNSET:
            check_made(place.rank, right.rank or "–", f"{here}.rank")


def _check_cut(told: CutRecord | None, made: CutRecord | None, at: str, names: Mapping[str, str]) -> None:
    if told is None and made is None:
        return
    if made is None:
        raise BadDocument(at, "the hands make no cut")
    if told is None:
        raise BadDocument(at, "the hands make a cut, at %(score)s", score=made.score)
    if told.score is not UNSET:
        check_made(told.score, made.score, f"{at}.score")
    if told.decided_by is not UNSET:
        check_made(told.decided_by, made.decided_by, f"{at}.decided_by")
    for part in CUT_PEOPLE:
        people = getattr(told, part)
        if people is not UNSET:
            _check_people(people, getattr(made, part), f"{at}.{part}", names)


def _check_people(told: Sequence[str], made: Sequence[str], at: str, names: Mapping[str, str]) -> None:
    """In whatever order."""
    if sorted(told) != sorted(made):
        check_made(_named(told, names), _named(made, names), at)


def _named(people: Sequence[str], names: Mapping[str, str]) -> str:
    return ", ".join(sorted(names.get(player, player) for player in people)) or "–"
