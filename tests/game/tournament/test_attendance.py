"""A player cannot win by playing fewer deals than others."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from game.tournament.attendance import DealCount
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, PlayedTable
from game.tournament.state import Phase
from tests.game.tournament.test_state import FIRST, SECOND, table, totals, tournament

NAMES = ("Anna", "Bo", "Cara", "Dilan")
LEFT = [replace(FIRST[0], left=frozenset({"Bo"}))]  # Bo has 20 there, the lowest is Anna's 10


def test_a_player_who_left_in_a_round_has_no_place_and_no_seat_in_the_next():
    found = tournament(LEFT)
    assert found.awaiting_decision == {"Bo": 1}
    assert totals(found.combined)[-1] == ("Bo", 20, None)
    assert found.next_players == ["Anna", "Cara", "Dilan"]


def test_a_player_who_left_in_the_last_round_does_not_play_off():
    last = [replace(SECOND[0], left=frozenset({"Bo"}))]
    assert tournament(FIRST, last).next_players == ["Cara", "Anna"]


def test_a_player_who_left_in_the_playoff_keeps_the_place_in_the_rounds():
    found = tournament(FIRST, SECOND, playoff=[replace(table(Bo=0, Cara=9), left=frozenset({"Bo"}))])
    assert totals(found.combined)[0] == ("Bo", 25, 1)
    assert totals(found.final) == [("Cara", 9, 1), ("Bo", 0, None)]
    assert found.winners == ["Cara"]


def test_the_umpire_may_let_a_player_continue_who_left_the_table_of_one_stage():
    decisions = [Decision(DecisionKind.PLAYS_ON, ("Bo",), stage=1)]
    assert tournament(LEFT, decisions=decisions).next_players == list(NAMES)
    again = [replace(SECOND[0], left=frozenset({"Bo"}))]
    assert tournament(LEFT, again, decisions=decisions).awaiting_decision == {"Bo": 2}


def test_a_player_seated_in_the_next_round_has_not_left():
    assert tournament(LEFT, SECOND).awaiting_decision == {}


def test_a_withdrawn_player_needs_no_decision():
    found = replace(
        tournament(LEFT),
        entrants=[EntrantFacts("Bo", withdrew_after=0), *map(EntrantFacts, ("Anna", "Cara"))],
    )
    assert found.awaiting_decision == {}
    assert found.left_tables == {"Bo": 1}


def test_a_player_at_a_table_who_is_no_entrant_is_a_guest_without_a_place():
    found = tournament([table(Anna=10, Bo=20, Eva=0)])
    assert found.guests == {"Eva": 1}
    assert "Eva" not in [name for name, _total, _rank in totals(found.combined)]


def test_fewer_deals_are_marked_where_totals_are_compared():
    def played(deals: dict[str, int]) -> PlayedTable:
        return replace(table(**dict.fromkeys(deals, 5)), deals=deals)

    rounds = [
        [played({"Anna": 5, "Bo": 1, "Cara": 5, "Dilan": 5})],
        [played({"Anna": 5, "Bo": 5, "Cara": 5})],
    ]
    found = tournament(*rounds)
    assert found.fewer_deals == {"Bo": DealCount(6, 10), "Dilan": DealCount(5, 10)}
    playoff = replace(found, playoff=[played({"Bo": 3, "Cara": 3})])
    assert playoff.fewer_deals_in_playoff == {}
    carried = replace(playoff, plan=replace(found.plan, carried=True))
    assert carried.fewer_deals_in_playoff == {"Bo": DealCount(9, 13)}


@given(
    points=st.lists(st.integers(0, 9), min_size=4, max_size=4),
    left=st.sets(st.sampled_from(NAMES), max_size=2),
    plays_on=st.sets(st.sampled_from(NAMES)),
)
def test_no_player_who_left_wins_unless_the_umpire_decides_so(points, left, plays_on):
    played = replace(table(**dict(zip(NAMES, points, strict=True))), left=frozenset(left))
    decisions = [Decision(DecisionKind.PLAYS_ON, sorted(plays_on), stage=1)]
    found = tournament([played], decisions=decisions)
    whole = replace(found, plan=replace(found.plan, rounds=1, cut=None))
    assert whole.phase is Phase.OVER
    assert not set(whole.winners) & (left - plays_on)
    assert set(whole.awaiting_decision) == left - plays_on
