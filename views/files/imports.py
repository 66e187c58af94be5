"""Files that are brought to the group: previewed first, then applied whole, and reverted whole."""

from __future__ import annotations

import uuid
from hashlib import sha256
from typing import Any

from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from files.document import BadDocument
from files.importing.applying import CannotApply, apply_file, sessions_of
from files.importing.draft import packed
from files.importing.group_merge import has_changed_since
from files.importing.preview import Preview
from files.importing.reverting import CannotRevert, ChangedSince, changed_sessions, revert_file
from files.readers.reading import read_file
from files.readers.tables.example import Example
from forms.base import ChangeForm
from forms.imports import (
    GAME,
    LATE,
    LONG_FILE_BYTES,
    OTHERS,
    TABLE,
    WHO,
    FileForm,
    RevertForm,
)
from models import Group, Import, Job, Role, db
from models.imported_file import ImportState
from models.job import compressed_pieces
from models.player import same_name
from views.files import bp, import_choices, import_page
from views.files.jobs import OF_IMPORTS, to_new_job
from views.web.access import owner, owns
from views.web.addresses import GROUP
from views.web.admission import reads_files, takes
from views.web.downloads import as_attachment
from views.web.gate import change_stamp, changes_group, enter_group, sent_id
from views.web.language import current_language, local_zone
from views.web.limits import IMPORTING, IMPORTING_LONG_FILES, limiter

MOST_BYTES = 64 * 1024 * 1024


@bp.get(f"{GROUP}/imports")
def imports(group_id: uuid.UUID) -> ResponseReturnValue:
    group = owner(group_id).group
    return _files_page(group, _file_form(group_id))


@bp.post(f"{GROUP}/imports")
@reads_files
@takes(MOST_BYTES)
@changes_group(Role.OWNER, on_repeat=None)
@limiter.limit(IMPORTING)
@limiter.limit(IMPORTING_LONG_FILES, exempt_when=lambda: (request.content_length or 0) <= LONG_FILE_BYTES)
def upload(group: Group) -> ResponseReturnValue:
    """Store a file that can be read, and redirect to its preview."""
    group_id = group.id
    form = _file_form(group_id)
    db.session.rollback()  # a long file takes its time, and meanwhile the tables shall be able to write
    if form.is_long:
        pieces = compressed_pieces(form.file.data)
        arguments = {
            "name": form.file_name,
            "zone": str(local_zone()),
            "content": sha256(b"".join(pieces)).hexdigest(),
        }
        return to_new_job(enter_group(group_id, Role.OWNER), "read", arguments, pieces)
    is_good = form.validate_on_submit()
    document = packed(form.draft) if is_good else b""
    group = enter_group(group_id, Role.OWNER)
    if not is_good:
        return _files_page(group, form), 422
    file = Import.of(group_id, sent_id())
    if file is None:
        file = Import.store(group, form.kind, form.draft, form.file_name, change_stamp(), document=document)
        db.session.commit()
    return to_import(group_id, file.id)


@bp.get(f"{GROUP}/imports/example.csv")
def example(group_id: uuid.UUID) -> ResponseReturnValue:
    """A table that fits, to fill in."""
    owner(group_id)
    text = Example(current_language()).as_csv()
    return as_attachment(Response(text.encode("utf-8-sig"), mimetype="text/csv"), _("Example"), "csv")


def to_import(group_id: uuid.UUID, file_id: uuid.UUID) -> ResponseReturnValue:
    return redirect(url_for("files.show_import", group_id=group_id, file_id=file_id), 303)


@bp.get(f"{GROUP}/imports/<uuid:file_id>")
def show_import(group_id: uuid.UUID, file_id: uuid.UUID) -> ResponseReturnValue:
    """The preview of an import, or its report."""
    group = owner(group_id).group
    file = _file(group_id, file_id)
    if file.merged_group_id and file.state == ImportState.REVERTED:
        return redirect(url_for("home.choose_group_to_merge", group_id=file.merged_group_id, into=group_id))
    if file.is_applied:
        return _report_page(group, file)
    return _preview_page(group, file)


@bp.post(f"{GROUP}/imports/<uuid:file_id>/choices")
@reads_files
@changes_group(Role.OWNER, on_repeat=None)
def save_choices(group: Group, file_id: uuid.UUID) -> ResponseReturnValue:
    """Look again, with other people and games."""
    group_id = group.id
    file = _file(group_id, file_id, lock=True)
    if not file.is_applied:
        try:
            file, _same = _choose(file)
        except BadDocument as refused:
            return _refusal_page(group_id, file_id, refused)
        db.session.commit()
    return to_import(group_id, file_id)


@bp.post(f"{GROUP}/imports/<uuid:file_id>/apply")
@reads_files
@changes_group(Role.OWNER, on_repeat=None)
def apply_import(group: Group, file_id: uuid.UUID) -> ResponseReturnValue:
    """Apply the import; where another game was chosen, show the preview again first."""
    group_id = group.id
    file = _file(group_id, file_id, lock=True)
    if file.is_applied:
        return to_import(group_id, file_id)
    try:
        file, is_as_shown = _choose(file)
        if not is_as_shown:
            db.session.commit()
            flash(_("With these games, this is what would be imported. Nothing is imported yet."))
            return to_import(group_id, file_id)
        if file.is_long:
            return to_new_job(group, "apply", _job_arguments(file))
        report = apply_file(group, file, change_stamp())
    except (CannotApply, BadDocument) as refused:
        if refused.reason == "done":
            return to_import(group_id, file_id)
        return _refusal_page(group_id, file_id, refused)
    flash(_("The two groups are one now.") if file.merged_group_id else import_page.import_summary(report))
    return to_import(group_id, file_id)


