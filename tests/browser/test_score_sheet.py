"""The page adds up a score sheet in the same way as the server, without a request."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from game.scoring.deal import next_deal
from game.scoring.facts import Hand, Round, SeatFacts
from game.scoring.hand import IllegalHand, typed_points
from game.scoring.rules import Rules
from game.scoring.standings import is_over, standings, with_eliminations
from game.scoring.targets import distance, is_tied_at_target, may_end_next, target
from tests import sampling
from tests.browser.drawn_sheets import DrawnSheet, drawn_custom_sheet, drawn_sheet
from tests.game.scoring.builders import multiplier, seated, typed_rules
from tests.golden.score_sheets import WorkedSheet, deal_record, standings_record, worked_sheets
from views.offline.board_json import sheet
from views.table.road import Road
from views.words.results import PodiumRow, won_in_words, won_patterns

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from models import Session

DRAWN = 300
# Input: sheets, each with the fields of the forms of its rounds; output: their totals in the form of
# score_sheets.json, and the rounds that the forms describe. Both as text: Playwright transfers values one by
# one.
ADD_UP = """async (text) => {
  const { standings, nextDeal, isOver } = await import("/static/js/offline/score-sheet.js");
  const { roundOf } = await import("/static/js/offline/waiting-rounds.js");
  const answers = JSON.parse(text).map(({ sheet, forms }) => {
    const { handSize, ...deal } = nextDeal(sheet);
    return {
      standings: standings(sheet),
      next: { ...deal, cards: handSize },
      over: isOver(sheet),
      rounds: forms.map((fields, index) => roundOf(new Map(Object.entries(fields)), sheet, index)),
    };
  });
  return JSON.stringify(answers);
}"""
# Input: sheets of games to a target, each with its texts; output: how far they are.
TARGETS = """async (text) => {
  const { standings } = await import("/static/js/offline/score-sheet.js");
  const { distance, hintOf, roadOf, scoreOf } = await import("/static/js/offline/target.js");
  const states = JSON.parse(text).map(({ sheet, target }) => {
    const sides = standings(sheet);
    const leaders = sides.filter(({ leads }) => leads);
    const { discs, gone, zero, top } = roadOf(sheet);
    return {
      missing: sides.map((side) => distance(sheet.rules, side)),
      hint: hintOf(sheet),
      score: leaders.length ? scoreOf(leaders, target) : "",
      road: [discs.map(({ side, x, y, leads, more }) => [side.seats, x, y, leads, more]), gone, zero, top],
    };
  });
  return JSON.stringify(states);
}"""
TYPED_SUMS = """async (texts) => {
  const { typedSum } = await import("/static/js/pad/hand-text.js");
  return texts.map((text) => [typedSum(text), typedSum(text, true)]);
}"""
WRITTEN = """async (values) => {
  const { formatNumber, signed } = await import("/static/js/figures.js");
  return values.map((value) => [formatNumber(value), signed(value)]);
}"""


@pytest.fixture
def phone(kept_phone: Page) -> Page:
    return kept_phone


@pytest.fixture
def add_up(phone: Page):
    """The page's results for sheets, each with the forms of its rounds, in one call."""
    phone.goto("/rules")
    return lambda tables: json.loads(phone.evaluate(ADD_UP, json.dumps(tables)))


def test_the_page_adds_up_as_worked_out_by_hand(add_up):
    sheets = worked_sheets()
    tables = [_on_paper(worked) for worked in sheets]
    for worked, table, answer in zip(sheets, tables, add_up(tables), strict=True):
        rounds = answer.pop("rounds")
        assert answer == {
            "standings": worked.standings,
            "next": worked.next,
            "over": worked.over,
        }, worked.name
        assert rounds == table["sheet"]["rounds"], worked.name
        costs = [{hand["seat"]: hand["points"] for hand in played["hands"]} for played in rounds]
        assert costs == worked.costs(), worked.name


