"""Rounds recorded, corrected and undone in any order: totals add up, and the draw does not change."""

from __future__ import annotations

from hypothesis import given, note, settings
from hypothesis import strategies as st

from tests import sampling
from tests.club import Club, opened
from tests.game.tournament.valid_cuts import certain_and_possible
from tests.models.random_play import Play
from tests.sampling import full_only
from tests.table import Table

pytestmark = full_only

NAMES = "Anna Bo Cara Dilan Eva Finn Gun Hugo"
FIRST = {name: 10 * place for place, name in enumerate(NAMES.split())}
CUT = 4
VERBS = (
    *["play", "correct", "insert", "remove"] * 2,
    *["leave", "come back", "swap", "stop", "reopen"],
    *["take back", "do again", "take back any"],
)
digits = st.integers(0, 7)
moves = st.lists(st.tuples(digits, st.sampled_from(VERBS), digits, digits, digits), min_size=1, max_size=8)


def tournament(app) -> Club:
    """Two deals at each of two tables, and the best four are seated in the play-off."""
    club = opened(app, NAMES, variant="vandatta", options={"rounds": 2}, rounds=1, cut=CUT)
    return club.draws().scores(**FIRST).draws()


def hands_of(table: Table) -> dict[str, int]:
    """The cost of each hand by seat."""
    found = dict.fromkeys(table.seats(), 0)
    with table.seen() as session:
        names = {seat.id: seat.name for seat in session.seats}
        for hand in (hand for played in session.rounds for hand in played.hands):
            found[names[hand.seat]] += hand.points or 0
        for seat in session.sheet.seats:
            found[names[seat.id]] += sum(away.points for away in seat.away if away.until is not None)
    return found


def left(table: Table) -> set[str]:
    """Players who left before the end and did not come back."""
    with table.seen() as session:
        last = len(session.rounds) if session.is_finished else len(session.rounds) + 1
        left_in = {seat.name: seat.facts().left_round for seat in session.seats}
    return {name for name, number in left_in.items() if 0 < number <= last}


def stood_down(table: Table) -> set[str]:
    """Players who left before a deal of theirs."""
    gone = left(table)
    with table.seen() as session:
        dealt = {hand.seat for played in session.rounds for hand in played.hands}
        return {seat.name for seat in session.seats if seat.name in gone and seat.id not in dealt}


def assert_adds_up(club: Club, drawn: list[set[str]]) -> None:
    assert [set(table.seats()) for stage in (1, 2) for table in club.tables(stage)] == drawn
    costs = {name: cost for table in club.tables(1) for name, cost in hands_of(table).items()}
    assert {name: total for name, total, _rank in club.places()} == costs
    finals = {name: cost for table in club.tables(2) for name, cost in hands_of(table).items()}
    # players in the play-off have sat down again since
    absent = set().union(*map(left, club.tables(1))) - set(finals)
    here = {name: cost for name, cost in costs.items() if name not in absent}
    ranks = {name: 1 + sum(other < cost for other in here.values()) for name, cost in here.items()}
    assert {name: rank for name, _total, rank in club.places() if rank} == ranks
    not_played = set().union(*map(stood_down, club.tables(2)))  # they keep the place of their total
    played = {name: cost for name, cost in finals.items() if name not in not_played}
    assert {name: total for name, total, _rank in club.final()} == played
    left_last = set().union(*map(left, club.tables(2))) - not_played
    assert {name for name, _total, rank in club.final() if rank is None} == left_last
    assert club.qualifying() == certain_and_possible(here, CUT, None, set(finals))


@given(plan=moves)
@settings(max_examples=sampling.examples(40))
def test_totals_are_the_sums_of_hands_and_the_draw_is_unchanged(app, plan):
    club = tournament(app)
    tables = [table for stage in (1, 2) for table in club.tables(stage)]
    drawn = [set(table.seats()) for table in tables]
    for where, *move in plan:
        note(f"table {where % len(tables)}: {move}")
        Play(tables[where % len(tables)]).make(tuple(move))
        assert_adds_up(club, drawn)
