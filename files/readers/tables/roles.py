"""What each column of a table is: preselected, and chosen by whoever imports the table.

Tables with the same heads share the choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from files.document.checks import BadDocument
from files.readers.context import ReadingContext
from files.readers.tables.columns import (
    FIELDS,
    MIN_PLAYERS,
    NAME,
    OPEN,
    OTHER,
    PLAYER,
    POINTS,
    REACHED,
    ROLES,
    WON,
    TableColumn,
    columns_of,
    named_roles,
    wide_roles,
)
from files.readers.tables.lines import letters
from files.readers.tables.sections import TableSection
from models.names import folded
from models.player import NAME_LENGTH

SHOWN_ROWS = 4  # below a head

Heads = tuple[str, ...]


@dataclass
class Roles:
    """The columns of tables with the same heads. of: their roles, by index; OPEN if it must be chosen."""

    columns: Sequence[TableColumn]
    of: dict[int, str]

    @property
    def may_be_chosen(self) -> bool:
        """Whether other choices may make games of it."""
        return OPEN in self.of.values() or sum(column.is_numeric for column in self.columns) >= MIN_PLAYERS

    def choose(self, index: int, role: str) -> None:
        if role in ROLES:
            self.of[index] = role

    def indexes(self, role: str) -> list[int]:
        return [index for index, chosen in self.of.items() if chosen == role]

    @property
    def fields(self) -> dict[str, int]:
        """The first column of each role but those of players, names and points."""
        return {role: indexes[0] for role in FIELDS if (indexes := self.indexes(role))}

    @property
    def pairs(self) -> list[tuple[int, int | None]]:
        """The columns of names with those of their points, [] if each player has a column."""
        names, points = self.indexes(NAME), self.indexes(POINTS)
        if points:
            return list(zip(names, points, strict=False))
        return [(name, None) for name in names[:1] if self.indexes(WON) or self.indexes(REACHED)]

    def players(self, section: TableSection) -> dict[str, int]:
        """The column of each player, by name. Raises BadDocument for two of one name."""
        players: dict[str, int] = {}
        for index in self.indexes(PLAYER):
            name = next(column.name for column in self.columns if column.index == index)
            if folded(name) in map(folded, players):
                place = f"{letters(index)}{section.head[0]}"
                raise BadDocument(place, "“%(name)s” stands above two columns", name=name[:40])
            players[name] = index
        return players


def cells_shown(column: TableColumn) -> str:
    """The first cells of a column, a line each, in which a name that is forgotten later is found."""
    return "\n".join(" ".join(cell.split())[:NAME_LENGTH] for cell in column.cells[:SHOWN_ROWS])


def heads_of(section: TableSection) -> Heads:
    return tuple(folded(cell) for cell in section.head[1])


def key_of(heads: Heads) -> str:
    """What tells heads apart in the choices of a group. It does not name the players."""
    return sha256("\n".join(heads).encode()).hexdigest()[:16]


def written(roles: Mapping[int, str]) -> str:
    """Roles as they are stored: "0 date 1 player"."""
    return " ".join(f"{index} {role}" for index, role in roles.items())


def _remembered(stored: str) -> dict[int, str]:
    parts = stored.split()
    pairs = zip(parts[::2], parts[1::2], strict=False)
    return {int(index): role for index, role in pairs if index.isdecimal() and role in ROLES}


def preselected(section: TableSection, context: ReadingContext) -> Roles:
    """The role of each column: as the group has chosen it for the same heads, otherwise the likeliest one.

    Names in cells are likelier than columns of players if a head says so, or fewer than two columns may be
    those of players.
    """
    columns = columns_of(section.head, section.lines)
    chosen = _remembered(context.heads.get(key_of(heads_of(section)), ""))
    if chosen.keys() >= {column.index for column in columns}:
        return Roles(columns, {column.index: chosen[column.index] for column in columns})
    wide = wide_roles(columns, context.names, context.own)
    named, is_certain = named_roles(columns, context.names)
    may_play = [index for index, role in wide.items() if role in (PLAYER, OPEN)]
    if section.turned or (len(may_play) >= MIN_PLAYERS and not is_certain):
        return Roles(columns, wide)
    if named:
        return Roles(columns, named)
    numeric = [column.index for column in columns if column.is_numeric and wide[column.index] == OTHER]
    if len(may_play) < MIN_PLAYERS <= len(may_play) + len(numeric):  # there would be no game
        wide |= dict.fromkeys(numeric, OPEN)
    return Roles(columns, wide)
