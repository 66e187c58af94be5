"""What every template may use: words in the page's language, numbers, moments, addresses of static files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask, current_app, request
from flask_babel import format_date, format_datetime, format_number, ngettext
from markupsafe import Markup

from models import Session
from models.database import new_id
from variants.text import in_language
from views.language import current_language
from views.phone import phone_name
from views.wording import listed

HASH_LENGTH = 10


def register(app: Flask) -> None:
    app.add_template_filter(words, "words")
    app.add_template_filter(number, "number")
    app.add_template_filter(score, "score")
    app.add_template_filter(signed, "signed")
    app.add_template_filter(moment, "moment")
    app.add_template_filter(day, "day")
    app.add_template_filter(opening, "opening")
    app.add_template_filter(listed, "listed")
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(icon=icon, static=static, new_id=new_id, phone_name=phone_name)
    app.context_processor(_page)


def words(text: str | Mapping[str, str]) -> str:
    """A text of a variant in the page's language."""
    return in_language(text, current_language())


def number(value: int) -> str:
    return str(format_number(value))


def score(total: int, session: Session) -> str:
    """A side's total at the end: points need no word, rounds won do."""
    if session.scoring_rules.counts_wins:
        return ngettext("%(num)d win", "%(num)d wins", total)
    return number(total)


def signed(value: int) -> str:
    """A change of a total: +13, −5, ±0."""
    if value > 0:
        return f"+{number(value)}"
    return number(value).replace("-", "−") if value else "±0"


def moment(value: datetime) -> str:
    return str(format_datetime(value, "short"))


def day(value: Any) -> str:
    """A date in words: Friday 20 November 2026."""
    pattern = "EEEE d MMMM y"
    return str(format_date(value, pattern))


def opening(text: str) -> str:
    """The same text where a line begins: its first letter a capital, which Swedish weekdays have not."""
    return text[:1].upper() + text[1:]


def icon(name: str) -> Markup:
    """One of the icons; it decorates, the words beside it speak."""
    return _icon(static("icons.svg"), name)


def static(filename: str) -> str:
    """The address of a static file; it names the file's content, so that a phone may keep it for a year."""
    return _static(request.script_root, str(current_app.static_folder), filename)


@lru_cache(maxsize=256)
def _icon(sprite: str, name: str) -> Markup:
    picture = '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>'
    return Markup(picture).format(sprite, name)  # noqa: S704 - the text above and nothing else


@lru_cache(maxsize=256)
def _static(root: str, folder: str, filename: str) -> str:
    file = Path(folder) / filename
    content = hashlib.sha256(file.read_bytes()).hexdigest()[:HASH_LENGTH] if file.is_file() else "0"
    return f"{root}/static/{quote(filename)}?v={content}"


def _page() -> dict[str, Any]:
    return {"page_language": current_language(), "here": _here()}


def _here() -> str:
    """Where the language switch comes back to."""
    return request.full_path.rstrip("?") if request.method == "GET" else "/"
