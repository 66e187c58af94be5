"""Dates and times as programs and people write them; ambiguous ones give one question."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date, format_datetime
from hypothesis import example, given
from hypothesis import strategies as st

from files.document import BadDocument
from files.readers.dates import (
    LANGUAGES,
    MAX_DATE_LENGTH,
    Moment,
    certain_reading,
    day_readings,
    is_date,
    only_reading,
    readings,
)
from files.readers.reading import read_file
from tests.files.readers.tables.drawing import CONTEXT, games, questions, table

STOCKHOLM, NEW_YORK = ZoneInfo("Europe/Stockholm"), ZoneInfo("America/New_York")
THE_17TH, FEBRUARY_20 = date(2024, 5, 17), date(2024, 2, 20)
MOMENTS = st.datetimes(*(datetime(year, 1, 2) for year in (1970, 2069))).map(  # noqa: DTZ001
    lambda at: at.replace(microsecond=0, tzinfo=UTC)
)
BROWSER = "Tue Feb 20 2024 {} GMT+0100 ({})"


def only(text, zone=STOCKHOLM):
    """The only reading of a text, as its date and its local time, "" without one."""
    (moment,) = readings(text, zone).values()
    return moment.day, f"{moment.at.astimezone(zone):%H:%M}" if moment.at else ""


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2024-05-17",
            "2024/05/17",
            "2024.5.17",
            "20240517",
            "240517",
            "17.5.2024",
            "17.05.24",
            "17. 5. 2024",
        ),
        *("17/05/2024", "17-05-2024", "5/17/24", "5/17/2024", "17/5 2024", "17/5-24", "17/05/2024 (fredag)"),
        *("17/5 24", "17/5 -24", "17/5 - 24", "17/5 -2024"),
        *(
            "17 maj 2024",
            "17 May 2024",
            "May 17 2024",
            "May 17, 2024",
            "17-May-24",
            "17. Mai 2024",
            "2024 May 17",
        ),
        *(
            "Fri 17th May 2024",
            "17th of May 2024",
            "fre 17 maj 2024",
            "den 17 maj 2024",
            "fredag den 17. maj 2024",
        ),
        *(
            "fre. 17.05.24",
            "Fri 17/05/2024",
            "Friday, 5/17/2024",
            "perjantai 17.5.2024",
            "Freitag, 17.05.2024",
        ),
        *("le 17 mai 2024", "17 de mayo de 2024", "17 mei 2024", "17 maggio 2024", "17. toukokuuta 2024"),
        *("2024-05-17 00:00", "2024-05-17T00:00:00Z", "2024-05-17T00:00:00.000", "17.05.2024, 00:00:00"),
        *("２０２４-０５-１７", "2024\u201105\u201117", "\u200e17.\u200e5.\u200e2024"),
    ],
)
def test_dates(text):
    assert only(text) == (THE_17TH, "")


@pytest.mark.parametrize(
    "text",
    [
        *("2024-05-17 19:30", "2024-05-17T19:30", "2024-05-17 19.30", "20240517T1930", "17.05.2024, 19:30"),
        *("17/05/2024, 19:30:00", "5/17/2024 19:30:05", "2024-05-17T19:30:00.123456", "17 maj 2024 19.30"),
        *("5/17/2024, 7:30 PM", "5/17/2024, 7:30\u202fPM", "5/17/2024 7:30pm", "5/17/2024 7:30 p.m."),
        *("17/5/2024, 7:30 p. m.", "2024-05-17 7:30 em", "7:30 PM 5/17/2024", "19:30, 17 maj 2024"),
        *("2024-05-17 kl. 19:30", "2024-05-17 kl 19.30", "17.5.2024 klo 19.30", "17. maj 2024 kl. 19.30.00"),
        *(
            "17.05.2024 um 19:30 Uhr",
            "17.05.2024, 19.30 Uhr",
            "May 17, 2024 at 7:30 pm",
            "17 mai 2024 à 19:30",
        ),
        *("17/05/2024 19h30", "17/05/2024 19 h 30", "17 maggio 2024 alle ore 19:30", "17 mei 2024 om 19:30"),
        *("Fri May 17 19:30:00 2024", "Fri May 17 19:30:00 CEST 2024", "17.05.2024 19:30:00 MESZ"),
        *("2024-05-17 19:30-22:00", "17.5.2024 kl. 19.30 – 22.00", "fredag den 17 maj 2024 kl. 19:30"),
        *("2024-05-17T17:30:00Z", "2024-05-17T17:30Z", "20240517T173000Z", "Fri, 17 May 2024 17:30:00 GMT"),
        *("2024-05-17T19:30:00+02:00", "2024-05-17T19:30:00+0200", "2024-05-17 19:30:00+02", "1715967000"),
        *("Fri, 17 May 2024 19:30:00 +0200", "Fri, 17 May 2024 19:30 +0200 (CEST)", "1715967000000"),
        "2024-05-17T19:30:00+02:00[Europe/Stockholm]",
    ],
)
def test_dates_with_a_time(text):
    assert only(text) == (THE_17TH, "19:30")


@pytest.mark.parametrize(
    ("text", "time"), [("7 pm", "19:00"), ("kl. 19", "19:00"), ("19 Uhr", "19:00"), ("19h", "19:00")]
)
def test_a_time_may_be_an_hour(text, time):
    assert only(f"17 maj 2024 {text}") == (THE_17TH, time)


@pytest.mark.parametrize("text", ["2024-05-17 24:00", "17 maj 2024 kl. 24", "17/5 2024 24.00"])
def test_the_end_of_a_day_belongs_to_it(text):
    (moment,) = readings(text, STOCKHOLM).values()
    assert moment == (THE_17TH, datetime(2024, 5, 17, 22, tzinfo=UTC))


def test_a_number_below_a_head_of_days_counts_them_as_spreadsheets_do():
    assert day_readings("45429", STOCKHOLM) == readings("2024-05-17", STOCKHOLM)
    for points in ("4542", "19999", "60001", "454290"):
        assert day_readings(points, STOCKHOLM) == readings(points, STOCKHOLM) == {}
    wide = table("""
        Date  | Anna | Bo
        45429 | 10   | 5
        45430 | 3    | 4
    """)
    assert games(wide) == ["2024-05-17 Anna 10 Bo 5", "2024-05-18 Anna 3 Bo 4"]
    rows = b"Date,Game,Player,Points\n45429,Derange,Anna,10\n45429,Derange,Bo,5\n"
    _kind, totals = read_file(rows, CONTEXT)
    assert [session.day for session in totals.sessions] == ["2024-05-17"]


def test_a_time_of_24_hours_is_in_a_column_of_times():
    draft = table(
        """
        Date       | Time  | Anna | Bo
        2024-05-17 | 20:00 | 10   | 5
        2024-05-17 | 24:00 | 3    | 4
        """,
        rows="games",
    )
    began = [session["started_at"] for session in draft["sessions"]]
    assert began == ["2024-05-17T20:00:00+00:00", "2024-05-18T00:00:00+00:00"]
    assert {session["day"] for session in draft["sessions"]} == {"2024-05-17"}


@pytest.mark.parametrize(
    ("text", "time"), [("12:05 AM", "00:05"), ("12:05 PM", "12:05"), ("11:05 a.m.", "11:05")]
)
def test_noon_and_midnight(text, time):
    assert only(f"May 17, 2024, {text}") == (THE_17TH, time)


@pytest.mark.parametrize(
    "name",
    [
        *("Central European Standard Time", "Mitteleuropäische Normalzeit", "centraleuropeisk normaltid"),
        *("heure normale de Saint-Pierre-et-Miquelon", "中欧标准时间", "CET"),
    ],
)
def test_dates_of_browsers(name):
    assert only(BROWSER.format("00:00:00", name)) == (FEBRUARY_20, "")
    assert only(BROWSER.format("19:30:00", name)) == (FEBRUARY_20, "19:30")


class TestOtherZones:
    def test_the_date_is_the_one_that_was_written(self):
        moment = Moment(THE_17TH, datetime(2024, 5, 18, 4, 30, tzinfo=UTC))
        assert readings("2024-05-17T23:30:00-05:00", STOCKHOLM) == {"": moment}

    @pytest.mark.parametrize("text", ["2024-05-17T23:30:00Z", "2024-05-17T23:30:00+00:00"])
    def test_a_time_in_utc_has_the_date_of_the_phone(self, text):
        assert only(text) == (date(2024, 5, 18), "01:30")
        assert only(text, NEW_YORK) == (THE_17TH, "19:30")

    def test_midnight_of_the_phone_written_in_utc_is_a_date(self):
        assert only("2024-05-16T22:00:00.000Z") == (THE_17TH, "")

    @pytest.mark.parametrize("text", ["2024-05-17 19:30 IST", "Fri May 17 19:30:00 IST 2024"])
    def test_a_time_of_an_unknown_zone_is_not_used(self, text):
        assert only(text) == (THE_17TH, "")

    @pytest.mark.parametrize("text", ["1900-01-01T00:30:00+05:00", "2999-12-31T23:30:00-05:00"])
    def test_no_time_is_outside_of_the_years(self, text):
        assert readings(text, UTC) == {}


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "12",
            "5.5",
            "3-4",
            "10.5.",
            "1.2.3",
            "10.5 19:30",
            "1.2.3 19:30",
            "12+5",
            "-12",
            "12:30",
            "17/5",
        ),
        *("Friday", "May", "17 maj", "Round 12", "2024", "45429", "31/31/2024", "2024-02-31", "17 foo 2024"),
        *(
            "1/1/1800",
            "3000-01-01",
            "0000-00-00",
            "2024-05-17 25:00",
            "2024-05-17 24:01",
            "2024-05-17 13:30 AM",
        ),
        *("2024-05-17 Anna", "2024-05-17 19:30 20:30", "2024-05-17T19:30:00+19:00", "17 maj 24 maj 2024"),
        *("2024-05-17" + " " * MAX_DATE_LENGTH, "1" * 10_000, "12:" * 4_000, "17 maj 2024 " * 900),
    ],
)
def test_texts_that_are_no_date(text):
    assert not is_date(text)


class TestAnyDate:
    @given(st.dates(date(1970, 1, 1), date(2069, 12, 31)), st.sampled_from(LANGUAGES))
    @example(date(2024, 2, 20), "fr")  # mar. is a weekday and a month
    def test_in_any_language(self, day, language):
        for length in ("short", "medium", "long", "full"):
            text = format_date(day, length, language)
            assert Moment(day) in readings(text, UTC).values(), text

    @given(MOMENTS, st.sampled_from(LANGUAGES))
    def test_with_a_time_in_any_language(self, at, language):
        at = at.replace(second=0)
        moment = Moment(at.date(), at if at.time() != time() else None)
        for length in ("short", "medium", "long"):
            text = format_datetime(at, length, locale=language)
            assert moment in readings(text, UTC).values(), text

    @given(
        MOMENTS,
        st.sampled_from(
            [
                *(
                    "%Y-%m-%d %H:%M:%S{}",
                    "%Y-%m-%dT%H:%M:%S.000{}",
                    "%Y%m%dT%H%M%S{}",
                    "%d.%m.%Y, %H:%M:%S{}",
                ),
                *("%d/%m/%Y %I:%M:%S %p{}", "%m/%d/%y, %I:%M:%S %p{}", "%a %b %d %H:%M:%S{} %Y"),
                *("%a, %d %b %Y %H:%M:%S{}", "%A, %B %d, %Y at %I:%M:%S %p{}", "%H:%M:%S{} %d/%m/%Y"),
            ]
        ),
        st.sampled_from(
            ["", " -1200", " -0500", " +0530", "+01:00", "-03:30", "+14", " GMT+0200", " UTC-8", " EST"]
        ),
    )
    def test_in_any_format_and_zone(self, at, form, offset):
        text = f"{at:{form}}".format(offset)
        offsets = {" GMT+0200": "+0200", " UTC-8": "-0800", " EST": "-0500"}
        known = time.fromisoformat("00:00" + offsets.get(offset, offset.strip())).tzinfo or STOCKHOLM
        start = at.replace(tzinfo=known).astimezone(UTC)
        moment = Moment(at.date(), start if at.time() != time() else None)
        assert moment in readings(text, STOCKHOLM).values(), text

    @given(
        st.from_regex(r"[-+−]?[0-9]{1,5}( ?(p|pts|poäng))?", fullmatch=True)
        | st.from_regex(r"[0-9]{1,3}[.,:+/-][0-9]{1,3}|[0-9]{1,2}[.]|[0-9][.][0-9][.][0-9]", fullmatch=True)
    )
    def test_points_are_no_date(self, text):
        assert not is_date(text)

    @given(st.text("0123456789 :.-/+tz(ap)mklh", max_size=MAX_DATE_LENGTH))
    def test_any_text_is_read_or_is_no_date(self, text):
        for moment in readings(text, STOCKHOLM).values():
            assert moment.at is None or abs((moment.at.date() - moment.day).days) <= 1


class TestWithoutAsking:
    def test_an_ambiguous_date_is_refused(self):
        with pytest.raises(BadDocument, match="A2: this may be one of several dates: 05/06/2024"):
            only_reading("05/06/2024", "A2", UTC)

    def test_the_order_of_the_other_dates_decides(self):
        found = readings("05/06/2024", UTC)
        assert certain_reading(found, "", "A2", "mdy") == Moment(date(2024, 5, 6))

    def test_equal_readings_are_one(self):
        assert only_reading("05/05/2024 19:30", "A2", UTC).day == date(2024, 5, 5)

    def test_a_number_may_be_a_date(self):
        assert only_reading(20240517, "A2", UTC) == Moment(THE_17TH)


def days(*written, **answers):
    draft = table(
        "Date | Anna | Bo\n" + "\n".join(f"{day} | 3 | {n}" for n, day in enumerate(written)), **answers
    )
    return [line[:10] for line in games(draft)], questions(draft).get("dates", "")


class TestQuestions:
    def test_an_ambiguous_day_gives_one_question(self):
        assert days("05/06/2024", "07/08/2024", dates="dmy") == (["2024-06-05", "2024-08-07"], "dmy")
        assert days("05/06/2024", "07/08/2024", dates="mdy") == (["2024-05-06", "2024-07-08"], "mdy")
        assert days("05/06/2024", "07/08/2024")[1] == ""

    def test_one_row_decides_for_all(self):
        assert days("05/06/2024", "05/17/2024") == (["2024-05-06", "2024-05-17"], "")

    def test_no_day_is_in_the_future_if_it_can_be_avoided(self):
        assert days("10/12/2026") == (["2026-10-12"], "mdy")

    def test_a_day_equal_in_both_readings_gives_no_question(self):
        assert days("02/02/2024") == (["2024-02-02"], "")

    def test_a_short_year_may_come_first(self):
        assert (
            days("24-05-17", "24-05-31") == (["2024-05-17", "2024-05-31"], "ymd")
            or days("24-05-17")[1] == "dmy"
        )
        assert days("24-05-17", "31-05-24", dates="dmy")[0] == ["2017-05-24", "2024-05-31"]

    def test_a_day_without_a_year_waits_for_it(self):
        draft = table("Date | Anna | Bo\n2024-01-01 | 1 | 2\n17/5 | 3 | 4")
        assert (games(draft), draft["left_out"]) == (["2024-01-01 Anna 1 Bo 2"], [])

    @pytest.mark.parametrize("written", ["31/31/2024", "2024", "17 foo 2024", "1/1/1800"])
    def test_invalid_days(self, written):
        draft = table(f"Date | Anna | Bo\n2024-01-01 | 1 | 2\n{written} | 3 | 4")
        assert games(draft) == ["2024-01-01 Anna 1 Bo 2"]
        assert draft["left_out"][0]["at"] == "A3"


class TestFromUntil:
    """Hours of an evening, from and until, are no zones."""

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "17 maj 2024 kl. 19-02",
                "17/5 2024 kl 19-02",
                "17 maj 2024 kl 19.00-03",
                "17 maj 2024 kl 19-23",
            ),
            *(
                "17 maj 2024 kl 19 – 23",
                "2024-05-17 19:00-02",
                "2024-05-17 19:00-23",
                "2024-05-17 19.00–02.30",
            ),
            *("17 maj 2024 klockan 19 till 02", "17. Mai 2024 um 19 Uhr bis 23 Uhr", "May 17, 2024 7pm-11pm"),
            *("2024-05-17 kl 19:00-0200", "17 maj 2024 kl 19-23.30", "kl 19-02 den 17 maj 2024"),
            *("19:00-23:00 17 maj 2024", "17 maj 2024 kl 19-24", "2024-05-17 19:00-05:00"),
        ],
    )
    def test_the_end_is_not_read(self, text):
        assert only(text) == (date(2024, 5, 17), "19:00")

    @pytest.mark.parametrize(
        "text",
        [
            *(
                "2024-05-17T15:00-02",
                "2024-05-17T15:00-0200",
                "2024-05-17T15:00-02:00",
                "2024-05-17 15:00:00-02",
            ),
            *("2024-05-17 15:00 -0200", "Fri, 17 May 2024 15:00:00 -0200", "2024-05-17 15:00 GMT-2"),
            *("2024-05-17 21:00+04", "2024-05-17T17:00Z"),
        ],
    )
    def test_zones_are_still_read(self, text):
        assert only(text) == (date(2024, 5, 17), "19:00")
