"""A long file is read, taken in and taken back in the background, and nothing is seen of it in between."""

import json

import pytest

from commands.worker import Heartbeat, Stopped
from exchange.importing.draft import unpacked
from forms import imports as form
from models import Group, Import, Link, db, imported_file
from tests.exchange.document.files import brief
from tests.exchange.importing.files import TOTALS, rows_except
from tests.jobs import work_off
from tests.models.rows import row_counts
from tests.table import at_work
from tests.views.files.importing.test_imports import bring, import_document
from views.home import groups

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]

JOBS = ("imports", "jobs", "job_pieces")


@pytest.fixture(autouse=True)
def _everything_is_long(monkeypatch):
    monkeypatch.setattr(form, "LONG", 0)
    monkeypatch.setattr(imported_file, "LONG", 0)
    monkeypatch.setattr(groups, "MOST_AT_ONCE", 0)


def followed(app, phone):
    """The page of a job when it has ended."""
    assert "It waits for its turn." in phone.page.text
    work_off(app)
    return phone.get(phone.path)


def go_on(phone):
    return phone.get(str(phone.page.select("a.button.main")[0]["href"]))


def bring_and_take_in(app, table, phone, content=TOTALS):
    bring(phone, table, content)
    followed(app, phone)
    go_on(phone)
    import_document(phone)
    followed(app, phone)


@pytest.mark.both_databases
def test_it_is_read_shown_and_taken_in(app, table, phone):
    before = rows_except(app, *JOBS)
    bring(phone, table, TOTALS)
    assert "The file is read. Nothing has been imported yet." in followed(app, phone).text
    assert rows_except(app, *JOBS) == before
    go_on(phone)
    assert phone.page.heading == "What would be imported"
    import_document(phone)
    assert rows_except(app, *JOBS) == before
    assert "Everything has been imported." in followed(app, phone).text
    go_on(phone)
    assert phone.page.heading == "What was imported"
    assert "1 game imported" in phone.page.text


@pytest.mark.both_databases
def test_it_is_taken_back(app, table, phone):
    before = rows_except(app, *JOBS, "changes", "statistics_versions")
    bring_and_take_in(app, table, phone)
    go_on(phone)
    phone.submit("/revert")
    assert "Everything that was imported is gone." in followed(app, phone).text
    assert rows_except(app, *JOBS, "changes", "statistics_versions") == before


def test_what_is_taken_back_is_not_said_to_be_stopped(app, table, phone, monkeypatch):
    """Whoever asks to stop it comes too late: everything is gone at once."""
    bring_and_take_in(app, table, phone)
    go_on(phone)
    phone.submit("/revert")

    def stopped(_progress, _done, _whole):
        raise Stopped

    monkeypatch.setattr(Heartbeat, "__call__", stopped)
    assert "Everything that was imported is gone." in followed(app, phone).text


def test_a_file_that_cannot_be_read_says_where_and_why(app, table, phone):
    document = brief()
    document["sessions"][0]["variant"] = "chess"
    bring(phone, table, json.dumps(document))
    page = followed(app, phone)
    assert "Nothing was changed. sessions[0].variant: " in page.text
    assert "Try again" not in page.text
    assert row_counts(app)["imports"] == 0


def test_what_was_read_is_kept_once_however_often_the_form_is_sent(app, table, phone):
    bring(phone, table, TOTALS)
    path = phone.path
    bring(phone, table, TOTALS)
    assert phone.path == path
    work_off(app)
    counts = row_counts(app)
    assert (counts["jobs"], counts["imports"], counts["job_pieces"]) == (1, 1, 0)


def test_two_files_of_one_name_are_two(app, table, phone):
    bring(phone, table, TOTALS)
    bring(phone, table, TOTALS.replace("30", "31"))
    work_off(app)
    assert row_counts(app)["imports"] == 2


def test_what_nobody_decided_is_said_by_the_job(app, table, phone):
    bring(phone, table, TOTALS)
    followed(app, phone)
    go_on(phone)
    with at_work(app):
        found = db.session.scalar(db.select(Import))
        found.choices = {"people": dict.fromkeys(_people(found), "?"), "games": {}}
        db.session.commit()
    phone.post(f"{phone.path}/apply", {"csrf_token": phone.token()}, Sec_Fetch_Site="same-origin")
    assert "Say who is who first. Nothing was imported." in followed(app, phone).text


def _people(found):
    return [player.id for player in unpacked(found.document).players]


def test_it_is_found_again_beside_the_files(app, table, phone):
    bring(phone, table, TOTALS)
    where = phone.path
    page = phone.get(f"{table.group_path}/imports")
    assert where in page.hrefs()
    assert "waits for its turn" in page.text


def test_a_scorer_sees_nothing_of_it(app, table, phone, phone_of):
    bring(phone, table, TOTALS)
    phone_of(table, "scorer").get(phone.path, 403)


@pytest.mark.both_databases
def test_a_large_group_is_gone_at_once_and_deleted_meanwhile(app, table, phone):
    table.plays("Anna out, Bo K, Cara 5").stops()
    phone.get(f"{table.group_path}/deletion")
    phone.submit("/deletion", {"name": "Friday table"})
    phone.get(table.group_path, 404)
    with at_work(app):
        assert db.session.scalar(db.select(db.func.count()).select_from(Link)) == 0
        assert db.session.scalar(db.select(db.func.count()).select_from(Group)) == 1
    work_off(app)
    assert not any(row_counts(app).values())
