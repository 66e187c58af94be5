"""Statistics of three nights, worked out by hand from the score sheets of tests/golden/nights.py."""

from datetime import date

import pytest

from game.analysis.interval import ScoreSample
from models import Player
from models.statistics.choices import choices_of
from models.statistics.nights import most_rounds, most_sessions, nights_of_each
from models.statistics.points import Rounds, card_costs, points_summaries, win_margins_of
from models.statistics.records import honours_of, milestones_of, records_of
from models.statistics.rivals import never_met
from models.statistics.selection import PlayerFilter, Selection
from models.statistics.tally import add_up, overview_of, score_samples, tallies_of
from models.statistics.timeline import timeline_of
from tests.golden.nights import golden_group
from tests.sampling import full_only
from tests.table import at_work
from views.statistics.player import MEASURES
from views.statistics.records import APART, TOGETHER

pytestmark = [full_only, pytest.mark.both_databases]

FIRST, SECOND, THIRD = date(2026, 10, 2), date(2026, 10, 9), date(2026, 10, 17)


@pytest.fixture
def group(app):
    """The group of the three nights, in a request context."""
    table = golden_group(app)[0].tables[0]
    with at_work(app):
        yield Group(table.group_id)


class Group:
    def __init__(self, group_id):
        self.everything = Selection(group_id)
        self.names = {player.id: player.name for player in Player.all_by_id(group_id).values()}
        self.ids = {name: player for player, name in self.names.items()}

    def of(self, name):
        return self.everything.of(self.ids[name])


def test_the_overview(group):
    tallies = tallies_of(group.everything)
    seen = overview_of(group.everything, tallies)
    assert seen.nights == 3
    assert seen.sessions == {"vandatta_pagat": 3, "derange": 2, "vatikan": 2, "swedish_pursuit": 1}
    assert (
        seen.total.all_rounds_dealt == 4 + 7 + 2 + 5 + 4 + 3 + 2
    )  # a session with totals only has no rounds
    assert (
        seen.total.all_rounds_played
        == 4 * 4 + (4 + 4 + 5 + 5 + 4 + 4 + 4) - 3 + 3 + 2 * 3 + 5 * 5 + 4 * 3 + 3 * 4 + 2 * 3
    )
    chosen = choices_of(group.everything.group_id)
    assert (chosen.players, chosen.years) == ([3, 4, 5], [2026])


def test_wins_and_the_number_expected_by_chance(group):
    """Anna: Vändåtta won with Cara, Derange 4th, Vändåtta won, Pursuit won, Vatikan 3rd, won with Cara as a
    team, Derange 3rd."""
    anna = add_up(tallies_of(group.of("Anna"))[group.ids["Anna"]].values())
    assert (anna.sessions, anna.wins, anna.left_early) == (7, 4, 0)
    assert anna.expected_wins == pytest.approx(2 / 4 + 1 / 4 + 1 / 3 + 1 / 5 + 1 / 3 + 2 / 4 + 1 / 3)
    assert anna.average_rank == (1 + 4 + 1 + 1 + 3 + 1 + 3) / 7
    assert (anna.outs, anna.rounds) == (2 + 1 + 1 + 0 + 0 + 1, 4 + 7 + 2 + 5 + 4 + 3)
    assert (anna.caught_hands, anna.cards_left) == (2 + 6 + 1 + 5 + 1 + 2, 5 + 10 + 1 + 6 + 3 + 3)
    assert anna.comebacks == 0


def test_players_who_left_early_are_counted_separately(group):
    dilan = tallies_of(group.of("Dilan"))[group.ids["Dilan"]]
    derange = dilan["derange"]
    assert (derange.sessions, derange.left_early, derange.rounds, derange.caught_hands) == (0, 1, 0, 0)
    assert add_up(dilan.values()).sessions == 2


def test_form_and_streaks(group):
    anna, cara = timeline_of(group.of("Anna")), timeline_of(group.of("Cara"))
    assert [played.won for played in anna.sessions] == [True, False, True, True, False, True, False]
    beaten = [2.5 / 3, 0, 1, 1, 0, 1, 0]  # Cara level with Anna counts half; her partner is no opponent
    assert [played.beaten_share for played in anna.sessions] == pytest.approx(beaten)
    assert [played.day for played in anna.longest_streak] == [FIRST, SECOND]
    assert (anna.current_streak, cara.current_streak, len(cara.longest_streak)) == (0, 0, 2)
    assert anna.form is None  # seven are too few


