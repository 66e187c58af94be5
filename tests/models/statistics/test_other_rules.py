"""Statistics of games that add up something else than the cards left in hands."""

from dataclasses import replace

import pytest

from game.analysis.outcome import PLACES as PLACES_SCALE
from game.scoring.rules import RANKS
from models import Player, db
from models.statistics.nights import night_figures
from models.statistics.outcome import Outcome
from models.statistics.pair_history import by_variant, meetings_of
from models.statistics.past_rounds import past_rounds
from models.statistics.points import card_costs, points_summaries_by_player, win_margins_of
from models.statistics.records import (
    BEST_SESSION,
    CLEAREST,
    CLOSEST,
    COMEBACK,
    OUT_RUN,
    WORST_HAND,
    WORST_SESSION,
    honours_of,
    records_of,
)
from models.statistics.selection import Selection
from models.statistics.tally import add_up, tallies_of
from tests.custom import preset
from tests.other_rules import COLLECTING, ELIMINATION, HIGHEST, PLACES, TYPED, start_with
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = [full_only, pytest.mark.both_databases]

APART = (BEST_SESSION, WORST_SESSION, WORST_HAND, COMEBACK, CLOSEST, CLEAREST)
OVER_THREE = {
    "typed": (TYPED, ("Anna =5, Bo =9, Cara =3",) * 3),
    "highest": (HIGHEST, ("Anna =30, Bo =-20, Cara =0",) * 3),
    "elimination": (
        ELIMINATION,
        ("Anna =10, Bo =60, Cara =0", "Anna =10, Bo =60, Cara =0", "Anna =85, Cara =0"),
    ),
    "places": (PLACES, ("Anna =1, Bo =2, Cara =3",) * 3),
    "collecting": (COLLECTING, ("Bo out, Anna 8 K, Cara A",) * 3),
}


@pytest.fixture
def played(app):
    """Plays a session under other rules, stopped after its rounds; all in one group."""
    tables = []

    def play(changes, *rounds, names="Anna Bo Cara"):
        group = {"group_id": tables[0].group_id, "clock": tables[0].clock} if tables else {}
        table = start_with(app, changes, names, **group).plays(*rounds)
        tables.append(table if table.is_finished() else table.stops())
        return tables[-1]

    return play


def outcomes_of(table):
    with at_work(table.app):
        rows = db.session.execute(
            db.select(Player.name, Outcome.__table__)
            .join(Player, Player.id == Outcome.player_id)
            .where(Outcome.session_id == table.session_id)
        ).mappings()
        return {row["name"]: row for row in rows}


@pytest.mark.parametrize(
    ("kind", "ranks", "won"),
    [
        ("typed", {"Cara": 1, "Anna": 2, "Bo": 3}, {"Cara": 9, "Anna": 15, "Bo": 27}),
        ("highest", {"Anna": 1, "Cara": 2, "Bo": 3}, {"Anna": 90, "Cara": 0, "Bo": -60}),
        ("elimination", {"Cara": 1, "Anna": 2, "Bo": 3}, {"Cara": 0, "Anna": 105, "Bo": 120}),
        ("places", {"Anna": 1, "Bo": 2, "Cara": 3}, {"Anna": 3, "Bo": 6, "Cara": 9}),
    ],
)
def test_ranks_and_totals_are_those_of_the_rules(played, kind, ranks, won):
    found = outcomes_of(played(OVER_THREE[kind][0], *OVER_THREE[kind][1]))
    assert {name: row["rank"] for name, row in found.items()} == ranks
    assert {name: row["total"] for name, row in found.items()} == won
    for row in found.values():
        assert (row["points"], row["worst_hand"], row["outs"], row["caught_hands"]) == (None, None, None, 0)


def test_where_one_seat_collects_hands_cost_and_nobody_pays(played):
    found = outcomes_of(played(COLLECTING, *OVER_THREE["collecting"][1]))
    assert [found[name]["rank"] for name in ("Bo", "Anna", "Cara")] == [1, 2, 2]
    assert found["Bo"]["total"] == 3 * (found["Anna"]["worst_hand"] + found["Cara"]["worst_hand"])
    assert {row["points"] for row in found.values()} == {None}
    assert [found[name]["outs"] for name in ("Bo", "Anna")] == [3, 0]


def test_a_share_of_rounds_won_is_of_rounds_that_have_a_winner(played):
    table = played(TYPED, *OVER_THREE["typed"][1])
    played(COLLECTING, *OVER_THREE["collecting"][1])
    player = table.player_id("Bo")
    with at_work(table.app):
        bo = add_up(tallies_of(Selection(table.group_id))[player].values())
    assert (bo.rounds, bo.rounds_with_winner, bo.outs, bo.out_share) == (6, 3, 3, 1.0)


