"""A large import is read, applied and reverted by jobs, without intermediate states."""

import json

import pytest

from commands.worker import Heartbeat, Stopped
from files.importing.draft import unpacked
from forms import imports as form
from models import Import, db, imported_file
from tests.files.document.files import brief
from tests.files.importing.files import TOTALS, rows_except
from tests.jobs import work_off
from tests.models.rows import row_counts
from tests.sampling import full_only
from tests.table import at_work
from tests.views.files.importing.test_imports import apply_import, upload

pytestmark = [
    full_only,
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]

JOBS = ("imports", "jobs", "job_pieces")


@pytest.fixture(autouse=True)
def _every_import_is_a_job(monkeypatch):
    monkeypatch.setattr(form, "LONG_FILE_BYTES", 0)
    monkeypatch.setattr(imported_file, "MAX_BYTES_PER_REQUEST", 0)


def finish_job(app, phone):
    """The page of the job after it has ended."""
    assert "It waits for its turn." in phone.page.text
    work_off(app)
    return phone.get(phone.path)


def open_result(phone):
    return phone.get(str(phone.page.select("a.button.main")[0]["href"]))


def import_file(app, table, phone, content=TOTALS):
    upload(phone, table, content)
    finish_job(app, phone)
    open_result(phone)
    apply_import(phone)
    finish_job(app, phone)


@pytest.mark.both_databases
def test_a_file_is_read_previewed_and_applied(app, table, phone):
    before = rows_except(app, *JOBS)
    upload(phone, table, TOTALS)
    assert "The file is read. Nothing has been imported yet." in finish_job(app, phone).text
    assert rows_except(app, *JOBS) == before
    open_result(phone)
    assert phone.page.heading == "What would be imported"
    apply_import(phone)
    assert rows_except(app, *JOBS) == before
    assert "Everything has been imported." in finish_job(app, phone).text
    open_result(phone)
    assert phone.page.heading == "What was imported"
    assert "1 game imported" in phone.page.text


@pytest.mark.both_databases
def test_an_import_is_reverted(app, table, phone):
    before = rows_except(app, *JOBS, "changes", "statistics_versions")
    import_file(app, table, phone)
    open_result(phone)
    phone.submit("/revert")
    assert "Everything that was imported is gone." in finish_job(app, phone).text
    assert rows_except(app, *JOBS, "changes", "statistics_versions") == before


def test_a_revert_that_is_stopped_too_late_is_reported_as_done(app, table, phone, monkeypatch):
    """The transaction is committed before the request to stop is seen."""
    import_file(app, table, phone)
    open_result(phone)
    phone.submit("/revert")

    def stopped(_progress, _done, _whole):
        raise Stopped

    monkeypatch.setattr(Heartbeat, "__call__", stopped)
    assert "Everything that was imported is gone." in finish_job(app, phone).text


def test_an_unreadable_file_is_reported_with_the_position_of_the_error(app, table, phone):
    document = brief()
    document["sessions"][0]["variant"] = "chess"
    upload(phone, table, json.dumps(document))
    page = finish_job(app, phone)
    assert "Nothing was changed. sessions[0].variant: " in page.text
    assert "Try again" not in page.text
    assert row_counts(app)["imports"] == 0


def test_sending_the_file_twice_stores_it_once(app, table, phone):
    upload(phone, table, TOTALS)
    path = phone.path
    upload(phone, table, TOTALS)
    assert phone.path == path
    work_off(app)
    counts = row_counts(app)
    assert (counts["jobs"], counts["imports"], counts["job_pieces"]) == (1, 1, 0)


def test_two_files_of_one_name_are_two_imports(app, table, phone):
    upload(phone, table, TOTALS)
    upload(phone, table, TOTALS.replace("30", "31"))
    work_off(app)
    assert row_counts(app)["imports"] == 2


def test_a_missing_choice_is_reported_by_the_job(app, table, phone):
    upload(phone, table, TOTALS)
    finish_job(app, phone)
    open_result(phone)
    with at_work(app):
        found = db.session.scalar(db.select(Import))
        found.choices = {"people": dict.fromkeys(_people(found), "?"), "games": {}}
        db.session.commit()
    phone.post(f"{phone.path}/apply", {"csrf_token": phone.token()}, Sec_Fetch_Site="same-origin")
    assert "Say who is who first. Nothing was imported." in finish_job(app, phone).text


def _people(found):
    return [player.id for player in unpacked(found.document).players]


def test_the_job_is_listed_on_the_page_of_imports(app, table, phone):
    upload(phone, table, TOTALS)
    path = phone.path
    page = phone.get(f"{table.group_path}/imports")
    assert path in page.hrefs()
    assert "waits for its turn" in page.text


def test_a_scorer_cannot_see_the_job(app, table, phone, phone_of):
    upload(phone, table, TOTALS)
    phone_of(table, "scorer").get(phone.path, 403)