def test_points_are_separate_for_each_variant_and_scale(group):
    vandatta, *others = points_summaries(group.of("Anna"))
    assert (vandatta.variant, vandatta.sessions, vandatta.cards_dealt) == ("vandatta_pagat", 2, 4 * 7 + 2 * 7)
    assert vandatta.all == Rounds(6, 18 + 1, 3)
    assert vandatta.as_dealer == Rounds(2, 11 + 1, 0)
    assert vandatta.as_leader == Rounds(1, 0, 1)  # Dilan deals round 4, so Anna leads to it, and goes out
    assert vandatta.others == Rounds(3, 7, 2)
    by_variant = {(account.variant, bool(account.scale)): account for account in others}
    derange = by_variant["derange", True]
    assert (derange.sessions, derange.cards_dealt) == (1, 19)  # totals only are no rounds
    assert (derange.all, derange.as_dealer, derange.as_leader) == (
        Rounds(7, 133, 1),
        Rounds(1, 60, 0),
        Rounds(1, 9, 0),
    )
    assert by_variant["vatikan", False].all == Rounds(4, None, 0)  # wins are counted
    assert by_variant["vatikan", True].all == Rounds(3, 18, 1)  # house points
    assert len(others) == 4


def test_the_cards_that_points_came_from(group):
    """Anna in Derange: K 5, Q, 9, 2 2, A 4, 5 5."""
    found = {variant: caught for (variant, _scale), caught in card_costs(group.of("Anna")).items()}
    cards = {c.card_class: (c.cards, c.points) for c in found["derange"]}
    assert cards == {
        "2": (2, 60),
        "K": (1, 20),
        "A": (1, 15),
        "5": (3, 15),
        "Q-J": (1, 10),
        "9": (1, 9),
        "4": (1, 4),
    }
    bo = {variant: caught for (variant, _scale), caught in card_costs(group.of("Bo")).items()}
    assert sum(c.points for c in bo["derange"]) == 98 - 12  # the 12 of round 3 were typed


def held(records, names):
    """Value and holders by variant, whether points are counted, and measure."""
    return {
        (record.variant, bool(record.scale), record.key): (
            record.value,
            [(names[holder.player_id], holder.day, holder.round) for holder in record.holders],
        )
        for record in records
    }


def test_a_players_best_and_worst(group):
    found = held(records_of(group.of("Anna"), MEASURES), group.names)
    assert found["vandatta_pagat", True, "best_hand"] == (1, [("Anna", FIRST, 1)])
    assert found["vandatta_pagat", True, "worst_hand"] == (11, [("Anna", FIRST, 1)])
    assert found["vandatta_pagat", True, "best_session"] == (4.5, [("Anna", FIRST, None)])  # not 1/2 in two
    assert found["vandatta_pagat", True, "comeback"] == (11, [("Anna", FIRST, None)])
    assert found["derange", True, "worst_hand"] == (60, [("Anna", FIRST, 5)])
    assert found["derange", True, "best_hand"] == (9, [("Anna", FIRST, 4)])
    assert ("derange", True, "comeback") not in found
    assert found["swedish_pursuit", True, "comeback"] == (13, [("Anna", SECOND, None)])


def test_records_of_each_variant(group):
    found = held(records_of(group.everything, APART), group.names)
    bo, cara, anna = ("Bo", FIRST, None), ("Cara", FIRST, None), ("Anna", FIRST, None)
    assert {key: value for (variant, _points, key), value in found.items() if variant == "derange"} == {
        "best_session": (98 / 7, [bo]),
        "worst_session": (133 / 7, [anna]),
        "worst_hand": (60, [("Anna", FIRST, 5)]),  # Dilan’s 60 were in a session that he left
        "comeback": (77 - 44, [bo]),
        "closest": (1, [bo]),
        "clearest": (143 - 96, [("Bo", THIRD, None)]),
    }
    assert found["vandatta_pagat", True, "best_session"] == (18 / 4, [anna, cara])
    assert found["vandatta_pagat", True, "worst_session"] == (24 / 4, [("Dilan", FIRST, None)])
    assert found["vandatta_pagat", True, "worst_hand"] == (20, [("Bo", FIRST, 2)])
    assert found["vandatta_pagat", True, "closest"] == (23 - 18, [anna, cara])
    assert found["vandatta_pagat", True, "clearest"] == (11 - 1, [anna])
    assert found["swedish_pursuit", True, "worst_session"] == (85 / 5, [("Cara", SECOND, None)])
    assert found["vatikan", False, "comeback"] == (1, [("Cara", SECOND, None)])
    assert found["vatikan", True, "closest"] == (56 - 42, [("Anna", THIRD, None), ("Cara", THIRD, None)])


def test_records_over_everything(group):
    found = held(records_of(group.everything, (), TOGETHER), group.names)
    assert found["", False, "wins_run"] == (2, [("Anna", SECOND, None), ("Cara", THIRD, None)])
    runs = [("Cara", FIRST, None), ("Bo", SECOND, None), ("Cara", SECOND, None)]
    assert found["", False, "out_run"] == (2, runs)
    assert found["", False, "most_eights"] == (2, [("Bo", FIRST, None), ("Cara", SECOND, None)])
    rounds, sessions = most_rounds(group.everything), most_sessions(group.everything)
    assert (rounds.day, rounds.size, rounds.times) == (FIRST, 4 + 7 + 2, 1)
    assert (sessions.day, sessions.size, sessions.times) == (FIRST, 3, 2)  # and the third one


