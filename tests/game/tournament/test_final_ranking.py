"""Final ranking of a finished tournament."""

from __future__ import annotations

from dataclasses import replace

from game.tournament.facts import Decision, DecisionKind, EntrantFacts, Plan, PlayedTable
from game.tournament.state import TournamentState
from tests.game.tournament.test_state import FIRST, SECOND, table, tournament
from tests.golden.club_sheets import ClubSheets

# Combined: Bo 25, Cara 40, Anna 60, Dilan 100.


def given(tournament):
    return [(prize.player, prize.rank, prize.total, prize.playoff) for prize in tournament.final_ranking]


def test_the_playoff_gives_the_first_places_and_the_rounds_the_others():
    assert given(tournament(FIRST, SECOND, playoff=[table(Bo=31, Cara=30)])) == [
        ("Cara", 1, 40, 30),
        ("Bo", 2, 25, 31),
        ("Anna", 3, 60, None),
        ("Dilan", 4, 100, None),
    ]


def test_a_shared_place_is_shared_within_the_playoff_and_below_it():
    level = [table(Anna=50, Bo=5, Cara=10, Dilan=20)]
    assert given(tournament(FIRST, level, playoff=[table(Bo=7, Cara=7)])) == [
        ("Bo", 1, 25, 7),
        ("Cara", 1, 40, 7),
        ("Anna", 3, 60, None),
        ("Dilan", 3, 60, None),
    ]


def test_the_umpire_decides_who_is_first_among_those_who_share():
    decided = [Decision(DecisionKind.TIE, ("Cara", "Bo"))]
    found = given(tournament(FIRST, SECOND, playoff=[table(Bo=7, Cara=7)], decisions=decided))
    assert [(player, rank) for player, rank, *_totals in found[:2]] == [("Cara", 1), ("Bo", 2)]


def test_a_player_tied_at_the_cut_who_did_not_go_on_comes_first_below_it():
    # Bo 25, then Anna and Cara tied at 40: the umpire let Anna go on (SP35).
    level = [table(Anna=30, Bo=5, Cara=10, Dilan=60)]
    decided = [Decision(DecisionKind.CUT, ("Anna",))]
    found = given(tournament(FIRST, level, playoff=[table(Anna=9, Bo=8)], decisions=decided))
    assert [row[:3] for row in found] == [("Bo", 1, 25), ("Anna", 2, 40), ("Cara", 3, 40), ("Dilan", 4, 100)]


def test_without_a_playoff_the_ranking_is_that_of_all_rounds():
    for cut in (None, 4):  # GS11
        found = given(tournament(FIRST, SECOND, cut=cut))
        assert found == [
            ("Bo", 1, 25, None),
            ("Cara", 2, 40, None),
            ("Anna", 3, 60, None),
            ("Dilan", 4, 100, None),
        ]


def test_a_withdrawn_player_has_no_place_and_takes_none():
    people = [EntrantFacts("Anna", withdrew_after=1), *map(EntrantFacts, ("Bo", "Cara", "Dilan"))]
    second = [table(Bo=5, Cara=10, Dilan=60)]
    found = replace(tournament(FIRST, second, playoff=[table(Bo=31, Cara=30)]), entrants=people)
    assert [row[:2] for row in given(found)] == [("Cara", 1), ("Bo", 2), ("Dilan", 3), ("Anna", None)]


def test_a_player_in_the_playoff_only_has_no_points_of_the_rounds():
    found = tournament(FIRST, SECOND, playoff=[table(Bo=31, Zoe=30)])
    late = replace(found, entrants=[*found.entrants, EntrantFacts("Zoe", joined_round=3)])
    assert given(late)[0] == ("Zoe", 1, 0, 30)
    assert given(found)[0] == ("Bo", 1, 25, 31)  # before Zoe is let in


def test_twelve_players_as_worked_out():
    # tests/golden/club/twelve.txt: ten play off, Finn and Lena tied; Cara 134 and Ida 140 do not go on.
    sheets = ClubSheets.of("twelve")

    def played(stage):
        tables = [(sheet.names, sheet.totals) for sheet in sheets.stage(stage)]
        return [PlayedTable(tuple(n), dict(zip(n, t, strict=True)), is_over=True) for n, t in tables]

    whole = TournamentState(
        Plan(),
        [*map(EntrantFacts, sheets.everybody)],
        [played("Round 1"), played("Round 2")],
        played("Play-off"),
    )
    assert [row[:2] for row in given(whole)] == [
        *(("Jon", 1), ("Dilan", 2), ("Hugo", 3), ("Anna", 4), ("Kim", 5), ("Gun", 6)),
        *(("Finn", 7), ("Lena", 7), ("Eva", 9), ("Bo", 10), ("Cara", 11), ("Ida", 12)),
    ]
    assert given(whole)[0] == ("Jon", 1, 100, 14)
    assert given(whole)[-1] == ("Ida", 12, 140, None)
