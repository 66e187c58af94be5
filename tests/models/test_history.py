"""Pagination of the history: newest first, complete, without duplicates, with any number of nights a date."""

from datetime import UTC, date, datetime, timedelta

import pytest

from models import Night, db
from models.database import new_id
from models.night_lists import nights_of, sessions_of, years_of
from models.statistics.selection import PlayerFilter, Selection
from tests.table import at_work

NEW_YEARS_EVE = datetime(2025, 12, 31, 18, 0, tzinfo=UTC)


pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.table("derange", "Anna Bo", is_over=True, at=NEW_YEARS_EVE),
]


def later(game, table, *, days, variant="vandatta", names="Anna Cara"):
    return game(variant, names, group_id=table.group_id, at=NEW_YEARS_EVE + timedelta(days=days)).stops()


def pages(app, group_id, *, most, **wanted):
    """Ids of the nights on each page, to the last page."""
    found, before = [], None
    with at_work(app):
        while page := nights_of(Selection(group_id, **wanted), before=before, most=most):
            found.append([night.id for night in page])
            before = page[-1]
    return found


def test_pages_follow_one_another_without_gap_or_overlap(app, table):
    days = [date(2026, 1, day) for day in (3, 3, 3, 2, 2, 9, 1)]
    with at_work(app):
        for day in days:
            db.session.add(Night(id=new_id(), group_id=table.group_id, date=day))
        db.session.commit()
        everything = [night.id for night in nights_of(Selection(table.group_id), most=100)]
        dates = [db.session.get_one(Night, night).date for night in everything]
    assert dates == sorted([*days, date(2025, 12, 31)], reverse=True)
    for most in (1, 2, 3, 7):
        paged = pages(app, table.group_id, most=most)
        assert [night for page in paged for night in page] == everything
        assert {len(page) for page in paged[:-1]} <= {most}


def test_nights_of_another_group_are_not_included(app, table, game):
    game("derange", "Anna Bo", at=NEW_YEARS_EVE)
    assert pages(app, table.group_id, most=10) == [[table.night_id()]]


def players(*tables_and_names, mode="with"):
    return PlayerFilter(mode, frozenset(table.player_id(name) for table, name in tables_and_names))


def test_by_players_variant_and_days(app, table, game):
    spring = later(game, table, days=100)
    with_bo = later(game, table, days=200, names="Bo Cara")
    bo, cara, anna = (table, "Bo"), (spring, "Cara"), (table, "Anna")
    in_2026 = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    for wanted, expected in (
        ({}, [with_bo, spring, table]),
        ({"company": players(bo)}, [with_bo, table]),
        ({"company": players(bo, anna)}, [table]),
        ({"company": players(bo, mode="without")}, [spring]),
        ({"company": players(bo, cara, mode="without")}, []),
        ({"company": players(bo, cara, mode="only")}, [with_bo]),
        ({"company": players(bo, mode="only")}, []),
        ({"variant": "vandatta"}, [with_bo, spring]),
        ({"last_day": date(2025, 12, 31)}, [table]),
        ({"company": players(bo), **in_2026}, [with_bo]),
        ({"variant": "derange", **in_2026}, []),
        ({"variant": "derange", "company": players(cara)}, []),
    ):
        found = pages(app, table.group_id, most=10, **wanted)
        assert [night for page in found for night in page] == [t.night_id() for t in expected], wanted


def test_by_place_and_weekday(app, table, game):
    """31 December 2025 was a Wednesday, and a hundred days later it is a Friday."""
    spring = later(game, table, days=100)
    with at_work(app):
        db.session.get_one(Night, table.night_id()).place = "Bo’s"
        db.session.commit()
    assert pages(app, table.group_id, most=9, places=("Bo’s", "bo’s")) == [[table.night_id()]]
    assert pages(app, table.group_id, most=9, weekday=5) == [[spring.night_id()]]
    assert pages(app, table.group_id, most=9, weekday=5, places=("Bo’s",)) == []


def test_by_the_number_of_players_at_the_end(app, table, game):
    three = game("vandatta", "Anna Bo Cara", group_id=table.group_id, at=NEW_YEARS_EVE + timedelta(days=9))
    assert pages(app, table.group_id, most=9, players=3) == [], "the number at the end is unknown"
    three.plays("Anna out, Bo 8, Cara K").stops()
    assert pages(app, table.group_id, most=9, players=3) == [[three.night_id()]]


def test_an_unfinished_session_counts_with_its_current_players(app, table, game):
    """Bo was there that night, but did not play the Vandatta."""
    game("vandatta", "Anna Cara", group_id=table.group_id, at=NEW_YEARS_EVE + timedelta(hours=2))
    bo = players((table, "Bo"))
    assert pages(app, table.group_id, company=bo, variant="vandatta", most=9) == []
    assert pages(app, table.group_id, company=bo, variant="derange", most=9) != []
    assert pages(app, table.group_id, variant="vandatta", most=9) != []


def test_sessions_are_in_the_order_they_began(app, table, game):
    second = game("vandatta", "Anna Bo", group_id=table.group_id, at=NEW_YEARS_EVE + timedelta(hours=2))
    with at_work(app):
        night = db.session.get_one(Night, table.night_id())
        played = sessions_of([night])[night.id]
        assert [session.id for session in played] == [table.session_id, second.session_id]


def test_available_filters(app, table, game):
    later(game, table, days=100)
    with at_work(app):
        assert years_of(table.group_id) == [2026, 2025]
