"""What is known of the group and the phone when a file is read."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, tzinfo

from game.variants import Variant
from models.custom_games import GroupGames
from models.database import db
from models.imported_file import chosen_for_heads
from models.names import folded
from models.player import Player


@dataclass(frozen=True)
class ReadingContext:
    """zone: of times without one. today: the local date, for games without one.

    games: those of the group. names: its players’, folded. heads: the roles that it has chosen for the
    columns of tables (files/readers/tables/roles.py).
    """

    zone: tzinfo = UTC
    today: date | None = None
    games: GroupGames = field(default_factory=lambda: GroupGames(None))
    names: Collection[str] = frozenset()
    heads: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_group(cls, group_id: uuid.UUID, zone: tzinfo, today: date | None) -> ReadingContext:
        names = db.session.scalars(db.select(Player.name).where(Player.group_id == group_id))
        known = frozenset(map(folded, names))
        return cls(zone, today, GroupGames(group_id), known, chosen_for_heads(group_id))

    @property
    def own(self) -> Sequence[Variant]:
        """The games of the group."""
        return self.games.variants
