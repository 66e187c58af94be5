"""The nights of a group: list, recap, note, text and picture."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.nights import NightForm
from models import Group, Night, Player, Role, Session, db
from models.night_lists import nights_of, sessions_of, tournaments_on
from models.night_notes import describe, night_history, note_fingerprint
from models.recycle_bin import delete_night, night_content
from views.nights import bp
from views.nights.comparison import NightComparison
from views.nights.recap import NightRecap, night_text
from views.nights.session_recap import night_change_in_words
from views.statistics.filter import filter_of
from views.undo import undo_in_group
from views.web.access import night_named, night_of, owner, reader, scorer
from views.web.clock import now
from views.web.gate import change_stamp, changes_group, changes_night, earlier_change, is_same_form
from views.words.nights import NightInShort
from views.words.pictures import fitted, fitted_parts

NIGHTS_PER_PAGE = 12


@bp.get("")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    """The nights, newest first; with `before` (id of a night) those before it."""
    reader(group_id)
    if "player" in request.args:
        return redirect(_as_company(group_id), 301)
    chosen, before = filter_of(group_id), night_named(group_id, request.args.get("before"))
    nights = nights_of(chosen.selection, before=before, most=NIGHTS_PER_PAGE + 1)
    shown = nights[:NIGHTS_PER_PAGE]
    return render_template(
        "nights/index.html",
        chosen=chosen,
        before=before,
        nights=shown,
        played=sessions_of(shown),
        last=shown[-1] if len(nights) > NIGHTS_PER_PAGE else None,
    )


def _as_company(group_id: uuid.UUID) -> str:
    """The present address for a former query parameter, `player`."""
    others = {name: request.args.get(name) for name in ("variant", "year", "before")}
    return url_for("nights.index", group_id=group_id, who=request.args["player"], **others)  # type: ignore[arg-type]


@bp.get("/<uuid:night_id>")
def show(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    """The recap."""
    reader(group_id)
    recap = NightRecap(night_of(group_id, night_id))
    return render_template(
        "nights/show.html",
        recap=recap,
        waiting=recap.waiting_in_words(now()),
        text=night_text(recap),
        usual=NightComparison(recap.night),
        tournaments=tournaments_on(recap.night),
    )


@bp.get("/<uuid:night_id>.txt")
def text(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    return Response(night_text(NightRecap(night_of(group_id, night_id))) + "\n", mimetype="text/plain")


@bp.get("/<uuid:night_id>.svg")
def picture(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    """The night as SVG, with colours independent of the theme."""
    reader(group_id)
    recap = NightRecap(night_of(group_id, night_id))
    drawn = render_template("nights/picture.svg", recap=recap, fitted=fitted, fitted_parts=fitted_parts)
    return Response(drawn, mimetype="image/svg+xml")


@bp.get("/<uuid:night_id>/note")
def edit_note(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    night = night_of(group_id, night_id)
    return _note_page(night, NightForm(data={"place": night.place, "note": night.note}))


def to_night(group: Group, night_id: uuid.UUID) -> ResponseReturnValue:
    return redirect(url_for("nights.show", group_id=group.id, night_id=night_id), 303)


@bp.post("/<uuid:night_id>/note")
@changes_group(Role.SCORER, on_repeat=None)
def save_note(group: Group, night_id: uuid.UUID) -> ResponseReturnValue:
    """Save place and note; another change since the page was opened is shown before it is replaced."""
    if earlier_change() and is_same_form():
        return to_night(group, night_id)
    night = night_of(group.id, night_id, lock=True)
    form = NightForm()
    if not form.validate_on_submit():
        return _note_page(night, form), 422
    if form.seen.data and form.seen.data != note_fingerprint(night):
        return _note_page(night, form, meanwhile=True), 409
    describe(group, night, change_stamp(), place=form.place.data or "", note=form.note.data or "")
    db.session.commit()
    flash(_("Saved."))
    return to_night(group, night_id)


def to_note(group: Group, night_id: uuid.UUID, **_arguments: Any) -> ResponseReturnValue:
    return redirect(url_for("nights.edit_note", group_id=group.id, night_id=night_id), 303)


@bp.post("/<uuid:night_id>/changes/<uuid:change_id>/undo")
@changes_group(Role.SCORER, on_repeat=to_note)
def undo_note(group: Group, night_id: uuid.UUID, change_id: uuid.UUID) -> ResponseReturnValue:
    """Undo a change of place or note, or redo it."""
    night = night_of(group.id, night_id, lock=True)
    change = next((change for change in night_history(night) if change.id == change_id), None)
    undo_in_group(group, change or abort(404))
    return to_note(group, night_id)


@bp.get("/<uuid:night_id>/deletion")
def confirm_deletion(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    owner(group_id)
    night = night_of(group_id, night_id)
    sessions, tournaments = night_content(night)
    return render_template(
        "nights/delete.html", night=night, sessions=sessions, tournaments=tournaments, form=ChangeForm()
    )


@bp.post("/<uuid:night_id>/deletion")
@changes_night
def remove(night: Night) -> ResponseReturnValue:
    group_id = night.group_id
    delete_night(night, change_stamp())
    db.session.commit()
    flash(_("The night is in the recycle bin; an owner can restore it for seven days."))
    return redirect(url_for("nights.index", group_id=group_id), 303)


def _note_page(night: Night, form: NightForm, *, meanwhile: bool = False) -> str:
    return render_template(
        "nights/note.html",
        night=night,
        form=form,
        meanwhile=meanwhile,
        seen=note_fingerprint(night),
        history=[(change, night_change_in_words(change)) for change in night_history(night)],
    )


@bp.app_template_filter()
def night_winners(night: Night, sessions: Sequence[Session]) -> list[Player]:
    """The players who won most sessions; [] without any."""
    return NightInShort(night, sessions).winners
