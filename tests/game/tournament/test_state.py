"""A whole evening from its facts."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from game.tournament.cut import DecidedBy
from game.tournament.facts import Decision, DecisionKind, EntrantFacts, Plan, PlayedTable
from game.tournament.state import Phase, TournamentState
from tests.game.tournament.ways import sure_and_perhaps


def table(over: bool = True, **totals: int) -> PlayedTable:
    return PlayedTable(tuple(totals), totals, over)


def evening(*rounds: list[PlayedTable], cut: int | None = 2, **about) -> TournamentState:
    """Anna, Bo, Cara and Dilan, two rounds."""
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


def test_whoever_enters_plays_from_the_first_round_with_nothing_to_the_last():
    assert EntrantFacts("Anna") == EntrantFacts("Anna", joined_round=1, start_points=0, withdrew_after=None)


def totals(table):
    return [(place.player, place.total, place.rank) for place in table]


def test_rounds_are_added_and_equal_totals_share_a_place():
    found = evening(FIRST, [table(Anna=15, Bo=5, Cara=5, Dilan=60)])
    assert totals(found.combined) == [("Anna", 25, 1), ("Bo", 25, 1), ("Cara", 35, 3), ("Dilan", 100, 4)]
    assert totals(found.round_places(2))[0] == ("Bo", 5, 1)


def test_an_evening_waits_for_one_thing_after_another():
    assert evening().phase is Phase.DRAW
    assert evening([table(over=False, Anna=1)]).phase is Phase.PLAY
    assert evening(FIRST).phase is Phase.DRAW
    assert evening(FIRST, [table(over=False, Anna=1)]).phase is Phase.PLAY
    assert evening([table(Anna=1, Bo=2), table(over=False, Cara=1)]).phase is Phase.PLAY
    assert evening(FIRST, SECOND).phase is Phase.PLAYOFF_DRAW
    assert evening(FIRST, SECOND, playoff=[table(over=False, Bo=0, Cara=0)]).phase is Phase.PLAY
    assert evening(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]).phase is Phase.OVER
    assert evening(FIRST, SECOND, cut=None).phase is Phase.OVER
    assert evening(FIRST, SECOND, cut=4).phase is Phase.OVER  # GS11


def test_the_rounds_are_over_when_all_of_them_are_played_out():
    assert not evening(FIRST).rounds_are_over
    assert not evening(FIRST, [table(over=False, Anna=1)]).rounds_are_over
    assert evening(FIRST, SECOND).rounds_are_over


def test_who_comes_may_join_as_long_as_a_round_is_to_be_drawn():
    assert (evening().next_round, evening().can_join) == (1, True)
    assert (evening(FIRST).next_round, evening(FIRST).can_join) == (2, True)
    assert not evening(FIRST, SECOND).can_join


def test_somebody_plays_from_the_round_of_joining_to_the_one_of_leaving():
    stays = EntrantFacts("Anna", joined_round=2, withdrew_after=3)
    assert [round_ for round_ in range(1, 6) if stays.plays(round_)] == [2, 3]
    with_late = [*evening().entrants, EntrantFacts("Eva", joined_round=2)]
    assert replace(evening(), entrants=with_late).next_players == ["Anna", "Bo", "Cara", "Dilan"]
    assert replace(evening(FIRST), entrants=with_late).next_players == ["Anna", "Bo", "Cara", "Dilan", "Eva"]


def test_whoever_sat_together_in_the_rounds_or_in_the_playoff_has_met():
    assert evening(FIRST, SECOND).past.repeat_meetings(("Bo", "Cara")) == 2
    assert evening(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]).past.repeat_meetings(("Bo", "Cara")) == 3


def test_nobody_would_go_on_to_a_playoff_that_is_not_drawn():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]  # 50, 50, 50, 40
    assert (evening(FIRST, SECOND).would_qualify, evening(FIRST, SECOND).might_qualify) == ([], [])
    assert (evening(FIRST, level).would_qualify, evening(FIRST, level).might_qualify) == ([], [])


def test_those_level_who_have_no_seat_might_go_on_where_one_is_left():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]  # two of the three go on beside Dilan
    found = evening(FIRST, level, cut=3, playoff=[table(Anna=0, Dilan=0)])
    assert (found.would_qualify, found.might_qualify) == ([], ["Bo", "Cara"])
    full = evening(FIRST, level, cut=3, playoff=[table(Anna=0, Bo=0, Dilan=0)])
    assert (full.would_qualify, full.might_qualify) == ([], [])


PEOPLE = ("Anna", "Bo", "Cara", "Dilan", "Eva")


@given(
    drawn=st.sets(st.sampled_from(PEOPLE), min_size=2),
    points=st.lists(st.integers(0, 3), min_size=5, max_size=5),
    size=st.integers(2, 4),
    home=st.sets(st.sampled_from(PEOPLE)),
    chosen=st.none() | st.sets(st.sampled_from(PEOPLE), min_size=1),
)
def test_who_would_have_gone_on_is_whoever_every_choice_of_the_umpire_would_seat(
    drawn: set[str], points: list[int], size: int, home: set[str], chosen: set[str] | None
):
    """Whatever the totals have become since the play-off was drawn, and whoever has gone home since."""
    totals = dict(zip(PEOPLE, points, strict=True))
    found = TournamentState(
        Plan(rounds=1, cut=size),
        [EntrantFacts(name, withdrew_after=1 if name in home else None) for name in PEOPLE],
        [[table(**totals)]],
        playoff=[table(**dict.fromkeys(drawn, 0))],
        decisions=[] if chosen is None else [Decision(DecisionKind.CUT, sorted(chosen))],
    )
    here = {name: totals[name] for name in PEOPLE if name in drawn or name not in home}
    assert (set(found.would_qualify), set(found.might_qualify)) == sure_and_perhaps(here, size, chosen, drawn)


def test_the_playoff_starts_from_zero():
    found = evening(FIRST, SECOND, playoff=[table(Bo=30, Cara=29)])
    assert totals(found.final) == [("Cara", 29, 1), ("Bo", 30, 2)]
    assert found.winners == ["Cara"]


def test_or_goes_on_from_the_combined_totals():
    found = evening(FIRST, SECOND, playoff=[table(Bo=30, Cara=29)])
    carried = replace(found, plan=replace(found.plan, carried=True))
    assert totals(carried.final) == [("Bo", 25 + 30, 1), ("Cara", 40 + 29, 2)]


def test_joint_winners_are_all_winners_unless_the_umpire_decides():
    found = evening(FIRST, SECOND, playoff=[table(Bo=3, Cara=3)])
    assert found.winners == ["Bo", "Cara"]
    assert replace(found, decisions=[Decision(DecisionKind.TIE, ("Cara", "Bo"))]).winners == ["Cara"]
    assert replace(found, decisions=[Decision(DecisionKind.CUT, ("Cara", "Bo"))]).winners == ["Bo", "Cara"]


def test_nobody_has_won_while_it_is_played():
    assert evening(FIRST).winners == []
    assert evening(FIRST, SECOND).winners == []


def test_whoever_is_level_waits_for_the_umpire():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]  # 50, 50, 50, 40
    found = evening(FIRST, level)
    assert found.phase is Phase.CHOICE
    assert found.next_players == []
    chosen = replace(found, decisions=[Decision(DecisionKind.CUT, ("Cara",))])
    assert chosen.phase is Phase.PLAYOFF_DRAW
    assert chosen.next_players == ["Dilan", "Cara"]


def test_the_last_choice_holds():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]
    decisions = [Decision(DecisionKind.CUT, ("Cara",)), Decision(DecisionKind.CUT, ("Bo",))]
    found = evening(FIRST, level, decisions=decisions)
    assert found.next_players == ["Dilan", "Bo"]


def test_what_the_umpire_says_of_another_matter_chooses_nobody():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]
    decisions = [Decision(DecisionKind.CUT, ("Cara",)), Decision(DecisionKind.TIE, ("Anna",))]
    assert evening(FIRST, level, decisions=decisions).next_players == ["Dilan", "Cara"]


def test_a_correction_that_moves_the_cut_leaves_the_choice_behind():
    level = [table(Anna=40, Bo=30, Cara=20, Dilan=0)]
    chosen = evening(FIRST, level, decisions=[Decision(DecisionKind.CUT, ("Cara",))])
    corrected = replace(chosen, rounds=(FIRST, [table(Anna=40, Bo=30, Cara=21, Dilan=0)]))
    assert corrected.cut is not None
    assert corrected.cut.level == ("Anna", "Bo")
    assert corrected.cut.decided_by is DecidedBy.UNDECIDED


def test_who_comes_late_begins_with_what_the_umpire_says():
    found = evening(FIRST, [table(Anna=50, Bo=5, Cara=10, Dilan=60, Eva=7)])
    late = replace(found, entrants=[*found.entrants, EntrantFacts("Eva", joined_round=2, start_points=25)])
    assert ("Eva", 32, 2) in totals(late.combined)
    assert "Eva" not in [name for name, _total, _rank in totals(found.combined)]  # before she is let in


def test_who_joins_after_the_last_round_is_not_in_the_playoff():
    late = [*evening().entrants, EntrantFacts("Eva", joined_round=3)]
    assert replace(evening(FIRST, SECOND), entrants=late).next_players == ["Bo", "Cara"]


def test_who_withdrew_has_no_place_and_does_not_go_on():
    gone = [
        EntrantFacts("Anna", withdrew_after=1),
        EntrantFacts("Bo"),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    after_one = replace(evening(FIRST), entrants=gone)
    assert after_one.next_players == ["Bo", "Cara", "Dilan"]
    found = replace(evening(FIRST, [table(Bo=5, Cara=10, Dilan=60)]), entrants=gone)
    assert totals(found.combined) == [("Bo", 25, 1), ("Cara", 40, 2), ("Dilan", 100, 3), ("Anna", 10, None)]
    assert found.next_players == ["Bo", "Cara"]


def test_who_leaves_during_the_playoff_has_no_place_in_it():
    # Bo leaves after round 2 of 2, when the play-off is already drawn, and with fewer points than Cara.
    left = [
        EntrantFacts("Anna"),
        EntrantFacts("Bo", withdrew_after=2),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    found = replace(evening(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]), entrants=left)
    assert totals(found.final) == [("Cara", 4, 1), ("Bo", 3, None)]
    assert found.winners == ["Cara"]


def test_who_played_the_playoff_to_its_end_keeps_the_place_in_it():
    played = [
        EntrantFacts("Anna"),
        EntrantFacts("Bo", withdrew_after=3),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    found = replace(evening(FIRST, SECOND, playoff=[table(Bo=3, Cara=4)]), entrants=played)
    assert found.winners == ["Bo"]


def test_who_goes_home_after_the_last_round_keeps_the_place_but_leaves_theirs_in_the_playoff_to_the_next():
    gone = [
        EntrantFacts("Anna"),
        EntrantFacts("Bo", withdrew_after=2),
        EntrantFacts("Cara"),
        EntrantFacts("Dilan"),
    ]
    found = replace(evening(FIRST, SECOND), entrants=gone)
    assert totals(found.combined)[0] == ("Bo", 25, 1)
    assert found.next_players == ["Cara", "Anna"]


points = st.integers(0, 60)
hands = st.lists(st.tuples(points, points, points, points), min_size=2, max_size=2)


@given(hands=hands, corrections=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3), points), max_size=6))
def test_combined_totals_are_the_sum_of_the_tables_whatever_is_corrected(hands, corrections):
    names, rounds = ("Anna", "Bo", "Cara", "Dilan"), [list(row) for row in hands]
    for round_, seat, instead in corrections:
        rounds[round_][seat] = instead
    found = evening(*([table(**dict(zip(names, row, strict=True)))] for row in rounds))
    assert {place.player: place.total for place in found.combined} == {
        name: rounds[0][seat] + rounds[1][seat] for seat, name in enumerate(names)
    }
