"""The lines of a table in which names stand in cells: one for each player, or pairs of name and points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from files.document.checks import BadDocument
from files.readers.dates import is_day
from files.readers.tables.columns import DATE, GAME, NOTHING, RESULTS, ROUND, SESSION, number_in
from files.readers.tables.entries import EntryMaker, SkippedRow, TableEntry, TableRows
from files.readers.tables.lines import Line
from files.readers.tables.roles import Roles
from files.readers.tables.wide import CarriedOver
from files.readers.tables.words import is_a_name_too, is_beside, is_total
from game.variants import Variant
from models.names import folded

MAX_NAME_LENGTH, MAX_PEOPLE = 80, 200
ALWAYS_CARRIED = (DATE, GAME)  # also into another game, as in tables with a row for each game
TELL_APART = (DATE, GAME, SESSION, ROUND)
BEGINS = "begins"  # beside TELL_APART


@dataclass(frozen=True)
class SeatCells:
    """What a line says of a player. name: folded. points, results: the cells, the latter by role.

    told: those beside them. key: what tells the game or round apart.
    """

    line: int
    name: str
    place: str
    points: str
    results: Mapping[str, str]
    told: Mapping[str, str]
    key: Mapping[str, str]


def read_named(table: TableRows, roles: Roles, above: CarriedOver, maker: EntryMaker) -> None:
    """Add an entry for each game or round. above: the date and the game that stand above the table.

    What tells games apart may be written once per game. Players who are all there again begin another one.
    """
    lines, told = _lines_with_names(table, roles, above, maker.context.own)
    keys = games_of_rows(told, [role for role in TELL_APART if any(role in row for row in told)])
    by_line = [
        list(_seats(table, line, roles, {**beside, **key}, key, maker.context.names))
        for line, beside, key in zip(lines, told, keys, strict=True)
    ]
    groups = by_line if len(roles.pairs) > 1 else _grouped(seat for seats in by_line for seat in seats)
    numbers = _session_numbers(keys)
    entries = [_entry(table, seats, numbers, maker) for seats in groups if seats]
    table.lines = sorted([*table.lines, *entries], key=lambda line: line.number)


def _lines_with_names(
    table: TableRows, roles: Roles, above: CarriedOver, own: Sequence[Variant]
) -> tuple[list[Line], list[dict[str, str]]]:
    """The lines with names, and what stands beside them. Others may have a day or a game for those below."""
    fields = {role: index for role, index in table.fields.items() if role not in RESULTS}
    with_names = [column for pair in roles.pairs for column in pair if column is not None]
    lines: list[Line] = []
    told: list[dict[str, str]] = []
    for number, cells in table.section.lines:
        row = {role: cell for role, column in fields.items() if (cell := _cell(cells, column))}
        is_title = DATE not in fields and any(map(is_day, filter(None, cells)))
        if is_title or not any(_cell(cells, column) for column in with_names):
            above.remember(cells, own)
            continue
        if DATE in row:
            above.date = ""
        carried = {role: text for role, text in ((DATE, above.date), (GAME, above.game)) if text}
        lines.append((number, cells))
        told.append(carried | row)
    return lines, told


def _seats(
    table: TableRows,
    line: Line,
    roles: Roles,
    told: Mapping[str, str],
    key: Mapping[str, str],
    known: Collection[str],
) -> Iterator[SeatCells]:
    """known: folded names of the group’s players."""
    number, cells = line
    results = {role: _cell(cells, table.fields[role]) for role in RESULTS if role in table.fields}
    for who, points in roles.pairs:
        name, written = " ".join(_cell(cells, who).split())[:MAX_NAME_LENGTH], _cell(cells, points)
        if not name and written in NOTHING:
            continue
        if (is_total(name) or is_beside(name)) and not is_a_name_too(name) and folded(name) not in known:
            table.lines.append(SkippedRow(number, name))
            continue
        table.names.setdefault(folded(name), name)
        table.players.setdefault(folded(name), len(table.players))
        if len(table.names) > MAX_PEOPLE:
            raise BadDocument(table.section.row(number), "more than %(most)s people", most=MAX_PEOPLE)
        place = table.section.place(number, who if not name or points is None else points)
        yield SeatCells(number, folded(name), place, written, results, told, key)


def _grouped(seats: Iterable[SeatCells]) -> Iterator[list[SeatCells]]:
    """The players of each entry, in the order of their lines."""
    same: dict[tuple[str, ...], list[dict[str, SeatCells]]] = defaultdict(list)
    for seat in seats:
        groups = same[tuple(map(folded, seat.key.values()))]
        if not groups or seat.name in groups[-1]:
            groups.append({})
        groups[-1][seat.name] = seat
    for groups in same.values():
        if all(group.keys() == groups[0].keys() for group in groups):
            yield from (list(group.values()) for group in groups)
        else:
            yield [seat for group in groups for seat in group.values()]


def _entry(
    table: TableRows, seats: Sequence[SeatCells], numbers: Mapping[str, int], maker: EntryMaker
) -> TableEntry:
    """numbers: of sessions."""
    by_name = {seat.name: seat for seat in seats}
    told: dict[str, str] = {}
    for seat in seats:  # the first cell of each role that is filled
        told |= {role: cell for role, cell in seat.told.items() if not told.get(role)}
    entry = maker.entry(
        table,
        seats[0].line,
        told,
        {name: seat.points for name, seat in by_name.items() if seat.points not in NOTHING},
        empty=[name for name, seat in by_name.items() if seat.points in NOTHING],
        results={role: {name: s.results[role] for name, s in by_name.items()} for role in seats[0].results},
        places={name: seat.place for name, seat in by_name.items()},
        ordinal=numbers.get(folded(told.get(SESSION, ""))),
    )
    if "" in by_name:
        return replace(entry, wrong=BadDocument(by_name[""].place, "somebody here has no name"))
    again = next((seat for seat in seats if by_name[seat.name] is not seat), None)
    if again is not None:
        twice = BadDocument(
            by_name[again.name].place,
            "%(name)s is here twice: a column “session” would tell the games apart",
            name=table.names[again.name],
        )
        return replace(entry, wrong=twice)
    return entry


def games_of_rows(rows: Sequence[Mapping[str, str]], roles: Sequence[str]) -> list[dict[str, str]]:
    """Return what tells the game of each row apart, where it may be written once for several rows.

    rows: a row for each player. roles: those of TELL_APART that have a column. Empty cells get what stands
    above, as in merged cells. If that is done throughout, so that no row which begins something stands alone,
    each of these rows begins another game: its field BEGINS has a number.
    """
    sparse = [role for role in roles if not all(row.get(role) for row in rows)]
    begins = [any(row.get(role) for role in sparse) for row in rows]
    is_alone = (one and next_one for one, next_one in zip(begins, [*begins[1:], True], strict=True))
    is_once_per_game = any(begins) and not any(is_alone)
    keys: list[dict[str, str]] = []
    number, above = 0, dict[str, str]()
    for row, is_beginning in zip(rows, begins, strict=True):
        number += is_beginning and is_once_per_game
        values = {role: row.get(role, "") or above.get(role, "") for role in roles if role in ALWAYS_CARRIED}
        is_same = values == {role: above.get(role, "") for role in values}
        for role in (role for role in roles if role not in ALWAYS_CARRIED):
            carried = above.get(role, "") if is_once_per_game and is_same else ""
            values[role] = row.get(role, "") or carried
            is_same = is_same and values[role] == above.get(role, "")
        above = values
        keys.append({**values, BEGINS: str(number)} if is_once_per_game else values)
    return keys


def _session_numbers(keys: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """The number of each session, by what tells it apart; running ones unless all of these are numbers."""
    sessions = dict.fromkeys(folded(key[SESSION]) for key in keys if key.get(SESSION))
    numbers = [number_in(session) for session in sessions]
    return {
        session: place if None in numbers or number is None else number
        for place, (session, number) in enumerate(zip(sessions, numbers, strict=True), 1)
    }


def _cell(cells: Sequence[str], column: int | None) -> str:
    return cells[column] if column is not None and column < len(cells) else ""
