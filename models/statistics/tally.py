"""What every player's finished sessions add up to, variant by variant and in all: what needs no points."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import reduce
from typing import Any

from sqlalchemy import ColumnElement, Float, Integer, SQLColumnExpression, case, cast, func

from models.database import db
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from review.interval import Interval, wilson

Figure = SQLColumnExpression[Any]

STAYED = Outcome.rank.is_not(None)


@dataclass(frozen=True)
class Tally:
    """A session counts for whoever stayed to its end; those that a player left are counted in `left` alone.

    wins: a shared win counts whole for each winner. by_chance: the wins to expect if only chance decided,
    the sum of winners / players over the sessions. places: the sum of ranks. comebacks: won after sharing
    the last place midway. rounds to cards_left: over sessions whose rounds are known; outs: rounds gone out
    in; caught: hands not out whose cards are known, cards_left: the cards in them.
    decided: one for each win, shared by those who shared it: over all players, how many sessions there were.
    dealt, held: rounds dealt and hands held in all sessions, those left early too.
    """

    sessions: int = 0
    left: int = 0
    wins: int = 0
    by_chance: float = 0.0
    decided: float = 0.0
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
def tallies_of(selection: Selection) -> dict[uuid.UUID, dict[str, Tally]]:
    """Each player's tally in each variant, in one pass over the selected outcomes."""
    query = (
        db.select(Outcome.player_id, Outcome.variant, *(c.label(name) for name, c in _SUMS.items()))
        .where(*selection.conditions())
        .group_by(Outcome.player_id, Outcome.variant)
    )
    found: dict[uuid.UUID, dict[str, Tally]] = {}
    for player_id, variant, *sums in db.session.execute(query):
        figures = dict(zip(_SUMS, sums, strict=True))
        found.setdefault(player_id, {})[variant] = Tally(**{f: figures[f] or 0 for f in _SUMS})
    return found


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
    """One query, for the nights; the rest is in the selection's tallies."""
    every = [pair for by_variant in tallies.values() for pair in by_variant.items()]
    variants = {variant for variant, _tally in every}
    ended = {v: add_up(tally for variant, tally in every if variant == v).decided for v in variants}
    sessions = {v: round(ended[v]) for v in sorted(variants, key=lambda v: (-ended[v], v))}
    return Overview(
        nights=_nights_in(selection),
        total=add_up(tally for _variant, tally in every),
        sessions={variant: count for variant, count in sessions.items() if count},
    )


@cached
def _nights_in(selection: Selection) -> int:
    nights = db.select(func.count(Outcome.night_id.distinct())).where(*selection.conditions())
    return db.session.scalar(nights) or 0


def if_stayed(figure: Figure) -> Figure:
    """The figure of an outcome that counts, nothing of one that was left early."""
    return case((STAYED, figure), else_=None)


def hits(condition: Figure) -> Figure:
    """1 where it holds, else 0: to be added up."""
    return case((condition, 1), else_=0)


def total(figure: Figure) -> ColumnElement[int]:
    """The sum as a whole number; of a sum of large ones PostgreSQL would make a decimal."""
    return cast(func.sum(figure), Integer)


_CHANCE = cast(Outcome.winners, Float) / func.nullif(Outcome.players, 0)
_SUMS: dict[str, Figure] = {
    "sessions": func.count(Outcome.rank),
    "left": func.count() - func.count(Outcome.rank),
    "wins": total(hits(Outcome.won)),
    "by_chance": func.sum(case((STAYED, _CHANCE), else_=None)),
    "decided": func.sum(case((Outcome.won, 1.0 / func.nullif(Outcome.winners, 0)), else_=None)),
    "places": total(Outcome.rank),
    "comebacks": total(hits(Outcome.won & Outcome.last_midway)),
    "rounds": total(if_stayed(Outcome.rounds)),
    "outs": total(if_stayed(Outcome.outs)),
    "caught": total(if_stayed(Outcome.caught)),
    "cards_left": total(if_stayed(Outcome.cards_left)),
    "dealt": total(Outcome.dealer_rounds),
    "held": total(Outcome.rounds),
}
