"""The nights of a group: all of them, the recap of one, and what is written about it."""

from __future__ import annotations

import uuid

from flask import Blueprint, Response, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.nights import NightForm
from models import Change, Night, db
from models.history import nights_of
from models.night_notes import describe, note_fingerprint, trail_of_night
from views.access import Membership, night_of, reader, scorer
from views.moments import author
from views.night_card import night_cards
from views.night_filter import night_filter
from views.night_recap import night_recap
from views.night_text import night_text
from views.night_words import night_change_in_words
from views.picture_text import fitted, fitted_parts
from views.taking_back import take_back_once

nights = Blueprint("nights", __name__, url_prefix="/nights")

NIGHTS_A_PAGE = 12


@nights.get("")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    """Newest first; `before` (a night's id) goes further back."""
    member = reader(group_id)
    asked = night_filter(member.group)
    found = nights_of(group_id, asked.wanted, before=asked.before, most=NIGHTS_A_PAGE + 1)
    return render_template(
        "nights/index.html",
        member=member,
        group=member.group,
        asked=asked,
        cards=night_cards(found[:NIGHTS_A_PAGE]),
        last=found[NIGHTS_A_PAGE - 1] if len(found) > NIGHTS_A_PAGE else None,
    )


@nights.get("/<uuid:night_id>")
def show(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    """The recap."""
    member = reader(group_id)
    view = night_recap(night_of(group_id, night_id))
    return render_template(
        "nights/show.html", member=member, group=member.group, view=view, text=night_text(view)
    )


@nights.get("/<uuid:night_id>.txt")
def text(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    view = night_recap(night_of(group_id, night_id))
    return Response(night_text(view) + "\n", mimetype="text/plain")


@nights.get("/<uuid:night_id>.svg")
def picture(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    """The night as one picture that stands alone: its colours are its own, whatever the theme."""
    reader(group_id)
    view = night_recap(night_of(group_id, night_id))
    drawn = render_template("nights/picture.svg", view=view, fitted=fitted, fitted_parts=fitted_parts)
    return Response(drawn, mimetype="image/svg+xml")


@nights.get("/<uuid:night_id>/note")
def edit(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    night = night_of(group_id, night_id)
    return _note_page(member, night, NightForm(data={"place": night.place, "note": night.note}))


@nights.post("/<uuid:night_id>/note")
def write(group_id: uuid.UUID, night_id: uuid.UUID) -> ResponseReturnValue:
    """Place and note; what somebody else has written meanwhile is shown before it is replaced."""
    member = scorer(group_id)
    night = night_of(group_id, night_id, lock=True)
    form = NightForm()
    if not form.validate_on_submit():
        return _note_page(member, night, form), 422
    if Change.of(group_id, form.id_of_change) is None:
        if form.seen.data and form.seen.data != note_fingerprint(night):
            return _note_page(member, night, form, meanwhile=True), 409
        place, note = form.place.data or "", form.note.data or ""
        describe(member.group, night, author(form.id_of_change), place=place, note=note)
        db.session.commit()
        flash(_("Written down."))
    return redirect(url_for("nights.show", group_id=group_id, night_id=night_id), 303)


@nights.post("/<uuid:night_id>/changes/<uuid:change_id>/take-back")
def take_back(group_id: uuid.UUID, night_id: uuid.UUID, change_id: uuid.UUID) -> ResponseReturnValue:
    """Undo what was written, or write it again."""
    group = scorer(group_id).group
    night = night_of(group_id, night_id, lock=True)
    change = next((c for c in trail_of_night(night) if c.id == change_id), None)
    if change is None:
        abort(404)
    take_back_once(group, change)
    return redirect(url_for("nights.edit", group_id=group_id, night_id=night_id), 303)


def _note_page(member: Membership, night: Night, form: NightForm, *, meanwhile: bool = False) -> str:
    return render_template(
        "nights/note.html",
        member=member,
        group=member.group,
        night=night,
        form=form,
        meanwhile=meanwhile,
        seen=note_fingerprint(night),
        trail=[(change, night_change_in_words(change)) for change in trail_of_night(night)],
    )
