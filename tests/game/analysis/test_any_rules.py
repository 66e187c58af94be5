"""Every analysis works under any rules that do not contradict each other, and its results are plausible."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from game.analysis.chances.gains import MIN_PAST_ROUNDS, PastRound, is_sampled, pool
from game.analysis.chances.session import Evidence, certainties, chances, has_end
from game.analysis.chances.strength import skill_records
from game.analysis.form import form_of
from game.analysis.handovers import handovers
from game.analysis.interval import ScoreSample
from game.analysis.night import night_table
from game.analysis.outcome import scale_of, seat_outcomes
from game.analysis.rating import SPREAD, RunningRatings, SideFinish
from game.analysis.recap import Recap
from game.analysis.rescoring import CannotRescore, can_rescore, rescore
from game.analysis.story import StoryKind, story_of
from game.analysis.timeline import Race, timeline
from game.scoring.standings import round_gains, standings, winners
from game.variants import VARIANTS
from tests.game.analysis.any_rules import any_rules, any_session
from tests.sampling import full_only

NOW = datetime(2026, 11, 28, tzinfo=UTC)
OTHERS = [VARIANTS[key].rules({}, 3) for key in ("vandatta", "derange", "vatikan")]


def past_rounds(session, times):
    """Its rounds as past ones, so often."""
    return [
        PastRound(played.hand_size, tuple(gains.values()), tuple(gains))
        for played in session.rounds
        if len(gains := round_gains(session.rules, played)) > 1
    ] * times


def facts_of(session):
    return session.rules, session.seats, session.rounds


@given(session=any_session())
def test_outcomes_agree_with_the_standings(session):
    rules = session.rules
    table = {seat: side for side in standings(*facts_of(session)) for seat in side.seats}
    found = seat_outcomes(*facts_of(session))
    assert len(found) == (len(session.seats) if session.rounds else 0)
    for one in found:
        assert (one.rank, one.total, one.won) == (
            table[one.seat_id].rank,
            table[one.seat_id].total,
            table[one.seat_id].leads,
        )
        assert (one.points is not None) == rules.holders_pay
        assert (one.outs is not None) == rules.has_round_winner
        assert one.worst_hand is None or rules.hands_cost
        assert one.behind >= 0
        assert one.margin is None or (rules.has_distances and one.won and one.margin > 0)
        assert 0 <= one.rounds_led <= one.rounds
        assert one.beaten_share is None or 0 <= one.beaten_share <= 1
        costs = [points for _cards, points in one.cards_by_class.values()]
        assert all((points is not None) == rules.hands_cost for points in costs)


@given(session=any_session())
def test_a_winner_has_led_after_the_last_round_and_nobody_else_has(session):
    race = Race(*facts_of(session))
    last = len(session.rounds)
    if not session.rounds or len(race.ranked) < 2 or race.present_sides(last) != race.ranked:
        return
    for side in race.ranked:
        assert race.is_leading(side, last) == side.leads
        assert not (race.is_leading(side, last) and race.was_last(side, last))


@given(session=any_session())
def test_the_timeline_ends_with_the_ranks_of_the_standings(session):
    table = standings(*facts_of(session))
    positions = timeline(session.rules, session.seats, table)
    assert len(positions) == len(session.rounds)
    for side in table if positions else ():
        assert {positions[-1][seat].rank for seat in side.seats} == {side.rank}
    for after in positions:
        ranks = [one.rank for one in after.values() if one.rank is not None]
        assert not ranks or min(ranks) == 1


@given(session=any_session())
def test_a_recap_names_what_the_rules_have(session):
    rules = session.rules
    recap = Recap(*facts_of(session))
    assert recap.swing is None or (rules.has_distances and not rules.counts_wins)
    assert not recap.worst_hands or rules.hands_cost
    assert not recap.runs or rules.has_round_winner
    assert recap.leading_since is None or 1 <= recap.leading_since <= len(session.rounds)
    assert sum(recap.dealt.values()) == len(session.rounds)
    assert recap.misdealt == {}
    assert recap.eights is None
    assert handovers(session.seats, len(session.rounds)) == []


@given(session=any_session())
def test_a_swing_ends_at_the_distance_of_the_totals(session):
    recap, rules = Recap(*facts_of(session)), session.rules
    swing = recap.swing
    if swing is not None:
        race = Race(*facts_of(session))
        here = race.present_sides(swing.round)
        winner = next(side for side in here if side.seats == swing.winner)
        others = [rules.sort_key(side.history[swing.round]) for side in here if not side.leads]
        assert swing.after == min(others) - rules.sort_key(winner.history[swing.round])


POINTS = {StoryKind.BY_ONE_POINT, StoryKind.BY_POINTS}


@given(session=any_session())
def test_a_story_is_about_the_winners_or_about_points_that_lost(session):
    rules, story = session.rules, story_of(*facts_of(session))
    if story is None:
        return
    won = {seat for side in winners(standings(*facts_of(session)), session.rounds) for seat in side.seats}
    if story.kind in (StoryKind.LED_UNTIL_LAST, StoryKind.LED_BEFORE_LAST):
        assert rules.counts_points
        assert not rules.highest_wins
        assert story.points > 0
    else:
        assert set(story.side) <= won
    assert story.kind not in POINTS or (rules.has_distances and story.points > 0)
    assert story.hand is None or rules.hands_cost


@full_only
@settings(max_examples=100)
@given(session=any_session(most=5), seed=st.integers(0, 99), finished=st.booleans())
def test_chances_are_probabilities(session, seed, finished):
    rules, seats, rounds = facts_of(session)
    past = past_rounds(session, MIN_PAST_ROUNDS)
    records = skill_records(rules, past)
    known = {seat.id: records.of(seat.id) for seat in seats}
    finished = session.is_over or (finished and bool(rounds))
    found = chances(rules, seats, rounds, Evidence(past, known), Random(seed), finished=finished, most=200)
    if found is None:
        return
    assert has_end(rules)
    assert len(found.after) == len(rounds) + 1
    table = standings(*facts_of(session))
    for after in found.after:
        shares = [chance.share for chance in after if chance]
        assert all(0 <= share <= 1 for share in shares)
        assert not shares or sum(shares) >= 1 - 1e-9  # more where a first place may be shared
    if finished:
        won = {side.seats for side in winners(table, rounds)}
        for side, chance in zip(found.sides, found.now, strict=True):
            assert (chance and chance.share == 1) == (side in won if chance else None)
            assert chance is None or chance.certain
    else:
        gone = {side.seats for side in table if side.eliminated_after is not None and side.rank is not None}
        for side, chance in zip(found.sides, found.now, strict=True):
            assert side not in gone or (chance and chance.share == 0)
    assert found.past_rounds == 0 or rules.counts_points
    jump = found.biggest_jump()
    assert jump is None or 0 <= jump.size <= 1


@given(session=any_session())
def test_no_round_contradicts_a_certainty(session):
    """If everybody stays: what is certain before a round is what happens in it."""
    rules, rounds = session.rules, session.rounds
    if not rounds or rules.teams or any(len(played.hands) != len(session.seats) for played in rounds):
        return
    sides = {side.seats[0]: side for side in standings(*facts_of(session))}
    before = [sides[seat.id].history[-2] for seat in session.seats]
    given_later = sum(
        adjustment.after == len(rounds) for seat in session.seats for adjustment in seat.adjustments
    )
    if given_later:
        return
    for seat, certain in zip(session.seats, certainties(rules, before, 1), strict=True):
        assert certain is None or certain == sides[seat.id].leads


@given(rules=any_rules(), players=st.integers(2, 5), seed=st.integers(0, 99))
def test_a_pool_has_the_best_gains_first(rules, players, seed):
    size = rules.hand_size(1)
    if is_sampled(rules, size, players, []):
        for gains in pool(rules, size, players, [], Random(seed)):
            assert len(gains) == players
            assert list(gains) == sorted(gains, key=rules.sort_key)


@given(session=any_session())
def test_only_games_that_add_up_the_same_are_counted_with_other_values(session):
    for other in OTHERS:
        try:
            found = rescore(session.rules, other, session.seats, session.rounds)
        except CannotRescore:
            continue
        assert can_rescore(session.rules, other)
        assert {seat for side in found for seat in side.seats} == {seat.id for seat in session.seats}
        assert any(side.leads for side in found) == any(side.rank is not None for side in found)


@given(rules=any_rules(), other=any_rules())
def test_points_are_added_only_if_the_same_is_counted(rules, other):
    assert (scale_of(rules) == "") == rules.counts_wins
    if scale_of(rules) == scale_of(other):
        assert rules.tally == other.tally
        assert rules.holders_pay == other.holders_pay
        assert rules.has_round_winner == other.has_round_winner


@given(sessions=st.lists(any_session(), min_size=1, max_size=4))
def test_figures_over_several_sessions_depend_on_the_ranks_alone(sessions):
    running, nights, shares = RunningRatings(), [], []
    for number, session in enumerate(sessions):
        at = NOW + timedelta(hours=number)
        found = [one for one in seat_outcomes(*facts_of(session)) if one.rank is not None]
        sides = {one.side: tuple(o.seat_id for o in found if o.side == one.side) for one in found}
        ranks = {one.side: one.rank for one in found}
        if not found:
            continue
        running.add(number, at, [SideFinish(who, ranks[side]) for side, who in sides.items()])
        assert all(0 < running.rating_at(one.seat_id, at).sigma <= SPREAD for one in found)
        nights.append([(one.seat_id, one.rank, one.won) for one in found])
        shares += [one.beaten_share for one in found if one.beaten_share is not None]
    assert all(line.won <= line.played for line in night_table(nights))
    assert 0 <= (ScoreSample.of(shares).share or 0) <= 1
    assert form_of(shares) is None or all(0 <= mean <= 1 for _end, mean in form_of(shares).means)


def test_every_kind_of_rules_is_drawn():
    """So that the properties above are not true of nothing."""
    found = set()

    @settings(max_examples=100)
    @given(rules=any_rules())
    def look(rules):
        found.add((rules.tally, rules.is_typed, rules.collects))

    look()
    assert found == {
        *(("points", typed, collects) for typed in (True, False) for collects in (True, False)),
        ("wins", False, False),
        ("places", True, False),
    }
