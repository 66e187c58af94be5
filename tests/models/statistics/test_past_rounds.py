"""Past rounds of a group from which chances are simulated."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event

from game.analysis.chances.gains import PastRound
from models import Session, db
from models.statistics import past_rounds as module
from models.statistics.past_rounds import past_rounds
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = [full_only, pytest.mark.both_databases]

LONG_AGO = datetime.now(UTC) - timedelta(days=90)


@pytest.fixture
def played(app):
    """Plays another session of one group, a day after the previous one."""
    tables = []

    def play(variant, *rounds, names="Anna Bo", **options):
        group = {"group_id": tables[0].group_id} if tables else {}
        at = LONG_AGO + timedelta(days=len(tables))
        tables.append(start(app, variant, names, at=at, **group, **options).plays(*rounds))
        return tables[-1]

    return play


def known(table):
    with table.seen() as session:
        past = [PastRound(played.hand_size, played.gains) for played in past_rounds(session)]
        return sorted(past, key=lambda p: (p.hand_size, p.gains))


def held(table):
    """The hands of every round by player."""
    with table.seen() as session:
        names = {seat.player_id: seat.name for seat in session.seats}
        return [
            {names[who]: points for who, points in zip(played.players, played.gains, strict=True)}
            for played in past_rounds(session)
        ]


def test_the_points_of_every_seat_and_how_many_cards_were_dealt(played):
    played("vandatta", "Anna out, Bo 8 5", "nobody out, Anna A, Bo =3")
    now = played("vandatta")
    assert known(now) == [PastRound(7, (0, 11)), PastRound(7, (3, 5))]


def test_it_includes_the_players_of_hands(played):
    played("vandatta", "Anna out, Bo 8 5", "Bo out, Anna A")
    assert sorted(held(played("vandatta")), key=str) == [{"Anna": 0, "Bo": 11}, {"Anna": 5, "Bo": 0}]


def test_only_rounds_of_the_same_variant(played):
    played("vandatta", *["Anna out, Bo 8"] * 2)
    played("vandatta_pagat", *["Anna out, Bo 8 8"] * 2)
    assert known(played("vandatta")) == [PastRound(7, (0, 10))] * 2


def test_only_rounds_with_the_same_card_values(played):
    played("vatikan", "Anna out, Bo 5", tally="house_points", games=1)
    played("vatikan", "Anna out, Bo 5", tally="house_points", games=1, points={"5": 50})
    now = played("vatikan", tally="house_points", games=1, points={"5": 50})
    assert known(now) == [PastRound(13, (0, 50))]


def test_other_lengths_of_the_same_game_count(played):
    played("derange", *["Anna out, Bo 8"] * 7, mode="short")
    sizes = [past.hand_size for past in known(played("derange"))]
    assert sizes == [1, 2, 2, 3, 3, 4, 4]


def test_neither_this_session_nor_a_later_one(played):
    first = played("vandatta", *["Anna out, Bo 8"] * 2)
    played("vandatta", *["Anna out, Bo 8"] * 2)
    assert known(first) == []


def test_no_unfinished_session(played):
    played("vandatta", "Anna out, Bo 8")
    assert known(played("vandatta")) == []


def test_no_session_of_totals_only(played):
    before = played("vandatta", *["Anna out, Bo 8"] * 2)
    before.has(totals_only=True)
    assert known(played("vandatta")) == []


def test_no_session_of_another_group(app, played):
    other = start(app, "vandatta", "Anna Bo", at=LONG_AGO).plays(*["Anna out, Bo 8"] * 2)
    assert known(other) == []
    assert known(played("vandatta")) == []


def test_where_wins_are_counted_the_player_who_was_out_is_better_than_the_others(played):
    played("vatikan", "Anna out, Bo 5", games=1)
    played("vatikan", "nobody out, Anna 5, Bo 5 5", games=1)
    assert held(played("vatikan", games=1)) == [{"Anna": 0, "Bo": 0}, {"Anna": 1, "Bo": 0}]


def test_only_the_last_sessions_are_read(played, monkeypatch):
    monkeypatch.setattr(module, "MAX_SESSIONS", 1)
    played("vandatta", *["Anna out, Bo 8"] * 2)
    played("vandatta", *["Anna out, Bo A"] * 2)
    assert known(played("vandatta")) == [PastRound(7, (0, 5))] * 2


def test_it_is_two_queries(app, played):
    for _ in range(3):
        played("derange", *["Anna out, Bo 8"] * 7, mode="short")
    now, statements = played("derange"), []
    with at_work(app):
        session = Session.of(now.group_id, now.session_id)
        count = lambda _c, _u, statement, *_rest: statements.append(statement)  # noqa: E731
        event.listen(db.engine, "before_cursor_execute", count)
        past_rounds(session)
        event.remove(db.engine, "before_cursor_execute", count)
    assert len(statements) == 2


def test_no_round_with_a_hand_that_was_not_counted(played):
    played("vandatta", "Anna out, Bo ?", "Anna out, Bo 8")
    assert known(played("vandatta")) == [PastRound(7, (0, 10))]
