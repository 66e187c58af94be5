"""Types of the session document: decoder, encoder and JSON schema are derived from them.

UNSET: the member is not in the file. Import treats it as null unless the schema says otherwise.
Unknown members are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field
from msgspec.structs import astuple

from game.tournament.facts import CUT, ROUNDS
from game.variants.custom.definition import GameDefinition

FORMAT: Final = "turn-eight/2"  # written; an older version refuses it instead of losing its points
FORMATS: Final = ("turn-eight/1", FORMAT)  # read
MAX_GAMES = 1_000
MAX_PEOPLE = 2_000
MAX_SESSIONS = 20_000
MAX_TOURNAMENTS = 1_000
MAX_MULTIPLIERS = 6
MAX_TYPED_LENGTH = 500
DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
UUID = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"

Id = Annotated[str, Meta(pattern=UUID, max_length=36, extra_json_schema={"format": "uuid"})]
TimestampText = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Day = Annotated[str, Meta(pattern=DATE, extra_json_schema={"format": "date"})]
Number = Annotated[int, Meta(ge=1)]
NonNegative = Annotated[int, Meta(ge=0)]
ShortList = Meta(max_length=500)  # of the lists in a tournament: each entry takes time to judge
People = Annotated[list[Id], ShortList]
Multipliers = Annotated[list[str], Meta(max_length=MAX_MULTIPLIERS)]


def about(description: str) -> Meta:
    """The description of a member in the schema."""
    return Meta(description=description)


class Record(Struct, gc=False):
    """A JSON object. No record refers to itself, so the garbage collector need not track it."""

    def members(self) -> dict[str, Any]:
        """Return the values by their names in the file."""
        return dict(zip(self.__struct_encode_fields__, astuple(self), strict=True))


class GroupRecord(Record, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    id: Id | UnsetType = UNSET


class PlayerRecord(Record, kw_only=True):
    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    anonymised_at: Annotated[
        TimestampText | UnsetType | None, about("whoever was forgotten: when; the name is a placeholder")
    ] = UNSET


class NightRecord(Record, kw_only=True):
    id: Id
    date: Day
    place: str | None = None
    note: str | None = None


class GameRecord(Record, kw_only=True):
    """A game of the group's own."""

    id: Annotated[Id, about("the variant of its sessions")]
    definition: GameDefinition
    created_at: TimestampText
    changed_at: Annotated[TimestampText, about("when its rules were changed last")]
    retired_at: Annotated[
        TimestampText | None, about("when it left the list of games; null: it can be played")
    ] = None


class AdjustmentRecord(Record, kw_only=True):
    """Bonus points, or penalty points if they are negative."""

    id: Id | UnsetType = UNSET
    after: Annotated[NonNegative, about("the round; 0: before the first one")]
    points: int
    reason: str = ""


class AwayRecord(Record, kw_only=True):
    since: Annotated[Number, about("the first round missed")]
    until: Annotated[Number, about("the first round played again")]
    points: Annotated[NonNegative, about("added on the way back")]


class SeatRecord(Record, kw_only=True):
    player: Id
    team: str | None = None
    joined_round: Number = 1
    left_round: Annotated[int | None, about("the first round missed; null while at the table")] = None
    start_points: int = 0
    away: Annotated[list[AwayRecord] | UnsetType, about("stretches missed before, in order")] = UNSET
    takes_over: (
        Annotated[
            Id,
            about("the player whose seat and points this one goes on with; of several in a row, the first"),
        ]
        | UnsetType
    ) = UNSET
    adjustments: list[AdjustmentRecord] | UnsetType = UNSET


class HandRecord(Record, kw_only=True):
    player: Id
    cards: Annotated[
        Mapping[str, NonNegative] | None,
        about("how many of each rank or class are left; null: the points were typed"),
    ] = None
    points: Annotated[int | None, about("with all multipliers")] = None
    typed: Annotated[
        Annotated[str, Meta(max_length=MAX_TYPED_LENGTH)] | UnsetType,
        about("a number or sum as typed, before multipliers; left out: it is the points"),
    ] = UNSET
    multipliers: Annotated[
        Multipliers | UnsetType, about("keys of those in the rules that count for this hand")
    ] = UNSET


