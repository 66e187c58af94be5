"""The history page by page: newest first, none left out, none twice, however many nights share a date."""

from datetime import UTC, date, datetime, timedelta

import pytest

from models import Night, db
from models.database import new_id
from models.history import EVERY_NIGHT, NightFilter, nights_of, sessions_of, variants_of, years_of
from tests.table import at_work

pytestmark = pytest.mark.both_databases

NEW_YEARS_EVE = datetime(2025, 12, 31, 18, 0, tzinfo=UTC)


@pytest.fixture
def table(game):
    return game("derange", "Anna Bo", at=NEW_YEARS_EVE).stops()


def later(game, table, *, days, variant="vandatta", names="Anna Cara"):
    return game(variant, names, group_id=table.group_id, at=NEW_YEARS_EVE + timedelta(days=days)).stops()


def pages(app, group_id, wanted=EVERY_NIGHT, *, most):
    """Ids of the nights on each page, as far as there are any."""
    found, before = [], None
    with at_work(app):
        while page := nights_of(group_id, wanted, before=before, most=most):
            found.append([night.id for night in page])
            before = page[-1]
    return found


def test_pages_follow_one_another_without_gap_or_overlap(app, table):
    days = [date(2026, 1, day) for day in (3, 3, 3, 2, 2, 9, 1)]
    with at_work(app):
        for day in days:
            db.session.add(Night(id=new_id(), group_id=table.group_id, date=day))
        db.session.commit()
        everything = [night.id for night in nights_of(table.group_id, EVERY_NIGHT, most=100)]
        dates = [db.session.get_one(Night, night).date for night in everything]
    assert dates == sorted([*days, date(2025, 12, 31)], reverse=True)
    for most in (1, 2, 3, 7):
        paged = pages(app, table.group_id, most=most)
        assert [night for page in paged for night in page] == everything
        assert {len(page) for page in paged[:-1]} <= {most}


def test_another_groups_nights_are_not_among_them(app, table, game):
    game("derange", "Anna Bo", at=NEW_YEARS_EVE)
    assert pages(app, table.group_id, most=10) == [[table.night_id()]]


def test_by_player_variant_and_year(app, table, game):
    spring = later(game, table, days=100)
    with_bo = later(game, table, days=200, names="Bo Cara")
    for wanted, expected in (
        (NightFilter(), [with_bo, spring, table]),
        (NightFilter(player_id=table.player_id("Bo")), [with_bo, table]),
        (NightFilter(variant="vandatta"), [with_bo, spring]),
        (NightFilter(year=2025), [table]),
        (NightFilter(year=2026, player_id=table.player_id("Bo")), [with_bo]),
        (NightFilter(variant="derange", year=2026), []),
        (NightFilter(variant="derange", player_id=spring.player_id("Cara")), []),
    ):
        found = pages(app, table.group_id, wanted, most=10)
        assert [night for page in found for night in page] == [t.night_id() for t in expected]


def test_the_player_must_have_sat_in_a_session_of_that_variant(app, table, game):
    """Bo came that night, but he sat out the Vandatta."""
    game("vandatta", "Anna Cara", group_id=table.group_id, at=NEW_YEARS_EVE + timedelta(hours=2))
    bo = table.player_id("Bo")
    assert pages(app, table.group_id, NightFilter(player_id=bo, variant="vandatta"), most=9) == []
    assert pages(app, table.group_id, NightFilter(player_id=bo, variant="derange"), most=9) != []


def test_what_was_played_stands_in_the_order_it_was_begun(app, table, game):
    second = game("vandatta", "Anna Bo", group_id=table.group_id, at=NEW_YEARS_EVE + timedelta(hours=2))
    with at_work(app):
        night = db.session.get_one(Night, table.night_id())
        played = sessions_of([night])[night.id]
        assert [session.id for session in played] == [table.session_id, second.session_id]


def test_what_can_be_asked_for(app, table, game):
    later(game, table, days=100)
    with at_work(app):
        assert years_of(table.group_id) == [2026, 2025]
        assert variants_of(table.group_id) == ["derange", "vandatta"]
