"""Merging two groups: choosing the target, and where pages of a merged group are found."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable
from functools import reduce

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from files.document.scope import Scope
from files.importing.group_merge import GroupSnapshot, has_changed_since, merge_chain
from forms.base import ChangeForm
from models import Group, Import, Job, Role, db
from models.ids import derived_id
from models.imported_file import merge_import_of
from models.job import MAX_SESSIONS_PER_REQUEST
from models.names import folded
from models.night import Night
from models.night_lists import last_in, waiting_in
from models.player import same_name
from models.session import Session
from views.home import bp
from views.web.access import GroupMerged, known_groups, membership, owner, owns
from views.web.addresses import GROUP
from views.web.clock import now
from views.web.gate import change_stamp, changes_group, enter_group, sent_id
from views.web.limits import IMPORTING, limiter

MAX_WAITING_SHOWN = 5


@bp.get(f"{GROUP}/merge")
def choose_group_to_merge(group_id: uuid.UUID) -> ResponseReturnValue:
    return _page(owner(group_id).group, request.args.get("into"))


@bp.post(f"{GROUP}/merge")
@changes_group(Role.OWNER, on_repeat=None)
@limiter.limit(IMPORTING)
def begin_merge(group: Group) -> ResponseReturnValue:
    """Show a preview of merging this group into another one; changes nothing yet."""
    wanted = request.form.get("into", "")
    other = next((other for other in _others(group) if str(other.id) == wanted), None)
    if other is None:
        return _page(group, wanted, _("Choose a group.")), 422
    if waiting_in(group.id, most=1):
        return _page(group, wanted), 422
    if Scope(group.id).session_count() > MAX_SESSIONS_PER_REQUEST:
        job = Job.enqueue(other, "read_group", {"joins": str(group.id), "name": group.name}, change_stamp())
        db.session.commit()
        return redirect(url_for("files.show_job", group_id=other.id, job_id=job.id), 303)
    other_id, file_id = other.id, sent_id()
    if Import.of(other_id, file_id) is None:
        read = GroupSnapshot.read(group.id, now())
        read.store(enter_group(other_id, Role.OWNER), change_stamp())
        db.session.commit()
    return redirect(url_for("files.show_import", group_id=other_id, file_id=file_id), 303)


@bp.app_errorhandler(GroupMerged)
def joined(elsewhere: GroupMerged) -> ResponseReturnValue:
    """The page of a group that was merged: links to the new place."""
    g.pop("member", None)  # the page belongs to neither group
    group = elsewhere.group
    chain = merge_chain(group)
    into, is_known = chain[-1], membership(chain[-1].id) is not None
    may_part = len(chain) == 1 and owns(group.id) and owns(into.id)
    file = merge_import_of(group) if may_part else None
    return render_template(
        "home/merging/merged.html",
        gone=group,
        into=into,
        alike=same_name(group.name, into.name),
        address=_address_after_merge(chain) if is_known else None,
        file=file if file and not has_changed_since(file) else None,
        form=ChangeForm(),
    ), elsewhere.code


def duplicate_groups(groups: Iterable[Group]) -> list[tuple[Group, Group]]:
    """For each name that several of the groups have: the newest, and the oldest, into which it may go."""
    by_name: dict[str, list[Group]] = defaultdict(list)
    for group in sorted(groups, key=lambda group: (group.created_at, group.id)):
        by_name[folded(group.name)].append(group)
    return [(namesakes[-1], namesakes[0]) for namesakes in by_name.values() if len(namesakes) > 1]


def _others(group: Group) -> list[Group]:
    """Other groups that this phone owns, groups with the same name first."""
    others = [other for other in known_groups(to_manage=True) if other.id != group.id]
    return sorted(others, key=lambda other: not same_name(other.name, group.name))


def _address_after_merge(chain: list[Group]) -> str:
    """The requested night or session in the group that has it now; otherwise that group."""
    into, arguments = chain[-1], request.view_args or {}
    for name, model, page in (("session_id", Session, "table.show"), ("night_id", Night, "nights.show")):
        if name in arguments:
            new_id = reduce(lambda thing_id, step: derived_id(step.id, thing_id), chain, arguments[name])
            if model.of(into.id, new_id):
                return url_for(page, group_id=into.id, **{name: new_id})
    return url_for("home.show_group", group_id=into.id)


def _page(group: Group, chosen: str | None, error: str | None = None) -> str:
    others = [(other, Scope(other.id).session_count(), last_in(other.id)) for other in _others(group)]
    likely = [
        str(other.id) for other, *_known in others if len(others) == 1 or same_name(other.name, group.name)
    ]
    return render_template(
        "home/merging/choose.html",
        group=group,
        others=others,
        chosen=chosen or next(iter(likely), ""),
        waiting=waiting_in(group.id, most=MAX_WAITING_SHOWN),
        errors=[error] if error else [],
        form=ChangeForm(),
    )
