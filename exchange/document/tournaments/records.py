"""The parts of a club evening in a session document as types; schema.json says what each of them means."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class EntrantRecord(TypedDict):
    player: str
    joined_round: NotRequired[int]
    start_points: NotRequired[int]
    withdrew_after: NotRequired[int | None]


class TableRecord(TypedDict):
    table: int
    session: str


class StageRecord(TypedDict):
    kind: str
    tables: list[TableRecord]
    number: NotRequired[int]


class DecisionRecord(TypedDict):
    kind: str
    players: list[str]
    by: NotRequired[str | None]
    at: NotRequired[str | None]
    note: NotRequired[str | None]
    stage: NotRequired[int]


class PlaceRecord(TypedDict):
    player: str
    total: int
    rank: NotRequired[int]


class CutRecord(TypedDict, total=False):
    score: int
    certain: list[str]
    level: list[str]
    decided_by: str
    through: list[str]


class ResultRecord(TypedDict, total=False):
    rounds: list[list[PlaceRecord]]
    combined: list[PlaceRecord]
    cut: CutRecord | None
    playoff: list[PlaceRecord]
    winners: list[str]


class TournamentRecord(TypedDict):
    id: str
    name: str
    variant: str
    entrants: list[EntrantRecord]
    stages: list[StageRecord]
    night: NotRequired[str]
    options: NotRequired[dict[str, Any]]
    table_options: NotRequired[dict[str, Any]]
    decisions: NotRequired[list[DecisionRecord]]
    result: NotRequired[ResultRecord]
