"""What the outcomes of a group add up to, cell by cell: a cell is one player in one variant at one scale, at
tables of one size.

Whoever changes an outcome has its cells added up anew (models/statistics/sums/keeping.py), from the outcomes
and never from what was kept. No row names its player, its night or another player by a foreign key: looking
for rows of one who goes would cost more than all of them are worth, and their cells go before they do.
"""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from sqlalchemy import Date, Double, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Model, Moment
from models.statistics.outcome import DealtAndLed


class OfGroup:
    """A group's rows lie side by side."""

    __table_args__: Any = ({"sqlite_with_rowid": False},)

    group_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True, sort_order=-2
    )


class Cell(OfGroup):
    """What the rows of a cell begin with. players: how many stayed to the end; 0 where everybody had left."""

    player_id: Mapped[uuid.UUID] = mapped_column(primary_key=True, sort_order=-1)
    variant: Mapped[str] = mapped_column(String(40), primary_key=True, sort_order=-1)
    scale: Mapped[str] = mapped_column(String(8), primary_key=True, sort_order=-1)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, sort_order=-1)


class PlayerSums(Cell, DealtAndLed, Model):
    """Sums over sessions that the player stayed in to the end, but for `left`, `dealt` and `held`.

    What each adds up: models/statistics/sums/adding.py. since: the first day of any of its sessions.
    """

    __tablename__ = "player_sums"

    since: Mapped[date] = mapped_column(Date)
    sessions: Mapped[int]
    left: Mapped[int]
    wins: Mapped[int]
    winners: Mapped[int]
    places: Mapped[int]
    comebacks: Mapped[int]
    rounds: Mapped[int]
    outs: Mapped[int]
    caught: Mapped[int]
    cards_left: Mapped[int]
    dealt: Mapped[int]
    held: Mapped[int]
    sheets: Mapped[int]
    first_sheet: Mapped[date | None] = mapped_column(Date)
    cards_dealt: Mapped[int]
    points: Mapped[int | None]


class CaughtSums(Cell, Model):
    """Cards of one class that the player was caught with; points null where wins count."""

    __tablename__ = "caught_sums"

    card_class: Mapped[str] = mapped_column(String(20), primary_key=True)
    cards: Mapped[int]
    points: Mapped[int | None]


class MeetingSums(Cell, Model):
    """How often the player finished ahead of, behind or level with another; each two have a row each."""

    __tablename__ = "meeting_sums"

    other_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    ahead: Mapped[int]
    behind: Mapped[int]
    level: Mapped[int]


class Best(Cell, Model):
    """The player's best of a measure (models/statistics/measures.py).

    worth: more is better. times: how many outcomes came to it; first_at: when the first of them began.
    """

    __tablename__ = "bests"

    measure: Mapped[str] = mapped_column(String(20), primary_key=True)
    worth: Mapped[float] = mapped_column(Double)
    times: Mapped[int]
    first_at: Mapped[Moment]


class HonourSums(Cell, Model):
    """How often the player earned an honour (models/statistics/measures.py), on which day first and last."""

    __tablename__ = "honour_sums"

    honour: Mapped[str] = mapped_column(String(20), primary_key=True)
    times: Mapped[int]
    first: Mapped[date] = mapped_column(Date)
    last: Mapped[date] = mapped_column(Date)


class NightSums(OfGroup, Model):
    """What was played on a night, of one variant and at tables of one size."""

    __tablename__ = "night_sums"

    night_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    variant: Mapped[str] = mapped_column(String(40), primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[date] = mapped_column(Date)
    sessions: Mapped[int]
    rounds: Mapped[int]


class SumsEdition(Model):
    """Which edition of the sums and running figures a group has; whoever changes its outcomes locks this row.

    A row of its own, and not a column of the group: whoever manages a group locks the group's row first,
    whoever ends a session this one last. Without a row nothing has ended there yet.
    """

    __tablename__ = "editions"

    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True)
    sums: Mapped[int]
    mark: Mapped[uuid.UUID]  # another one after each change