@pytest.mark.parametrize("draw", [drawn_sheet, drawn_custom_sheet], ids=["variants", "custom games"])
def test_the_page_and_the_server_agree_on_any_sheet(add_up, draw):
    chance = sampling.chance_for(f"score sheets {draw.__name__}")
    drawn = [draw(chance) for _sheet in range(DRAWN * (10 if sampling.is_whole() else 1))]
    answers = add_up([_drawn(table, chance) for table in drawn])
    for table, answer in zip(drawn, answers, strict=True):
        assert answer == _added_up_by_server(table), table


def test_the_page_and_the_server_agree_on_every_game_to_a_target(phone: Page, app: Flask):
    phone.goto("/rules")
    chance = sampling.chance_for("games to a target")
    drawn = [drawn_custom_sheet(chance) for _sheet in range(DRAWN * (10 if sampling.is_whole() else 1))]
    drawn = [table for table in drawn if target(table.rules) is not None]
    with app.test_request_context():
        tables = [_drawn(table, chance) | {"target": {"won": won_patterns(table.rules)}} for table in drawn]
        states = json.loads(phone.evaluate(TARGETS, json.dumps(tables)))
        for table, state in zip(drawn, states, strict=True):
            if not _has_ended_at_target(table):
                del state["score"]
            assert state == _state_by_server(table), table


TEXTS = (
    "12", "12+11+7", " 12 + 11 ", "-5", "−5", "–5", "- 5", "12-5", "12 − 5 – 7", "0-0", "+5",
    "--5", "5+-3", "8 5", "", "x", "1234567", "123456-23456", "1.5", "5−\u00a03",
    "1 250", "1\u00a0250", "1\u202f250 + 5", "+1 250", "1 25", "12 250", "5 1 250", "1 250 300",
    "0 250", "++5", "+-5",
)  # fmt: skip


def test_the_page_reads_a_typed_sum_as_the_server_does(phone: Page):
    phone.goto("/rules")
    read = phone.evaluate(TYPED_SUMS, list(TEXTS))
    for text, points in zip(TEXTS, read, strict=True):
        assert points == [_typed(text, negative=False), _typed(text, negative=True)], text


def test_a_sign_at_the_end_of_a_sum_is_ignored(phone: Page):
    phone.goto("/rules")
    assert phone.evaluate(TYPED_SUMS, ["12+", "12 −", "12-5 –", "-"]) == [
        [12, 12],
        [12, 12],
        [None, 7],
        [None, None],
    ]


def test_numbers_have_the_signs_of_the_page(phone: Page):
    phone.goto("/rules")
    assert phone.evaluate(WRITTEN, [0, 12, -12, 1200]) == [
        ["0", "±0"],
        ["12", "+12"],
        ["−12", "−12"],
        ["1,200", "+1,200"],
    ]


def test_a_pending_round_ignores_what_its_rules_do_not_have(add_up):
    rules = typed_rules(multipliers=(multiplier("jack", 2, "round"), multiplier("twice", 3, "hand")))
    played = Round(1, "Anna", 0, None, (Hand("Anna", None, 5), Hand("Bo", None, -4)))
    made = sheet(rules, seated("Anna", "Bo"), [played], first_dealers=["Anna"], chosen=None)
    wrong = {"out": "Anna", "multiplier-twice": "on", "multiplier-Anna-jack": "on"}
    answer = add_up([{"sheet": made, "forms": [_form(played, rules) | wrong]}])[0]["rounds"][0]
    assert answer["out"] is None
    assert {hand["seat"]: hand["points"] for hand in answer["hands"]} == {"Anna": 5, "Bo": None}


def _typed(text: str, *, negative: bool) -> int | None:
    try:
        return typed_points(text, negative=negative)
    except IllegalHand as error:
        return None if error.problem != "absurd" else int(str(error.value))


def _on_paper(worked: WorkedSheet) -> dict[str, Any]:
    rules, seats, rounds = worked.rules(), worked.seated(), worked.played()
    made = sheet(rules, seats, rounds, first_dealers=worked.first_dealers, chosen=worked.chosen)
    return {"sheet": made, "forms": [_form(played, rules) for played in rounds]}


