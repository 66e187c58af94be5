"""The calendar file, line by line according to the standard."""

import uuid
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.export.calendar_file import CalendarFile

NIGHT = uuid.UUID("01a1fd4b-3bd2-7cb4-96ca-c718b5f98c1c")
SUMMER = timezone(timedelta(hours=2))
CHANGED = datetime(2026, 9, 12, 11, 0, 5, tzinfo=SUMMER)


def night(**values):
    return {
        "night_id": NIGHT,
        "day": date(2026, 9, 11),
        "hours": (None, None),
        "changed": CHANGED,
        "summary": "Friday table",
        **values,
    }


def calendar_file(name, nights):
    calendar = CalendarFile(name)
    for values in nights:
        calendar.add(**values)
    return str(calendar)


BEGAN, ENDED = datetime(2026, 9, 11, 19, 0, tzinfo=SUMMER), datetime(2026, 9, 12, 0, 42, 27, tzinfo=SUMMER)
FRIDAY = night(
    hours=(BEGAN, ENDED),
    summary="Friday table: Vatikan",
    description="Vatikan: won by Cara\nFrans brought buns; good ones, too.",
    location="Anna’s",
    address="https://example.org/groups/1/nights/2",
)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


def unfolded(text):
    """Lines as a calendar unfolds them."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    for line in text.split("\r\n"):
        assert len(line.encode()) <= 75
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def unescaped(text):
    found, letters = "", iter(text)
    for letter in letters:
        if letter == "\\":
            letter = {"n": "\n", "N": "\n"}.get(follows := next(letters), follows)  # noqa: PLW2901
        found += letter
    return found


def test_a_night_as_an_event():
    lines = unfolded(calendar_file("Friday table", [FRIDAY]))
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-1] == "END:VCALENDAR"
    assert {"VERSION:2.0", "X-WR-CALNAME:Friday table"} < set(lines)
    assert lines[lines.index("BEGIN:VEVENT") : -1] == [
        "BEGIN:VEVENT",
        f"UID:{NIGHT}@turn-eight",
        "DTSTAMP:20260912T090005Z",
        "LAST-MODIFIED:20260912T090005Z",
        "SEQUENCE:211366805",
        "DTSTART:20260911T170000Z",
        "DTEND:20260911T224227Z",
        "SUMMARY:Friday table: Vatikan",
        "DESCRIPTION:Vatikan: won by Cara\\nFrans brought buns\\; good ones\\, too.",
        "LOCATION:Anna’s",
        "URL:https://example.org/groups/1/nights/2",
        "END:VEVENT",
    ]


@pytest.mark.parametrize(
    ("began", "ended"),
    [(None, None), (BEGAN, BEGAN), (ENDED, BEGAN)],
)
def test_unknown_hours_give_an_all_day_event(began, ended):
    event = night(day=date(2026, 12, 31), hours=(began, ended))
    lines = unfolded(calendar_file("Friday table", [event]))
    assert {"DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101"} < set(lines)


def test_the_same_nights_give_the_same_file():
    assert calendar_file("x", [FRIDAY]) == calendar_file("x", [FRIDAY])


def test_only_a_correction_increases_the_sequence_number():
    def number(changed):
        lines = unfolded(calendar_file("x", [night(changed=changed)]))
        return int(next(line for line in lines if line.startswith("SEQUENCE:")).partition(":")[2])

    assert number(CHANGED) == number(CHANGED.astimezone(UTC))
    assert (
        number(CHANGED)
        < number(CHANGED + timedelta(seconds=1))
        < number(CHANGED + timedelta(days=20_000))
        < 2**31
    )
    assert number(datetime(1990, 1, 1, tzinfo=UTC)) == 0


def test_the_description_has_the_contents():
    assert "X-WR-CALDESC:The newest\\, 1" in unfolded(str(CalendarFile("x", "The newest, 1")))


def test_an_empty_calendar_is_one():
    assert unfolded(calendar_file("x", []))[-1] == "END:VCALENDAR"


@given(texts)
def test_any_text_survives_without_characters_that_calendars_cannot_contain(text):
    event = night(summary=text)
    lines = unfolded(calendar_file("x", [event]))
    (summary,) = (line.removeprefix("SUMMARY:") for line in lines if line.startswith("SUMMARY:"))
    wanted = text.replace("\r\n", "\n").replace("\r", "\n")
    assert unescaped(summary) == "".join(c for c in wanted if c in "\n\t" or (c >= " " and c != "\x7f"))


def test_a_calendar_inside_a_name_is_harmless():
    event = night(summary="x\nEND:VEVENT\r\nBEGIN:VALARM")
    lines = unfolded(calendar_file("a\nATTENDEE:b", [event]))
    assert not {"BEGIN:VALARM", "ATTENDEE:b"} & set(lines)


def test_times_in_other_zones_are_written_in_utc():
    assert "DTSTART:20260911T170000Z" in calendar_file("x", [FRIDAY])
    utc = night(hours=(BEGAN.astimezone(UTC), ENDED))
    assert "DTSTART:20260911T170000Z" in calendar_file("x", [utc])
