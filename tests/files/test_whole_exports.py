"""Exports of whole histories: constant memory, progress reports, cancellation."""

import gc
import io
import tempfile
import tracemalloc
import zipfile
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from flask_babel import force_locale

from files.document import document_text, rows
from files.document.scope import Export, Scope
from files.export.rounds_csv import rounds_csv
from files.export.workbook import write_workbook, writer
from models import Group, db
from models.database import reading
from tests.files.document.many import copied
from tests.sampling import full_only

pytestmark = [
    full_only,
    pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8 5, Bo K"] * 7, mode="short"),
]

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)
STOCKHOLM = ZoneInfo("Europe/Stockholm")


def table_file(scope, language="en", progress=None):
    return size_of(rounds_csv(Export(scope, NOW, language, STOCKHOLM, progress)))


def document(scope, progress=None):
    return size_of(document_text(db.session.get_one(Group, scope.group_id), NOW, scope, progress))


def workbook(scope, language="en", progress=None):
    with tempfile.TemporaryFile() as file:
        with force_locale(language):
            write_workbook(Export(scope, NOW, language, STOCKHOLM, progress), file)
        return file.seek(0, io.SEEK_END)


def size_of(pieces):
    return sum(len(piece) for piece in pieces)


every_file = pytest.mark.parametrize("written", [table_file, document, workbook])


@pytest.fixture(autouse=True)
def _twenty_sessions_at_once(monkeypatch):
    monkeypatch.setattr(rows, "BATCH_SIZE", 20)


@full_only
@every_file
def test_memory_does_not_grow_with_the_nights(app, table, written, monkeypatch):
    monkeypatch.setattr(writer, "MAX_SHEETS", 5)
    sizes, files = [], []
    for more in (60, 160):
        copied(table, more)
        with app.app_context(), reading():
            written(Scope(table.group_id))  # once before: caches filled by it are no growth
            gc.collect()  # whenever the garbage collector would run
            tracemalloc.start()
            files.append(written(Scope(table.group_id)))
            sizes.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert files[1] > files[0] * 2
    assert sizes[1] < sizes[0] * 1.5


@every_file
@pytest.mark.both_databases
def test_outside_of_a_request_it_reports_progress(app, table, written):
    copied(table, 49)
    reported = []
    with app.app_context(), reading():
        written(Scope(table.group_id), progress=reported.append)
        assert reported == [20, 40, Scope(table.group_id).session_count()]


class Stopped(Exception):
    """Raised to cancel the export."""


@every_file
def test_a_cancelled_export_leaves_no_file(app, table, written, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    copied(table, 49)

    def stop(_written):
        raise Stopped

    with app.app_context(), reading(), pytest.raises(Stopped):
        written(Scope(table.group_id), progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_outside_of_a_request_it_uses_the_given_language(app, table):
    with app.app_context(), reading(), tempfile.TemporaryFile() as file:
        with force_locale("sv"):
            write_workbook(Export(Scope(table.group_id), NOW, "sv", STOCKHOLM), file)
        assert "Spelare" in zipfile.ZipFile(file).read("xl/worksheets/sheet1.xml").decode()


def test_it_writes_hours_in_the_given_time_zone(app, game):
    table = game("derange", "Anna Bo", at=datetime(2026, 7, 1, 12, tzinfo=UTC))
    began = []
    for zone in ("Europe/Stockholm", "America/New_York"):
        with app.app_context(), reading(), tempfile.TemporaryFile() as file:
            with force_locale("en"):
                write_workbook(Export(Scope(table.group_id), NOW, "en", ZoneInfo(zone)), file)
            summary = zipfile.ZipFile(file).read("xl/worksheets/sheet1.xml").decode()
        began.append(float(summary.split('r="B2"')[1].split("<v>")[1].split("</v>")[0]))
    assert began[0] - began[1] == pytest.approx(6 / 24)


@every_file
@pytest.mark.both_databases
def test_it_is_a_consistent_snapshot(app, table, written):
    """Changes saved while it is written are not included."""
    copied(table, 29)
    reported = []

    def somebody_plays(done):
        reported.append(done)
        copied(table, 5, later=1)

    with app.app_context(), reading():
        written(Scope(table.group_id), progress=somebody_plays)
        assert reported == [20, 30]
    with app.app_context():
        assert Scope(table.group_id).session_count() == 40
