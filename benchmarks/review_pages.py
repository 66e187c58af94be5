"""The pages that look back, each with its address for a group; and the files of a whole group."""

from __future__ import annotations

from typing import Any

from flask import Flask, url_for

from benchmarks.groups import Built
from benchmarks.pages import Page

GAME = {"variant": "derange", "name": ["Anna", "Bo", "Cara", "Dilan", "Eva-Lena"]}


def review_pages(app: Flask, built: Built) -> dict[str, Page]:
    """Every page that looks back, filtered ones too."""
    with app.test_request_context():
        addresses = {**_of_nights(built), **_of_statistics(built), **_of_sessions(built), **_of_files(built)}
    return {name: Page(name, address) for name, address in addresses.items()}


def whole_files(app: Flask, built: Built) -> dict[str, Page]:
    """Everything a group ever played, in one file each: they grow with it."""
    group: dict[str, Any] = {"group_id": built.group_id}
    with app.test_request_context():
        addresses = {
            "everything as CSV": url_for("exports.rounds_of_group", **group),
            "everything as XLSX": url_for("exports.workbook_of_group", **group),
            "everything as JSON": url_for("exports.document_of_group", **group),
            "calendar": url_for("feeds.read_nights", secret=built.feed),
        }
    return {name: Page(name, address) for name, address in addresses.items()}


def _of_nights(built: Built) -> dict[str, str]:
    group: dict[str, Any] = {"group_id": built.group_id}
    night = {**group, "night_id": built.night}
    return {
        "nights": url_for("nights.index", **group),
        "nights, far back": url_for("nights.index", **group, before=built.far_night),
        "nights of a player": url_for("nights.index", **group, player=built.player),
        "nights with a variant": url_for("nights.index", **group, variant="vatikan"),
        "nights of both": url_for("nights.index", **group, player=built.player, variant="vatikan"),
        "recap": url_for("nights.show", **night),
        "recap as text": url_for("nights.text", **night),
        "recap as picture": url_for("nights.picture", **night),
        "note of a night": url_for("nights.edit", **night),
    }


def _of_statistics(built: Built) -> dict[str, str]:
    group: dict[str, Any] = {"group_id": built.group_id}
    player = {**group, "player_id": built.player}
    return {
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
        "a rivalry": url_for("rivals.show", **player, other_id=built.other_player),
        "ratings": url_for("ratings.show", **group),
        "ratings in a variant": url_for("ratings.show", **group, variant="derange"),
        "rating of a player": url_for("ratings.show", **group, player=built.player),
        "seasons": url_for("seasons.index", **group),
    }


def _of_sessions(built: Built) -> dict[str, str]:
    over: dict[str, Any] = {"group_id": built.group_id, "session_id": built.result}
    now = {**over, "session_id": built.table}
    return {
        "chances": url_for("chances.show", **now),
        "chances, looked back": url_for("chances.show", **over),
        "what if": url_for("rescoring.show", **over),
        "paper": url_for("printing.show", **over),
        "paper, blank": url_for("printing.blank", **GAME, group=built.group_id),
        "whole sheet, asked": url_for("entry.ask", group_id=built.group_id, key="derange"),
        "whole sheet": url_for("entry.show", group_id=built.group_id, start="2026-11-20T19:00", **GAME),
        "rounds still to type": url_for("late_rounds.show", **now),
    }


def _of_files(built: Built) -> dict[str, str]:
    group: dict[str, Any] = {"group_id": built.group_id}
    night, over = {**group, "night_id": built.night}, {**group, "session_id": built.result}
    return {
        "out": url_for("exports.of_group", **group),
        "out, of a night": url_for("exports.of_night", **night),
        "out, of a session": url_for("exports.of_session", **over),
        "a session to BG Stats": url_for("bg_stats.show", **over),
        "a night as CSV": url_for("exports.rounds_of_night", **night),
        "a night as XLSX": url_for("exports.workbook_of_night", **night),
        "a night as JSON": url_for("exports.document_of_night", **night),
        "feed": url_for("feeds.read_results", secret=built.feed),
        "in": url_for("imports.index", **group),
    }