def _drawn(table: DrawnSheet, chance: Random) -> dict[str, Any]:
    made = sheet(
        table.rules, table.seats, table.rounds, first_dealers=table.first_dealers, chosen=table.chosen
    )
    forms = [_form(played, table.rules, minus=chance.choice("-−–")) for played in table.rounds]
    return {"sheet": made, "forms": forms}


def _form(played: Round, rules: Rules, minus: str = "-") -> dict[str, str]:
    """The fields of the form that saves a round. minus: the sign that the player types."""
    fields = {"dealer": str(played.dealer), "hand_size": str(played.hand_size)}
    if rules.has_round_winner:
        fields["out"] = "none" if played.out is None else str(played.out)
    fields |= {f"multiplier-{key}": "on" for key in played.multipliers}
    for hand in played.hands:
        if hand.seat != played.out:
            fields |= _hand_fields(hand, rules, minus)
    return fields


def _hand_fields(hand: Hand, rules: Rules, minus: str) -> dict[str, str]:
    fields = {f"multiplier-{hand.seat}-{key}": "on" for key in hand.multipliers}
    if hand.cards is not None:
        counts = dict.fromkeys(rules.by_key, 0) | dict(hand.cards)
        return fields | {f"cards-{hand.seat}-{key}": str(count) for key, count in counts.items()}
    if hand.points is None:
        return fields
    typed = str(hand.points) if hand.typed is None else hand.typed
    return fields | {f"points-{hand.seat}": typed.replace("-", minus)}


def _added_up_by_server(table: DrawnSheet) -> dict[str, Any]:
    rules, seats, rounds = table.rules, table.seats, table.rounds
    made = sheet(rules, seats, rounds, first_dealers=table.first_dealers, chosen=table.chosen)
    playing = with_eliminations(rules, seats, rounds)
    return {
        "standings": standings_record(standings(rules, seats, rounds)),
        "next": deal_record(next_deal(rules, seats, rounds, table.first_dealers, table.chosen)),
        "over": is_over(rules, seats, rounds),
        "rounds": [
            {**played, "hands": list(_hands(played["hands"], playing, number))}
            for number, played in enumerate(made["rounds"], 1)
        ],
    }


def _has_ended_at_target(table: DrawnSheet) -> bool:
    is_planned = table.rules.rounds is not None and len(table.rounds) >= table.rules.rounds
    return not is_planned and is_over(table.rules, table.seats, table.rounds)


def _state_by_server(table: DrawnSheet) -> dict[str, Any]:
    rules, seats, rounds = table.rules, table.seats, table.rounds
    sides = standings(rules, seats, rounds)
    session = cast(
        "Session",
        SimpleNamespace(
            rules=rules,
            scored=SimpleNamespace(seats=seats),
            seats=[SimpleNamespace(id=seat.id, player=seat.id) for seat in seats],
            rounds=rounds,
        ),
    )
    rows = [SimpleNamespace(leads=side.leads, total=side.total, players=side.seats) for side in sides]
    road = Road(session, target(rules) or 0, sides)
    members = {side.seats[0]: list(side.seats) for side in sides}
    state = {
        "missing": [distance(rules, side) for side in sides],
        "hint": "tie"
        if is_tied_at_target(rules, seats, rounds)
        else "last" * may_end_next(rules, seats, rounds),
        "road": [
            [[members[disc.player], disc.x, disc.y, disc.leads, disc.more] for disc in road.discs],
            road.gone,
            road.zero,
            int(road.view_box.split()[1]),
        ],
    }
    if _has_ended_at_target(table):
        state["score"] = won_in_words(cast("list[PodiumRow]", rows), session)
    return state


def _hands(
    hands: Sequence[dict[str, Any]], seats: Sequence[SeatFacts], number: int
) -> Iterator[dict[str, Any]]:
    """The hands of all seats that would play a round now; a correction may have let one play that did not."""
    by_seat = {hand["seat"]: hand for hand in hands}
    for seat in seats:
        if seat.plays(number):
            yield by_seat.get(seat.id, {"seat": seat.id, "points": None, "cards": None})
