"""Reads score_sheets.json: whole tables as on paper, worked out by hand from the rules.

The scoring of the server and that of the page (static/js/offline/score-sheet.js) are compared with them. Each
sheet
has a name and the `facts` it cites (game/variants/facts.json and decisions.json), then

    variant, options: the rules; plays_on: true where the session is extended
    seats: clockwise; a name, or {"name", "joined", "start", "away", "team", "origin"} as far as they differ
    first_dealers: one for each block that was cut for; chosen: the dealer named for the next round
    rounds: {"dealer", "cards": dealt to each, "hands", "costs": points by name}, "named": true where
        the table named another dealer, "chain" where a player drew before counting

A hand is "out", cards by class, points as typed (30, "12+11+7"), or null where it was not counted; without
"costs" no hand costs anything, since wins are counted. The expected results are

    standings: every side, best first; next: the next deal; over: whether the session has ended
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.scoring.deal import Deal
from game.scoring.facts import Away, HandFacts, LastCards, RoundFacts, SeatFacts
from game.scoring.hand import points_of, typed_points
from game.scoring.rules import Rules
from game.scoring.standings import Standing
from game.variants import VARIANTS

FILE = Path(__file__).with_suffix(".json")


@dataclass(frozen=True)
class WorkedSheet:
    """One sheet: what was played, and the expected results, as in the file."""

    name: str
    facts: list[str]
    variant: str
    seats: list[Any]
    first_dealers: list[str]
    rounds: list[dict[str, Any]]
    standings: list[dict[str, Any]]
    next: dict[str, Any]
    over: bool
    options: dict[str, Any] = field(default_factory=dict)
    plays_on: bool = False
    chosen: str | None = None

    def rules(self) -> Rules:
        """The current rules."""
        began = sum(seat.joined_round == 1 for seat in self.seated())
        rules = VARIANTS[self.variant].rules(self.options, began)
        return rules.without_end() if self.plays_on else rules

    def seated(self) -> list[SeatFacts]:
        return [_seat(place, record) for place, record in enumerate(self.seats)]

    def played(self) -> list[RoundFacts]:
        rules = self.rules()
        return [_round(number, record, rules) for number, record in enumerate(self.rounds, 1)]

    def costs(self) -> list[dict[str, int | None]]:
        """The points of every hand, round by round."""
        return [record.get("costs", dict.fromkeys(record["hands"])) for record in self.rounds]


def worked_sheets() -> list[WorkedSheet]:
    return [WorkedSheet(**record) for record in json.loads(FILE.read_text(encoding="utf-8"))]


def standings_record(table: Sequence[Standing]) -> list[dict[str, Any]]:
    """Standings in the form of the file."""
    return [
        {
            "seats": list(side.seats),
            "total": side.total,
            "rank": side.rank,
            "change": side.change,
            "history": list(side.history),
            "leads": side.leads,
        }
        for side in table
    ]


def deal_record(deal: Deal) -> dict[str, Any]:
    return {"number": deal.number, "cards": deal.hand_size, "dealer": deal.dealer, "leader": deal.leader}


def _seat(place: int, record: Any) -> SeatFacts:
    if isinstance(record, str):
        return SeatFacts(record, place)
    return SeatFacts(
        record["name"],
        place,
        joined_round=record.get("joined", 1),
        away=tuple(Away(**stretch) for stretch in record.get("away", ())),
        start_points=record.get("start", 0),
        team=record.get("team"),
        origin=record.get("origin"),
    )


def _round(number: int, record: dict[str, Any], rules: Rules) -> RoundFacts:
    return RoundFacts(
        number,
        record["dealer"],
        record["cards"],
        next((name for name, left in record["hands"].items() if left == "out"), None),
        tuple(_hand(name, left, rules) for name, left in record["hands"].items()),
        LastCards(**record["chain"]) if "chain" in record else None,
    )


def _hand(name: str, left: Any, rules: Rules) -> HandFacts:
    if left is None:
        return HandFacts(name, None, None)
    if left == "out":
        return HandFacts(name, {}, points_of({}, rules))
    if isinstance(left, dict):
        return HandFacts(name, left, points_of(left, rules))
    return HandFacts(name, None, typed_points(str(left)))
