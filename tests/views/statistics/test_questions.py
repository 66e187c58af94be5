"""Questions of a group on its anniversary: each answer is two taps from its home page, and correct.

Anna, Bo and Cara play Vändåtta on Fridays at Bo’s, a game of one deal a night. In 2025 Bo wins all 20 of
them, Cara comes second and Anna last; in 2026 Anna wins all 31, Cara is second and Bo last. One Saturday in
March 2026 Bo and Dilan play ten games of Derange at the cabin; Dilan wins nine, the last one by 4 points.
On the last Friday, 31 July, eleven deals are played instead of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from models import Night, Player, db
from tests.once import played_once
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import Table, at_work, start
from tests.views.test_taps import taps_to_show

pytestmark = full_only

MOST_TAPS = 2
FIRST_FRIDAY, FRIDAY, SATURDAY = (
    datetime(2025, 1, 3, 19, 0, tzinfo=UTC),
    datetime(2026, 1, 2, 19, 0, tzinfo=UTC),
    datetime(2026, 3, 7, 19, 0, tzinfo=UTC),
)
WEEK = timedelta(weeks=1)


class Question(NamedTuple):
    """address: below the group’s, with {names}. expected: text on that page.

    filters: values for the filter form of the page; empty for an answer without a filter.
    """

    text: str
    address: str
    expected: str
    filters: Mapping[str, str] = MappingProxyType({})


ANNA = "/statistics/players/{Anna}"
NIGHT, YEAR, DUELS = "/nights/{night}", "/statistics/years", "/statistics/rivals"
RECORDS, STREAK = "/statistics/records", "games won in a row, of everything the group plays 31 A Anna"
QUESTIONS = (
    Question("Who has won most on Fridays at Bo’s?", "/statistics?weekday=5&place=Bo’s", "1 A Anna 31 wins"),
    Question("Who wins more than chance gives?", "/statistics", "1 A Anna 31 wins"),
    Question("Who wins what?", "/statistics", "Derange Order of Eight D Dilan 90% 9 of 10"),
    Question("How much have we played?", "/statistics", "61 games 52 nights 203 hands"),
    Question("Has Anna become better?", ANNA, "2026 beside 2025 Better. The true change lies between"),
    Question("What has cost Anna most?", ANNA, "What cards have cost 8 Eights: 400 points"),
    Question("Since when does Anna play?", ANNA, "has played since January 2025"),
    Question("How many in a row has Anna won?", ANNA, "Won in a row now 31"),
    Question("Which two have never been at one table?", DUELS, "Anna and Dilan; Cara and Dilan"),
    Question("Whom does Bo fear?", DUELS, "Nemesis Dilan ahead in 90% of 10 games"),
    Question("What is our longest night?", RECORDS, "Longest night deals in finished games 11"),
    Question("Which game is closest at the end?", RECORDS, "Closest at the end too close to tell"),
    Question(
        "What was the longest winning streak?",
        "/statistics/records",
        STREAK,
    ),
    Question("Who reached a round number?", "/statistics/honours", "Anna 50 games 24 Jul 2026"),
    Question(
        "Was last night out of the ordinary?", NIGHT, "11 deals: more than on any of the 51 nights before"
    ),
    Question("How was the year?", YEAR, "32 nights 41 games 51 deals"),
    Question("Who won most this year?", YEAR, "Anna won most games 31 of 31"),
    Question("Who was there most often?", YEAR, "B Bo there on 32 of 32 nights"),
    Question("Who won for the first time?", YEAR, "Dilan first win"),
    Question("What was the closest game?", YEAR, "Closest finish · Derange Order of Eight Bo by 4 points"),
    Question("Who has not met this year?", YEAR, "Anna and Dilan; Cara and Dilan"),
    Question(
        "Who wins when Anna is not there?", "/statistics", "Dilan 9 wins", {"who": "{Anna}", "sat": "without"}
    ),
    Question("Who wins when it is just us two?", "/statistics", "Dilan 9 wins", {"players": "2"}),
)


@played_once
def history(app) -> Table:
    table = friday(app, "Bo out, Anna 8 8, Cara 8", FIRST_FRIDAY, None)
    for week in range(1, 20):
        friday(app, "Bo out, Anna 8 8, Cara 8", FIRST_FRIDAY + week * WEEK, table)
    for week in range(30):
        friday(app, "Anna out, Bo 8 8, Cara 8", FRIDAY + week * WEEK, table)
    for game in range(10):
        cards = "Dilan out, Bo 8" if game < 9 else "Bo out, Dilan 4"
        at = SATURDAY + game * timedelta(minutes=10)
        start(app, "derange", "Bo Dilan", group_id=table.group_id, at=at).plays(cards).stops()
    last = friday(app, "Anna out, Bo 8 8, Cara 8", FRIDAY + 30 * WEEK, table, deals=11)
    with at_work(app):
        for night in db.session.scalars(db.select(Night)):
            night.place = "the cabin" if night.date == SATURDAY.date() else "Bo’s"
        db.session.commit()
    return last


def friday(app, words: str, at: datetime, table: Table | None, deals: int = 1) -> Table:
    group = {"group_id": table.group_id} if table else {}
    return start(app, "vandatta_pagat", "Anna Bo Cara", rounds=deals, at=at, **group).plays(*[words] * deals)


def test_there_are_more_than_twenty_questions():
    assert len({question.text for question in QUESTIONS}) > 20


def test_each_question_is_answered_within_two_taps(app, phone_of):
    table = history(app)
    with at_work(app):
        everybody = db.session.scalars(db.select(Player).where(Player.group_id == table.group_id))
        names = {player.name: str(player.id) for player in everybody}
    names["night"] = str(table.night_id())
    phone = phone_of(table, "watcher")
    reached, wrong = addresses(phone, table.group_path), {}
    for question in QUESTIONS:
        address = table.group_path + question.address.format(**names)
        if path_and_query(address) not in reached:
            wrong[question.text] = "is farther"
        page = phone.get(address)
        if question.filters:
            chosen = {name: value.format(**names) for name, value in question.filters.items()}
            page = phone.submit("form[method=get]", chosen)
        read = " ".join(page.soup.main.get_text(" ").split())
        if question.expected not in read:
            wrong[question.text] = read
    assert wrong == {}


def addresses(phone: Phone, home: str) -> set[tuple[str, frozenset[tuple[str, str]]]]:
    """All addresses within two taps: a tap follows a link, opens a sheet or unfolds a part."""
    found, taps = set(), {home: 0}
    for path in (home, None):
        for start_at in [path] if path else [p for p, away in taps.items() if away == 1]:
            phone.get(start_at)
            for link in phone.page.select("a[href^='/']") if phone.answer.mimetype == "text/html" else ():
                to, away = str(link["href"]).partition("#")[0], taps[start_at] + 1 + taps_to_show(link)
                taps[to] = min(away, taps.get(to, away))
    found |= {path_and_query(path) for path, away in taps.items() if away <= MOST_TAPS}
    return found


def path_and_query(address: str) -> tuple[str, frozenset[tuple[str, str]]]:
    parts = urlsplit(address)
    return unquote(parts.path), frozenset(parse_qsl(parts.query))
