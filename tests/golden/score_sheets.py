"""Reads score_sheets.json: whole tables as on paper, worked out by hand from the rules.

The scoring of the server and that of the page (static/js/offline/score-sheet.js) are compared with them. Each
sheet has a name, the `facts` it cites (game/variants/facts.json and decisions.json), and

    variant, options: the rules; plays_on: true where the session is extended
    custom: the rules of a custom game instead, without facts: the fields of Rules that differ from PLAIN, and
        "points" by rank where cards are counted
    seats: clockwise; a name, or {"name", "joined", "start", "away", "team", "origin", "adjustments"} as far
        as they differ
    first_dealers: one for each block that was cut for; chosen: the dealer named for the next round
    rounds: {"dealer", "cards": dealt to each, "hands", "costs": points by name}, "named": true where
        the table named another dealer, "chain" where a player drew before counting, "multipliers": keys of
        those of the round, "of_hands": keys of those of single hands by name

A hand is "out", cards by class, points as typed (30, "12+11+7"), or null where it was not counted; without
"costs" no hand costs anything, since wins are counted. Costs include multipliers. The expected results are

    standings: every side, best first, with "eliminated" if it is; next: the next deal; over: whether the
        session has ended
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from game.scoring.deal import Deal
from game.scoring.facts import Adjustment, Away, Hand, LastCards, Round, SeatFacts
from game.scoring.hand import hand_of, points_of
from game.scoring.rules import Rules
from game.scoring.standings import Standing
from game.variants import VARIANTS

FILE = Path(__file__).with_suffix(".json")
NAMELESS = {"en": "", "sv": ""}
NAMES = dict.fromkeys(("label", "one", "many"), NAMELESS)
PLAIN: dict[str, Any] = {
    "variant": "custom",
    "players": [2, 20],
    "decks": 1,
    "jokers": 0,
    "turn_up": 1,
    "turn_up_draws": False,
    "hand_sizes": [],
    "rounds": None,
    "block": None,
    "tally": "points",
    "first_to": None,
    "teams": False,
    "winner_played": 1,
    "cards_optional": False,
    "left_neighbour_checks": False,
    "count_chips": False,
    "chain": None,
    "name": NAMELESS,
    "words": {},
    "prompts": [],
    "options": {},
}


@dataclass(frozen=True)
class WorkedSheet:
    """One sheet: what was played, and the expected results, as in the file."""

    name: str
    seats: list[Any]
    first_dealers: list[str]
    rounds: list[dict[str, Any]]
    standings: list[dict[str, Any]]
    next: dict[str, Any]
    over: bool
    facts: list[str] = field(default_factory=list)
    variant: str | None = None
    custom: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    plays_on: bool = False
    chosen: str | None = None

    def rules(self) -> Rules:
        """The current rules."""
        rules = self._rules_of_variant(self.variant) if self.variant else custom_rules(self.custom)
        return rules.without_end() if self.plays_on else rules

    def seated(self) -> list[SeatFacts]:
        return [_seat(place, record) for place, record in enumerate(self.seats)]

    def played(self) -> list[Round]:
        rules = self.rules()
        return [_round(number, record, rules) for number, record in enumerate(self.rounds, 1)]

    def costs(self) -> list[dict[str, int | None]]:
        """The points of every hand, round by round."""
        return [record.get("costs", dict.fromkeys(record["hands"])) for record in self.rounds]

    def _rules_of_variant(self, key: str) -> Rules:
        began = sum(seat.joined_round == 1 for seat in self.seated())
        return VARIANTS[key].rules(self.options, began)


def worked_sheets() -> list[WorkedSheet]:
    return [WorkedSheet(**record) for record in json.loads(FILE.read_text(encoding="utf-8"))]


def custom_rules(custom: dict[str, Any]) -> Rules:
    """The rules of a custom game, as `custom` of a sheet describes them."""
    changes = {name: value for name, value in custom.items() if name != "points"}
    classes = [
        {"key": rank, "ranks": [rank], "points": points, "per_deck": 4, "danger": False} | NAMES
        for rank, points in custom.get("points", {}).items()
    ]
    multipliers = [{**each, "name": NAMELESS} for each in changes.pop("multipliers", ())]
    return msgspec.convert({**PLAIN, **changes, "classes": classes, "multipliers": multipliers}, Rules)


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
            **({"eliminated": side.eliminated_after} if side.eliminated_after else {}),
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
        adjustments=tuple(Adjustment(**points) for points in record.get("adjustments", ())),
    )


def _round(number: int, record: dict[str, Any], rules: Rules) -> Round:
    return Round(
        number,
        record["dealer"],
        record["cards"],
        next((name for name, left in record["hands"].items() if left == "out"), None),
        tuple(_hand(name, left, record, rules) for name, left in record["hands"].items()),
        LastCards(**record["chain"]) if "chain" in record else None,
        tuple(record.get("multipliers", ())),
    )


def _hand(name: str, left: Any, record: dict[str, Any], rules: Rules) -> Hand:
    if left == "out":
        return Hand(name, {}, points_of({}, rules))
    own, of_round = record.get("of_hands", {}).get(name, ()), record.get("multipliers", ())
    is_counted = isinstance(left, dict)
    typed = None if left is None or is_counted else str(left)
    cards = left if is_counted else None
    return hand_of(name, rules, cards=cards, typed=typed, multipliers=own, of_round=of_round)
