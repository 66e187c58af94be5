"""What every template may use: icons, addresses, the page’s language, form errors, shapes of discs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask, current_app, g, request
from markupsafe import Markup

from models.database import new_id
from models.people.colours import shapes
from models.player import Player
from views.web.language import card_letters, current_language
from views.web.phone import last_group, phone_name, theme, vibrates

# Where a page belongs in the dock: by its endpoint, else by its room.
PLACES = {
    **dict.fromkeys(("home", "tournaments"), "home"),
    **dict.fromkeys(("rules", "referee"), "rules"),
    "nights": "nights",
    "statistics": "people",
    "rules.compare": "compare",
    **dict.fromkeys(("home.phone", "home.rename_phone"), "phone"),
    **dict.fromkeys(
        (
            *("home.players", "home.show_player", "home.rename_player", "home.undo_player_change"),
            *("home.confirm_player_merge", "home.merge_players"),
            *("home.confirm_anonymization", "home.anonymize_player"),
            *("home.seasons", "home.add_season", "home.edit_season", "home.save_season"),
            *("home.remove_season", "home.undo_season_change"),
        ),
        "people",
    ),
    **dict.fromkeys(
        (
            *("table.show", "table.history", "table.confirm_end", "table.end_session"),
            *("table.reopen_session", "table.remove_session", "table.seats", "table.add_seat"),
            *("table.leave_seat", "table.return_to_seat", "table.swap_seats"),
            *("table.choose_successor", "table.save_successor"),
            *("live.choose_identity", "live.save_identity", "live.show_identity"),
        ),
        "home",
    ),
    **dict.fromkeys(
        (
            *("home.links", "home.make_link", "home.show_link", "home.revoke_link", "home.join"),
            *("home.trust", "home.certificate", "home.try_https"),
            *("tournaments.screen", "tournaments.show_join_code", "tournaments.hide_join_code"),
            "tournaments.print_results",
        ),
        "",
    ),
}


def register(app: Flask) -> None:
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(icon=icon, static=static, new_id=new_id)
    app.jinja_env.globals.update(phone_name=phone_name, theme=theme, vibrates=vibrates)
    app.jinja_env.globals.update(card_letters=card_letters)
    app.jinja_env.globals.update(note_error=note_error, pop_errors=pop_errors)
    app.jinja_env.globals.update(shape_of=shape_of, assign_shapes=assign_shapes)
    app.context_processor(_page)


def icon(name: str) -> Markup:
    """One of the icons; it decorates, the words beside it speak."""
    return _icon(static("icons.svg"), name)


def static(filename: str) -> str:
    """The URL of a static file, with a hash of its content so that it can be cached for a year."""
    return _static(request.script_root, str(current_app.static_folder), filename)


def note_error(field_id: str, text: str) -> str:
    """Add an error to the list of the page; field_id "" where no single field is wrong. Renders nothing."""
    g.setdefault("form_errors", []).append((field_id, text))
    return ""


def pop_errors() -> list[tuple[str, str]]:
    """The errors noted since the last call, without repetitions."""
    return list(dict.fromkeys(g.pop("form_errors", ())))


def assign_shapes(players: Iterable[Player]) -> str:
    """Give these people different shapes on the page that is being rendered. Renders nothing.

    In the order in which they joined the group, so that ranks change nothing. A session's page uses its seats
    without a call.
    """
    g.shapes = shapes(sorted(players, key=lambda player: player.id))
    return ""


def shape_of(player: Any) -> int:
    """0 disc, 1 ring, 2 square. player: a Player, or a name and colour of a player without a row yet."""
    if "shapes" not in g:
        g.shapes = shapes(seat.player for seat in g.session.seats) if "session" in g else {}
    return int(g.shapes.get(getattr(player, "id", None), 0))


@lru_cache(maxsize=256)
def _icon(sprite: str, name: str) -> Markup:
    picture = '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>'
    return Markup(picture).format(sprite, name)  # noqa: S704 - the text above and nothing else


@lru_cache(maxsize=256)
def _static(root: str, folder: str, filename: str) -> str:
    file = Path(folder) / filename
    content_hash = hashlib.sha256(file.read_bytes()).hexdigest()[:10] if file.is_file() else "0"
    return f"{root}/static/{quote(filename)}?v={content_hash}"


def _page() -> dict[str, Any]:
    """The page's language, address and dock; in a group this phone's membership, at a table the session."""
    context: dict[str, Any] = {name: g.get(name) for name in ("member", "session") if name in g}
    if "member" in g:
        context["group"] = g.member.group
    group_id = g.member.group.id if "member" in g else last_group()
    place = PLACES.get(request.endpoint or "", PLACES.get(request.blueprint or "", ""))
    return {
        "page_language": current_language(),
        # Where the language switch returns to.
        "here": request.full_path.rstrip("?") if request.method == "GET" else "/",
        "dock_group": group_id,
        "place": place,
        **context,
    }