class ChainRecord(Record, kw_only=True):
    cards: Number
    drawer: Id


class RoundRecord(Record, kw_only=True):
    number: Number
    dealer: Id | UnsetType = UNSET
    hand_size: Annotated[NonNegative | UnsetType, about("0: it is not recorded")] = UNSET
    out: Annotated[Id | None, about("who went out or won; null: nobody did, as in a blocked round")]
    recorded_at: TimestampText | None = None
    hands: Annotated[
        list[HandRecord], about("one for every seat in play; the seat that went out has no cards")
    ]
    chain: Annotated[
        ChainRecord | UnsetType | None, about("how many cards the round ended on, and who drew for them")
    ] = UNSET
    misdeals: Annotated[NonNegative | UnsetType, about("before this deal")] = UNSET
    multipliers: Annotated[
        Multipliers | UnsetType, about("keys of those in the rules that count for all hands")
    ] = UNSET


class StandingRecord(Record, kw_only=True):
    player: Id
    total: Annotated[int, about("points, or rounds won where the variant counts wins")]
    rank: Number
    winner: Annotated[bool, about("true for every joint winner; false while the session is not finished")]


class NextDealRecord(Record, kw_only=True):
    dealer: Annotated[Id | None, about("null: who is due")]
    misdeals: NonNegative


# Members that keep a former name in files, by the name of the field. A new field needs no entry.
FORMER_NAMES = {"extended": "plays_on", "totals_only": "summed", "no_times": "untimed"}


class SessionRecord(Record, kw_only=True, rename=FORMER_NAMES):
    id: Id
    night: Annotated[Id, about("left out: the night of started_at, or of today")] | UnsetType = UNSET
    variant: Annotated[
        str,
        about(
            "vandatta, vandatta_pagat, swedish_pursuit, vatikan, derange, or the id of a game in “games”, or "
            "of one that the group has"
        ),
    ]
    options: Annotated[dict[str, Any] | UnsetType, about("what is left out takes the variant's default")] = (
        UNSET
    )
    rules: Annotated[
        Raw | UnsetType,
        Meta(
            description="the variant as frozen when play started; left out on import: today's",
            extra_json_schema={"type": "object"},
        ),
    ] = UNSET
    started_at: TimestampText | UnsetType = UNSET
    finished_at: Annotated[
        TimestampText | UnsetType | None, about("left out on import: finished when all the rounds are there")
    ] = UNSET
    seats: Annotated[list[SeatRecord], Meta(min_length=2), about("clockwise")]
    first_dealers: Annotated[
        list[Id],
        Meta(min_length=1),
        about(
            "one for each block of rounds that is cut for anew: Swedish Pursuit one per five games, every "
            "other variant one"
        ),
    ]
    rounds: list[RoundRecord]
    standings: Annotated[
        list[StandingRecord] | UnsetType,
        about("written by export; a total that does not agree with the hands is an error on import"),
    ] = UNSET
    extended: Annotated[bool | UnsetType, about("the table plays on though all the rounds are there")] = UNSET
    totals_only: Annotated[
        bool | UnsetType, about("only the totals are known; the rounds are placeholders that add up to them")
    ] = UNSET
    no_times: Annotated[
        bool | UnsetType,
        about(
            "entered from paper: the hours are not known, and the times of the rounds only keep their order"
        ),
    ] = UNSET
    next_deal: Annotated[
        NextDealRecord | UnsetType | None, about("what the table said of the deal to come")
    ] = UNSET


class EntrantRecord(Record, kw_only=True):
    player: Id
    joined_round: Number = 1
    start_points: Annotated[int, about("what stands for the rounds missed; the umpire decides")] = 0
    withdrew_after: Annotated[NonNegative | None, about("the last round played")] = None


class TableRecord(Record, kw_only=True):
    table: Number
    session: Annotated[
        Id,
        about(
            "a session of this document: one round (five games) of Swedish Pursuit with its own first dealer"
        ),
    ]


class StageRecord(Record, kw_only=True):
    kind: Literal["round", "playoff"]
    number: Annotated[Number | UnsetType, about("of a round")] = UNSET
    tables: Annotated[list[TableRecord], Meta(min_length=1), ShortList]


