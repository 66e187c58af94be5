"""Redirects from former addresses, so that links, bookmarks, feeds and printed codes go on working.

GET and HEAD answer 301. POST answers 308, which keeps method and body: forms of pages that are still open,
and changes that wait in a phone's outbox.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from views.web.addresses import GROUP, SESSION, TOURNAMENT
from views.web.admission import takes

NIGHT = f"{GROUP}/nights/<uuid:night_id>"
PREFIX = "old_addresses."  # of the endpoints
# Former rule → an endpoint of the present rule with the same arguments.
OLD_ADDRESSES = {
    "/club-evening": "tournaments.new_with_group",
    "/phone/groups/<uuid:group_id>/forgetting": "home.remove_group_from_phone",
    "/phone/look": "home.choose_appearance",
    "/phone/nobody": "home.stay_anonymous",
    f"{GROUP}/arrivals": "files.upload",
    f"{GROUP}/arrivals/<uuid:file_id>": "files.show_import",
    f"{GROUP}/arrivals/<uuid:file_id>/arrival": "files.apply_import",
    f"{GROUP}/arrivals/<uuid:file_id>/choices": "files.save_choices",
    f"{GROUP}/arrivals/<uuid:file_id>/return": "files.revert_import",
    f"{GROUP}/arrivals/example.csv": "files.example",
    f"{GROUP}/changes/<uuid:change_id>/take-back": "home.undo_player_change",
    f"{GROUP}/end": "home.confirm_group_deletion",
    f"{GROUP}/import": "files.imports",
    f"{GROUP}/jobs/<uuid:job_id>/again": "files.retry_job",
    f"{GROUP}/joining": "home.choose_group_to_merge",
    f"{GROUP}/out": "files.exports_of_group",
    f"{GROUP}/out/<file_name>": "files.file_of_group",
    f"{GROUP}/out/nights.ics": "files.download_calendar",
    f"{GROUP}/out/results.atom": "files.download_feed",
    f"{GROUP}/players/<uuid:player_id>/forgetting": "home.confirm_anonymization",
    f"{GROUP}/seasons/changes/<uuid:change_id>/take-back": "home.undo_season_change",
    f"{NIGHT}/changes/<uuid:change_id>/take-back": "nights.undo_note",
    f"{NIGHT}/out": "files.exports_of_night",
    f"{NIGHT}/out/<file_name>": "files.file_of_night",
    f"{SESSION}/changes/<uuid:change_id>/take-back": "table.undo",
    f"{SESSION}/encore": "table.start_rematch",
    f"{SESSION}/out": "files.exports_of_session",
    f"{SESSION}/out/<file_name>": "files.file_of_session",
    f"{SESSION}/out/bg-stats": "files.bg_stats",
    f"{SESSION}/paper": "paper.print_sheet",
    f"{SESSION}/rounds/<int:number>/before": "table.insert_round",
    f"{SESSION}/trail": "table.history",
    f"{SESSION}/what-if": "table.rescoring",
    f"{SESSION}/who": "live.choose_identity",
    f"{SESSION}/who/here": "live.show_identity",
    f"{TOURNAMENT}/history/<uuid:change_id>/take-back": "tournaments.undo",
    f"{TOURNAMENT}/out": "files.exports_of_tournament",
    f"{TOURNAMENT}/out/<file_name>": "files.file_of_tournament",
    f"{TOURNAMENT}/paper": "tournaments.print_results",
    f"{TOURNAMENT}/people": "tournaments.entrants",
    f"{TOURNAMENT}/people/<uuid:entrant_id>/admission": "tournaments.admit_entrant",
    f"{TOURNAMENT}/people/<uuid:entrant_id>/return": "tournaments.readmit_entrant",
    f"{TOURNAMENT}/people/<uuid:entrant_id>/withdrawal": "tournaments.withdraw_entrant",
    f"{TOURNAMENT}/people/asking": "tournaments.edit_request",
    f"{TOURNAMENT}/people/guests/<uuid:player_id>/admission": "tournaments.admit_guest",
    f"{TOURNAMENT}/slips/paper": "paper.print_slips",
}
DOCUMENT = f"{GROUP}/document.json"  # the address had no file name as argument


def register(app: Flask) -> None:
    """Add a rule for each former address. Call after the blueprints are registered."""
    for rule, endpoint in OLD_ADDRESSES.items():
        most_bytes = getattr(app.view_functions[endpoint], "most_bytes", app.config["MAX_CONTENT_LENGTH"])
        view = takes(most_bytes)(_redirecting_to(endpoint))
        app.add_url_rule(rule, PREFIX + endpoint.replace(".", "-"), view, methods=["GET", "POST"])
    view = _redirecting_to("files.file_of_group")
    app.add_url_rule(DOCUMENT, f"{PREFIX}document", view, defaults={"file_name": "document.json"})


def _redirecting_to(endpoint: str) -> Callable[..., ResponseReturnValue]:
    def redirect_to_present_address(**arguments: Any) -> ResponseReturnValue:
        try:
            address = url_for(endpoint, **arguments)
        except ValueError:  # a file name that the rule does not list
            abort(404)
        if request.query_string:
            address += "?" + request.query_string.decode(errors="replace")
        return redirect(address, 308 if request.method == "POST" else 301)

    return redirect_to_present_address
