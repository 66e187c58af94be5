"""Totals and shared places."""

from __future__ import annotations

from game.tournament.standings import TournamentStanding, standings, with_tie_decisions


def ranks(table: list[TournamentStanding]) -> dict[object, int | None]:
    return {place.player: place.rank for place in table}


def test_the_lowest_total_is_first_and_equal_totals_share_a_place():
    table = standings({"Anna": 50, "Bo": 20, "Cara": 20, "Dilan": 70})
    assert ranks(table) == {"Bo": 1, "Cara": 1, "Anna": 3, "Dilan": 4}
    assert [place.player for place in table] == ["Bo", "Cara", "Anna", "Dilan"]


def test_the_highest_total_is_first_where_it_wins():
    table = standings({"Anna": 50, "Bo": 20, "Cara": 20, "Dilan": 70}, {"Anna"}, highest_wins=True)
    assert ranks(table) == {"Dilan": 1, "Bo": 2, "Cara": 2, "Anna": None}
    assert [place.player for place in table] == ["Dilan", "Bo", "Cara", "Anna"]


def test_a_withdrawn_player_comes_last_without_a_place():
    assert ranks(standings({"Anna": 5, "Bo": 20}, {"Anna"})) == {"Bo": 1, "Anna": None}


def test_the_umpire_orders_players_who_share_a_place():
    table = standings({"Anna": 20, "Bo": 20, "Cara": 30})
    assert ranks(with_tie_decisions(table, [("Bo", "Anna")])) == {"Bo": 1, "Anna": 2, "Cara": 3}
    assert [place.player for place in with_tie_decisions(table, [("Bo", "Anna")])] == ["Bo", "Anna", "Cara"]


def test_an_order_of_other_players_than_those_who_share_the_place_is_invalid():
    table = standings({"Anna": 20, "Bo": 20, "Cara": 20, "Dilan": 30})
    for order in (("Bo", "Anna"), ("Cara", "Dilan"), ("Bo", "Anna", "Cara", "Dilan"), ("Bo", "Eva")):
        assert ranks(with_tie_decisions(table, [order])) == {"Anna": 1, "Bo": 1, "Cara": 1, "Dilan": 4}


def test_an_order_that_names_absent_players_or_players_without_a_place_is_invalid():
    table = standings({"Anna": 20, "Bo": 20, "Cara": 30})
    assert ranks(with_tie_decisions(table, [("Eva", "Bo")])) == {"Anna": 1, "Bo": 1, "Cara": 3}
    withdrawn = standings({"Anna": 5, "Bo": 5, "Cara": 30}, {"Anna", "Bo"})
    assert ranks(with_tie_decisions(withdrawn, [("Bo", "Anna")])) == {"Cara": 1, "Anna": None, "Bo": None}


def test_a_later_order_may_decide_another_place():
    table = standings({"Anna": 1, "Bo": 1, "Cara": 2, "Dilan": 2})
    settled = with_tie_decisions(table, [("Bo", "Anna"), ("Dilan", "Cara")])
    assert [place.player for place in settled] == ["Bo", "Anna", "Dilan", "Cara"]
    assert [place.rank for place in settled] == [1, 2, 3, 4]
