"""Sums over the finished sessions of each player, by variant, for figures that do not need points."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import reduce

from sqlalchemy import Double, Integer, cast, func

from game.analysis.interval import Interval, ScoreSample, wilson
from models.database import db
from models.statistics.outcome import INCLUDED, STAYED, Outcome, SqlExpression, count_where, sum_where
from models.statistics.selection import Selection
from models.statistics.version import cached


@dataclass(frozen=True)
class Tally:
    """Sums of a player over sessions. `__add__` adds every field, so a share is a property over two of them.

    sessions, wins, expected_wins, rank_sum, comebacks: over sessions in which the player stayed to the end;
    left_early: number of the others. wins: a shared win counts whole for each winner. expected_wins: wins
    expected by chance, the sum of winners / players. rank_sum: sum of final ranks. comebacks: wins after
    sharing the last place midway.

    rounds, rounds_with_winner, outs, caught_hands, cards_left: over included seats (SeatOutcome) of sessions
    whose rounds are known. rounds: rounds that the player played; rounds_with_winner: those of games in
    which each round has a winner. outs: rounds in which the player went out. caught_hands: number of hands
    that were not empty and were counted card by card; cards_left: number of cards in them.

    all_rounds_dealt, all_rounds_played: rounds the player dealt, and was in, over all seats, included or not.
    Added up over all players they are the deals and hands of a group. For averages of a player use `rounds`.
    """

    sessions: int = 0
    left_early: int = 0
    wins: int = 0
    expected_wins: float = 0.0
    rank_sum: int = 0
    comebacks: int = 0
    rounds: int = 0
    rounds_with_winner: int = 0
    outs: int = 0
    caught_hands: int = 0
    cards_left: int = 0
    all_rounds_dealt: int = 0
    all_rounds_played: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)})

    @property
    def win_share(self) -> float:
        return self.wins / self.sessions if self.sessions else 0.0

    @property
    def expected_share(self) -> float:
        return self.expected_wins / self.sessions if self.sessions else 0.0

    @property
    def wins_per_expected(self) -> float:
        """Wins divided by the wins expected by chance; 0 without sessions."""
        return self.wins / self.expected_wins if self.expected_wins else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.wins, self.sessions)

    @property
    def average_rank(self) -> float | None:
        return self.rank_sum / self.sessions if self.sessions else None

    @property
    def out_share(self) -> float | None:
        return self.outs / self.rounds_with_winner if self.rounds_with_winner else None

    @property
    def average_cards_left(self) -> float | None:
        return self.cards_left / self.caught_hands if self.caught_hands else None


def add_up(tallies: Iterable[Tally]) -> Tally:
    return reduce(Tally.__add__, tallies, Tally())


# SQL by field of Tally; `tallies_of` computes expected_wins from `winners`. Every column used here must be in
# INDEXED_COLUMNS.
EXPRESSIONS: dict[str, SqlExpression] = {
    "sessions": func.count(Outcome.rank),
    "left_early": func.count() - func.count(Outcome.rank),
    "wins": count_where(Outcome.won),
    "winners": func.coalesce(sum_where(Outcome.winners, STAYED), 0),
    "rank_sum": func.coalesce(func.sum(Outcome.rank), 0),
    "comebacks": count_where(Outcome.won & Outcome.last_midway),
    **{
        name: func.coalesce(sum_where(getattr(Outcome, name), INCLUDED), 0)
        for name in ("rounds", "outs", "caught_hands", "cards_left")
    },
    "rounds_with_winner": func.coalesce(sum_where(Outcome.rounds, INCLUDED & Outcome.outs.is_not(None)), 0),
    "all_rounds_dealt": func.sum(Outcome.dealer_rounds),
    "all_rounds_played": func.sum(Outcome.rounds),
}


@cached
def tallies_of(selection: Selection) -> Mapping[uuid.UUID, Mapping[str, Tally]]:
    """Return each player's tally in each variant; one query.

    `winners` is added up for each number of players, then divided: adding fractions row by row would round
    differently in another order.
    """
    by = (Outcome.player_id, Outcome.variant, Outcome.scale, Outcome.players)  # as in ix_outcomes_figures
    columns: list[SqlExpression] = [sql.label(name) for name, sql in EXPRESSIONS.items()]
    sums = db.select(*by, *columns).where(*selection.conditions()).group_by(*by).subquery().c
    totals: dict[str, SqlExpression] = {name: cast(func.sum(sums[name]), Integer) for name in EXPRESSIONS}
    totals["expected_wins"] = func.sum(cast(sums.winners, Double) / sums.players)
    key = (sums.player_id, sums.variant)
    query = db.select(*key, *(totals[f.name] for f in fields(Tally))).group_by(*key)
    tallies: dict[uuid.UUID, dict[str, Tally]] = {}
    for player_id, variant, *values in db.session.execute(query):
        tallies.setdefault(player_id, {})[variant] = Tally(*values)
    return tallies


@cached
def sessions_played(selection: Selection) -> Mapping[uuid.UUID, int]:
    """Return how many sessions each player stayed in to the end."""
    query = db.select(Outcome.player_id, func.count(Outcome.rank).label("sessions"))
    query = query.where(*selection.conditions()).group_by(Outcome.player_id)
    return {row.player_id: row.sessions for row in db.session.execute(query)}


@dataclass(frozen=True)
class Overview:
    """total: the sum of all tallies. sessions: by variant, most played first.

    Sessions that all players left before the end are excluded.
    """

    nights: int
    total: Tally
    sessions: Mapping[str, int]

    @property
    def all_sessions(self) -> int:
        return sum(self.sessions.values())


def overview_of(selection: Selection, tallies: Mapping[uuid.UUID, Mapping[str, Tally]]) -> Overview:
    """Return the overview of a selection, given its tallies; one query."""
    nights, sessions = _nights_and_sessions(selection)
    total = add_up(tally for by_variant in tallies.values() for tally in by_variant.values())
    return Overview(nights, total, sessions)


@cached
def _nights_and_sessions(selection: Selection) -> tuple[int, Mapping[str, int]]:
    """Return the number of nights, and of sessions by variant."""
    what = (Outcome.variant, Outcome.session_id, Outcome.night_id)
    played = db.select(*what).where(*selection.conditions()).distinct().cte("played").c
    nights = db.select(func.count(played.night_id.distinct())).scalar_subquery()
    sessions = func.count().label("sessions")
    rows = db.session.execute(
        db.select(played.variant, sessions, nights.label("nights"))
        .group_by(played.variant)
        .order_by(sessions.desc(), played.variant)
    ).all()
    return rows[0].nights if rows else 0, {row.variant: row.sessions for row in rows}


def score_samples(selection: Selection) -> dict[uuid.UUID, ScoreSample]:
    """Return the sample of `beaten_share` of each player who stayed to an end with opponents; one query."""
    share = Outcome.beaten_share
    query = db.select(
        Outcome.player_id,
        func.count(share),
        func.coalesce(func.sum(share), 0.0),
        func.coalesce(func.sum(share * share), 0.0),
    )
    rows = db.session.execute(query.where(*selection.conditions(), STAYED).group_by(Outcome.player_id))
    return {player: ScoreSample(*sums) for player, *sums in rows}