def test_summaries_without_points_or_winners_have_none(played):
    table = played(TYPED, *OVER_THREE["typed"][1])
    player = table.player_id("Anna")
    with at_work(table.app):
        (summary,) = points_summaries_by_player(Selection(table.group_id))[player]
    assert (summary.all.average, summary.all.out_share, summary.others.out_share) == (None, None, None)
    assert not summary.has_shares
    assert summary.points_per_card is None


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("typed", {"closest", "clearest"}),
        ("highest", {"closest", "clearest"}),
        ("elimination", set()),
        ("places", set()),
        ("collecting", {"worst_hand", "closest", "clearest", "out_run"}),
    ],
)
def test_records_are_of_figures_that_the_game_has(played, kind, keys):
    table = played(OVER_THREE[kind][0], *OVER_THREE[kind][1])
    with at_work(table.app):
        assert {one.key for one in records_of(Selection(table.group_id), APART, (OUT_RUN,))} == keys


@pytest.mark.parametrize("kind", OVER_THREE)
def test_nobody_is_honoured_for_hands_or_rounds_that_the_game_does_not_have(played, kind):
    table = played(OVER_THREE[kind][0], *OVER_THREE[kind][1])
    with at_work(table.app):
        keys = {honour.key for honour in honours_of(Selection(table.group_id))}
    assert keys & {"clean_sheet", "quiet_win", "no_eight", "hat_trick"} == (
        {"hat_trick", "no_eight"} if kind == "collecting" else set()
    )
    assert "start_to_finish" in keys


def test_margins_in_average_hands_are_of_games_with_such_hands(played):
    tables = [played(OVER_THREE[kind][0], *OVER_THREE[kind][1]) for kind in OVER_THREE]
    with at_work(tables[0].app):
        assert win_margins_of(Selection(tables[0].group_id), min_games=1) == []


def test_points_a_hand_of_a_night_are_of_games_whose_holders_pay(played):
    table = played(HIGHEST, *OVER_THREE["highest"][1])
    with table.seen() as session:
        own, _before = night_figures(session.night)
        assert (own.deals, own.points) == (3, {})


def test_classes_worth_less_than_nothing_have_cost_nothing(played, app):
    table = start(app, "vandatta", "Anna Bo Cara")
    with table.open() as session:
        classes = tuple(replace(c, points=-5) if "A" in c.ranks else c for c in session.rules.classes)
        session.rules = replace(session.rules, classes=classes, rounds=None)
    table.plays("Bo out, Anna 8 A, Cara A").stops()
    with at_work(app):
        (costs,) = card_costs(Selection(table.group_id)).values()
        assert all(cost.points >= 0 for cost in costs)
    assert outcomes_of(table)["Cara"]["total"] < 0


@pytest.mark.parametrize(
    ("kind", "unit", "gap", "average"),
    [
        ("typed", "points", 12, None),
        ("highest", "points", 150, None),
        ("elimination", "points", None, None),
        ("places", "places", None, None),
        ("collecting", "points", 3 * 22, None),
    ],
)
def test_a_rivalry_names_the_unit_and_no_averages_of_hands(played, kind, unit, gap, average):
    table = played(OVER_THREE[kind][0], *OVER_THREE[kind][1])
    own, other = table.player_id("Anna"), table.player_id("Bo")
    with at_work(table.app):
        (found,) = by_variant(meetings_of(Selection(table.group_id), own, other))
    assert (found.unit, found.own_average) == (unit, average)
    assert (found.closest and found.closest.gap is not None) == (gap and True)
    if kind != "collecting" and gap:
        assert found.closest.gap == gap


@pytest.mark.parametrize(
    ("changes", "eights"),
    [({}, 2), ({"winner": "highest"}, None), ({"values": dict.fromkeys(RANKS[:13], 1) | {"8": 0}}, None)],
)
def test_eights_of_a_custom_game_count_where_they_cost_most(app, changes, eights):
    table = start(app, preset("crazy_eights_low", **changes), "Anna Bo").plays("Anna out, Bo 8 8")
    found = outcomes_of(table if table.is_finished() else table.stops())
    assert found["Bo"]["eights"] == eights


def test_places_have_a_scale_of_their_own(played):
    assert {row["scale"] for row in outcomes_of(played(PLACES, "Anna =1, Bo =2, Cara =3")).values()} == {
        PLACES_SCALE
    }


def gains_of(table):
    """The gains of past rounds by name, newest first."""
    with table.seen() as session:
        names = {seat.player_id: seat.name for seat in session.seats}
        return [
            {names[who]: gain for who, gain in zip(one.players, one.gains, strict=True)}
            for one in past_rounds(session)
        ]


def test_past_rounds_are_what_the_totals_gained(played):
    played(COLLECTING, "Bo out, Anna =43, Cara =7", "nobody out, Anna =43, Bo =1, Cara =7")
    nobody = {"Anna": 0, "Bo": 0, "Cara": 0}
    assert gains_of(played(COLLECTING)) == [nobody, {**nobody, "Bo": 50}]
    played(HIGHEST, "Anna =30, Bo =-20, Cara =0")
    assert gains_of(played(HIGHEST)) == [{"Anna": 30, "Bo": -20, "Cara": 0}]
