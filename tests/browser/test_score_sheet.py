"""The page adds up a score sheet in the same way as the server, without a request."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from game.scoring.deal import next_deal
from game.scoring.standings import is_over, standings
from tests import sampling
from tests.browser.drawn_sheets import DrawnSheet, drawn_sheet
from tests.golden.score_sheets import WorkedSheet, deal_record, standings_record, worked_sheets
from views.offline.board_json import sheet

if TYPE_CHECKING:
    from playwright.sync_api import Page

DRAWN = 300
# Input: sheets; output: their totals and the cost of each hand, in the form of score_sheets.json.
# Both as text: Playwright transfers values one by one.
ADD_UP = """async (text) => {
  const { pointsOf, standings, nextDeal, isOver } = await import("/static/js/offline/score-sheet.js");
  const { typedSum } = await import("/static/js/pad/hand-text.js");
  const costOf = (left, rules) => {
    if (left === null) return null;
    if (left === "out") return pointsOf({}, rules);
    return typeof left === "object" ? pointsOf(left, rules) : typedSum(String(left));
  };
  const answers = JSON.parse(text).map(({ sheet, entered }) => {
    const { handSize, ...deal } = nextDeal(sheet);
    return {
      standings: standings(sheet),
      next: { ...deal, cards: handSize },
      over: isOver(sheet),
      costs: entered.map((hands) =>
        Object.fromEntries(Object.entries(hands).map(([name, left]) => [name, costOf(left, sheet.rules)])),
      ),
    };
  });
  return JSON.stringify(answers);
}"""


@pytest.fixture
def add_up(phone: Page):
    """The page's results for sheets, each with its hands as entered, in one call."""
    phone.goto("/rules")
    return lambda tables: json.loads(phone.evaluate(ADD_UP, json.dumps(tables)))


def test_the_page_adds_up_as_worked_out_by_hand(add_up):
    sheets = worked_sheets()
    answers = add_up([_on_paper(worked) for worked in sheets])
    for worked, answer in zip(sheets, answers, strict=True):
        assert answer == {
            "standings": worked.standings,
            "next": worked.next,
            "over": worked.over,
            "costs": worked.costs(),
        }, worked.name


def test_the_page_and_the_server_agree_on_any_sheet(add_up):
    chance = sampling.chance_for("score sheets")
    drawn = [drawn_sheet(chance) for _sheet in range(DRAWN * (10 if sampling.is_whole() else 1))]
    answers = add_up([_drawn(table) for table in drawn])
    for table, answer in zip(drawn, answers, strict=True):
        assert answer == _added_up_by_server(table), table


def _on_paper(worked: WorkedSheet) -> dict[str, Any]:
    made = sheet(
        worked.rules(),
        worked.seated(),
        worked.played(),
        first_dealers=worked.first_dealers,
        chosen=worked.chosen,
    )
    return {"sheet": made, "entered": [dealt["hands"] for dealt in worked.rounds]}


def _drawn(table: DrawnSheet) -> dict[str, Any]:
    made = sheet(
        table.rules, table.seats, table.rounds, first_dealers=table.first_dealers, chosen=table.chosen
    )
    return {"sheet": made, "entered": [_counted(played) for played in table.rounds]}


def _counted(played: Any) -> dict[str, Any]:
    return {hand.seat: hand.cards for hand in played.hands if hand.cards is not None}


def _added_up_by_server(table: DrawnSheet) -> dict[str, Any]:
    rules, seats, rounds = table.rules, table.seats, table.rounds
    costs = [{hand.seat: hand.points for hand in played.hands if hand.cards is not None} for played in rounds]
    return {
        "standings": standings_record(standings(rules, seats, rounds)),
        "next": deal_record(next_deal(rules, seats, rounds, table.first_dealers, table.chosen)),
        "over": is_over(rules, seats, rounds),
        "costs": costs,
    }
