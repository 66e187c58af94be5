"""Our exports, read by other programs: icalendar, feedparser, pandas, LibreOffice."""

import io

import feedparser
import icalendar
import pandas
import pytest

from tests.files.libreoffice import convert, needs_libreoffice
from tests.files.readers.tables.drawing import draft_of, games
from tests.sampling import full_only

pytestmark = [
    full_only,
    pytest.mark.table(
        "derange",
        "Anna Bo Cara",
        plays=["Cara out, Anna 8 5 5, Bo K", "Bo out, Anna 5, Cara K"],
        mode="short",
    ),
    pytest.mark.phone("owner"),
]


def fetched(phone, path):
    answer = phone.client.get(path, base_url=phone.base, headers=phone.headers)
    assert answer.status_code == 200
    return answer.data


def event(phone, table):
    calendar = icalendar.Calendar.from_ical(fetched(phone, f"{table.group_path}/export/nights.ics"))
    (found,) = calendar.walk("VEVENT")
    return calendar, found


class TestIcalendar:
    def test_the_calendar_is_valid_and_complete(self, table, phone):
        calendar, night = event(phone, table)
        assert calendar["X-WR-CALDESC"] == "All nights of the group are in it."
        assert calendar.errors == night.errors == []
        assert night["LAST-MODIFIED"].dt == night["DTSTAMP"].dt
        assert calendar.to_ical().count(b"BEGIN:VEVENT") == 1

    def test_a_correction_is_the_same_night_with_a_higher_sequence(self, table, phone):
        _calendar, before = event(phone, table)
        table.corrects(1, "Anna out, Cara 8 5 5, Bo K")
        _calendar, after = event(phone, table)
        assert after["UID"] == before["UID"]
        assert after["SEQUENCE"] > before["SEQUENCE"]
        assert after["LAST-MODIFIED"].dt > before["LAST-MODIFIED"].dt

    def test_without_changes_it_stays_identical(self, table, phone):
        path = f"{table.group_path}/export/nights.ics"
        assert fetched(phone, path) == fetched(phone, path)


def test_feedparser_finds_no_errors(table, phone):
    table.stops()
    feed = feedparser.parse(fetched(phone, f"{table.group_path}/export/results.atom"))
    assert not feed.bozo
    assert feed.version == "atom10"
    (entry,) = feed.entries
    assert "Derange" in entry.title
    assert entry.updated_parsed


class TestPandas:
    def test_the_long_table(self, table, phone):
        rows = pandas.read_csv(io.BytesIO(fetched(phone, f"{table.group_path}/export/rounds.csv")))
        totals = rows.groupby("player")["points"].sum().to_dict()
        assert totals == table.totals()
        assert len(rows) == 6

    def test_the_workbook(self, table, phone):
        content = fetched(phone, f"{table.group_path}/export/workbook.xlsx")
        summary = next(iter(pandas.read_excel(io.BytesIO(content), sheet_name=None).values()))
        assert dict(zip(summary["Player"], summary["Total"], strict=True)) == table.totals()

    def test_a_wide_table_written_by_it_can_be_imported(self):
        frame = pandas.DataFrame(
            {"Date": pandas.to_datetime(["2024-05-17", "2024-05-24"]), "Anna": [3, 5], "Bo": [4, 0]}
        )
        out = io.BytesIO()
        frame.to_excel(out, index=False)
        wanted = ["2024-05-17 Anna 3 Bo 4", "2024-05-24 Anna 5 Bo 0"]
        assert games(draft_of(out.getvalue())) == wanted
        assert games(draft_of(frame.to_csv(index=False))) == wanted


@needs_libreoffice
def test_a_wide_table_saved_by_libreoffice_can_be_imported(tmp_path):
    source = tmp_path / "cards.csv"
    source.write_text("Date,Anna,Bo,Sum\n2024-05-17,3,4,=B2+C2\n2024-05-24,5,,=B3+C3\n2024-05-31,0,6,6\n")
    convert(source, "xlsx")
    draft = draft_of(source.with_suffix(".xlsx").read_bytes())
    assert games(draft) == ["2024-05-17 Anna 3 Bo 4", "2024-05-31 Anna 0 Bo 6"]
    assert [each["at"] for each in draft["left_out"]] == ["3"]
