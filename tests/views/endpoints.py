"""Every endpoint: what it takes to reach it, and who may."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask

from models import Group, Link, db
from models.job import State
from models.seasons import make_season
from tests.club import opened
from tests.exchange.importing.files import TOTALS, File
from tests.jobs import FILE, put
from tests.table import Table, at_work

ANYBODY, WATCHER, PLAYER, SCORER, OWNER = "anybody", "watcher", "player", "scorer", "owner"

# endpoint → the least role that reaches it
NEEDS = {
    "home.index": ANYBODY,
    "static": ANYBODY,
    "offline.worker": ANYBODY,
    "offline.show": ANYBODY,
    "web.choose_language": ANYBODY,
    "home.groups": ANYBODY,
    "home.phone": ANYBODY,
    "home.rename_phone": ANYBODY,
    "home.choose_look": ANYBODY,
    "home.stay_unnamed": ANYBODY,
    "home.open_link": ANYBODY,
    "home.forget_group": WATCHER,
    "rules.compare": ANYBODY,
    "rules.index": ANYBODY,
    "rules.show": ANYBODY,
    "referee.ask": ANYBODY,
    "rules.search": ANYBODY,
    "home.choose_variant": ANYBODY,
    "home.new_game": ANYBODY,
    "home.create_game": ANYBODY,
    "home.print_blank": ANYBODY,
    "paper.blank": ANYBODY,
    "tournaments.new_with_group": ANYBODY,
    "tournaments.create_with_group": ANYBODY,
    "home.join": ANYBODY,
    "home.show_group": WATCHER,
    "home.settings": OWNER,
    "home.save_group_name": OWNER,
    "home.ask_to_end_group": OWNER,
    "home.end_group": OWNER,
    "home.choose_joining": OWNER,
    "home.begin_joining": OWNER,
    "live.phones": OWNER,
    "live.show_code": OWNER,
    "live.confirm_who": PLAYER,
    "home.links": OWNER,
    "home.make_link": OWNER,
    "home.show_link": OWNER,
    "home.revoke_link": OWNER,
    "home.players": OWNER,
    "home.show_player": OWNER,
    "home.rename_player": OWNER,
    "home.ask_to_merge_players": OWNER,
    "home.merge_players": OWNER,
    "home.ask_to_forget_player": OWNER,
    "home.forget_player": OWNER,
    "home.undo_player_change": OWNER,
    "nights.index": WATCHER,
    "nights.show": WATCHER,
    "nights.text": WATCHER,
    "nights.picture": WATCHER,
    "nights.edit": SCORER,
    "nights.write": SCORER,
    "nights.take_back": SCORER,
    "statistics.rivals": WATCHER,
    "statistics.show_rivalry": WATCHER,
    "statistics.ratings": WATCHER,
    "statistics.periods": WATCHER,
    "statistics.years": WATCHER,
    "statistics.show_year": WATCHER,
    "statistics.year_message": WATCHER,
    "statistics.show": WATCHER,
    "statistics.player": WATCHER,
    "statistics.records": WATCHER,
    "statistics.honours": WATCHER,
    "home.seasons": WATCHER,
    "home.add_season": SCORER,
    "home.edit_season": SCORER,
    "home.save_season": SCORER,
    "home.remove_season": SCORER,
    "home.undo_season_change": SCORER,
    "files.export_document": OWNER,
    "files.ask_for_import": OWNER,
    "files.make_job": SCORER,
    "files.show_job": SCORER,
    "files.stop_job": SCORER,
    "files.repeat_job": SCORER,
    "files.job_file": SCORER,
    "files.imports": OWNER,
    "files.example": OWNER,
    "files.upload": OWNER,
    "files.show_import": OWNER,
    "files.save_choices": OWNER,
    "files.apply_import": OWNER,
    "files.revert_import": OWNER,
    "tournaments.index": WATCHER,
    "tournaments.new": OWNER,
    "tournaments.create": OWNER,
    "tournaments.show": WATCHER,
    "tournaments.wall": WATCHER,
    "tournaments.let_people_join": OWNER,
    "tournaments.hide_code": OWNER,
    "tournaments.entrants": OWNER,
    "tournaments.add_entrants": OWNER,
    "tournaments.asking": PLAYER,
    "tournaments.ask": PLAYER,
    "tournaments.let_in": OWNER,
    "tournaments.go_home": OWNER,
    "tournaments.let_guest_in": OWNER,
    "tournaments.plays_on": OWNER,
    "tournaments.show_draw": OWNER,
    "tournaments.sit_down": OWNER,
    "tournaments.cut": OWNER,
    "tournaments.choose_cut": OWNER,
    "tournaments.order": OWNER,
    "tournaments.settle_order": OWNER,
    "tournaments.decide": OWNER,
    "tournaments.history": WATCHER,
    "tournaments.undo": OWNER,
    "tournaments.paper": WATCHER,
    "tournaments.seating": OWNER,
    "tournaments.renew_codes": OWNER,
    "tournaments.renew_code": OWNER,
    "tournaments.close_table": OWNER,
    "tournaments.make_link": OWNER,
    "paper.slips": OWNER,
    "paper.slip_entry": OWNER,
    "paper.save_slips": OWNER,
    "table.show": WATCHER,
    "table.history": WATCHER,
    "table.screen": WATCHER,
    "table.let_guests_follow": OWNER,
    "live.hands": WATCHER,
    "live.out": PLAYER,
    "live.not_out": PLAYER,
    "live.check_hand": PLAYER,
    "live.show_hand": PLAYER,
    "live.send_hand": PLAYER,
    "live.ask_who": PLAYER,
    "live.answer_who": PLAYER,
    "table.rounds": WATCHER,
    "paper.sheet": WATCHER,
    "table.result_picture": WATCHER,
    "table.result_text": WATCHER,
    "table.chances": WATCHER,
    "table.rescoring": WATCHER,
    "paper.choose": SCORER,
    "paper.ask": SCORER,
    "paper.set_up": SCORER,
    "paper.grid": SCORER,
    "paper.save_grid": SCORER,
    "paper.late_rounds": SCORER,
    "paper.save_late_rounds": SCORER,
    "table.ask_to_end": SCORER,
    "table.end": SCORER,
    "table.open_again": SCORER,
    "table.delete": SCORER,
    "table.edit_round": SCORER,
    "table.save_round": SCORER,
    "table.ask_to_insert_round": SCORER,
    "table.insert_round": SCORER,
    "table.ask_to_remove_round": SCORER,
    "table.remove_round": SCORER,
    "table.seats": SCORER,
    "table.sit_down": SCORER,
    "table.get_up": SCORER,
    "table.come_again": SCORER,
    "table.change_places": SCORER,
    "table.ask_who_takes_over": SCORER,
    "table.take_seat_over": SCORER,
    "table.show_deal": SCORER,
    "table.ask_for_cut": SCORER,
    "table.win_cut": SCORER,
    "table.change_dealer": SCORER,
    "table.deal_again": SCORER,
    "table.undo": SCORER,
    "table.ask_for_rematch_cut": SCORER,
    "table.play_again": SCORER,
    "files.of_group": WATCHER,
    "files.of_night": WATCHER,
    "files.of_session": WATCHER,
    "files.of_evening": WATCHER,
    "files.file_of_group": SCORER,
    "files.file_of_night": WATCHER,
    "files.file_of_session": WATCHER,
    "files.file_of_tournament": WATCHER,
    "files.bg_stats": WATCHER,
    "files.nights_feed": WATCHER,
    "files.results_feed": WATCHER,
    "files.read_nights": ANYBODY,
    "files.read_results": ANYBODY,
    "home.trust": ANYBODY,
    "home.certificate": ANYBODY,
    "home.try_https": ANYBODY,
    "operations.alive": ANYBODY,
    "operations.ready": ANYBODY,
    "operations.metrics": ANYBODY,
    "operations.manifest": ANYBODY,
    "operations.robots": ANYBODY,
    "operations.security": ANYBODY,
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
        season = make_season(group, table.author(), name="Autumn", first_day=None, last_day=None)
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
