"""Recaps of the golden nights, figure by figure; the sheets are in nights.py."""

from __future__ import annotations

import pytest

from game.analysis.night import night_table, sum_by_player, top_players
from game.analysis.recap import Recap
from game.variants.eights import class_of_eights
from tests.golden.nights import first_night, second_night, third_night
from tests.sampling import full_only

pytestmark = full_only


class NamedRecap:
    """The recap of a session with names in the place of seats."""

    def __init__(self, table):
        with table.seen() as session:
            self.names = {seat.id: seat.name for seat in session.seats}
            misdeals = [played.misdeals for played in session.rounds]
            facts = session.scored.seats, session.rounds
            eights = class_of_eights(session.variant, session.rules)
            self.found = Recap(session.rules, *facts, misdeals, eights)
            self.finishes = [(s.name, s.final_rank, bool(s.final_won)) for s in session.seats]

    @property
    def leading_since(self):
        return self.found.leading_since

    @property
    def swing(self):
        """(round, winners, before, after)."""
        found = self.found.swing
        return found and (found.round, [self.names[s] for s in found.winner], found.before, found.after)

    @property
    def worst_hands(self):
        return [(self.names[h.seat], number, h.points, h.cards) for number, h in self.found.worst_hands]

    @property
    def runs(self):
        return [(self.names[r.seat], r.first, r.last) for r in self.found.runs]

    def named(self, counts):
        return {self.names[seat]: count for seat, count in counts.items()}

    @property
    def eights(self):
        return None if self.found.eights is None else self.named(self.found.eights)

    @property
    def dealt(self):
        return self.named(self.found.dealt)


def recaps(night):
    return [NamedRecap(table) for table in night.tables]


def shown(table):
    return [(line.player, line.won, line.average_rank, line.played, line.left) for line in table]


class TestFirstNight:
    @pytest.fixture
    def recaps_of_it(self, app):
        return recaps(first_night(app))

    def test_the_opening_ended_in_a_tie(self, recaps_of_it):
        # Best of Bo and Dilan less Cara's total: 0-6 8-7 21-7 23-18, that is -6 1 14 5; Anna's: -11 -3 3 5
        opening = recaps_of_it[0]
        assert opening.leading_since == 4
        assert opening.swing == (3, ["Cara"], 1, 14)
        assert opening.worst_hands == [("Bo", 2, 20, {"8": 2})]
        assert opening.eights == {"Anna": 1, "Bo": 2, "Cara": 1, "Dilan": 1}
        assert opening.runs == []
        assert opening.dealt == {"Anna": 1, "Bo": 1, "Cara": 1, "Dilan": 1}
        assert opening.named(opening.found.misdealt) == {"Cara": 1}

    def test_in_the_long_game_two_hands_were_equally_expensive(self, recaps_of_it):
        # Best of Anna, Cara and, from round 3 on, Eva less Bo's total: 25 10 8 -33 -9 -15 1
        derange = recaps_of_it[1]
        assert derange.leading_since == 7
        assert derange.swing == (4, ["Bo"], 8, -33)
        assert derange.worst_hands == [("Dilan", 3, 60, {"3-10": 2}), ("Anna", 5, 60, {"2": 2})]
        assert derange.eights == {"Cara": 1, "Bo": 1}
        assert derange.runs == []  # two in a row are no run
        assert derange.dealt == {"Bo": 2, "Cara": 2, "Dilan": 1, "Eva": 1, "Anna": 1}

    def test_the_last_game_turned_in_the_last_round(self, recaps_of_it):
        nightcap = recaps_of_it[2]
        assert nightcap.leading_since == 2
        assert nightcap.swing == (2, ["Anna"], -1, 10)
        assert nightcap.worst_hands == [("Bo", 2, 11, {"8": 1, "other": 1})]
        assert nightcap.eights == {"Bo": 1}
        assert nightcap.runs == []

    def test_the_night(self, recaps_of_it):
        # Anna 1, 4, 1; Cara 1, 2, 2; Bo 3, 1, 2; Eva 3; Dilan 4 and left
        table = night_table(one.finishes for one in recaps_of_it)
        assert shown(table) == [
            ("Anna", 2, 2, 3, 0),
            ("Cara", 1, 5 / 3, 3, 0),
            ("Bo", 1, 2, 3, 0),
            ("Eva", 0, 3, 1, 0),
            ("Dilan", 0, 4, 1, 1),
        ]
        assert top_players(one.eights for one in recaps_of_it) == (4, ["Bo"])
        assert sum_by_player(one.dealt for one in recaps_of_it) == {
            "Anna": 3,
            "Bo": 4,
            "Cara": 3,
            "Dilan": 2,
            "Eva": 1,
        }


class TestSecondNight:
    @pytest.fixture
    def recaps_of_it(self, app):
        return recaps(second_night(app))

    def test_the_pursuit(self, recaps_of_it):
        # The best of the others less Anna's total: -13 -2 -2 1 16
        pursuit = recaps_of_it[0]
        assert pursuit.leading_since == 4
        assert pursuit.swing == (5, ["Anna"], 1, 16)
        assert pursuit.worst_hands == [("Cara", 2, 60, {"8": 2})]
        assert pursuit.eights == {"Bo": 1, "Cara": 2, "Eva": 1, "Frans": 1}
        assert pursuit.runs == []
        assert set(pursuit.dealt.values()) == {1}

    def test_where_wins_are_counted_there_are_no_points_and_no_eights(self, recaps_of_it):
        vatikan = recaps_of_it[1]
        assert vatikan.leading_since == 4
        assert vatikan.swing is None
        assert vatikan.worst_hands == []
        assert vatikan.eights is None
        assert vatikan.runs == []
        assert vatikan.dealt == {"Anna": 2, "Bo": 1, "Cara": 1}

    def test_the_night(self, recaps_of_it):
        table = night_table(one.finishes for one in recaps_of_it)
        assert shown(table) == [
            ("Anna", 1, 2, 2, 0),
            ("Cara", 1, 3, 2, 0),
            ("Bo", 0, 2, 2, 0),
            ("Frans", 0, 3, 1, 0),
            ("Eva", 0, 4, 1, 0),
        ]


class TestThirdNight:
    @pytest.fixture
    def recaps_of_it(self, app):
        return recaps(third_night(app))

    def test_a_team_wins_together(self, recaps_of_it):
        # 24 - 11, 49 - 30, 56 - 42
        teams = recaps_of_it[0]
        assert teams.leading_since == 1
        assert teams.swing == (1, ["Anna", "Cara"], 0, 13)
        assert teams.worst_hands == [("Dilan", 2, 25, {"JK": 1})]
        assert teams.eights is None  # an ordinary card in Vatikan, whatever its house points
        assert teams.runs == []

    def test_a_table_that_stopped_early(self, recaps_of_it):
        early = recaps_of_it[1]
        assert early.leading_since == 1
        assert early.swing == (2, ["Frans"], 1, 9)
        assert early.worst_hands == [("Eva", 1, 15, {"8": 1, "A": 1})]
        assert early.eights == {"Bo": 1, "Eva": 1}
        assert early.dealt == {"Eva": 1, "Frans": 1}

    def test_the_night(self, recaps_of_it):
        table = night_table(one.finishes for one in recaps_of_it[:3])
        assert shown(table) == [
            ("Frans", 1, 1, 1, 0),
            ("Cara", 1, 1.5, 2, 0),
            ("Bo", 1, 5 / 3, 3, 0),
            ("Anna", 1, 2, 2, 0),
            ("Dilan", 0, 2, 1, 0),
            ("Eva", 0, 3, 1, 0),
        ]
