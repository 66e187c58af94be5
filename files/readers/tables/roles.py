"""What each column of a table is: preselected by its head and its cells, chosen by whoever imports the table.

Tables with the same heads share the choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from files.document.checks import BadDocument
from files.readers.context import ReadingContext
from files.readers.table import letters
from files.readers.tables.columns import (
    FEWEST,
    NUMBER,
    OPEN,
    OTHER,
    PLAYER,
    ROUND,
    SESSION,
    Columns,
    TableColumn,
    columns_of,
    wide_roles,
)
from files.readers.tables.layouts import LongColumns, is_long, long_columns
from files.readers.tables.sections import TableSection
from models.names import folded

NAME, POINTS = "name", "points"
FIELDS = ("date", "time", "game", ROUND, SESSION, NUMBER, "place", "note")
ROLES = (PLAYER, NAME, POINTS, *FIELDS, OTHER)
SHOWN_ROWS, SHOWN_LENGTH = 4, 20  # of the cells below a head

Heads = tuple[str, ...]


@dataclass
class Roles:
    """The columns of tables with the same heads.

    of: the role of each, by index; OPEN where it must be chosen. meanwhile: what an open one is read as.
    numeric: how many columns have numbers.
    """

    columns: Sequence[TableColumn]
    of: dict[int, str]
    meanwhile: Mapping[int, str] = field(default_factory=dict)
    numeric: int = 0

    @property
    def may_be_chosen(self) -> bool:
        """Whether other choices may make games of it."""
        return self.numeric >= FEWEST or OPEN in self.of.values()

    def choose(self, index: int, role: str) -> None:
        if role in ROLES:
            self.of[index] = role

    def indexes(self, role: str) -> list[int]:
        return [index for index, own in self.of.items() if (own or self.meanwhile.get(index, OTHER)) == role]

    def cells(self, index: int) -> str:
        """The first cells of a column, a line each."""
        shown = self.columns[index].cells[:SHOWN_ROWS]
        return "\n".join(" ".join(cell.split())[:SHOWN_LENGTH] for cell in shown)

    def long(self) -> tuple[LongColumns, TableColumn, TableColumn] | None:
        """The columns of a table with a row for each player, and those of names and points; else None."""
        names, points = self.indexes(NAME), self.indexes(POINTS)
        if not names or not points:
            return None
        player, score = self.columns[names[0]], self.columns[points[0]]
        beside = {role: self.indexes(role) for role in FIELDS}
        fields = {role: self.columns[indexes[0]] for role, indexes in beside.items() if indexes}
        return LongColumns([player], [score], is_sure=True, fields=fields, named=True), player, score

    def wide(self, section: TableSection) -> Columns:
        """The columns of a table with a column for each player. Raises BadDocument for two of one name."""
        columns = Columns()
        for index in self.indexes(PLAYER):
            name = self.columns[index].name
            if folded(name) in map(folded, columns.players.values()):
                place = f"{letters(index)}{section.head[0]}"
                raise BadDocument(place, "“%(name)s” stands above two columns", name=name[:40])
            columns.players[index] = name
        columns.fields = {role: indexes[0] for role in FIELDS if (indexes := self.indexes(role))}
        columns.counts_games = SESSION in columns.fields
        if columns.counts_games:
            columns.fields[NUMBER] = columns.fields.pop(SESSION)
        return columns


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
    """The role of each column that has a head or a cell.

    As the group has chosen it for the same heads; otherwise the likeliest one.
    """
    likeliest = _likeliest(section, context)
    chosen = _remembered(context.heads.get(key_of(heads_of(section)), ""))
    if chosen.keys() >= likeliest.of.keys():
        return Roles(
            likeliest.columns, {index: chosen[index] for index in likeliest.of}, {}, likeliest.numeric
        )
    return likeliest


def _likeliest(section: TableSection, context: ReadingContext) -> Roles:
    found = columns_of(section.head, section.lines)
    of = wide_roles(found, context.names, context.own)
    may_play = [index for index, role in of.items() if role in (PLAYER, OPEN)]
    players = Counter(folded(found[index].name) for index in may_play if of[index] == PLAYER)
    of |= {index: OPEN for index in may_play if players[folded(found[index].name)] > 1}
    numeric = sum(column.is_numeric for column in found)
    long = None if section.turned else long_columns(section, context.names)
    if long is not None and not is_long(long, context.names) and len(may_play) < FEWEST:
        open_columns = (*long.players, *long.points)  # nothing says which has the names
        return Roles(found, of | {column.index: OPEN for column in open_columns}, numeric=numeric)
    if long is None or not is_long(long, context.names):
        return Roles(found, of, numeric=numeric)
    if len(may_play) >= FEWEST and not long.named:
        return Roles(found, of, numeric=numeric)
    of = {index: role if role == "time" else OTHER for index, role in of.items()}
    of |= {column.index: role for role, column in long.fields.items()}
    is_named = long.named or len(long.players) == 1
    meanwhile = {long.players[0].index: NAME, long.points[0].index: POINTS}
    of |= dict.fromkeys((column.index for column in long.players), OTHER if is_named else OPEN)
    of |= dict.fromkeys((column.index for column in long.points), OTHER if long.is_sure else OPEN)
    of[long.players[0].index] = NAME if is_named else OPEN
    of[long.points[0].index] = POINTS if long.is_sure else OPEN
    return Roles(found, of, meanwhile, numeric)
