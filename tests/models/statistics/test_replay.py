"""After any history, figures from the database equal those of a plain replay of the rounds."""

from collections import defaultdict
from dataclasses import fields
from datetime import timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from models import Night, Player, db
from models.statistics.choices import choices_of
from models.statistics.nights import most_rounds
from models.statistics.outcome import Outcome
from models.statistics.points import card_costs, points_summaries
from models.statistics.ratings import ratings_after
from models.statistics.records import (
    BEST_SESSION,
    MIN_ROUNDS,
    OUT_RUN,
    WINS_RUN,
    WORST_HAND,
    honours_of,
    records_of,
)
from models.statistics.rivals import rivals
from models.statistics.selection import PlayerFilter, Selection
from models.statistics.tally import Tally, overview_of, tallies_of
from models.statistics.timeline import timeline_of
from tests import sampling
from tests.figures import assert_same_figures
from tests.golden.nights import golden_group
from tests.inventory import assert_complete
from tests.models.random_play import NAMES, Play, moves, setups
from tests.models.statistics import replay
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = [full_only, pytest.mark.both_databases]

histories = st.lists(st.tuples(setups, moves, st.integers(0, 2)), min_size=1, max_size=4)


def play(app, histories):
    """Each setup is a session of one group, most of them ended; an hour or some days lie between."""
    table = None
    for ((variant, options), players), plan, pause in histories:
        group = {"group_id": table.group_id, "clock": table.clock} if table else {}
        table = start(app, variant, " ".join(NAMES[:players]), **group, **options)
        at_it = Play(table)
        for move in plan:
            at_it.make(move)
        if pause and not table.is_finished():
            table.stops()
        table.clock.time += timedelta(hours=1 + 30 * pause)
    return table.group_id


@pytest.fixture(scope="module", autouse=True)
def every_figure_is_replayed():
    """Names a figure that the replay lacks; the tests would name it too, with the sessions they tried."""
    names = [field.name for field in fields(Tally)]
    assert_complete(replay.TALLY, names, where=f"TALLY and `tallies` in {replay.FILE}")


@given(histories)
@settings(max_examples=sampling.examples(10))
def test_figures_from_the_database_are_those_of_a_plain_replay(app, histories):
    check_everything(app, play(app, histories))


def test_figures_of_the_golden_nights_are_those_of_a_plain_replay(app):
    check_everything(app, golden_group(app)[0].tables[0].group_id)


def check_everything(app, group_id):
    with at_work(app):
        history = replay.everything(group_id)
        everything = Selection(group_id)
        check_tallies(history, everything)
        check_meetings(history, everything)
        check_points(history, everything)
        check_cards(history, everything)
        check_timelines(history, everything)
        check_records(history, everything)
        check_ratings(history, group_id)
        check_honours(history, everything)


@given(histories, st.integers(2, 4))
@settings(max_examples=4)
def test_a_selection_equals_a_history_of_its_sessions_only(app, histories, players):
    group_id = play(app, histories)
    with at_work(app):
        history = replay.everything(group_id)
        variant = history[0].session.variant if history else "derange"
        chosen = [
            one for one in history if one.session.variant == variant and one.figures["players"] == players
        ]
        check_tallies(chosen, Selection(group_id, variant=variant, players=players))
        check_records(chosen, Selection(group_id, variant=variant, players=players))
        day = history[0].session.night.date if history else None
        of_day = [one for one in history if one.session.night.date == day]
        if history:
            check_tallies(of_day, Selection(group_id, first_day=day, last_day=day))


PLACES = ("Bo's", "BO’S", "the cabin", None)


SHORT = (("derange", {"mode": "short"}), 2)
WON_ON_TWO_DAYS = [(SHORT, [("play", 0, 0, 0)], 1), (SHORT, [("play", 0, 0, 0)] * 7, 0)]


@given(histories, st.lists(st.sampled_from(PLACES), min_size=4, max_size=4), st.integers(1, 3))
@example(WON_ON_TWO_DAYS, ["Bo's"] * 4, 1)
@settings(max_examples=sampling.examples(6))
def test_a_selection_by_place_weekday_or_players_equals_a_history_of_only_those(
    app, histories, places, together
):
    group_id = play(app, histories)
    with at_work(app):
        set_places(group_id, places)
        history = replay.everything(group_id)
        choices = choices_of(group_id)
        at_bos = choices.place("bo’s")
        if at_bos:
            chosen = [one for one in history if one.session.night.place in PLACES[:2]]
            check_tallies(chosen, Selection(group_id, places=at_bos.spellings))
        for weekday in choices.weekdays:
            chosen = [one for one in history if one.session.night.date.isoweekday() == weekday]
            check_tallies(chosen, Selection(group_id, weekday=weekday))
            check_meetings(chosen, Selection(group_id, weekday=weekday))
            check_records(chosen, Selection(group_id, weekday=weekday))
        people = frozenset(sorted({one.player for one in history})[:together])
        for sat_there, is_one in IN_COMPANY.items() if people else ():
            chosen = [one for one in history if is_one(at_the_table(one, history), people)]
            company = Selection(group_id, company=PlayerFilter(sat_there, people))
            check_tallies(chosen, company)
            check_meetings(chosen, company)
            check_records(chosen, company)
            check_timelines(chosen, company)


IN_COMPANY = {"with": set.issuperset, "without": set.isdisjoint, "only": set.__eq__}


def at_the_table(one, history):
    return {other.player for other in history if other.session.id == one.session.id}


def set_places(group_id, places):
    """The first night gets the first place, and so on."""
    nights = db.session.scalars(db.select(Night).where(Night.visible_in(group_id)).order_by(Night.id))
    for night, place in zip(nights, places, strict=False):
        night.place = place
    db.session.commit()


