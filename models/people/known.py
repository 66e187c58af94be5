"""Whom a group knows, for a table that is being made up: the names one tap away, and everybody's colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.group import Group
from models.people.colours import Colours
from models.player import Player, same_name
from models.table.starting import remembered_players

MOST_OFFERED = 30


class KnownPlayers:
    """Nobody where there is no group yet."""

    def __init__(self, group: Group | None) -> None:
        self.players = remembered_players(group) if group else []
        self.given = [player.colour for player in group.players] if group else []

    def offered(self, names: Sequence[str]) -> list[tuple[Player, bool]]:
        """Who played here last, and whether one of these names is theirs; whoever has a name here too."""
        known = [(player, self._is_among(player, names)) for player in self.players]
        return [(player, sits) for place, (player, sits) in enumerate(known) if sits or place < MOST_OFFERED]

    def colours(self, names: Iterable[str]) -> list[int]:
        """One for each: their own, or what somebody new on that chair will be given."""
        to_come = Colours(self.given)
        return [self._colour(name) or to_come.next() for name in names]

    def _colour(self, name: str) -> int | None:
        return next((player.colour for player in self.players if same_name(player.name, name)), None)

    def _is_among(self, player: Player, names: Sequence[str]) -> bool:
        return any(same_name(player.name, name) for name in names)
