"""A finished session for the app BG Stats: a link that opens its import dialog, and a code of that link."""

from __future__ import annotations

import uuid

from flask import render_template
from flask.typing import ResponseReturnValue

from files.export.bg_stats import play_link
from models import Session
from views.files import bp
from views.web.access import reader, session_of
from views.web.addresses import SESSION
from views.web.qr import qr_code
from views.words.phrases import words
from views.words.results import story_in_words, story_of


@bp.get(f"{SESSION}/export/bg-stats")
def bg_stats(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Has no link while the session is running."""
    member = reader(group_id)
    session = session_of(group_id, session_id)
    link, code = _link_and_code(session) if session.is_finished else (None, None)
    return render_template(
        "files/exports/bg_stats.html",
        member=member,
        group=member.group,
        session=session,
        link=link,
        code=code,
    )


def _link_and_code(session: Session) -> tuple[str, str | None]:
    """A code holds less than a link: if necessary it omits the comment."""
    texts = _texts(session)
    link = play_link(session, texts)
    code = qr_code(link, error="l") or qr_code(play_link(session, {**texts, "comments": ""}), error="l")
    return link, code


def _texts(session: Session) -> dict[str, str]:
    name = words(session.rules.name)
    story = story_in_words(story_of(session), session)
    comments = "\n".join(filter(None, (story, session.night.note)))
    return {"game": name, "board": name, "comments": comments, "location": session.night.place or ""}