def _choose(file: Import) -> tuple[Import, bool]:
    """Store the choices of the form; the file, and whether its games are those that the page showed.

    If the table is read again, another transaction has the group and the file afterwards. Raises BadDocument.
    """
    group_id, file_id, document = file.group_id, file.id, file.document
    again = import_choices.read_again(group_id, file)
    if again is not None:
        enter_group(group_id, Role.OWNER)
        file = _file(group_id, file_id, lock=True)
        if file.is_applied or file.document != document:  # another phone was faster: look at what it chose
            return file, False
    return file, import_choices.choose(file, again)


def _refusal_page(
    group_id: uuid.UUID, file_id: uuid.UUID, refused: CannotApply | BadDocument
) -> ResponseReturnValue:
    problem = import_page.refusal_in_words(refused)
    return _preview_page(owner(group_id).group, _file(group_id, file_id), (problem,)), 422


@bp.post(f"{GROUP}/imports/<uuid:file_id>/revert")
@changes_group(Role.OWNER, on_repeat=None)
def revert_import(group: Group, file_id: uuid.UUID) -> ResponseReturnValue:
    """Give back everything that the file brought."""
    file = _file(group.id, file_id, lock=True)
    form = RevertForm()
    if file.is_applied and form.validate_on_submit():
        if file.is_long and (form.sure.data or not changed_sessions(file)):
            return to_new_job(group, "revert", {**_job_arguments(file), "sure": form.sure.data})
        try:
            reverted = revert_file(group, file, change_stamp(), sure=form.sure.data)
        except ChangedSince:
            return _report_page(group, file, asking=True), 422
        except CannotRevert as refused:
            if refused.reason != "done":
                flash(import_page.refusal_in_words(refused))
            return to_import(group.id, file_id)
        if file.merged_group_id:
            flash(_("Taken back: “%(name)s” is a group of its own again.", name=file.name))
            return redirect(url_for("home.show_group", group_id=file.merged_group_id), 303)
        flash(import_page.revert_summary(*reverted, stayed=file.result.get("stayed", 0)))
    return to_import(group.id, file_id)


def _file_form(group_id: uuid.UUID) -> FileForm:
    context = import_choices.reading_context(group_id)
    return FileForm(lambda content: import_choices.isolated(read_file, content, context))


def _file(group_id: uuid.UUID, file_id: uuid.UUID, *, lock: bool = False) -> Import:
    """A merge is for owners of both groups, except its report."""
    file = Import.of(group_id, file_id, lock=lock) or abort(404)
    is_report = file.is_applied and request.method == "GET"
    if file.merged_group_id and not is_report and not owns(file.merged_group_id):
        abort(403)
    return file


def _job_arguments(file: Import) -> dict[str, Any]:
    joins = {"joins": str(file.merged_group_id)} if file.merged_group_id else {}
    return {"import": str(file.id), "name": file.name, **joins}


def _files_page(group: Group, form: FileForm) -> str:
    reason = _(form.refused.reason, **form.refused.values) if form.refused else None
    return render_template(
        "files/imports/index.html",
        group=group,
        form=form,
        files=Import.newest(group),
        jobs=Job.newest(group.id, list(OF_IMPORTS)),
        headings=OF_IMPORTS,
        kind_in_words=import_page.kind_in_words,
        reason=reason,
        example=Example(current_language()),
    )


def _preview_page(group: Group, file: Import, problems: tuple[str, ...] = ()) -> str:
    preview = Preview(group, file, import_choices.draft_to_show(group.id, file))
    return render_template(
        "files/merging/show.html" if file.merged_group_id else "files/imports/show.html",
        group=group,
        file=file,
        preview=preview,
        problems=problems,
        again=file.state == ImportState.REVERTED,
        **_other(group, file),
        texts=import_page,
        who=WHO,
        game=GAME,
        fields={"table": TABLE, "late": LATE, "others": OTHERS},
    )


def _other(group: Group, file: Import) -> dict[str, Any]:
    """What distinguishes the group to be merged from this one, where both have the same name."""
    other = db.session.get(Group, file.merged_group_id) if file.merged_group_id else None
    return {"alike": same_name(other.name, group.name), "begun": other.created_at} if other else {}


def _report_page(group: Group, file: Import, *, asking: bool = False) -> str:
    return render_template(
        "files/merging/report.html" if file.merged_group_id else "files/imports/report.html",
        group=group,
        file=file,
        kind=import_page.kind_in_words(file.kind),
        details=import_page.import_details(file.result),
        sessions=sessions_of(file),
        changed=changed_sessions(file),
        asking=asking,
        obstacle=_obstacle(file),
        form=ChangeForm(),
    )


def _obstacle(file: Import) -> str:
    """Why a merge cannot be reverted; "" if it can, and for a file."""
    if has_changed_since(file):
        return str(import_page.REFUSALS["since"])
    if file.merged_group_id and not owns(file.merged_group_id):
        return _("Only a phone that owns the old group too can take this back.")
    return ""
