"""Addresses within this site, and the way back to where a page was opened from."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, request, url_for

from game.variants import VARIANTS, Variant
from game.variants.option_values import write_value
from models import Session, Tournament

# What the addresses of everything of a group, a session or a tournament begin with.
GROUP = "/groups/<uuid:group_id>"
SESSION = f"{GROUP}/sessions/<uuid:session_id>"
TOURNAMENT = f"{GROUP}/tournaments/<uuid:tournament_id>"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
MAX_ADDRESS_LENGTH = 500
BLANK = 32  # the space and control characters: browsers skip some of them


def session_url(session: Session) -> str:
    return url_for("table.show", group_id=session.group_id, session_id=session.id)


def tournament_url(tournament: Tournament) -> str:
    return url_for("tournaments.show", group_id=tournament.group_id, tournament_id=tournament.id)


def session_tournament_url(session: Session) -> str:
    """The page of the club evening that a session is a table of."""
    ids = {"group_id": session.group_id, "tournament_id": session.at_table.tournament_id}
    return url_for("tournaments.show", **ids)


def rules_url(session: Session, *, back: str) -> str | None:
    """The URL of the rules with this session's options; of a custom game those of the game it is based on.
    None without rules.

    Only options that differ from the defaults are included, so the URL is the same for every phone.
    """
    params = _rules_params(session)
    return url_for("rules.show", back=back, **params) if params else None


def ask_url(session: Session, *, back: str) -> str | None:
    """The URL of the search in the rules of this table, or None where there are none."""
    params = _rules_params(session)
    return url_for("rules.search", table=session.id, back=back, **params) if params else None


def index_url(session: Session) -> str | None:
    """The URL of the search index for this table, or None where there are no rules."""
    params = _rules_params(session)
    return url_for("rules.index_of", **params) if params else None


def _rules_params(session: Session) -> dict[str, Any] | None:
    """Parameters of the rules that a table plays by: key and options, and the custom game that differs."""
    variant = VARIANTS.get(session.variant)
    if variant is not None:
        return {"key": variant.key, **_option_params(variant, session)}
    base = session.rules.base
    base_variant = VARIANTS.get(base.variant) if base else None
    if not base or base_variant is None:
        return None
    options = {key: write_value(value) for key, value in base.options.items() if base_variant.option(key)}
    return {"key": base_variant.key, **options, "own": session.variant, "group": session.group_id}


def _option_params(variant: Variant, session: Session) -> dict[str, Any]:
    """The options that differ from the defaults, and the number of players if a default depends on it."""
    seated = sum(seat.joined_round == 1 for seat in session.sheet.seats)
    defaults, least = variant.defaults(seated), variant.defaults(variant.players[0])
    params: dict[str, Any] = {
        option.key: write_value(value)
        for option in variant.options
        if (value := session.options.get(option.key, defaults[option.key])) != defaults[option.key]
        or (value != least[option.key] and not option.default_players)
    }
    within = variant.players[0] <= seated <= variant.players[1]
    if within and any(option.depends_on_players for option in variant.options):
        params["players"] = str(seated)
    return params


def external_url(endpoint: str, **values: Any) -> str:
    """An absolute URL for other devices: http, where a phone may not trust our certificate yet."""
    address = url_for(endpoint, _external=True, **values)
    if _https_port() is None or not request.is_secure:
        return address
    return _with_port(address, "http", current_app.config["HTTP_PORT"])


def secure_address() -> str | None:
    """The start page over https; None where there is none."""
    port = _https_port()
    return _with_port(url_for("home.index", _external=True), "https", port) if port else None


def works_offline() -> bool:
    """Whether browsers let such a page work without a network: over https, or from this very machine."""
    return request.is_secure or urlsplit(request.host_url).hostname in LOOPBACK


def https_is_available() -> bool:
    """Whether this request used http from a private address although https is served."""
    if _https_port() is None or request.is_secure:
        return False
    try:
        return ip_address(request.remote_addr or "").is_private
    except ValueError:
        return False


def _https_port() -> int | None:
    port: int | None = current_app.config["HTTPS_PORT"]
    return port


def _with_port(address: str, scheme: str, port: int) -> str:
    parts = urlsplit(address)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return parts._replace(scheme=scheme, netloc=f"{name}:{port}").geturl()


def next_url() -> str:
    """The query parameter `back` if it is a path of this site, else ""."""
    return _local_path(request.args.get("back"))


def safe_next_url(address: str | None, otherwise: str = "") -> str:
    """The address if it is a path of this site, else `otherwise`, else the start page."""
    return _local_path(address) or otherwise or url_for("home.index")


def _local_path(address: str | None) -> str:
    if not address or len(address) > MAX_ADDRESS_LENGTH:
        return ""
    if not address.startswith("/") or address.startswith("//") or "\\" in address:
        return ""  # a browser reads a backslash as a slash
    parts = urlsplit(address)
    is_here = not parts.scheme and not parts.netloc and all(ord(character) > BLANK for character in address)
    return address if is_here else ""
