"""A whole tournament computed from its facts."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from game.tournament.cut import DecidedBy
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, Plan, PlayedTable
from game.tournament.state import Phase, TournamentState
from tests.game.tournament.valid_cuts import certain_and_possible


def table(over: bool = True, **totals: int) -> PlayedTable:
    return PlayedTable(tuple(totals), totals, over)


def tournament(*rounds: list[PlayedTable], cut: int | None = 2, **about) -> TournamentState:
    """A tournament of Anna, Bo, Cara and Dilan with two rounds."""
    entrants = [EntrantFacts(name) for name in ("Anna", "Bo", "Cara", "Dilan")]
    return TournamentState(Plan(cut=cut), entrants, rounds, **about)


FIRST = [table(Anna=10, Bo=20, Cara=30, Dilan=40)]
SECOND = [table(Anna=50, Bo=5, Cara=10, Dilan=60)]


def test_sp34_two_rounds_and_the_ten_lowest_go_on():
    assert Plan() == Plan(rounds=2, cut=10, carried=False)  # GS12: from zero
    people = [f"person {number}" for number in range(11)]
    played = [table(**{name: number for number, name in enumerate(people)})]
    found = TournamentState(Plan(), list(map(EntrantFacts, people)), [played, played])
    assert found.next_players == people[:10]


def test_an_entrant_plays_from_the_first_round_with_zero_points_to_the_last():
    assert EntrantFacts("Anna") == EntrantFacts("Anna", joined_round=1, start_points=0, withdrew_after=None)


def totals(table):
    return [(place.player, place.total, place.rank) for place in table]


def test_rounds_are_added_and_equal_totals_share_a_place():
    found = tournament(FIRST, [table(Anna=15, Bo=5, Cara=5, Dilan=60)])
    assert totals(found.combined) == [("Anna", 25, 1), ("Bo", 25, 1), ("Cara", 35, 3), ("Dilan", 100, 4)]
    assert totals(found.round_places(2))[0] == ("Bo", 5, 1)


def test_the_phases_follow_one_another():
    assert tournament().phase is Phase.DRAW
    assert tournament([table(over=False, Anna=1)]).phase is Phase.PLAY
    assert tournament(FIRST).phase is Phase.DRAW
    assert tournament(FIRST, [table(over=False, Anna=1)]).phase is Phase.PLAY
    assert tournament([table(Anna=1, Bo=2), table(over=False, Cara=1)]).phase is Phase.PLAY
    assert tournament(FIRST, SECOND).phase is Phase.PLAYOFF_DRAW
    assert tournament(FIRST, SECOND, playoff=[table(over=False, Bo=0, Cara=0)]).phase is Phase.PLAY
    assert tournament(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]).phase is Phase.OVER
    assert tournament(FIRST, SECOND, cut=None).phase is Phase.OVER
    assert tournament(FIRST, SECOND, cut=4).phase is Phase.OVER  # GS11


def test_the_rounds_are_over_when_all_of_them_are_finished():
    assert not tournament(FIRST).rounds_are_over
    assert not tournament(FIRST, [table(over=False, Anna=1)]).rounds_are_over
    assert tournament(FIRST, SECOND).rounds_are_over


def test_new_entrants_may_join_while_a_round_is_to_be_drawn():
    assert (tournament().next_round, tournament().can_join) == (1, True)
    assert (tournament(FIRST).next_round, tournament(FIRST).can_join) == (2, True)
    assert not tournament(FIRST, SECOND).can_join


def test_an_entrant_plays_from_the_round_of_joining_to_the_one_of_leaving():
    stays = EntrantFacts("Anna", joined_round=2, withdrew_after=3)
    assert [round_ for round_ in range(1, 6) if stays.plays(round_)] == [2, 3]
    with_late = [*tournament().entrants, EntrantFacts("Eva", joined_round=2)]
    assert replace(tournament(), entrants=with_late).next_players == ["Anna", "Bo", "Cara", "Dilan"]
    assert replace(tournament(FIRST), entrants=with_late).next_players == [
        "Anna",
        "Bo",
        "Cara",
        "Dilan",
        "Eva",
    ]


def test_players_at_one_table_in_the_rounds_or_the_playoff_have_met():
    assert tournament(FIRST, SECOND).past.repeat_meetings(("Bo", "Cara")) == 2
    assert tournament(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]).past.repeat_meetings(("Bo", "Cara")) == 3


def test_no_player_goes_on_before_the_playoff_is_drawn():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]  # 50, 50, 50, 40
    assert (tournament(FIRST, SECOND).would_qualify, tournament(FIRST, SECOND).might_qualify) == ([], [])
    assert (tournament(FIRST, level).would_qualify, tournament(FIRST, level).might_qualify) == ([], [])


def test_tied_players_without_a_seat_may_go_on_where_a_seat_is_left():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]  # two of the three go on beside Dilan
    found = tournament(FIRST, level, cut=3, playoff=[table(Anna=0, Dilan=0)])
    assert (found.would_qualify, found.might_qualify) == ([], ["Bo", "Cara"])
    full = tournament(FIRST, level, cut=3, playoff=[table(Anna=0, Bo=0, Dilan=0)])
    assert (full.would_qualify, full.might_qualify) == ([], [])


PEOPLE = ("Anna", "Bo", "Cara", "Dilan", "Eva")


@given(
    drawn=st.sets(st.sampled_from(PEOPLE), min_size=2),
    points=st.lists(st.integers(0, 3), min_size=5, max_size=5),
    size=st.integers(2, 4),
    home=st.sets(st.sampled_from(PEOPLE)),
    chosen=st.none() | st.sets(st.sampled_from(PEOPLE), min_size=1),
)
def test_a_player_would_go_on_if_every_choice_of_the_umpire_seats_them(
    drawn: set[str], points: list[int], size: int, home: set[str], chosen: set[str] | None
):
    """Totals may have changed and players may have withdrawn since the play-off was drawn."""
    totals = dict(zip(PEOPLE, points, strict=True))
    found = TournamentState(
        Plan(rounds=1, cut=size),
        [EntrantFacts(name, withdrew_after=1 if name in home else None) for name in PEOPLE],
        [[table(**totals)]],
        playoff=[table(**dict.fromkeys(drawn, 0))],
        decisions=[] if chosen is None else [Decision(DecisionKind.CUT, sorted(chosen))],
    )
    here = {name: totals[name] for name in PEOPLE if name in drawn or name not in home}
    assert (set(found.would_qualify), set(found.might_qualify)) == certain_and_possible(
        here, size, chosen, drawn
    )


def test_the_playoff_starts_from_zero():
    found = tournament(FIRST, SECOND, playoff=[table(Bo=30, Cara=29)])
    assert totals(found.final) == [("Cara", 29, 1), ("Bo", 30, 2)]
    assert found.winners == ["Cara"]


def test_the_playoff_may_continue_from_the_combined_totals():
    found = tournament(FIRST, SECOND, playoff=[table(Bo=30, Cara=29)])
    carried = replace(found, plan=replace(found.plan, carried=True))
    assert totals(carried.final) == [("Bo", 25 + 30, 1), ("Cara", 40 + 29, 2)]


def test_joint_winners_are_all_winners_unless_the_umpire_decides():
    found = tournament(FIRST, SECOND, playoff=[table(Bo=3, Cara=3)])
    assert found.winners == ["Bo", "Cara"]
    assert replace(found, decisions=[Decision(DecisionKind.TIE, ("Cara", "Bo"))]).winners == ["Cara"]
    assert replace(found, decisions=[Decision(DecisionKind.CUT, ("Cara", "Bo"))]).winners == ["Bo", "Cara"]


def test_there_are_no_winners_while_it_is_played():
    assert tournament(FIRST).winners == []
    assert tournament(FIRST, SECOND).winners == []


def test_tied_players_wait_for_the_umpire():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]  # 50, 50, 50, 40
    found = tournament(FIRST, level)
    assert found.phase is Phase.CHOICE
    assert found.next_players == []
    chosen = replace(found, decisions=[Decision(DecisionKind.CUT, ("Cara",))])
    assert chosen.phase is Phase.PLAYOFF_DRAW
    assert chosen.next_players == ["Dilan", "Cara"]


def test_the_last_choice_is_valid():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]
    decisions = [Decision(DecisionKind.CUT, ("Cara",)), Decision(DecisionKind.CUT, ("Bo",))]
    found = tournament(FIRST, level, decisions=decisions)
    assert found.next_players == ["Dilan", "Bo"]


def test_a_decision_on_another_matter_chooses_no_player():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]
    decisions = [Decision(DecisionKind.CUT, ("Cara",)), Decision(DecisionKind.TIE, ("Anna",))]
    assert tournament(FIRST, level, decisions=decisions).next_players == ["Dilan", "Cara"]


def test_a_correction_that_moves_the_cut_invalidates_the_choice():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]
    chosen = tournament(FIRST, level, decisions=[Decision(DecisionKind.CUT, ("Cara",))])
    corrected = replace(chosen, rounds=(FIRST, [table(Anna=40, Bo=30, Cara=21, Dilan=0)]))
    assert corrected.cut is not None
    assert corrected.cut.level == ("Anna", "Bo")
    assert corrected.cut.decided_by is DecidedBy.UNDECIDED


def test_a_late_joiner_begins_with_the_points_set_by_the_umpire():
    found = tournament(FIRST, [table(Anna=50, Bo=5, Cara=10, Dilan=60, Eva=7)])
    late = replace(found, entrants=[*found.entrants, EntrantFacts("Eva", joined_round=2, start_points=25)])
    assert ("Eva", 32, 2) in totals(late.combined)
    assert "Eva" not in [name for name, _total, _rank in totals(found.combined)]  # before she has joined


def test_a_player_who_joins_after_the_last_round_is_not_in_the_playoff():
    late = [*tournament().entrants, EntrantFacts("Eva", joined_round=3)]
    assert replace(tournament(FIRST, SECOND), entrants=late).next_players == ["Bo", "Cara"]


def test_a_withdrawn_player_has_no_place_and_does_not_go_on():
    entrants = [
        EntrantFacts("Anna", withdrew_after=1),
        EntrantFacts("Bo"),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    after_one = replace(tournament(FIRST), entrants=entrants)
    assert after_one.next_players == ["Bo", "Cara", "Dilan"]
    found = replace(tournament(FIRST, [table(Bo=5, Cara=10, Dilan=60)]), entrants=entrants)
    assert totals(found.combined) == [("Bo", 25, 1), ("Cara", 40, 2), ("Dilan", 100, 3), ("Anna", 10, None)]
    assert found.next_players == ["Bo", "Cara"]


def test_a_player_who_leaves_during_the_playoff_has_no_place_in_it():
    # Bo leaves after round 2 of 2, when the play-off is already drawn, and with fewer points than Cara.
    left = [
        EntrantFacts("Anna"),
        EntrantFacts("Bo", withdrew_after=2),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    found = replace(tournament(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]), entrants=left)
    assert totals(found.final) == [("Cara", 4, 1), ("Bo", 3, None)]
    assert found.winners == ["Cara"]


def test_a_player_who_finished_the_playoff_keeps_the_place_in_it():
    played = [
        EntrantFacts("Anna"),
        EntrantFacts("Bo", withdrew_after=3),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    found = replace(tournament(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]), entrants=played)
    assert found.winners == ["Bo"]


def test_a_player_withdrawn_after_the_last_round_keeps_the_place_but_the_playoff_seat_goes_to_the_next():
    entrants = [
        EntrantFacts("Anna"),
        EntrantFacts("Bo", withdrew_after=2),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    found = replace(tournament(FIRST, SECOND), entrants=entrants)
    assert totals(found.combined)[0] == ("Bo", 25, 1)
    assert found.next_players == ["Cara", "Anna"]


points = st.integers(0, 60)
hands = st.lists(st.tuples(points, points, points, points), min_size=2, max_size=2)


@given(hands=hands, corrections=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3), points), max_size=6))
def test_combined_totals_are_the_sum_of_the_tables_after_any_correction(hands, corrections):
    names, rounds = ("Anna", "Bo", "Cara", "Dilan"), [list(row) for row in hands]
    for round_, seat, instead in corrections:
        rounds[round_][seat] = instead
    found = tournament(*([table(**dict(zip(names, row, strict=True)))] for row in rounds))
    assert {place.player: place.total for place in found.combined} == {
        name: rounds[0][seat] + rounds[1][seat] for seat, name in enumerate(names)
    }
