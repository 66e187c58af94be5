"""Formats of days: one question where they are ambiguous, and one unambiguous row decides for all."""

import pytest

from tests.exchange.formats.wide.drawing import games, questions, table


def days(*written, **answers):
    draft = table(
        "Date | Anna | Bo\n" + "\n".join(f"{day} | 3 | {n}" for n, day in enumerate(written)), **answers
    )
    return [line[:10] for line in games(draft)], questions(draft).get("dates", "")


@pytest.mark.parametrize(
    "written",
    [
        *(
            "2024-05-17",
            "2024/05/17",
            "20240517",
            "240517",
            "17.5.2024",
            "17.05.24",
            "17/05/2024",
            "17-05-2024",
        ),
        *(
            "17 maj 2024",
            "17 May 2024",
            "May 17 2024",
            "May 17, 2024",
            "Fri 17th May 2024",
            "fre 17 maj 2024",
        ),
        *("5/17/24", "5/17/2024", "17-May-24", "2024-05-17 19:30", "17. Mai 2024"),
    ],
)
def test_an_unambiguous_day_gives_no_question(written):
    assert days(written) == (["2024-05-17"], "")


def test_an_ambiguous_day_gives_one_question():
    assert days("05/06/2024", "07/08/2024") == (["2024-06-05", "2024-08-07"], "dmy")
    assert days("05/06/2024", "07/08/2024", dates="mdy") == (["2024-05-06", "2024-07-08"], "mdy")


def test_one_row_decides_for_all():
    assert days("05/06/2024", "05/17/2024") == (["2024-05-06", "2024-05-17"], "")


def test_no_day_is_in_the_future_if_it_can_be_avoided():
    assert days("10/12/2026") == (["2026-10-12"], "mdy")


def test_a_day_equal_in_both_readings_gives_no_question():
    assert days("02/02/2024") == (["2024-02-02"], "")


def test_a_short_year_may_come_first():
    assert (
        days("24-05-17", "24-05-31") == (["2024-05-17", "2024-05-31"], "ymd") or days("24-05-17")[1] == "dmy"
    )
    assert days("24-05-17", "31-05-24", dates="dmy")[0] == ["2017-05-24", "2024-05-31"]


@pytest.mark.parametrize(
    "written", ["Friday", "17/5", "31/31/2024", "2024", "17 foo 2024", "1/1/1800", "x" * 99]
)
def test_invalid_days(written):
    draft = table(f"Date | Anna | Bo\n2024-01-01 | 1 | 2\n{written} | 3 | 4")
    assert games(draft) == ["2024-01-01 Anna 1 Bo 2"]
    assert draft["left_out"][0]["at"] == "A3"
