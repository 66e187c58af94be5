"""What this phone remembers, in its signed cookie: its links, its name, language, time zone and look."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_babel import gettext as _

MAX_LINKS = 40  # a cookie holds 4 KB
MAX_FORGOTTEN = 10  # links; a phone that is full forgets one at a time
REOPENING_TIME = timedelta(days=1)
MAX_REMEMBERED = 8  # groups, and entrants of evenings
NAME_LENGTH = 40
THEMES = ("light", "dark")
INTERNATIONAL = "JQK"
KINDS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"))


class PhoneSessionInterface(SecureCookieSessionInterface):
    """Secure cookies over https, unless http is served as well (settings.py).

    Automatic requests set no cookie: a late response would restore an old one.
    """

    def get_cookie_secure(self, app: Flask) -> bool:
        configured = app.config["SESSION_COOKIE_SECURE"]
        return request.is_secure if configured is None else bool(configured)

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        is_automatic = is_prefetch() or is_from_outbox()
        return not is_automatic and super().should_set_cookie(app, session)


def opened_links() -> list[uuid.UUID]:
    """Ids of the links this phone has opened, newest first."""
    return [uuid.UUID(link) for link in session.get("links", [])]


def store_links(link_ids: Sequence[uuid.UUID], group_id: uuid.UUID) -> None:
    """Replace the links by these, newest first, at most MAX_LINKS; the group is the one used last."""
    session.permanent = True
    session["links"] = [link_id.hex for link_id in link_ids]
    session["group"] = group_id.hex
    drop_forgotten_links(link_ids)


def forget_links(link_ids: Collection[uuid.UUID], at: datetime) -> None:
    """Remove links, which give no access from now on. `forgotten_links` returns them for REOPENING_TIME."""
    opened = opened_links()
    forgotten = [[link_id.hex, int(at.timestamp())] for link_id in opened if link_id in link_ids]
    session.permanent = True
    session["links"] = [link_id.hex for link_id in opened if link_id not in link_ids]
    session["forgotten"] = [*forgotten, *session.get("forgotten", ())][:MAX_FORGOTTEN]


def forgotten_links(at: datetime | None = None) -> dict[uuid.UUID, datetime]:
    """Ids of links that this phone forgot, last forgotten first, and until when it may open them again.

    at: leave out those for which that time is over.
    """
    until = {
        uuid.UUID(link): datetime.fromtimestamp(when, UTC) + REOPENING_TIME
        for link, when in session.get("forgotten", ())
    }
    return {link_id: end for link_id, end in until.items() if at is None or end > at}


def drop_forgotten_links(link_ids: Collection[uuid.UUID]) -> None:
    """From now on `forgotten_links` does not return these."""
    dropped = {link_id.hex for link_id in link_ids}
    if "forgotten" in session:
        session["forgotten"] = [entry for entry in session["forgotten"] if entry[0] not in dropped]


def last_group() -> uuid.UUID | None:
    """The group that this phone opened last."""
    return uuid.UUID(session["group"]) if "group" in session else None


def is_prefetch() -> bool:
    """Whether the service worker fetches the page for its cache (views/offline/precache.py)."""
    return "X-Keep" in request.headers


def is_from_outbox() -> bool:
    """Whether this request sends a form that was saved without a network (views/offline/outbox.py)."""
    return "X-Outbox" in request.headers


def set_current_group(group_id: uuid.UUID) -> None:
    """Store the group that is shown. Only for navigations: a late response to an automatic request would
    restore an old cookie.
    """
    is_navigation = request.method == "GET" and "X-Fragment" not in request.headers
    if is_navigation and session.get("group") != group_id.hex:
        session["group"] = group_id.hex


def clear_current_group(group_id: uuid.UUID) -> None:
    """Forget the group, which this phone may no longer see, as the one shown last."""
    if session.get("group") == group_id.hex:
        del session["group"]


def phone_name() -> str:
    """The name of this phone in the history: the chosen one, else its kind."""
    return chosen_name() or device_kind()


def chosen_name() -> str:
    """The phone's chosen name; "" without one."""
    return str(session.get("phone", ""))


def name_phone(name: str) -> None:
    session.permanent = True
    session["phone"] = name[:NAME_LENGTH]


def needs_name() -> bool:
    """Whether the user has neither named this phone nor declined to."""
    return "phone" not in session and "asked" not in session


def mark_anonymous() -> None:
    session.permanent = True
    session["asked"] = True


def own_player_ids(group_id: uuid.UUID) -> list[uuid.UUID]:
    """Ids of the players who use this phone; empty if it only watches."""
    return [uuid.UUID(player) for player in dict(session.get("who", ())).get(group_id.hex, ())]


def has_chosen_players(group_id: uuid.UUID) -> bool:
    return group_id.hex in dict(session.get("who", ()))


def set_players(group_id: uuid.UUID, player_ids: Sequence[uuid.UUID]) -> None:
    """Store the players who use this phone, for at most MAX_REMEMBERED groups, the latest answers first."""
    others = [entry for entry in session.get("who", ()) if entry[0] != group_id.hex]
    session.permanent = True
    session["who"] = [[group_id.hex, [player_id.hex for player_id in player_ids]], *others][:MAX_REMEMBERED]


def phone_id() -> uuid.UUID | None:
    """An id of this phone that reveals nothing of its cookie; None before its first form."""
    token = session.get("csrf_token")
    return uuid.uuid5(uuid.NAMESPACE_OID, f"phone {token}") if token else None


def own_requests(tournament_id: uuid.UUID) -> list[uuid.UUID]:
    """Ids of this phone's open requests to take part."""
    return [
        uuid.UUID(entrant) for evening, entrant in session.get("asks", ()) if evening == tournament_id.hex
    ]


def set_requests(tournament_id: uuid.UUID, entrant_ids: Sequence[uuid.UUID]) -> None:
    """Replace this phone's open requests to take part in the tournament."""
    others = [entry for entry in session.get("asks", ()) if entry[0] != tournament_id.hex]
    requests = [[tournament_id.hex, entrant_id.hex] for entrant_id in entrant_ids]
    session.permanent = True
    session["asks"] = [*requests, *others][:MAX_REMEMBERED]


def theme() -> str:
    """One of THEMES; "" where the page is as the phone itself."""
    return str(session.get("theme", ""))


def choose_theme(value: str) -> None:
    """Any other than THEMES is as the phone itself."""
    _set_or_remove("theme", value if value in THEMES else None)


def wants_international_letters() -> bool:
    """Whether cards are J Q K on this phone whatever its language calls them."""
    return "letters" in session


def choose_letters(value: str) -> None:
    """Any other than INTERNATIONAL is as the language has them."""
    _set_or_remove("letters", value if value == INTERNATIONAL else None)


def vibrates() -> bool:
    """Whether keys vibrate."""
    return "still" not in session


def choose_vibration(wanted: bool) -> None:
    _set_or_remove("still", None if wanted else True)


def device_kind() -> str:
    agent = request.user_agent.string
    return next((kind for mark, kind in KINDS if mark in agent), None) or _("an unnamed phone")


def _set_or_remove(name: str, value: object) -> None:
    """None removes the entry."""
    session.permanent = True
    if value is None:
        session.pop(name, None)
    else:
        session[name] = value