class DecisionRecord(Record, kw_only=True):
    kind: Literal["cut", "tie", "late_entry", "plays_on", "other"]
    players: Annotated[People, about("cut: who of those level at the cut go on; tie: in the decided order")]
    by: str | None = None
    at: TimestampText | None = None
    note: str | None = None
    stage: Annotated[
        Number | UnsetType, about("plays_on: the stage, counted from 1, whose table the players had left")
    ] = UNSET


class PlaceRecord(Record, kw_only=True):
    player: Id
    total: int
    rank: Number | UnsetType = UNSET


Places = Annotated[list[PlaceRecord], ShortList]


class CutRecord(Record, kw_only=True):
    score: Annotated[int | UnsetType, about("the total at the last place that goes on")] = UNSET
    certain: Annotated[People | UnsetType, about("below that total")] = UNSET
    level: Annotated[People | UnsetType, about("at that total")] = UNSET
    decided_by: Annotated[
        Literal["score", "umpire", "nobody_yet"] | UnsetType,
        about("score: all who are level fit; umpire: chosen; nobody_yet: the umpire has to choose"),
    ] = UNSET
    through: Annotated[People | UnsetType, about("empty while nobody has decided")] = UNSET


class ResultRecord(Record, kw_only=True):
    rounds: Annotated[list[Places], ShortList, about("one for each round played")] = []
    combined: Annotated[Places, about("all rounds added, ranks shared")] = []
    cut: CutRecord | UnsetType | None = UNSET
    playoff: Places = []
    winners: Annotated[
        People | UnsetType,
        about("empty while it is not over; joint winners all (GS13) unless the umpire decided"),
    ] = UNSET


class TournamentOptions(Record, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=9), about("before the cut; left out: 2 (SP34)")] = ROUNDS
    cut: Annotated[
        Annotated[int, Meta(ge=2)] | None, about("how many go on; left out: 10 (SP34); null: no play-off")
    ] = CUT
    playoff_scores: Annotated[Literal["from_zero", "carried"], about("left out: from_zero (GS12)")] = (
        "from_zero"
    )
    draw: Annotated[
        Literal["balanced", "random", "by_hand"],
        about("how seats are drawn; left out: balanced, so that people meet"),
    ] = "balanced"


class TournamentRecord(Record, kw_only=True):
    """A club evening: rounds at several tables, totals over all of them, a cut, a play-off. Each table of each stage is a session of this document."""  # noqa: E501 - the description in the schema

    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    variant: Annotated[
        str, about("today swedish_pursuit; any variant whose points are added, as in a session")
    ]
    options: TournamentOptions = field(default_factory=TournamentOptions)
    entrants: Annotated[list[EntrantRecord], Meta(min_length=2), ShortList]
    stages: Annotated[list[StageRecord], ShortList]
    decisions: Annotated[list[DecisionRecord], ShortList, about("what the umpire decided; final (SP35)")] = []
    result: Annotated[
        ResultRecord | UnsetType,
        about("written by export; a total that does not agree with the sessions is an error on import"),
    ] = UNSET
    night: Id | UnsetType = UNSET
    table_options: Annotated[
        dict[str, Any] | UnsetType,
        about("of the session at each table; what is left out takes the variant's default"),
    ] = UNSET


class Document(Record, kw_only=True):
    format: Literal["turn-eight/1", "turn-eight/2"]
    exported_at: TimestampText | UnsetType = UNSET
    group: GroupRecord
    players: Annotated[list[PlayerRecord], Meta(max_length=MAX_PEOPLE)]
    nights: Annotated[list[NightRecord], Meta(max_length=MAX_SESSIONS)] = []
    games: Annotated[
        list[GameRecord],
        Meta(max_length=MAX_GAMES),
        about("the group's own games; left out where there are none"),
    ] = []
    sessions: Annotated[list[SessionRecord], Meta(max_length=MAX_SESSIONS)]
    tournaments: Annotated[
        list[TournamentRecord], Meta(max_length=MAX_TOURNAMENTS), about("left out where the group has none")
    ] = []
