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
LONGEST = 500
BLANK = 32  # the space, and what is below it: browsers leave some of those out and read on


def table_of(session: Session) -> str:
    return url_for("table.show", group_id=session.group_id, session_id=session.id)


def evening_page(tournament: Tournament) -> str:
    return url_for("tournaments.show", group_id=tournament.group_id, tournament_id=tournament.id)


def evening_of(session: Session) -> str:
    """The page of the club evening that a session is a table of."""
    ids = {"group_id": session.group_id, "tournament_id": session.at_table.tournament_id}
    return url_for("tournaments.show", **ids)


def rules_of(session: Session, *, back: str, section: str | None = None) -> str | None:
    """The rules as this session plays them, and the way back; None where the variant is gone.

    Only what differs from the usual rules stands in the address, so it is the same for every phone.
    """
    variant = VARIANTS.get(session.variant)
    if variant is None:
        return None
    seated = sum(seat.joined_round == 1 for seat in session.seats)
    asked = _asked(variant, session, seated)
    return url_for("rules.show", key=variant.key, back=back, _anchor=section, **asked)


def _asked(variant: Variant, session: Session, seated: int) -> dict[str, Any]:
    """The options that are not as usual, and how many play where a default hangs on that."""
    usual, least = variant.defaults(seated), variant.defaults(variant.players[0])
    asked: dict[str, Any] = {
        option.key: write_value(value)
        for option in variant.options
        if (value := session.options.get(option.key, usual[option.key])) != usual[option.key]
        or (value != least[option.key] and not option.default_players)
    }
    within = variant.players[0] <= seated <= variant.players[1]
    if within and any(option.depends_on_players for option in variant.options):
        asked["players"] = str(seated)
    return asked


def address_for_others(endpoint: str, **values: Any) -> str:
    """A whole address for whoever reads it: over http, where a phone may not trust this computer yet."""
    address = url_for(endpoint, _external=True, **values)
    if _port() is None or not request.is_secure:
        return address
    return _at(address, "http", current_app.config["HTTP_PORT"])


def secure_address() -> str | None:
    """The start page over https; None where there is none."""
    port = _port()
    return _at(url_for("home.index", _external=True), "https", port) if port else None


def plays_without_network() -> bool:
    """Whether browsers let such a page work without a network: over https, or from this very machine."""
    return request.is_secure or urlsplit(request.host_url).hostname in LOOPBACK


def could_be_secure() -> bool:
    """Whether this page came over http though a phone at home could have it over https."""
    if _port() is None or request.is_secure:
        return False
    try:
        return ip_address(request.remote_addr or "").is_private
    except ValueError:
        return False


def _port() -> int | None:
    port: int | None = current_app.config["HTTPS_PORT"]
    return port


def _at(address: str, scheme: str, port: int) -> str:
    parts = urlsplit(address)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return parts._replace(scheme=scheme, netloc=f"{name}:{port}").geturl()


def way_back() -> str:
    """The path that the address names with `back`, "" where it names none or one of another site."""
    return _path_here(request.args.get("back"))


def safe_way_back(address: str | None, otherwise: str = "") -> str:
    """The path given, if it is one of this site; otherwise that other page of ours, or the start page."""
    return _path_here(address) or otherwise or url_for("home.index")


def _path_here(address: str | None) -> str:
    if not address or len(address) > LONGEST:
        return ""
    if not address.startswith("/") or address.startswith("//") or "\\" in address:
        return ""  # a browser reads a backslash as a slash
    parts = urlsplit(address)
    is_here = not parts.scheme and not parts.netloc and all(ord(character) > BLANK for character in address)
    return address if is_here else ""
