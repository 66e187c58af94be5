"""What every player's finished sessions add up to, variant by variant and in all: what needs no points."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import reduce
from typing import Any

from sqlalchemy import Double, cast, func

from game.analysis.interval import Interval, wilson
from models.database import db
from models.statistics.measures import Figure
from models.statistics.selection import Selection
from models.statistics.sums.reading import sums_by, sums_of, total
from models.statistics.sums.tables import NightSums, PlayerSums


@dataclass(frozen=True)
class Tally:
    """A session counts for whoever stayed to its end; those that a player left are counted in `left` alone.

    wins: a shared win counts whole for each winner. by_chance: the wins to expect if only chance decided,
    the sum of winners / players over the sessions. places: the sum of ranks. comebacks: won after sharing
    the last place midway. rounds to cards_left: over sessions whose rounds are known; outs: rounds gone out
    in; caught: hands not out whose cards are known, cards_left: the cards in them.
    dealt, held: rounds dealt and hands held in all sessions, those left early too.
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


def tallies_of(selection: Selection) -> dict[uuid.UUID, dict[str, Tally]]:
    """Each player's tally in each variant."""
    query = sums_by(selection, PlayerSums, ("player_id", "variant"), _figures)
    found: dict[uuid.UUID, dict[str, Tally]] = {}
    for player_id, variant, *figures in db.session.execute(query):
        found.setdefault(player_id, {})[variant] = Tally(*figures)
    return found


def _figures(sums: Any) -> list[Figure]:
    """In the order of a tally's fields."""
    by_chance = func.sum(cast(sums.winners, Double) / func.nullif(sums.players, 0))
    return [by_chance if f.name == "by_chance" else total(sums[f.name]) for f in fields(Tally)]


@dataclass(frozen=True)
class Overview:
    """total: what everybody's tallies add up to. sessions: by variant, most often played first.

    A session that everybody had left before its end is nobody's and counts nowhere.
    """

    nights: int
    total: Tally
    sessions: Mapping[str, int]

    @property
    def all_sessions(self) -> int:
        return sum(self.sessions.values())


def overview_of(selection: Selection, tallies: Mapping[uuid.UUID, Mapping[str, Tally]]) -> Overview:
    """One query; the rest is in the selection's tallies."""
    sums, wanted = sums_of(selection, NightSums, {"night_id", "variant", "sessions"})
    played = db.select(sums.night_id, sums.variant, sums.sessions).where(*wanted).cte("played").c
    sessions = total(played.sessions).label("sessions")
    nights = db.select(func.count(played.night_id.distinct())).scalar_subquery()
    rows = db.session.execute(
        db.select(played.variant, sessions, nights.label("nights"))
        .group_by(played.variant)
        .order_by(sessions.desc(), played.variant)
    ).all()
    return Overview(
        nights=rows[0].nights if rows else 0,
        total=add_up(tally for by_variant in tallies.values() for tally in by_variant.values()),
        sessions={row.variant: row.sessions for row in rows},
    )
