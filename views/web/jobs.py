"""Asking for work that takes longer than a page may."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import current_app

from models import Group, Job, db
from views.web.gate import author

BELL = "bell"  # among the application's extensions: wakes the process for long work
MOST_AT_ONCE = 200  # sessions that are written or read while somebody waits: a second


def ask_for(group: Group, kind: str, asked: dict[str, Any], file: Sequence[bytes] = ()) -> Job:
    """Ends the transaction, for the job is carried out by somebody else. file: what it is to read, packed."""
    job = Job.ask(group, kind, asked, author(), file)
    db.session.commit()
    do_soon()
    return job


def do_soon() -> None:
    """Jobs, and deleting what was hidden, as the ended transaction has left them to others."""
    current_app.extensions[BELL]()
