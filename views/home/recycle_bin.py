"""The recycle bin of a group, and the deleted groups that this phone may restore."""

from __future__ import annotations

import uuid

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from models import Change, Group, Role, db
from models.recycle_bin import (
    NIGHT_DELETED,
    RETENTION,
    TOURNAMENT_DELETED,
    entries_of,
    restore,
    restore_group,
)
from views.home import bp
from views.web.access import GroupDeleted, deleted_groups, owner
from views.web.addresses import GROUP
from views.web.errors import resend_page
from views.web.gate import change_stamp, changes_deleted_group, changes_group
from views.web.language import local_date
from views.words.figures import day
from views.words.group_changes import deletion_in_words
from views.words.nights import who_played


@bp.get(f"{GROUP}/bin")
def recycle_bin(group_id: uuid.UUID) -> ResponseReturnValue:
    owner(group_id)
    return render_template(
        "home/bin/show.html",
        entries=entries_of(group_id),
        in_words=deletion_in_words,
        who_played=lambda entry: who_played(entry.sessions),
        form=ChangeForm(),
    )


def to_bin(group: Group, change_id: uuid.UUID) -> ResponseReturnValue:
    return redirect(url_for("home.recycle_bin", group_id=group.id), 303)


@bp.post(f"{GROUP}/bin/<uuid:change_id>/restoration")
@changes_group(Role.OWNER, on_repeat=to_bin)
def restore_from_bin(group: Group, change_id: uuid.UUID) -> ResponseReturnValue:
    """Restore what the change `change_id` deleted."""
    if Change.of(group.id, change_id) is None:
        abort(404)
    deletion = restore(group.id, change_id, change_stamp())
    if deletion is None:
        flash(_("That is not in the recycle bin any more."))
        return to_bin(group, change_id)
    address = _address(group, deletion)
    db.session.commit()
    flash(_("Everything is as it was before."))
    return redirect(address, 303)


@bp.get("/groups/deleted")
def list_deleted_groups() -> ResponseReturnValue:
    groups = [(group, group.deleted_at + RETENTION) for group in deleted_groups() if group.deleted_at]
    return render_template("home/bin/groups.html", groups=groups, form=ChangeForm())


@bp.post(f"{GROUP}/restoration")
@changes_deleted_group
def restore_deleted_group(group: Group) -> ResponseReturnValue:
    if group.deleted_at is not None:
        restore_group(group, change_stamp())
        db.session.commit()
        flash(_("The group is there again, and its links open it."))
    return redirect(url_for("home.show_group", group_id=group.id), 303)


@bp.app_errorhandler(GroupDeleted)
def group_deleted(error: GroupDeleted) -> ResponseReturnValue:
    """The page of a deleted group; with what was sent, to send it again after restoring."""
    group, heading = error.member.group, _("This group was deleted")
    until = day(local_date(group.deleted_at + RETENTION)) if group.deleted_at else ""
    if request.method == "POST" and not request.files:
        advice = _(
            "It is in the recycle bin until %(day)s. An owner can restore it; then send this again.",
            day=until,
        )
        return resend_page(heading, advice), error.code
    page = {"deleted_group": group, "until": until, "may_restore": error.member.may_manage}
    return render_template("home/bin/group.html", form=ChangeForm(), heading=heading, **page), error.code


def _address(group: Group, deletion: Change) -> str:
    """The page of what was restored, by what the change says of it."""
    if deletion.kind == NIGHT_DELETED:
        return url_for("nights.show", group_id=group.id, night_id=deletion.about["night"])
    thing_id = deletion.about["id"]
    if deletion.kind == TOURNAMENT_DELETED:
        return url_for("tournaments.show", group_id=group.id, tournament_id=thing_id)
    return url_for("table.show", group_id=group.id, session_id=thing_id)
