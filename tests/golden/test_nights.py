"""The sheets of the golden nights are added up as by hand."""

import pytest

from tests.golden.nights import first_night, second_night, third_night

pytestmark = pytest.mark.both_databases


def test_the_first_night(app):
    opening, derange, nightcap = first_night(app).tables
    assert opening.totals() == {"Anna": 18, "Bo": 23, "Cara": 18, "Dilan": 24}
    assert opening.ranks() == {"Anna": 1, "Bo": 3, "Cara": 1, "Dilan": 4}
    assert derange.totals() == {"Anna": 133, "Bo": 98, "Cara": 99, "Dilan": 107, "Eva": 113}
    assert derange.ranks() == {"Anna": 4, "Bo": 1, "Cara": 2, "Dilan": None, "Eva": 3}
    assert derange.dealers() == ["Bo", "Cara", "Dilan", "Eva", "Anna", "Bo", "Cara"]
    assert nightcap.totals() == {"Anna": 1, "Bo": 11, "Cara": 11}
    assert all(table.is_finished() for table in (opening, derange, nightcap))


def test_the_second_night(app):
    pursuit, vatikan = second_night(app).tables
    assert pursuit.totals() == {"Anna": 34, "Bo": 50, "Cara": 85, "Eva": 60, "Frans": 59}
    assert pursuit.dealers() == ["Frans", "Anna", "Bo", "Cara", "Eva"]
    assert vatikan.totals() == {"Anna": 0, "Bo": 2, "Cara": 3}
    assert vatikan.dealers() == ["Anna", "Bo", "Cara", "Anna"]
    assert pursuit.is_finished()
    assert vatikan.is_finished()


def test_the_third_night(app):
    teams, early, totals_alone, waiting = third_night(app).tables
    assert teams.totals() == {"Anna": 42, "Cara": 42, "Bo": 56, "Dilan": 56}
    assert teams.ranks() == {"Anna": 1, "Cara": 1, "Bo": 2, "Dilan": 2}
    assert early.totals() == {"Bo": 11, "Eva": 15, "Frans": 2}
    assert totals_alone.totals() == {"Anna": 210, "Bo": 96, "Cara": 143}
    assert totals_alone.ranks() == {"Anna": 3, "Bo": 1, "Cara": 2}
    assert [table.is_finished() for table in (teams, early, totals_alone, waiting)] == [
        True,
        True,
        True,
        False,
    ]


def test_each_is_one_night(app):
    for night in (first_night(app), second_night(app), third_night(app)):
        nights = set()
        for table in night.tables:
            with table.seen() as session:
                nights.add((session.night_id, session.night.date))
        assert len(nights) == 1
