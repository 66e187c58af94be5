"""What every player's finished sessions add up to, variant by variant and in all: what needs no points."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import reduce

from sqlalchemy import Double, Integer, cast, func

from game.analysis.interval import Interval, wilson
from game.analysis.periods import ScoreSample
from models.database import db
from models.statistics.outcome import COUNTED, STAYED, Figure, Outcome, number_of, sum_of
from models.statistics.selection import Selection
from models.statistics.version import cached


@dataclass(frozen=True)
class Tally:
    """Sums of a player over sessions. A share is a property over two of them, since `__add__` adds every
    field.

    sessions to comebacks: over sessions that the player did not leave; `left` counts those left early. wins:
    a shared win counts whole for each winner. by_chance: the wins expected by chance, the sum of winners /
    players over the sessions. places: the sum of ranks. comebacks: won after sharing the last place midway.

    rounds, outs, caught, cards_left: over sessions whose rounds are known. rounds: rounds played. outs:
    rounds in which the player went out. caught: other rounds in which the cards left are known; cards_left:
    those cards. dealt, held: rounds dealt and hands held in all sessions, those left early included.
    """

    sessions: int = 0
    left: int = 0
    wins: int = 0
    by_chance: float = 0.0
    places: int = 0
    comebacks: int = 0
    rounds: int = 0
    outs: int = 0
    caught: int = 0
    cards_left: int = 0
    dealt: int = 0
    held: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)})

    @property
    def win_share(self) -> float:
        return self.wins / self.sessions if self.sessions else 0.0

    @property
    def chance_share(self) -> float:
        return self.by_chance / self.sessions if self.sessions else 0.0

    @property
    def against_chance(self) -> float:
        """How many times as often as by chance; 0 where there is no session."""
        return self.wins / self.by_chance if self.by_chance else 0.0

    @property
    def interval(self) -> Interval:
        return wilson(self.wins, self.sessions)

    @property
    def average_place(self) -> float | None:
        return self.places / self.sessions if self.sessions else None

    @property
    def out_share(self) -> float | None:
        return self.outs / self.rounds if self.rounds else None

    @property
    def average_caught(self) -> float | None:
        return self.cards_left / self.caught if self.caught else None


def add_up(tallies: Iterable[Tally]) -> Tally:
    return reduce(Tally.__add__, tallies, Tally())


@cached
def tallies_of(selection: Selection) -> Mapping[uuid.UUID, Mapping[str, Tally]]:
    """Each player's tally in each variant.

    Whole numbers are added first, by tables of one size: a sum of fractions would depend on their order.
    """
    by = (Outcome.player_id, Outcome.variant, Outcome.scale, Outcome.players)  # as in ix_outcomes_figures
    figures: list[Figure] = [figure.label(name) for name, figure in _FIGURES.items()]
    sums = db.select(*by, *figures).where(*selection.conditions()).group_by(*by).subquery().c
    in_all: dict[str, Figure] = {name: cast(func.sum(sums[name]), Integer) for name in _FIGURES}
    in_all["by_chance"] = func.sum(cast(sums.winners, Double) / sums.players)
    each = (sums.player_id, sums.variant)
    query = db.select(*each, *(in_all[f.name] for f in fields(Tally))).group_by(*each)
    found: dict[uuid.UUID, dict[str, Tally]] = {}
    for player_id, variant, *own in db.session.execute(query):
        found.setdefault(player_id, {})[variant] = Tally(*own)
    return found


_FIGURES: dict[str, Figure] = {
    "sessions": func.count(Outcome.rank),
    "left": func.count() - func.count(Outcome.rank),
    "wins": number_of(Outcome.won),
    "winners": func.coalesce(sum_of(Outcome.winners, STAYED), 0),
    "places": func.coalesce(func.sum(Outcome.rank), 0),
    "comebacks": number_of(Outcome.won & Outcome.last_midway),
    **{
        name: func.coalesce(sum_of(getattr(Outcome, name), COUNTED), 0)
        for name in ("rounds", "outs", "caught", "cards_left")
    },
    "dealt": func.sum(Outcome.dealer_rounds),  # every round has one dealer, who plays it
    "held": func.sum(Outcome.rounds),
}


@cached
def sessions_played(selection: Selection) -> Mapping[uuid.UUID, int]:
    """How many sessions each player stayed in to the end."""
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
    """One query; the rest is in the selection's tallies."""
    nights, sessions = _played(selection)
    total = add_up(tally for by_variant in tallies.values() for tally in by_variant.values())
    return Overview(nights, total, sessions)


@cached
def _played(selection: Selection) -> tuple[int, Mapping[str, int]]:
    """How many nights, and how many sessions of each variant."""
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


def stretches_of(selection: Selection) -> dict[uuid.UUID, ScoreSample]:
    """By player, of those who stayed to an end: the games that had opponents; one query."""
    beaten = Outcome.beaten
    query = db.select(
        Outcome.player_id,
        func.count(beaten),
        func.coalesce(func.sum(beaten), 0.0),
        func.coalesce(func.sum(beaten * beaten), 0.0),
    )
    rows = db.session.execute(query.where(*selection.conditions(), STAYED).group_by(Outcome.player_id))
    return {player: ScoreSample(*sums) for player, *sums in rows}
