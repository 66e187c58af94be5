"""Any games in any layout: they are read as the same games, or questions can be answered so that they are."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from files.readers.reading import read_again, read_file
from tests.files.drafts import as_json, plays_in
from tests.files.readers.tables.drawing import CONTEXT
from tests.sampling import examples

NAMES = ("Anna", "Bo", "Cara", "Åsa", "Jean-Luc", "P1", "Max", "Игорь")
FIRST = date(2024, 5, 17)
Rows = list[list[str]]


@dataclass(frozen=True)
class Game:
    """rounds: points by name."""

    day: date
    rounds: Sequence[Mapping[str, int]]

    @property
    def names(self) -> list[str]:
        return list(self.rounds[0])

    @property
    def totals(self) -> dict[str, int]:
        return {name: sum(played[name] for played in self.rounds) for name in self.names}


@st.composite
def evenings(draw: DrawFn) -> list[Game]:
    """Games on different days."""
    least = draw(st.sampled_from((0, 0, -40)))
    found = []
    for number in range(draw(st.integers(1, 3))):
        names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True))
        points = st.fixed_dictionaries({name: st.integers(least, 60) for name in names})
        rounds = draw(st.lists(points, min_size=2, max_size=6))
        found.append(Game(FIRST + timedelta(days=7 * number), rounds))
    return found


def everybody(games: Sequence[Game]) -> list[str]:
    return list(dict.fromkeys(name for game in games for name in game.names))


@dataclass(frozen=True)
class Style:
    """How a table is written."""

    day: str
    key: str
    total: str
    newest_first: bool
    has_ranking: bool
    extra: str

    def written(self, day: date) -> str:
        return day.strftime(self.day)


styles = st.builds(
    Style,
    day=st.sampled_from(("%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%Y-%m-%d 19:30", "%d/%m/%Y, 20:15:00")),
    key=st.sampled_from(("Round", "Runda", "#", "")),
    total=st.sampled_from(("", "Total", "Summe", "Totalt", "Yhteensä", "Alles zusammen")),
    newest_first=st.booleans(),
    has_ranking=st.booleans(),
    extra=st.sampled_from(("", "Minuten", "Winner", "Note")),
)


def sections(games: Sequence[Game], style: Style) -> Rows:
    """A table for each game, with its date above."""
    rows: Rows = []
    for game in games:
        numbered = list(enumerate(game.rounds, 1))
        rows += [[style.written(game.day)], [style.key, *game.names]]
        rows += [
            [str(number), *(str(played[name]) for name in game.names)]
            for number, played in (reversed(numbered) if style.newest_first else numbered)
        ]
        rows += below(game, style)
        rows.append([])
    return rows


def below(game: Game, style: Style) -> Rows:
    """Rows with sums and places."""
    totals = game.totals
    found = [[style.total, *map(str, totals.values())]] if style.total else []
    if style.total and style.has_ranking:
        places = [1 + sum(other < total for other in totals.values()) for total in totals.values()]
        found.append(["Place", *map(str, places)])
    return found


def with_dates(games: Sequence[Game], style: Style) -> Rows:
    """A row for each round, with its date."""
    names = everybody(games)
    rows = [["Date", "Round", *names]]
    for game in games:
        for number, played in enumerate(game.rounds, 1):
            cells = (str(played[name]) if name in played else "" for name in names)
            rows.append([style.written(game.day), str(number), *cells])
    return rows


def a_row_each(games: Sequence[Game], style: Style) -> Rows:
    """A row for each game."""
    names = everybody(games)
    rows = [["Date", *names, *([style.extra] if style.extra else [])]]
    for number, game in enumerate(games):
        totals = game.totals
        best = min(totals, key=lambda name: totals[name])
        extra = {"Minuten": str(47 + number), "Winner": best, "Note": "at home", "": ""}[style.extra]
        cells = (str(totals[name]) if name in totals else "" for name in names)
        rows.append([style.written(game.day), *cells, *([extra] if extra else [])])
    return rows


def turned(games: Sequence[Game], style: Style) -> Rows:
    """A column for each game."""
    names = everybody(games)
    rows = [["Player", *(style.written(game.day) for game in games)]]
    return rows + [
        [name, *(str(game.totals[name]) if name in game.names else "" for game in games)] for name in names
    ]


def a_row_for_each_player(games: Sequence[Game], style: Style) -> Rows:
    rows = [["Played on", "Player name", "Score"]]
    for game in games:
        rows += [[style.written(game.day), name, str(total)] for name, total in game.totals.items()]
    return rows


def rounds_of_each_player(games: Sequence[Game], style: Style) -> Rows:
    rows = [["Datum", "Runda", "Spelare", "Poäng"]]
    for game in games:
        for number, played in enumerate(game.rounds, 1):
            rows += [
                [style.written(game.day), str(number), name, str(points)] for name, points in played.items()
            ]
    return rows


def pairs(games: Sequence[Game], style: Style) -> Rows:
    most = max(len(game.names) for game in games)
    rows = [["Date", *(f"{word} {number + 1}" for number in range(most) for word in ("Player", "Score"))]]
    for game in games:
        scores = [cell for name, total in game.totals.items() for cell in (name, str(total))]
        rows.append([style.written(game.day), *scores])
    return rows


LAYOUTS = (*(sections, with_dates, a_row_each, turned, a_row_for_each_player, rounds_of_each_player, pairs),)


def as_csv(rows: Rows, separator: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue().encode()


def readings(content: bytes) -> Iterator[list[object]]:
    """The games by the usual answers, then by every answer to what must be answered, and by one other answer.

    An answer may lead to further questions.
    """
    _kind, draft = read_file(content, CONTEXT)
    assert draft.table
    yield games_in(as_json(draft))
    must = {question.key: question.answers for question in draft.table.questions if not question.chosen}
    for answers in product(*must.values()):
        given = dict(zip(must, answers, strict=True))
        again = read_again(draft.table, CONTEXT, given)
        yield games_in(as_json(again))
        assert again.table
        for question in again.table.questions:
            for answer in question.answers:
                other = read_again(draft.table, CONTEXT, given | {question.key: answer})
                yield games_in(as_json(other))


def games_in(draft: dict[str, object]) -> list[object]:
    return sorted((day, sorted(totals.items())) for day, _game, totals in plays_in(draft))


@settings(max_examples=examples(300))
@given(evenings(), styles, st.sampled_from(LAYOUTS), st.sampled_from(",;\t"))
def test_games_are_read_as_they_are_or_asked_about(games, style, layout, separator):
    content = as_csv(layout(games, style), separator)
    expected = sorted((str(game.day), sorted(game.totals.items())) for game in games)
    assert expected in readings(content), content.decode()
