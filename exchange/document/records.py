"""The parts of a session document as types; schema.json says what each of them means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from exchange.document.tournaments.records import TournamentRecord


class PlayerRecord(TypedDict):
    id: str
    name: str
    anonymised_at: NotRequired[str]


class NightRecord(TypedDict):
    id: str
    date: str
    place: NotRequired[str | None]
    note: NotRequired[str | None]


class SeatRecord(TypedDict):
    """left_round: the first round missed, null while at the table. away: stretches missed before.

    takes_over: the player whose seat this one goes on with, or the first of several.
    """

    player: str
    team: NotRequired[str | None]
    joined_round: NotRequired[int]
    left_round: NotRequired[int | None]
    start_points: NotRequired[int]
    away: NotRequired[list[dict[str, Any]]]
    takes_over: NotRequired[str]


class HandRecord(TypedDict):
    player: str
    cards: NotRequired[Mapping[str, int] | None]
    points: NotRequired[int | None]


class ChainRecord(TypedDict):
    cards: int
    drawer: str


class RoundRecord(TypedDict):
    number: int
    out: str | None
    hands: list[HandRecord]
    dealer: NotRequired[str]
    hand_size: NotRequired[int]
    recorded_at: NotRequired[str | None]
    chain: NotRequired[ChainRecord | None]
    misdeals: NotRequired[int]


class StandingRecord(TypedDict):
    player: str
    total: int
    rank: int
    winner: bool


class NextDealRecord(TypedDict):
    dealer: str | None
    misdeals: int


class SessionRecord(TypedDict):
    id: str
    seats: list[SeatRecord]
    first_dealers: list[str]
    variant: NotRequired[str]
    rounds: NotRequired[list[RoundRecord]]
    night: NotRequired[str]
    options: NotRequired[dict[str, Any]]
    rules: NotRequired[dict[str, Any]]
    started_at: NotRequired[str]
    finished_at: NotRequired[str | None]
    standings: NotRequired[list[StandingRecord]]
    plays_on: NotRequired[bool]
    summed: NotRequired[bool]
    untimed: NotRequired[bool]
    next_deal: NotRequired[NextDealRecord | None]


class GroupRecord(TypedDict):
    name: str
    id: NotRequired[str]


class Document(TypedDict):
    format: str
    group: GroupRecord
    players: list[PlayerRecord]
    nights: NotRequired[list[NightRecord]]
    sessions: list[SessionRecord]
    tournaments: NotRequired[list[TournamentRecord]]
    exported_at: NotRequired[str]
