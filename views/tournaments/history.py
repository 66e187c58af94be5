"""The changes and decisions of a tournament, newest first; each entry can be undone.

A table that was changed after the next draw has an entry, which is undone at that table.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from models import Change, Session, Tournament, db
from models.change import AT_TABLE, UNDO
from models.table.undo import CannotUndo
from models.tournament.undo import done_at_table, undo_tournament_change
from views.tournaments import bp
from views.tournaments.access import CurrentTournament
from views.tournaments.words import change_in_words, not_undone, table_change_in_words
from views.web.access import may_umpire, reader
from views.web.addresses import TOURNAMENT
from views.web.gate import change_stamp, changes_tournament


@bp.get(f"{TOURNAMENT}/history")
def history(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    now = CurrentTournament.of(group_id, tournament_id)
    changes = db.session.scalars(
        db.select(Change)
        .where(Change.tournament_id == tournament_id, Change.group_id == group_id)
        .order_by(*Change.newest_first())
    ).all()
    return render_template(
        "tournaments/history.html",
        now=now,
        tournament=now.tournament,
        entries=_entries(now.tournament, changes, is_umpire=may_umpire(group_id, tournament_id)),
    )


@dataclass(frozen=True)
class HistoryEntry:
    """change: of the tournament, or of a table. undo, page: addresses; "" if there is none."""

    change: Change
    words: str
    undo: str = ""
    page: str = ""


def _entries(tournament: Tournament, changes: Sequence[Change], *, is_umpire: bool) -> list[HistoryEntry]:
    ids: dict[str, Any] = {"group_id": tournament.group_id, "tournament_id": tournament.id}
    at_tables = _changes_at_tables(tournament, changes)
    entries = []
    for change in changes:
        if change.id in at_tables:
            table_change, session = at_tables[change.id]
            page = url_for("table.history", group_id=session.group_id, session_id=session.id)
            words = table_change_in_words(table_change, session, tournament)
            entries.append(HistoryEntry(table_change, words, page=page))
        else:
            may_undo = is_umpire and change.kind not in (UNDO, AT_TABLE)
            undo = url_for(".undo", change_id=change.id, **ids) if may_undo else ""
            entries.append(HistoryEntry(change, change_in_words(change, tournament), undo))
    return entries


def _changes_at_tables(
    tournament: Tournament, changes: Sequence[Change]
) -> dict[uuid.UUID, tuple[Change, Session]]:
    """Return {id of a tournament's change: (the change of a table that it records, the table’s session)}.

    As many queries for many tables as for one.
    """
    recorded = {change.id: uuid.UUID(change.about["change"]) for change in changes if change.kind == AT_TABLE}
    query = db.select(Change).where(Change.group_id == tournament.group_id, Change.id.in_(recorded.values()))
    table_changes = {change.id: change for change in db.session.scalars(query)}
    session_ids = {change.session_id for change in table_changes.values() if change.session_id}
    sessions = {session.id: session for session in Session.several(tournament.group_id, session_ids)}
    return {
        change_id: (table_changes[recorded_id], session)
        for change_id, recorded_id in recorded.items()
        if recorded_id in table_changes and (session := sessions.get(table_changes[recorded_id].session_id))
    }


@bp.post(f"{TOURNAMENT}/history/<uuid:change_id>/undo")
@changes_tournament(at_tables=True)
def undo(tournament: Tournament, change_id: uuid.UUID) -> ResponseReturnValue:
    change = Change.of(tournament.group_id, change_id)
    if change is None or change.tournament_id != tournament.id:
        abort(404)
    words = change_in_words(change, tournament)
    try:
        undo_tournament_change(tournament, change, change_stamp())
    except CannotUndo as refused:
        db.session.rollback()
        flash(not_undone(refused))
    else:
        db.session.commit()
        flash(_("Taken back: %(change)s", change=words))
        table_change = done_at_table(change)
        if table_change is not None and table_change.is_active:
            flash(_("Their table has gone on without them: they sit down again there, under Seats."))
    return redirect(url_for(".history", group_id=tournament.group_id, tournament_id=tournament.id), 303)
