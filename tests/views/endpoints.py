"""All endpoints, the role that each requires, and valid values for their parameters."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask

from game.variants.custom.presets import presets
from models import Group, Link, db
from models.custom_games import create_game
from models.database import new_id
from models.job import JobState
from models.season import make_season
from tests.club import opened
from tests.files.importing.files import TOTALS, File
from tests.jobs import FILE, put
from tests.table import Table, at_work

ANYBODY, WATCHER, PLAYER, SCORER, OWNER = "anybody", "watcher", "player", "scorer", "owner"

# endpoint → the weakest role that may use it
NEEDS = {
    "home.index": ANYBODY,
    "static": ANYBODY,
    "offline.service_worker": ANYBODY,
    "offline.show": ANYBODY,
    "web.choose_language": ANYBODY,
    "home.groups": ANYBODY,
    "home.phone": ANYBODY,
    "home.rename_phone": ANYBODY,
    "home.choose_appearance": ANYBODY,
    "home.stay_anonymous": ANYBODY,
    "home.open_link": ANYBODY,
    "home.confirm_forgetting": WATCHER,
    "home.remove_group_from_phone": WATCHER,
    "home.reopen_forgotten_group": WATCHER,
    "home.forget_group_for_good": WATCHER,
    "rules.compare": ANYBODY,
    "rules.index": ANYBODY,
    "rules.show": ANYBODY,
    "referee.show": ANYBODY,
    "rules.search": ANYBODY,
    "rules.index_of": ANYBODY,
    "home.choose_variant": ANYBODY,
    "home.new_game": ANYBODY,
    "home.create_game": ANYBODY,
    "home.print_blank": ANYBODY,
    "paper.print_blank_sheet": ANYBODY,
    "tournaments.new_with_group": ANYBODY,
    "tournaments.create_with_group": ANYBODY,
    "home.join": ANYBODY,
    "home.confirm_join": ANYBODY,
    "home.show_group": WATCHER,
    "home.settings": OWNER,
    "home.save_group_name": OWNER,
    "home.confirm_group_deletion": OWNER,
    "home.remove_group": OWNER,
    "home.recycle_bin": OWNER,
    "home.restore_from_bin": OWNER,
    "home.list_deleted_groups": ANYBODY,
    "home.restore_deleted_group": OWNER,
    "home.choose_group_to_merge": OWNER,
    "home.begin_merge": OWNER,
    "live.phones": OWNER,
    "live.show_code": OWNER,
    "live.show_identity": PLAYER,
    "home.links": OWNER,
    "home.make_link": OWNER,
    "home.show_link": OWNER,
    "home.revoke_link": OWNER,
    "home.players": OWNER,
    "home.show_player": OWNER,
    "home.rename_player": OWNER,
    "home.confirm_player_merge": OWNER,
    "home.merge_players": OWNER,
    "home.confirm_anonymization": OWNER,
    "home.anonymize_player": OWNER,
    "home.undo_player_change": OWNER,
    "nights.index": WATCHER,
    "nights.show": WATCHER,
    "nights.text": WATCHER,
    "nights.picture": WATCHER,
    "nights.edit_note": SCORER,
    "nights.save_note": SCORER,
    "nights.undo_note": SCORER,
    "nights.confirm_deletion": OWNER,
    "nights.remove": OWNER,
    "games.new_game": ANYBODY,
    "games.add_game": ANYBODY,
    "games.preview": ANYBODY,
    "games.index": WATCHER,
    "games.show": WATCHER,
    "games.edit_game": SCORER,
    "games.save_game": SCORER,
    "games.retire": SCORER,
    "games.bring_back": SCORER,
    "games.undo_game_change": SCORER,
    "games.share": WATCHER,
    "games.copy": WATCHER,
    "games.download": WATCHER,
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
    "files.create_job": SCORER,
    "files.show_job": SCORER,
    "files.stop_job": SCORER,
    "files.retry_job": SCORER,
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
    "tournaments.screen": WATCHER,
    "tournaments.show_join_code": OWNER,
    "tournaments.hide_join_code": OWNER,
    "tournaments.entrants": OWNER,
    "tournaments.add_entrants": OWNER,
    "tournaments.edit_request": PLAYER,
    "tournaments.save_request": PLAYER,
    "tournaments.admit_entrant": OWNER,
    "tournaments.reject_requests": OWNER,
    "tournaments.reject_phone": OWNER,
    "tournaments.withdraw_entrant": OWNER,
    "tournaments.admit_guest": OWNER,
    "tournaments.readmit_entrant": OWNER,
    "tournaments.show_draw": OWNER,
    "tournaments.save_draw": OWNER,
    "tournaments.edit_cut": OWNER,
    "tournaments.save_cut": OWNER,
    "tournaments.edit_order": OWNER,
    "tournaments.save_order": OWNER,
    "tournaments.save_substitute": OWNER,
    "tournaments.save_decision": OWNER,
    "tournaments.history": WATCHER,
    "tournaments.undo": OWNER,
    "tournaments.confirm_deletion": OWNER,
    "tournaments.remove": OWNER,
    "tournaments.print_results": WATCHER,
    "tournaments.seating": OWNER,
    "tournaments.renew_codes": OWNER,
    "tournaments.renew_lost_codes": OWNER,
    "tournaments.renew_code": OWNER,
    "tournaments.close_table": OWNER,
    "tournaments.make_link": OWNER,
    "paper.print_slips": OWNER,
    "paper.edit_slips": OWNER,
    "paper.save_slips": OWNER,
    "table.show": WATCHER,
    "table.history": WATCHER,
    "table.screen": WATCHER,
    "table.show_follow_code": OWNER,
    "live.hands": WATCHER,
    "live.declare_out": PLAYER,
    "live.retract_out": PLAYER,
    "live.check_hand": PLAYER,
    "live.show_hand": PLAYER,
    "live.send_hand": PLAYER,
    "live.choose_identity": PLAYER,
    "live.save_identity": PLAYER,
    "table.rounds": WATCHER,
    "paper.print_sheet": WATCHER,
    "table.result_picture": WATCHER,
    "table.result_text": WATCHER,
    "table.chances": WATCHER,
    "table.rescoring": WATCHER,
    "paper.choose": SCORER,
    "paper.edit_sheet_setup": SCORER,
    "paper.save_sheet_setup": SCORER,
    "paper.grid": SCORER,
    "paper.save_grid": SCORER,
    "paper.edit_late_rounds": SCORER,
    "paper.save_late_rounds": SCORER,
    "table.confirm_end": SCORER,
    "table.end_session": SCORER,
    "table.reopen_session": SCORER,
    "table.remove_session": SCORER,
    "table.edit_round": SCORER,
    "table.save_round": SCORER,
    "table.new_round_before": SCORER,
    "table.insert_round": SCORER,
    "table.confirm_round_removal": SCORER,
    "table.remove_round": SCORER,
    "table.show_adjustment": SCORER,
    "table.save_adjustment": SCORER,
    "table.seats": SCORER,
    "table.add_seat": SCORER,
    "table.leave_seat": SCORER,
    "table.return_to_seat": SCORER,
    "table.swap_seats": SCORER,
    "table.choose_successor": SCORER,
    "table.edit_planned_rounds": SCORER,
    "table.save_planned_rounds": SCORER,
    "table.save_successor": SCORER,
    "table.show_deal": SCORER,
    "table.choose_cut_winner": SCORER,
    "table.save_cut_winner": SCORER,
    "table.change_dealer": SCORER,
    "table.record_misdeal": SCORER,
    "table.undo": SCORER,
    "table.choose_rematch_dealer": SCORER,
    "table.start_rematch": SCORER,
    "files.exports_of_group": WATCHER,
    "files.exports_of_night": WATCHER,
    "files.exports_of_session": WATCHER,
    "files.exports_of_tournament": WATCHER,
    "files.file_of_group": SCORER,
    "files.file_of_night": WATCHER,
    "files.file_of_session": WATCHER,
    "files.file_of_tournament": WATCHER,
    "files.bg_stats": WATCHER,
    "files.download_calendar": WATCHER,
    "files.download_feed": WATCHER,
    "files.calendar_by_secret": ANYBODY,
    "files.feed_by_secret": ANYBODY,
    "home.trust": ANYBODY,
    "home.certificate": ANYBODY,
    "home.try_https": ANYBODY,
    "operations.health": ANYBODY,
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
    "game_id",
    "change_id",
    "tournament_id",
    "entrant_id",
    "table_id",
)


def methods_of(rule: Any) -> list[str]:
    return sorted(rule.methods & {"GET", "POST"})


def values_for(table: Table) -> dict[str, Any]:
    """An existing value for each parameter of an address; the table has played a round."""
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
        "game_id": _game(table),
        "other_id": table.player_id("Bo"),
        "link_id": link,
        "file_id": File(table.app, table.group_id, TOTALS).id,
        "job_id": put(table, JobState.DONE, result=FILE),
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
        season = make_season(group, table.change_stamp(), name="Autumn", first_day=None, last_day=None)
        db.session.commit()
        return season.id


def _game(table: Table) -> uuid.UUID:
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        game = create_game(group, new_id(), presets()["plump"].definition("en"), table.change_stamp())
        db.session.commit()
        return game.id


def address(app: Flask, endpoint: str, values: Mapping[str, Any]) -> str:
    """The address without the fingerprint of static files."""
    rule = next(app.url_map.iter_rules(endpoint))
    missing = ", ".join(sorted(rule.arguments - values.keys()))
    assert not missing, f"{missing} is missing: add it to `values_for` in tests/views/endpoints.py"
    arguments = {name: values[name] for name in rule.arguments}
    return app.url_map.bind("localhost").build(endpoint, arguments)


def unknown(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {**values, name: 999 if name in ("number", "year") else uuid.uuid4()}


def kind_of_link(app: Flask, href: str) -> tuple[str, frozenset[str]]:
    """The endpoint and parameter names of a link: links of one kind have the same."""
    parts = urlsplit(href)
    path = parts.path or "/"
    endpoint, _values = app.url_map.bind("localhost").match(path)
    return endpoint, frozenset(parse_qs(parts.query, keep_blank_values=True))
