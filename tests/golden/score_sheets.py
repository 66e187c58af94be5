"""Reads score_sheets.json: whole tables as they would stand on paper, worked out by hand from the rules.

The server's scoring and the page's own (static/js/offline/score-sheet.js) are both held to them. Each sheet
has a name and the `facts` it rests on (game/variants/facts.json and decisions.json), then

    variant, options: the rules; plays_on: true where the table goes on past its end
    seats: clockwise; a name, or {"name", "joined", "start", "away", "team", "origin"} as far as they differ
    first_dealers: one for each block that was cut for; chosen: whom the table named for the round to come
    rounds: {"dealer", "cards": dealt to each, "hands", "costs": points by name}, "named": true where
        the table let somebody deal whose turn it was not, "chain" where somebody drew before counting

A hand is "out", cards by class, points as typed (30, "12+11+7"), or null where it was not counted; without
"costs" no hand costs anything, since wins are counted. The rest must come out:

    standings: every side, best first; next: the deal to come; over: whether the session has ended
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
    """One sheet: what was played, and what must come out of it, as the file has it."""

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
        """Those in force."""
        began = sum(seat.joined_round == 1 for seat in self.seated())
        rules = VARIANTS[self.variant].rules(self.options, began)
        return rules.without_end() if self.plays_on else rules

    def seated(self) -> list[SeatFacts]:
        return [_seat(place, told) for place, told in enumerate(self.seats)]

    def played(self) -> list[RoundFacts]:
        rules = self.rules()
        return [_round(number, told, rules) for number, told in enumerate(self.rounds, 1)]

    def costs(self) -> list[dict[str, int | None]]:
        """The points of every hand, round by round."""
        return [told.get("costs", dict.fromkeys(told["hands"])) for told in self.rounds]


def worked_sheets() -> list[WorkedSheet]:
    return [WorkedSheet(**told) for told in json.loads(FILE.read_text(encoding="utf-8"))]


def standings_as_told(table: Sequence[Standing]) -> list[dict[str, Any]]:
    """Standings in the words of the file."""
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


def deal_as_told(deal: Deal) -> dict[str, Any]:
    return {"number": deal.number, "cards": deal.hand_size, "dealer": deal.dealer, "leader": deal.leader}


def _seat(place: int, told: Any) -> SeatFacts:
    if isinstance(told, str):
        return SeatFacts(told, place)
    return SeatFacts(
        told["name"],
        place,
        joined_round=told.get("joined", 1),
        away=tuple(Away(**stretch) for stretch in told.get("away", ())),
        start_points=told.get("start", 0),
        team=told.get("team"),
        origin=told.get("origin"),
    )


def _round(number: int, told: dict[str, Any], rules: Rules) -> RoundFacts:
    return RoundFacts(
        number,
        told["dealer"],
        told["cards"],
        next((name for name, left in told["hands"].items() if left == "out"), None),
        tuple(_hand(name, left, rules) for name, left in told["hands"].items()),
        LastCards(**told["chain"]) if "chain" in told else None,
    )


def _hand(name: str, left: Any, rules: Rules) -> HandFacts:
    if left is None:
        return HandFacts(name, None, None)
    if left == "out":
        return HandFacts(name, {}, points_of({}, rules))
    if isinstance(left, dict):
        return HandFacts(name, left, points_of(left, rules))
    return HandFacts(name, None, typed_points(str(left)))
