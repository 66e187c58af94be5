"""Every format writes the scopes of its entry, and the same file as a job."""

import io
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from files.document.scope import Export, Scope
from files.export.formats import FORMATS, SCOPES, format_of_file, formats_of
from models.job import stored_file
from tests.club import opened
from tests.jobs import enqueue, job, work_off
from tests.table import at_work

AT = datetime(2026, 9, 11, 20, tzinfo=UTC)
SECTIONS = {"places": "place;player;", "csv": "session_id;date;", "json": '"format": "turn-eight/2"'}


def scopes_of(app, table):
    club = opened(app, "Anna Bo Cara", group_id=table.group_id).draws()
    return {
        "group": Scope(table.group_id),
        "night": Scope(table.group_id, night_id=table.night_id()),
        "session": Scope(table.group_id, session_id=table.session_id),
        "tournament": Scope(table.group_id, tournament_id=club.id),
    }


@pytest.mark.parametrize("scope", SCOPES)
def test_each_format_writes_each_of_its_scopes(app, table, scope):
    wanted = scopes_of(app, table)[scope]
    for each in formats_of(scope).values():
        export = Export(wanted, AT, "sv", ZoneInfo("Europe/Stockholm"))
        with at_work(app):
            file = io.BytesIO()
            each.write(export, file)
            content = file.getvalue()
            assert content
            if each.pieces:
                assert content == "".join(each.pieces(export)).encode()
            if each.key in SECTIONS:
                assert SECTIONS[each.key] in content.decode("utf-8-sig")[:200]


def test_file_names_are_unique_among_formats():
    assert [format_of_file(each.file_name).key for each in FORMATS.values()] == list(FORMATS)


@pytest.mark.parametrize("key", formats_of("group"))
def test_a_job_writes_the_same_file(app, table, key):
    job_id = enqueue(table, key)
    work_off(app)
    done, file = job(app, job_id), io.BytesIO()
    with at_work(app):
        export = Export(Scope(table.group_id), done.at, "en", ZoneInfo("Europe/Stockholm"))
        FORMATS[key].write(export, file)
        assert b"".join(stored_file(job_id)) == file.getvalue()
    assert done.result["type"] == FORMATS[key].mimetype
