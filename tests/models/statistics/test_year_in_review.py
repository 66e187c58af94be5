"""The year in review: figures from the database equal those of a plain replay of the rounds."""

from collections import defaultdict
from datetime import timedelta
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from models import Night, Player, db
from models.statistics.nights import MAX_LENGTH, known_lengths, night_figures, nights_of_each
from models.statistics.points import win_margins_of
from models.statistics.rivals import never_met
from models.statistics.selection import Selection
from models.statistics.tally import score_samples
from tests import sampling
from tests.golden.nights import golden_group
from tests.models.statistics import replay
from tests.models.statistics.test_replay import histories, play
from tests.sampling import full_only
from tests.table import at_work

pytestmark = pytest.mark.both_databases


TAKEN_OVER = (
    (("derange", {"mode": "short"}), 2),
    [("play", 0, 0, 0), ("take over", 2, 0, 0), ("stop", 0, 0, 0)],
    0,
)


@full_only
@given(histories, st.integers(0, 2))
@example([TAKEN_OVER], 0)
@settings(max_examples=sampling.examples(8))
def test_figures_equal_those_of_a_plain_replay(app, histories, night):
    group_id = play(app, histories)
    with at_work(app):
        check_everything(group_id)
        nights = sorted(db.session.scalars(db.select(Night).where(Night.visible_in(group_id))), key=order)
        check_night(group_id, nights[min(night, len(nights) - 1)])


def test_figures_of_the_golden_nights_equal_those_of_a_plain_replay(app):
    table = golden_group(app)[0].tables[0]
    with at_work(app):
        check_everything(table.group_id)
        for night in db.session.scalars(db.select(Night).where(Night.visible_in(table.group_id))):
            check_night(table.group_id, night)


def check_everything(group_id):
    history, everything = replay.everything(group_id), Selection(group_id)
    in_group = db.session.scalars(db.select(Player).where(Player.group_id == group_id))
    people = sorted(in_group, key=lambda player: (player.name.casefold(), player.id))
    decided = {one.session.id for one in history if one.stayed}
    counting = [one for one in history if one.session.id in decided]
    assert nights_of_each(everything) == nights(counting)
    assert sorted(known_lengths(everything)) == sorted(lengths(counting))
    met = {(one.player, other.player) for one in counting for other in counting if is_same(one, other)}
    never = [(one, other) for one, other in combinations(people, 2) if (one.id, other.id) not in met]
    assert never_met(everything, people) == never
    assert never_met(everything, people, known=met) == never
    check_score_samples(counting, score_samples(everything))
    check_win_margins(counting, win_margins_of(everything, min_games=1))


def order(night):
    return night.date, night.id


def is_same(one, other):
    return one.session.id == other.session.id


def nights(history):
    found = defaultdict(set)
    for one in history:
        found[one.player].add(one.session.night_id)
    return {player: len(own) for player, own in found.items()}


def lengths(history):
    sessions = {one.session.id: one.session for one in history}.values()
    found = [s.last_played_at - s.started_at for s in sessions if s.hours_known and s.rounds]
    return [length for length in found if timedelta() < length <= MAX_LENGTH]


def check_score_samples(history, found):
    stayed = [one for one in history if one.stayed]
    assert found.keys() == {one.player for one in stayed}
    for player, stretch in found.items():
        own = [one.figures for one in stayed if one.player == player]
        beaten = [figures["beaten_share"] for figures in own if figures["beaten_share"] is not None]
        assert stretch.games == len(beaten)
        assert stretch.total == pytest.approx(sum(beaten))
        assert stretch.squares == pytest.approx(sum(share * share for share in beaten))


def check_win_margins(history, found):
    """A winner’s lead over the best of the others, in points an average hand of the same game costs."""
    points, hands = defaultdict(int), defaultdict(int)
    for one in history:
        if one.included:
            points[one.figures_key] += one.figures["points"] or 0
            hands[one.figures_key] += one.figures["rounds"]
    leads = defaultdict(list)
    for session_id in {one.session.id for one in history}:
        at_table = [one for one in history if one.session.id == session_id]
        winners = [one for one in at_table if one.figures["won"] and one.figures["margin"] is not None]
        if not winners:
            continue
        account = winners[0].figures_key
        shared = any(one.player not in mates(winners[0], at_table) for one in winners)
        lead = 0 if shared else winners[0].figures["margin"]
        if not account[1]:
            leads[account[0]].append(lead)
        elif points[account] and hands[account]:
            leads[account[0]].append(lead * hands[account] / points[account])
    assert {one.variant: one.games for one in found} == {key: len(own) for key, own in leads.items()}
    for one in found:
        assert one.lead == pytest.approx(fmean(leads[one.variant]))


def mates(one, at_table):
    """The players on the same side."""
    seats = {seat.player_id: seat.id for seat in one.session.seats}
    return {other.player for other in at_table if seats[other.player] in one.figures["mates"]}


def check_night(group_id, night):
    """Deals and points a hand, of this night and of earlier ones."""
    history = replay.everything(group_id)
    decided = {one.session.id for one in history if one.stayed}
    true = {}
    for one in history:
        if one.session.id in decided and order(one.session.night) <= order(night):
            own = true.setdefault(one.session.night_id, {"deals": 0, "points": {}, "hands": {}})
            own["deals"] += one.figures["dealer"][0]
            if one.included and one.figures_key[1]:
                for figure, amount in (("points", "points"), ("hands", "rounds")):
                    own[figure][one.figures_key] = own[figure].get(one.figures_key, 0) + one.figures[amount]
    by_night = {
        night_id: (own["deals"], {a: own["points"][a] / h for a, h in own["hands"].items() if h})
        for night_id, own in true.items()
        if own["deals"]
    }
    own, before = night_figures(night)
    expected = by_night.pop(night.id, None)
    assert (own and (own.deals, own.points)) == expected
    assert sorted((one.deals, sorted(one.points.items())) for one in before) == sorted(
        (deals, sorted(points.items())) for deals, points in by_night.values()
    )
