"""Other layouts as wide tables: a row for each player of a game, or pairs of names and points in each row."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from files.document.checks import BadDocument
from files.readers.table import Line, games_of_rows, letters
from files.readers.tables.columns import FEWEST, NOTHING, TableColumn, columns_of, number_in
from files.readers.tables.sections import TableSection
from files.readers.tables.words import column_of, is_beside, is_round
from models.names import folded

CARRIED_FIELDS = (
    "date",
    "game",
    "session",
    "round",
    "place",
    "note",
)  # columns that a wide table has, too
DISTINGUISHED_BY = ("date", "game", "session", "round")
NUMBER_AT_END = re.compile(r"(.*[^0-9])([0-9]{1,2})", re.DOTALL)  # Player 1, Score_12
BETWEEN = " \t_#.-"  # a word and its number
LONGEST_NAME = 80
MOST_NAMES = 200


@dataclass(frozen=True)
class LongColumns:
    """The columns of a table with a row for each player.

    players: columns that may hold names, the likeliest first. points: those that may hold points; is_sure:
    whether the first one does. fields: columns by field. named: whether a head says that players are below.
    """

    players: list[TableColumn]
    points: list[TableColumn]
    is_sure: bool
    fields: dict[str, TableColumn] = field(default_factory=dict)
    named: bool = False


def long_columns(section: TableSection, names: Collection[str]) -> LongColumns | None:
    """The columns of a long table; None if it cannot be one. names: folded names of the group’s players."""
    found = columns_of(section.head, [line for line in section.lines if any(line[1])])
    texts = [column for column in found if _may_be_names(column)]
    fields = _fields(found)
    texts = [column for column in texts if column not in fields.values()]
    numeric = [
        column
        for column in found
        if column.is_numeric and not column.has_dates and column not in fields.values()
    ]
    players = sorted(texts, key=lambda column: _unlikely(column, names))
    if not players or not numeric:
        return None
    points = sorted(numeric, key=lambda column: column_of(column.head) != "points")
    is_sure = sum(column_of(column.head) == "points" for column in numeric) == 1 or len(numeric) == 1
    return LongColumns(players, points, is_sure, fields, _says_player(players[0]))


def is_long(columns: LongColumns, names: Collection[str]) -> bool:
    """Whether the cells look like a long table: names that repeat, or that the group knows."""
    cells = [folded(cell) for cell in columns.players[0].filled]
    repeated = len(set(cells)) < len(cells)
    known = sum(cell in names for cell in set(cells))
    may_be = repeated and len(set(cells)) >= FEWEST and bool(columns.fields)
    return columns.named or known >= FEWEST or may_be


def pivoted(
    section: TableSection, columns: LongColumns, player: TableColumn, points: TableColumn
) -> TableSection:
    """The section with a column for each player, and a row for each game or round.

    What tells games apart may be written once per game. Players who are all there again begin another one.
    """
    beside = {name: column for name, column in columns.fields.items() if column not in (player, points)}
    games: dict[tuple[str, ...], list[_Game]] = defaultdict(list)
    people: dict[str, str] = {}
    lines = [(number, cells) for number, cells in section.lines if _cell(cells, player)]
    written = [{name: _cell(cells, column) for name, column in beside.items()} for _number, cells in lines]
    apart = games_of_rows(written, [name for name in DISTINGUISHED_BY if name in beside])
    for (number, cells), row, key in zip(lines, written, apart, strict=True):
        who = _cell(cells, player)[:LONGEST_NAME]
        people.setdefault(folded(who), who)
        _check_number_of(people, section.row(number))
        same = games[tuple(map(folded, key.values()))]
        if not same or folded(who) in same[-1].points:
            same.append(_Game(number, [key.get(name, cell) for name, cell in row.items()]))
        same[-1].points[folded(who)] = f"{letters(points.index)}{number}", _cell(cells, points)
    found = [game for same in games.values() for game in _unambiguous(same)]
    if "session" in beside:
        _number_games(found, list(beside).index("session"))
    heads = [{"session": "game no"}.get(name, name) for name in beside]
    return _wide(section, heads, found, people)


def paired(section: TableSection) -> TableSection | None:
    """The section with a column for each player, if its rows have pairs: Player 1, Score 1."""
    columns = columns_of(section.head, section.lines)
    pairs = list(_pairs(columns))
    if len(pairs) < FEWEST:
        return None
    others = [column for column in columns if all(column not in pair for pair in pairs)]
    people: dict[str, str] = {}
    found = []
    for number, cells in section.lines:
        game = _Game(number, [_cell(cells, column) for column in others])
        for who, points in pairs:
            if name := _cell(cells, who)[:LONGEST_NAME]:
                people.setdefault(folded(name), name)
                _check_number_of(people, section.row(number))
                game.points[folded(name)] = f"{letters(points.index)}{number}", _cell(cells, points)
        found.append(game)
    return _wide(section, [column.head for column in others], found, people)


@dataclass
class _Game:
    """number: of its first line. beside: cells of other columns. points: place and cell by name."""

    number: int
    beside: list[str]
    points: dict[str, tuple[str, str]] = field(default_factory=dict)


def _wide(
    section: TableSection, heads: Sequence[str], games: Sequence[_Game], people: Mapping[str, str]
) -> TableSection:
    """The section with these games as rows. people: names by folded names."""
    lines: list[Line] = []
    places = {}
    for game in sorted(games, key=lambda game: game.number):
        lines.append((game.number, [*game.beside, *(game.points.get(who, ("", ""))[1] for who in people)]))
        for column, who in enumerate(people, len(heads)):
            if who in game.points:
                places[game.number, column] = game.points[who][0]
    names = tuple(people.values())
    head = (section.head[0], [*heads, *names])
    return TableSection(section.sheet, head, section.titles, lines, people=names, places=places)


def _check_number_of(people: Mapping[str, str], place: str) -> None:
    if len(people) > MOST_NAMES:
        raise BadDocument(place, "more than %(most)s people", most=MOST_NAMES)


def _unambiguous(games: list[_Game]) -> list[_Game]:
    """The games that nothing tells apart, if they have the same players; otherwise one whose cells have all
    numbers of a player, so that it is refused.
    """
    if all(game.points.keys() == games[0].points.keys() for game in games):
        return games
    together = games[0]
    for game in games[1:]:
        for who, (place, cell) in game.points.items():
            first, before = together.points.get(who, (place, ""))
            together.points[who] = first, " · ".join(filter(None, (before, cell)))
    return [together]


def _cell(cells: Sequence[str], column: TableColumn) -> str:
    return cells[column.index] if column.index < len(cells) else ""


def _number_games(games: Sequence[_Game], column: int) -> None:
    """Replace what tells games apart by running numbers, unless these are numbers."""
    if all(number_in(game.beside[column]) is not None for game in games):
        return
    numbers: dict[str, str] = {}
    for game in games:
        game.beside[column] = numbers.setdefault(folded(game.beside[column]), str(len(numbers) + 1))


def _fields(found: Sequence[TableColumn]) -> dict[str, TableColumn]:
    """The columns beside names and points, by field."""
    fields: dict[str, TableColumn] = {}
    dates = [column for column in found if column.has_dates]
    if dates:
        fields["date"] = next((each for each in dates if column_of(each.head) == "date"), dates[0])
    for column in found:
        name = "round" if is_round(column.head) else column_of(column.head)
        if name in CARRIED_FIELDS and name not in fields and column.filled:
            fields[name] = column
    return {name: fields[name] for name in CARRIED_FIELDS if name in fields}


def _may_be_names(column: TableColumn) -> bool:
    """Whether a column has a text in nearly every row and says nothing else."""
    rows = [cell for cell in column.cells if cell not in NOTHING]
    return (
        len(rows) >= FEWEST
        and len(rows) * 10 >= len(column.cells) * 9
        and not column.is_numeric
        and not column.has_dates
        and not is_beside(column.head)
    )


def _says_player(column: TableColumn) -> bool:
    head = folded(column.head)
    return column_of(head) == "player" or any(
        word in head for word in ("player", "spelare", "spieler", "spiller", "joueur", "jugador", "pelaaja")
    )


def _unlikely(column: TableColumn, names: Collection[str]) -> tuple[bool, int, int]:
    """The sort key of columns that may hold names: the likeliest first."""
    cells = {folded(cell) for cell in column.filled}
    return not _says_player(column), -len(cells & set(names)), column.index


def _pairs(found: Sequence[TableColumn]) -> Iterator[tuple[TableColumn, TableColumn]]:
    """Columns of names with the columns of their points: of the same number, or side by side."""
    texts = {number: column for column in found if (number := _number_of(column)) and not column.is_numeric}
    numbers = {number: column for column in found if (number := _number_of(column)) and column.is_numeric}
    yield from ((texts[number], numbers[number]) for number in texts if number in numbers)


def _number_of(column: TableColumn) -> int:
    """The number at the end of a head; 0 without one."""
    found = NUMBER_AT_END.fullmatch(column.head)
    return int(found[2]) if found and found[1].strip(BETWEEN) else 0
