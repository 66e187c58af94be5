"""The pages that are measured, each with its address for a group."""

from __future__ import annotations

from typing import Any

from flask import url_for

from benchmarks.asking import Page
from benchmarks.groups import Visit

TABLE, RESULT = "table", "result"
AFTER_CHANGE = ", after a change"
UNCHANGED = "table, nothing new (304)"
SITTING_DOWN = {"variant": "derange", "name": ["Anna", "Bo", "Cara", "Dilan", "Eva-Lena"]}
TYPED = ("can I play an 8 on an ace", "vandata lsat crad", "jok", ("eigth vandeta " * 20)[:200])
ASKED: dict[str, dict[str, Any]] = {
    "an 8 on an ace": {"key": "vandatta", "top": "AH", "play": "8S"},
    "3s and a Follow-me": {"key": "derange", "top": "9H", "play": "3H 3C 9C", "hand": 4},
    "a meld with a joker": {"key": "vatikan", "meld": "5H 6H JK"},
}


def questions(visit: Visit) -> list[Page]:
    """Searches as they are typed, rightly spelt, misspelt and begun; and what the referee is asked."""
    with visit.phone.app.test_request_context():
        searches = [Page(f"“{text[:26]}”", url_for("search.show", q=text), part=True) for text in TYPED]
        return searches + [Page(name, url_for("referee.ask", **asked)) for name, asked in ASKED.items()]


def pages_of(visit: Visit) -> dict[str, Page]:
    """Every page of a group, filtered ones too."""
    with visit.phone.app.test_request_context():
        addresses = {**_at_the_table(visit), **_looking_back(visit), **_of_sessions_and_files(visit)}
    pages = {name: Page(name, address) for name, address in addresses.items()}
    for name, session in ((TABLE, visit.past.table), (RESULT, visit.past.result)):
        pages[name + AFTER_CHANGE] = Page(name + AFTER_CHANGE, addresses[name], changed=session)
    pages[UNCHANGED] = Page(UNCHANGED, addresses[TABLE], known=True)
    return pages


def whole_files(visit: Visit) -> dict[str, Page]:
    """Everything a group ever played, in one file each: they grow with it."""
    group: dict[str, Any] = {"group_id": visit.past.group.id}
    with visit.phone.app.test_request_context():
        addresses = {
            "everything as CSV": url_for("exports.rounds_of_group", **group),
            "everything as XLSX": url_for("exports.workbook_of_group", **group),
            "everything as JSON": url_for("exports.document_of_group", **group),
            "calendar": url_for("feeds.read_nights", secret=visit.feed),
        }
    return {name: Page(name, address) for name, address in addresses.items()}


def _at_the_table(visit: Visit) -> dict[str, str]:
    group: dict[str, Any] = {"group_id": visit.past.group.id}
    table = {**group, "session_id": visit.past.table}
    over = {**group, "session_id": visit.past.result}
    player = {**group, "player_id": visit.past.players[0]}
    return {
        "start": url_for("start.index"),
        "new game": url_for("new_game.new", key="derange", group=visit.past.group.id),
        "group": url_for("groups.show", **group),
        TABLE: url_for("sessions.show", **table),
        "pad": url_for("rounds.edit", **table, number=visit.past.next_round),
        "seats": url_for("seats.index", **table),
        "score sheet": url_for("rounds.index", **over),
        RESULT: url_for("sessions.show", **over),
        "trail": url_for("sessions.history", **over),
        "settings": url_for("groups.settings", **group),
        "links": url_for("links.index", **group),
        "players": url_for("players.index", **group),
        "a player": url_for("players.show", **player),
        "merging, asked": url_for("players.ask_to_merge", **player, into=visit.past.players[1]),
        "rules": url_for("rules.show", key="derange"),
        "comparison": url_for("comparison.show", hand="8 5 K"),
        "verdict": url_for("referee.ask", **ASKED["3s and a Follow-me"]),
        "search": url_for("search.show", q=TYPED[0]),
        "deletion, asked": url_for("groups.ask_to_delete", **group),
    }


def _looking_back(visit: Visit) -> dict[str, str]:
    group: dict[str, Any] = {"group_id": visit.past.group.id}
    night = {**group, "night_id": visit.past.last_night}
    one, other = visit.past.players[:2]
    player = {**group, "player_id": one}
    return {
        "nights": url_for("nights.index", **group),
        "nights, far back": url_for("nights.index", **group, before=visit.past.far_night),
        "nights of a player": url_for("nights.index", **group, player=one),
        "nights with a variant": url_for("nights.index", **group, variant="vatikan"),
        "nights of both": url_for("nights.index", **group, player=one, variant="vatikan"),
        "recap": url_for("nights.show", **night),
        "recap as text": url_for("nights.text", **night),
        "recap as picture": url_for("nights.picture", **night),
        "note of a night": url_for("nights.edit", **night),
        "statistics": url_for("statistics.show", **group),
        "statistics of a variant": url_for("statistics.show", **group, variant="derange"),
        "statistics at five": url_for("statistics.show", **group, players=5),
        "statistics of a player": url_for("statistics.player", **player),
        "a player in a variant": url_for("statistics.player", **player, variant="derange"),
        "records": url_for("statistics.records", **group),
        "records of a variant": url_for("statistics.records", **group, variant="vandatta_pagat"),
        "honours": url_for("statistics.honours", **group),
        "rivals": url_for("rivals.index", **group),
        "rivals in a variant": url_for("rivals.index", **group, variant="derange"),
        "a rivalry": url_for("rivals.show", **player, other_id=other),
        "ratings": url_for("ratings.show", **group),
        "ratings in a variant": url_for("ratings.show", **group, variant="derange"),
        "rating of a player": url_for("ratings.show", **group, player=one),
        "seasons": url_for("seasons.index", **group),
    }


def _of_sessions_and_files(visit: Visit) -> dict[str, str]:
    group: dict[str, Any] = {"group_id": visit.past.group.id}
    night = {**group, "night_id": visit.past.last_night}
    over, now = ({**group, "session_id": each} for each in (visit.past.result, visit.past.table))
    return {
        "chances": url_for("chances.show", **now),
        "chances, looked back": url_for("chances.show", **over),
        "what if": url_for("rescoring.show", **over),
        "paper": url_for("printing.show", **over),
        "paper, blank": url_for("printing.blank", **SITTING_DOWN, group=visit.past.group.id),
        "whole sheet, asked": url_for("entry.ask", **group, key="derange"),
        "whole sheet": url_for("entry.show", **group, start="2026-11-20T19:00", **SITTING_DOWN),
        "rounds still to type": url_for("late_rounds.show", **now),
        "out": url_for("exports.of_group", **group),
        "out, of a night": url_for("exports.of_night", **night),
        "out, of a session": url_for("exports.of_session", **over),
        "a session to BG Stats": url_for("bg_stats.show", **over),
        "a night as CSV": url_for("exports.rounds_of_night", **night),
        "a night as XLSX": url_for("exports.workbook_of_night", **night),
        "a night as JSON": url_for("exports.document_of_night", **night),
        "feed": url_for("feeds.read_results", secret=visit.feed),
        "in": url_for("imports.index", **group),
    }
