"""Files that take long to make: start, progress, stop, download for a day."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from flask import Response, abort, redirect, render_template, request, stream_with_context, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext

from files.export.formats import EXPORT_JOBS, FORMATS
from models import Group, Job, Role, db
from models.job import stored_file
from views.files import bp, import_page
from views.files.exports import name_of_everything
from views.web.access import owner, owns, scorer
from views.web.addresses import GROUP
from views.web.clock import now
from views.web.downloads import as_attachment
from views.web.gate import change_stamp, changes_group
from views.web.language import current_language, local_zone
from views.web.limits import EXPORTING_EVERYTHING, in_group, limiter

OF_IMPORTS = {
    "read": lazy_gettext("A file is read"),
    "read_group": lazy_gettext("A group is read"),
    "apply": lazy_gettext("A file is imported"),
    "revert": lazy_gettext("A file is taken back"),
}
OF_JOINING = {
    "apply": lazy_gettext("Two groups are put together"),
    "revert": lazy_gettext("Two groups are taken apart"),
}
HEADINGS = {key: file_format.label for key, file_format in FORMATS.items()} | OF_IMPORTS


@bp.post(f"{GROUP}/jobs")
@changes_group(Role.SCORER, on_repeat=None)
@limiter.limit(EXPORTING_EVERYTHING, scope=in_group)
def create_job(group: Group) -> ResponseReturnValue:
    """Have a file of everything made."""
    kind = request.form.get("kind", "")
    if kind not in EXPORT_JOBS:
        abort(400)
    arguments = {
        "name": name_of_everything(group),
        "language": current_language(),
        "zone": str(local_zone()),
    }
    return to_new_job(group, kind, arguments)


@bp.post(f"{GROUP}/jobs/<uuid:job_id>/retry")
@changes_group(Role.SCORER, on_repeat=None)
def retry_job(group: Group, job_id: uuid.UUID) -> ResponseReturnValue:
    """Repeat a job that was stopped or failed."""
    job = _job(group.id, job_id)
    return to_job(job) if job.is_open else to_new_job(group, job.kind, job.arguments)


@bp.post(f"{GROUP}/jobs/<uuid:job_id>/stop")
@changes_group(Role.SCORER, on_repeat=None)
def stop_job(group: Group, job_id: uuid.UUID) -> ResponseReturnValue:
    job = _job(group.id, job_id)
    job.stop(now())
    db.session.commit()
    return to_job(job)


@bp.get(f"{GROUP}/jobs/<uuid:job_id>")
def show_job(group_id: uuid.UUID, job_id: uuid.UUID) -> ResponseReturnValue:
    """The progress of a job; with X-Fragment only the live part."""
    scorer(group_id)
    job = _job(group_id, job_id)
    is_fragment = request.headers.get("X-Fragment") == "1"
    headings = HEADINGS | OF_JOINING if "joins" in job.arguments else HEADINGS
    context: dict[str, Any] = {
        "job": job,
        "heading": headings[job.kind],
        "reason": import_page.why_not(job),
        "of_import": job.kind in OF_IMPORTS,
    }
    answer = Response(render_template(f"files/jobs/{'_state' if is_fragment else 'show'}.html", **context))
    answer.vary.add("X-Fragment")
    if is_fragment:
        answer.set_etag(job.version, weak=True)
    return answer.make_conditional(request)


@bp.get(f"{GROUP}/jobs/<uuid:job_id>/file")
def job_file(group_id: uuid.UUID, job_id: uuid.UUID) -> ResponseReturnValue:
    """The file that the job made."""
    scorer(group_id)
    job = _job(group_id, job_id)
    if "bytes" not in job.result:
        abort(404)
    answer = Response(stream_with_context(stored_file(job.id)), mimetype=job.result["type"])
    answer.content_length = job.result["bytes"]
    return as_attachment(answer, job.result["name"], FORMATS[job.kind].extension)


def _job(group_id: uuid.UUID, job_id: uuid.UUID) -> Job:
    job = Job.of(group_id, job_id)
    if job is None:
        abort(404)
    if job.kind in OF_IMPORTS:
        owner(group_id)
        if "joins" in job.arguments and not owns(uuid.UUID(job.arguments["joins"])):
            abort(403)
    return job


def to_new_job(
    group: Group, kind: str, arguments: dict[str, Any], file: Sequence[bytes] = ()
) -> ResponseReturnValue:
    """Enqueue a job and redirect to its page. file: input of the job, compressed."""
    job = Job.enqueue(group, kind, arguments, change_stamp(), file)
    db.session.commit()
    return to_job(job)


def to_job(job: Job) -> ResponseReturnValue:
    return redirect(url_for("files.show_job", group_id=job.group_id, job_id=job.id), 303)
