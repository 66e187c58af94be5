"""The pages that are measured, each with its address for a group."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from flask import Flask, url_for

from benchmarks.groups import Built

TABLE, RESULT = "table", "result"
AFTER_CHANGE = "after a change"
UNCHANGED = "table, nothing new (304)"


@dataclass(frozen=True)
class Page:
    """`known`: the phone shows this state already; `changed`: a session that changes before each answer.

    `part`: only the live part of the page is asked for. `first`: nobody has looked since a session ended, so
    that its figures are added up before each answer.
    """

    name: str
    path: str
    known: bool = False
    changed: uuid.UUID | None = None
    part: bool = False
    first: bool = False


def searches() -> list[Page]:
    """Questions as they are typed: rightly spelt, misspelt, begun, and as many words as are taken."""
    typed = ("can I play an 8 on an ace", "vandata lsat crad", "jok", ("eigth vandeta " * 20)[:200])
    return [Page(f"“{text[:26]}”", url_for("search.show", q=text), part=True) for text in typed]


def verdicts() -> list[Page]:
    """Questions to the referee: one card, several in a turn, cards laid out as a meld."""
    asked = {
        "an 8 on an ace": {"key": "vandatta", "top": "AH", "play": "8S"},
        "3s and a Follow-me": {"key": "derange", "top": "9H", "play": "3H 3C 9C", "hand": 4},
        "a meld with a joker": {"key": "vatikan", "meld": "5H 6H JK"},
    }
    return [Page(name, url_for("referee.ask", **question)) for name, question in asked.items()]


def pages_of(app: Flask, built: Built) -> dict[str, Page]:
    with app.test_request_context():
        pages = {name: Page(name, address) for name, address in _addresses(built).items()}
    for page, changed in ((pages[TABLE], built.table), (pages[RESULT], built.result)):
        name = f"{page.name}, {AFTER_CHANGE}"
        pages[name] = Page(name, page.path, changed=changed)
    return {**pages, UNCHANGED: Page(UNCHANGED, pages[TABLE].path, known=True)}


def _addresses(built: Built) -> dict[str, str]:
    group: dict[str, Any] = {"group_id": built.group_id}
    table = {**group, "session_id": built.table}
    over = {**group, "session_id": built.result}
    player = {**group, "player_id": built.player}
    return {
        "start": url_for("start.index"),
        "new game": url_for("new_game.new", key="derange", group=built.group_id),
        "group": url_for("groups.show", **group),
        TABLE: url_for("sessions.show", **table),
        "pad": url_for("rounds.edit", **table, number=built.next_round),
        "seats": url_for("seats.index", **table),
        "score sheet": url_for("rounds.index", **over),
        RESULT: url_for("sessions.show", **over),
        "trail": url_for("sessions.history", **over),
        "settings": url_for("groups.settings", **group),
        "links": url_for("links.index", **group),
        "players": url_for("players.index", **group),
        "a player": url_for("players.show", **player),
        "merging, asked": url_for("players.ask_to_merge", **player, into=built.other_player),
        "rules": url_for("rules.show", key="derange"),
        "comparison": url_for("comparison.show", hand="8 5 K"),
        "verdict": url_for("referee.ask", key="derange", top="9H", play="3H 3C 9C", hand=4),
        "search": url_for("search.show", q="can I play an 8 on an ace"),
        "deletion, asked": url_for("groups.ask_to_delete", **group),
    }
