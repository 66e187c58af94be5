"""Every endpoint: what it takes to reach it, and who may."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask

from models import Group, Link, db
from models.job import State
from models.seasons import Stretch, make_season
from tests.club import opened
from tests.exchange.importing.files import TOTALS, File
from tests.jobs import FILE, put
from tests.table import Table, at_work

ANYBODY, WATCHER, PLAYER, SCORER, OWNER = "anybody", "watcher", "player", "scorer", "owner"

# endpoint → the least role that reaches it
NEEDS = {
    "start.index": ANYBODY,
    "static": ANYBODY,
    "offline.worker": ANYBODY,
    "offline.show": ANYBODY,
    "language.choose": ANYBODY,
    "start.groups": ANYBODY,
    "start.phone": ANYBODY,
    "start.rename_phone": ANYBODY,
    "start.choose_look": ANYBODY,
    "start.stay_unnamed": ANYBODY,
    "start.open_link": ANYBODY,
    "start.forget_group": WATCHER,
    "comparison.show": ANYBODY,
    "rules.index": ANYBODY,
    "rules.show": ANYBODY,
    "referee.ask": ANYBODY,
    "search.show": ANYBODY,
    "new_game.choose": ANYBODY,
    "new_game.new": ANYBODY,
    "new_game.create": ANYBODY,
    "new_game.print_blank": ANYBODY,
    "printing.blank": ANYBODY,
    "founding.new": ANYBODY,
    "founding.create": ANYBODY,
    "links.join": ANYBODY,
    "groups.show": WATCHER,
    "groups.settings": OWNER,
    "groups.rename": OWNER,
    "groups.ask_to_delete": OWNER,
    "groups.delete": OWNER,
    "joining.choose": OWNER,
    "joining.begin": OWNER,
    "phones.show": OWNER,
    "phones.show_code": OWNER,
    "who.confirm": PLAYER,
    "links.index": OWNER,
    "links.make": OWNER,
    "links.show": OWNER,
    "links.revoke": OWNER,
    "players.index": OWNER,
    "players.show": OWNER,
    "players.rename_player": OWNER,
    "players.ask_to_merge": OWNER,
    "players.merge_players": OWNER,
    "players.ask_to_forget": OWNER,
    "players.forget_player": OWNER,
    "players.take_back": OWNER,
    "nights.index": WATCHER,
    "nights.show": WATCHER,
    "nights.text": WATCHER,
    "nights.picture": WATCHER,
    "nights.edit": SCORER,
    "nights.write": SCORER,
    "nights.take_back": SCORER,
    "rivals.index": WATCHER,
    "rivals.show": WATCHER,
    "ratings.show": WATCHER,
    "periods.show": WATCHER,
    "years.index": WATCHER,
    "years.show": WATCHER,
    "years.text": WATCHER,
    "statistics.show": WATCHER,
    "statistics.player": WATCHER,
    "statistics.records": WATCHER,
    "statistics.honours": WATCHER,
    "seasons.index": WATCHER,
    "seasons.make": SCORER,
    "seasons.edit": SCORER,
    "seasons.change": SCORER,
    "seasons.delete": SCORER,
    "seasons.take_back": SCORER,
    "documents.export": OWNER,
    "documents.ask": OWNER,
    "jobs.make": SCORER,
    "jobs.show": SCORER,
    "jobs.stop": SCORER,
    "jobs.again": SCORER,
    "jobs.file": SCORER,
    "imports.index": OWNER,
    "imports.example": OWNER,
    "imports.upload": OWNER,
    "imports.show": OWNER,
    "imports.choose": OWNER,
    "imports.apply": OWNER,
    "imports.revert": OWNER,
    "tournaments.index": WATCHER,
    "tournaments.new": OWNER,
    "tournaments.create": OWNER,
    "tournaments.show": WATCHER,
    "wall.show": WATCHER,
    "wall.let_people_join": OWNER,
    "wall.show_none": OWNER,
    "entrants.index": OWNER,
    "entrants.add": OWNER,
    "entrants.asking": PLAYER,
    "entrants.ask": PLAYER,
    "entrants.let_in": OWNER,
    "entrants.go_home": OWNER,
    "entrants.let_guest_in": OWNER,
    "entrants.plays_on": OWNER,
    "drawing.show": OWNER,
    "drawing.sit_down": OWNER,
    "deciding.cut": OWNER,
    "deciding.choose_cut": OWNER,
    "deciding.order": OWNER,
    "deciding.settle_order": OWNER,
    "deciding.decide": OWNER,
    "evening_history.index": WATCHER,
    "evening_history.undo": OWNER,
    "evening_paper.show": WATCHER,
    "seating.show": OWNER,
    "seating.renew": OWNER,
    "seating.renew_one": OWNER,
    "seating.close": OWNER,
    "seating.make_link": OWNER,
    "slips.show": OWNER,
    "slip_entry.show": OWNER,
    "slip_entry.enter": OWNER,
    "sessions.show": WATCHER,
    "sessions.history": WATCHER,
    "screen.show": WATCHER,
    "screen.let_guests_follow": OWNER,
    "hands.show": WATCHER,
    "hands.out": PLAYER,
    "hands.not_out": PLAYER,
    "hands.check": PLAYER,
    "counts.show": PLAYER,
    "counts.send": PLAYER,
    "who.ask": PLAYER,
    "who.answer": PLAYER,
    "rounds.index": WATCHER,
    "printing.show": WATCHER,
    "results.picture": WATCHER,
    "results.text": WATCHER,
    "chances.show": WATCHER,
    "rescoring.show": WATCHER,
    "entry.choose": SCORER,
    "entry.ask": SCORER,
    "entry.set_up": SCORER,
    "entry.show": SCORER,
    "entry.enter": SCORER,
    "late_rounds.show": SCORER,
    "late_rounds.enter": SCORER,
    "sessions.ask_to_end": SCORER,
    "sessions.end": SCORER,
    "sessions.open_again": SCORER,
    "sessions.delete": SCORER,
    "rounds.edit": SCORER,
    "rounds.save": SCORER,
    "rounds.ask_to_insert": SCORER,
    "rounds.insert_round": SCORER,
    "rounds.ask_to_remove": SCORER,
    "rounds.remove_round": SCORER,
    "seats.index": SCORER,
    "seats.sit_down": SCORER,
    "seats.get_up": SCORER,
    "seats.come_again": SCORER,
    "seats.change_places": SCORER,
    "seats.ask_who_takes_over": SCORER,
    "seats.take_seat_over": SCORER,
    "deals.show": SCORER,
    "deals.ask_for_cut": SCORER,
    "deals.win_cut": SCORER,
    "deals.change_dealer": SCORER,
    "deals.deal_again": SCORER,
    "changes.undo": SCORER,
    "rematch.ask_for_cut": SCORER,
    "rematch.play_again": SCORER,
    "exports.of_group": WATCHER,
    "exports.of_night": WATCHER,
    "exports.of_session": WATCHER,
    "exports.of_evening": WATCHER,
    "exports.file_of_group": SCORER,
    "exports.file_of_night": WATCHER,
    "exports.file_of_session": WATCHER,
    "exports.file_of_tournament": WATCHER,
    "bg_stats.show": WATCHER,
    "feeds.nights": WATCHER,
    "feeds.results": WATCHER,
    "feeds.read_nights": ANYBODY,
    "feeds.read_results": ANYBODY,
    "trust.show": ANYBODY,
    "trust.certificate": ANYBODY,
    "trust.try_it": ANYBODY,
    "health.alive": ANYBODY,
    "health.ready": ANYBODY,
    "metrics.show": ANYBODY,
    "well_known.manifest": ANYBODY,
    "well_known.robots": ANYBODY,
    "well_known.security": ANYBODY,
}
IDS = (
    "group_id",
    "night_id",
    "session_id",
    "seat_id",
    "player_id",
    "other_id",
    "link_id",
    "file_id",
    "job_id",
    "season_id",
    "change_id",
    "tournament_id",
    "entrant_id",
    "table_id",
)


def rules_of(app: Flask) -> list[Any]:
    return [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/_")]


def methods_of(rule: Any) -> list[str]:
    return sorted(rule.methods & {"GET", "POST"})


def values_for(table: Table) -> dict[str, Any]:
    """Something that is there for each value an address takes; the table has played a round."""
    with at_work(table.app):
        link = db.session.scalar(db.select(Link.id).where(Link.group_id == table.group_id).limit(1))
    club = opened(table.app, "Anna Bo Cara", group_id=table.group_id).draws()
    return {
        "group_id": table.group_id,
        "night_id": table.night_id(),
        "session_id": table.session_id,
        "seat_id": table.seat_id("Anna"),
        "player_id": table.player_id("Anna"),
        "season_id": _season(table),
        "other_id": table.player_id("Bo"),
        "link_id": link,
        "file_id": File(table.app, table.group_id, TOTALS).id,
        "job_id": put(table, State.DONE, result=FILE),
        "change_id": table.last_change(),
        "tournament_id": club.id,
        "entrant_id": club.entrant_id("Anna"),
        "table_id": club.table_ids()[0],
        "role": "player",
        "number": 1,
        "year": table.clock.time.year,
        "key": "derange",
        "secret": "unknown",
        "filename": "icon.svg",
        "file_name": "document.json",
    }


def _season(table: Table) -> uuid.UUID:
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        season = make_season(group, Stretch("Autumn", None, None), table.author())
        db.session.commit()
        return season.id


def address(app: Flask, endpoint: str, values: Mapping[str, Any]) -> str:
    """The address without the fingerprint that static files get."""
    rule = next(rule for rule in rules_of(app) if rule.endpoint == endpoint)
    arguments = {name: values[name] for name in rule.arguments}
    with app.test_request_context():
        return app.url_map.bind("localhost").build(endpoint, arguments)


def unknown(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {**values, name: 999 if name in ("number", "year") else uuid.uuid4()}


def kind_of_link(app: Flask, href: str) -> tuple[str, frozenset[str]]:
    """Links of a kind lead to one endpoint and give it parameters of the same names."""
    parts = urlsplit(href)
    path = parts.path or "/"
    endpoint, _values = app.url_map.bind("localhost").match(path)
    return endpoint, frozenset(parse_qs(parts.query, keep_blank_values=True))