def assert_same(figures, replayed, **options):
    """Compare figures by owner: tuples that may contain the id of a player, who is named in a failure."""
    found, expected = ({_named(owner): own for owner, own in one.items()} for one in (figures, replayed))
    assert_same_figures(found, expected, replay=replay.FILE, **options)


def _named(owner):
    people = {player.id: player.name for player in db.session.scalars(db.select(Player))}
    return ", ".join(f"{people[part]} ({part})" if part in people else str(part) for part in owner)


def check_tallies(history, selection):
    found = tallies_of(selection)
    by_variant = {(player, variant): tally for player, own in found.items() for variant, tally in own.items()}
    assert_same(
        {key: vars(tally) for key, tally in by_variant.items()}, replay.tallies(history), rounding=True
    )
    seen = overview_of(selection, found)
    decided = {one.session.id: one.session for one in history if one.stayed}
    assert seen.all_sessions == len(decided)
    assert seen.nights == len({one.session.night_id for one in history})
    played = {one.session.id: one.session for one in history if not one.session.totals_only}
    assert seen.total.all_rounds_dealt == sum(len(session.rounds) for session in played.values())


def check_meetings(history, selection):
    """For at most ten players all pairs are listed."""
    found = rivals(selection).meetings
    nothing = {"ahead": 0, "behind": 0, "level": 0}
    true = {pair: nothing | own for pair, own in replay.meetings(history).items()}
    assert_same({pair: vars(of_two) for pair, of_two in found.items()}, true)


def check_honours(history, selection):
    earned, true = {}, {}
    for honour in honours_of(selection):
        earned.setdefault((honour.player_id,), {})[honour.key] = honour.times
    for (key, player), times in replay.honours(history).items():
        true.setdefault((player,), {})[key] = times
    assert_same(earned, true)


ACCOUNT = (
    *("sessions", "cards_dealt"),
    *(f"{name} of {of}" for of in ("all", "as dealer", "as leader") for name in ("rounds", "points", "outs")),
)


def check_points(history, selection):
    found = {}
    for player in {one.player for one in history}:
        for account in points_summaries(selection.of(player)):
            parts = (account.all, account.as_dealer, account.as_leader)
            sums = [value for part in parts for value in (part.rounds, part.points or 0, part.outs)]
            key = (player, account.variant, account.scale)
            found[key] = dict(zip(ACCOUNT, [account.sessions, account.cards_dealt, *sums], strict=True))
    true = replay.accounts(history)
    assert_same(found, {key: dict(zip(ACCOUNT, sums, strict=True)) for key, sums in true.items()})


def check_cards(history, selection):
    found = {}
    for player in {one.player for one in history}:
        for (variant, scale), caught in card_costs(selection.of(player)).items():
            found[player, variant, scale] = {c.card_class: (c.cards, c.points or 0) for c in caught}
    assert_same(found, replay.cards(history))


def check_timelines(history, selection):
    true = replay.timelines(history)
    for player, sessions in true.items():
        timeline = timeline_of(selection.of(player))
        assert [played.won for played in timeline.sessions] == [won for won, _beaten in sessions]
        assert [p.beaten_share for p in timeline.sessions] == pytest.approx([b for _won, b in sessions])
        longest = replay.winning_streaks([one for one in history if one.player == player])[player]
        assert len(timeline.longest_streak) == longest


def check_ratings(history, group_id):
    variants = db.session.scalars(db.select(Outcome.variant).where(Outcome.group_id == group_id).distinct())
    found = defaultdict(dict)
    for scope, variant in (("", None), *(("own_", variant) for variant in variants)):
        for player, line in ratings_after(group_id, variant).lines.items():
            for played in line:
                of_scope = {f"{scope}mu": played.rating.mu, f"{scope}sigma": played.rating.sigma}
                found[played.session, player] |= of_scope
    names = ("mu", "sigma", "own_mu", "own_sigma")
    true = {owner: dict(zip(names, own, strict=True)) for owner, own in replay.ratings(history).items()}
    assert_same(found, true, rounding=True)


def check_records(history, selection):
    found = {
        (e.key, e.variant, e.scale): (
            e.value,
            e.times,
            e.holders[0].session_id,
            {h.player_id for h in e.holders},
        )
        for e in records_of(selection, (WORST_HAND, BEST_SESSION))
    }
    for key, true in (
        ("worst_hand", replay.worst_hands(history)),
        ("best_session", replay.lowest_averages(history, least=MIN_ROUNDS)),
    ):
        expected = {
            account: (value, len(holders), holders[0].session.id, {one.player for one in holders})
            for account, (value, holders) in true.items()
        }
        assert {(v, s): figures for (k, v, s), figures in found.items() if k == key} == expected
    longest = max(replay.winning_streaks(history).values(), default=0)
    runs = records_of(selection, (), (WINS_RUN, OUT_RUN))
    assert [run.value for run in runs if run.key == "wins_run"] == ([longest] if longest > 1 else [])
    outs = [one.figures["outs_run"] for one in history if one.included and one.figures["outs_run"] > 1]
    expected = [(max(outs), outs.count(max(outs)))] if outs else []
    assert [(run.value, run.times) for run in runs if run.key == "out_run"] == expected
    rounds = {}
    for session in {one.session.id: one.session for one in history if not one.session.totals_only}.values():
        rounds[session.night_id] = rounds.get(session.night_id, 0) + len(session.rounds)
    most, biggest = most_rounds(selection), max(rounds.values(), default=0)
    assert (most.size, most.times) == (biggest, list(rounds.values()).count(biggest)) if most else not biggest