def test_honours(group):
    """Anna and Cara led their team’s session from start to finish; Anna won Pursuit and Cara that session
    without going out; Anna (twice) and Eva had every hand counted and no eight in it."""
    earned = {
        (h.key, group.names[h.player_id]): (h.times, h.first, h.last) for h in honours_of(group.everything)
    }
    assert earned == {
        ("start_to_finish", "Anna"): (1, THIRD, THIRD),
        ("start_to_finish", "Cara"): (1, THIRD, THIRD),
        ("quiet_win", "Anna"): (1, SECOND, SECOND),
        ("quiet_win", "Cara"): (1, THIRD, THIRD),
        ("no_eight", "Anna"): (2, FIRST, SECOND),
        ("no_eight", "Eva"): (1, FIRST, FIRST),
    }


def test_milestones(group):
    reached = {(group.names[m.player_id], m.nth, m.wins): m.day for m in milestones_of(group.everything)}
    first_sessions = {(name, 1, None): FIRST for name in ("Anna", "Bo", "Cara", "Eva", "Dilan")}
    first_wins = {("Anna", None, 1): FIRST, ("Cara", None, 1): FIRST, ("Bo", None, 1): FIRST}
    frans = {("Frans", 1, None): SECOND, ("Frans", None, 1): THIRD}
    assert reached == {**first_sessions, **first_wins, **frans}


def test_a_selection_excludes_other_sessions(group):
    vatikan = Selection(group.everything.group_id, variant="vatikan")
    assert overview_of(vatikan, tallies_of(vatikan)).sessions == {"vatikan": 2}
    five = Selection(group.everything.group_id, players=5)
    assert overview_of(five, tallies_of(five)).sessions == {"swedish_pursuit": 1}
    days = Selection(group.everything.group_id, first_day=SECOND, last_day=SECOND)
    assert overview_of(days, tallies_of(days)).nights == 1


def test_places_weekdays_and_players_exclude_other_sessions(group):
    """Two Fridays and a Saturday; Dilan sat in the first Vändåtta, in the first Derange and in the teams."""
    group_id, dilan = group.everything.group_id, group.ids["Dilan"]

    def games(**chosen):
        selection = Selection(group_id, **chosen)
        return overview_of(selection, tallies_of(selection)).sessions

    assert choices_of(group_id).weekdays == [5, 6]
    assert games(weekday=6) == {"derange": 1, "vandatta_pagat": 1, "vatikan": 1}
    with_dilan = PlayerFilter("with", frozenset({dilan}))
    assert games(company=with_dilan) == {"derange": 1, "vandatta_pagat": 1, "vatikan": 1}
    assert games(company=PlayerFilter("without", frozenset({dilan})), weekday=5) == {
        "swedish_pursuit": 1,
        "vandatta_pagat": 1,
        "vatikan": 1,
    }
    three = PlayerFilter("only", frozenset(group.ids[name] for name in ("Anna", "Bo", "Cara")))
    assert games(company=three) == {"derange": 1, "vandatta_pagat": 1, "vatikan": 1}


def test_attendance_and_players_who_never_met(group):
    there = {group.names[player]: nights for player, nights in nights_of_each(group.everything).items()}
    assert there == {"Anna": 3, "Bo": 3, "Cara": 3, "Dilan": 2, "Eva": 3, "Frans": 2}
    people = list(Player.all_by_id(group.everything.group_id).values())
    [(one, other)] = never_met(group.everything, people)
    assert (one.name, other.name) == ("Dilan", "Frans")


def test_win_margins(group):
    """Vändåtta: shared, then 10 and 9 points ahead. All hands: 83 points in 16, 23 in 6, 28 in 6, so 134
    in 28. Swedish Pursuit: 34 against 50, 288 points in 25 hands. Vatikan: once Cara had three wins and Bo
    two; once, in house points, the team was 14 ahead, 98 points in 12 hands.
    """
    lead = {one.variant: one.lead for one in win_margins_of(group.everything, min_games=1)}
    assert lead["vandatta_pagat"] == pytest.approx((0 + 10 + 9) / 3 / (134 / 28))
    assert lead["swedish_pursuit"] == pytest.approx(16 / (288 / 25))
    assert lead["vatikan"] == pytest.approx((1 + 14 / (98 / 12)) / 2)


def test_periods(group):
    """Anna on the second night: won at a table of five, then behind two others."""
    second = score_samples(group.everything.on(SECOND, SECOND))[group.ids["Anna"]]
    assert second == ScoreSample(games=2, total=1.0, squares=1.0)
