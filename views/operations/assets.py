"""Style sheets and scripts: sent without comments and indentation, modules also for their old addresses."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

TYPES = {".css": "text/css", ".js": "text/javascript"}
# Former names of a module and of those merged into it. Pages that are open or cached on a phone ask for
# them, and so do the modules that a browser has cached for these pages. None is listed that such a page
# would attach beside the module itself: that would run twice.
FORMER = {
    "base": ("every-page",),
    "messages": ("says",),
    "grid/cells": ("grid-keys",),
    "grid/draft": ("grid-draft",),
    "live/follow-job": ("follow-job",),
    "live/follow-table": ("follow-table",),
    "live/polling": ("look-again",),
    "live/screen": ("keep-awake",),
    "offline/board": ("waiting-board",),
    "offline/connection-banner": ("strip",),
    "offline/outbox": ("outbox", "refused", "send-waiting"),
    "offline/queue-round": ("keep-round",),
    "offline/score-sheet": ("score-sheet",),
    "offline/send-when-connected": ("send-when-connected",),
    "offline/service-worker": ("service-worker",),
    "offline/sheet": ("waiting-sheet",),
    "offline/waiting-rounds": ("waiting-rounds",),
    "offline/without-network": ("without-network",),
    "pad/chain": ("chain", "say-out"),
    "pad/correction": ("pad-correction",),
    "pad/drafts": ("drafts", "round-draft"),
    "pad/frame": ("pad-review", "deal-facts"),
    "pad/hand": ("hand", "keys-and-tray", "type-button"),
    "pad/hand-text": ("hand-words",),
    "pad/incoming-counts": ("counts-come-in",),
    "pad/own-hand": ("own-hand",),
    "pad/restore-draft": ("offer-draft",),
    "pad/tally-pad": ("tally-pad",),
}
MOVED = {f"js/{old}.js": f"js/{new}.js" for new, names in FORMER.items() for old in names}
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def register(app: Flask) -> None:
    app.view_functions["static"] = _send


def shortened(text: str, suffix: str) -> str:
    """A style sheet (".css") or script (".js") without comments of whole lines, indentation and empty lines.

    A script may have no text over several lines and no block comment that matters; lines stay lines.
    """
    if suffix == ".css":
        text = CSS_COMMENT.sub("", text)
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not (suffix == ".js" and line.startswith("//")))


def _send(filename: str) -> ResponseReturnValue:
    if filename in MOVED:
        return redirect(url_for("static", filename=MOVED[filename]), 301)
    mimetype = TYPES.get(Path(filename).suffix)
    if mimetype is None:
        return current_app.send_static_file(filename)
    path = safe_join(str(current_app.static_folder), filename)
    if path is None or not Path(path).is_file():
        raise NotFound
    sent = Response(_read(Path(path), Path(path).stat().st_mtime_ns), mimetype=mimetype)
    sent.headers["Cache-Control"] = "no-cache"
    sent.add_etag()
    return sent.make_conditional(request)


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int) -> bytes:
    return shortened(file.read_text(), file.suffix).encode()
