"""Language, locale, time zone and card letters of the current request."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from flask import current_app, g, has_request_context, redirect, request, session
from flask.typing import ResponseReturnValue
from flask_babel import get_locale, get_timezone, to_user_timezone

from views.web import bp
from views.web.addresses import safe_next_url
from views.web.phone import INTERNATIONAL, wants_international_letters

SWEDISH = "KnDK"
TIME_ZONE_COOKIE = "turn8_zone"  # written by static/js/base.js
ENGLISH = ("en_GB", "en_US", "en_AU", "en_CA", "en_IE", "en_IN", "en_NZ", "en_ZA")
ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,40}")
ZONES = frozenset(available_timezones())


def chosen_language() -> str:
    languages = current_app.config["LANGUAGES"]
    if session.get("language") in languages:
        return str(session["language"])
    return request.accept_languages.best_match(languages) or languages[0]


def chosen_locale() -> str:
    """The language; for English with the region of Accept-Language, en_GB without one."""
    chosen = chosen_language()
    if chosen != "en":
        return chosen
    tags = (tag.replace("-", "_") for tag in request.accept_languages.values())
    return next((tag for tag in tags if tag in ENGLISH), ENGLISH[0])


def chosen_time_zone() -> str | None:
    """The time zone in the phone's cookie; None (the server's default) without a valid one."""
    zone = request.cookies.get(TIME_ZONE_COOKIE, "")
    return zone if ZONE.fullmatch(zone) and zone in ZONES else None


def current_language() -> str:
    """Called hundreds of times for a page, so it reads the locale that flask_babel has cached, if any."""
    locale = cached_by_babel("babel_locale") or get_locale()
    return locale.language if locale else "en"


def cached_by_babel(name: str) -> Any:
    """The value that flask_babel 4.0 has cached for this request under this name; None without a request or a
    cached value.
    """
    try:
        known = g._get_current_object()  # one look-up; each use of the proxy is another
    except RuntimeError:
        return None
    return getattr(known.get("_flask_babel"), name, None)


def card_letters() -> str:
    """Letters of the court cards: Swedish ones on a Swedish page, unless this phone has chosen J Q K."""
    is_swedish = current_language() == "sv" and not (has_request_context() and wants_international_letters())
    return SWEDISH if is_swedish else INTERNATIONAL


def local_zone() -> ZoneInfo:
    """The phone's time zone, or the server's default."""
    return ZoneInfo(str(get_timezone()))


def local_date(moment: datetime) -> date:
    """The day it is for this phone."""
    return to_user_timezone(moment.astimezone(ZoneInfo("UTC")).replace(tzinfo=None)).date()


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """The switch at the foot of every page."""
    chosen = request.form.get("language")
    if chosen in current_app.config["LANGUAGES"]:
        session.permanent = True
        session["language"] = chosen
    return redirect(safe_next_url(request.form.get("back")), 303)
