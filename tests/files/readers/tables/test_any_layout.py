"""Any games in any layout: with the right choices they come back as they are; with the preselected ones too,
or something is left to choose. They never come back as other games.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from files.importing.draft import Draft, Question
from files.readers.reading import read_again, read_file
from models.names import folded
from tests.files.drafts import as_json, plays_in
from tests.files.readers.tables.drawing import CONTEXT
from tests.sampling import examples

NAMES = ("Anna", "Bo", "Cara", "Åsa", "Jean-Luc", "P1", "Max", "Игорь")
FIRST = date(2019, 1, 5)
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
    """Games on different days, the oldest first."""
    least, most = draw(st.sampled_from(((0, 60), (0, 60), (-40, 60), (0, 2_500))))
    found, day = [], FIRST + timedelta(days=draw(st.integers(0, 2_000)))
    for _number in range(draw(st.integers(1, 3))):
        names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True))
        points = st.fixed_dictionaries({name: st.integers(least, most) for name in names})
        rounds = draw(st.lists(points, min_size=2, max_size=6))
        found.append(Game(day, rounds))
        day += timedelta(days=draw(st.integers(1, 40)))
    return found


def everybody(games: Sequence[Game]) -> list[str]:
    return list(dict.fromkeys(name for game in games for name in game.names))


def plain(number: int) -> str:
    return str(number)


def with_blanks(number: int) -> str:
    return f"{number:,}".replace(",", "\u00a0")


def with_decimals(number: int) -> str:
    return f"{number},0"


def with_signs(number: int) -> str:
    return f"−{-number}" if number < 0 else f"+{number}"


@dataclass(frozen=True)
class Style:
    """How a table is written. day: as strftime takes it. number: writes points."""

    day: str
    number: Callable[[int], str]
    key: str
    total: str
    newest_first: bool
    has_ranking: bool
    extra: str

    def written(self, day: date) -> str:
        return day.strftime(self.day)

    @property
    def order(self) -> str:
        """Of day, month and year."""
        return "".join(sign for sign in self.day.lower() if sign in "dmy")


DAYS = ("%Y-%m-%d", "%Y%m%d", "%d.%m.%Y", "%d %B %Y", "%d/%m %Y", "%d/%m -%y", "%A, %d %b %Y", "%B %d, %Y")
DAYS_AND_TIMES = (
    "%Y-%m-%d 19:30",
    "%d/%m/%Y, 20:15:00",
    "%m/%d/%Y",
    "%d/%m/%Y",
    "%y-%m-%d",
    "%Y-%m-%dT18:00:00Z",
)
styles = st.builds(
    Style,
    day=st.sampled_from((*DAYS, *DAYS_AND_TIMES)),
    number=st.sampled_from((plain, plain, with_blanks, with_decimals, with_signs)),
    key=st.sampled_from(("Round", "Runda", "#", "")),
    total=st.sampled_from(("", "Total", "Summe", "Totalt", "Yhteensä", "Alles zusammen")),
    newest_first=st.booleans(),
    has_ranking=st.booleans(),
    extra=st.sampled_from(("", "Minuten", "Winner", "Note")),
)


def in_order(games: Sequence[Game], style: Style) -> Sequence[Game]:
    return games[::-1] if style.newest_first else games


def sections(games: Sequence[Game], style: Style) -> Rows:
    """A table for each game, with its date above."""
    rows: Rows = []
    for game in games:
        numbered = list(enumerate(game.rounds, 1))
        rows += [[style.written(game.day)], [style.key, *game.names]]
        rows += [
            [str(number), *(style.number(played[name]) for name in game.names)]
            for number, played in (reversed(numbered) if style.newest_first else numbered)
        ]
        rows += below(game, style)
        rows.append([])
    return rows


def below(game: Game, style: Style) -> Rows:
    """Rows with sums and places."""
    totals = game.totals
    rows = [[style.total, *map(style.number, totals.values())]] if style.total else []
    if style.total and style.has_ranking:
        places = [1 + sum(other < total for other in totals.values()) for total in totals.values()]
        rows.append(["Place", *map(str, places)])
    return rows


def with_dates(games: Sequence[Game], style: Style) -> Rows:
    """A row for each round, with its date."""
    names = everybody(games)
    rows = [["Date", "Round", *names]]
    for game in in_order(games, style):
        for number, played in enumerate(game.rounds, 1):
            cells = (style.number(played[name]) if name in played else "" for name in names)
            rows.append([style.written(game.day), str(number), *cells])
    return rows


def a_row_each(games: Sequence[Game], style: Style) -> Rows:
    """A row for each game."""
    names = everybody(games)
    rows = [["Date", *names, *([style.extra] if style.extra else [])]]
    for number, game in enumerate(in_order(games, style)):
        totals = game.totals
        best = min(totals, key=lambda name: totals[name])
        extra = {"Minuten": str(47 + number), "Winner": best, "Note": "at home", "": ""}[style.extra]
        cells = (style.number(totals[name]) if name in totals else "" for name in names)
        rows.append([style.written(game.day), *cells, *([extra] if extra else [])])
    return rows


def turned(games: Sequence[Game], style: Style) -> Rows:
    """A column for each game. A day of eight digits would look like points there."""
    names = everybody(games)
    days = [style.written(game.day) for game in games]
    rows = [["Player", *(day if not day.isdigit() else f"{day[:4]}-{day[4:6]}-{day[6:]}" for day in days)]]
    return rows + [
        [name, *(style.number(game.totals[name]) if name in game.names else "" for game in games)]
        for name in names
    ]


def a_row_for_each_player(games: Sequence[Game], style: Style) -> Rows:
    rows = [["Played on", "Player name", "Score"]]
    for game in in_order(games, style):
        rows += [[style.written(game.day), name, style.number(total)] for name, total in game.totals.items()]
    return rows


def written_once(games: Sequence[Game], style: Style) -> Rows:
    """A row for each player, with the date in the first of each game."""
    rows = [["Datum", "Spel", "Vem", "Poäng"]]
    for game in in_order(games, style):
        for number, (name, total) in enumerate(game.totals.items()):
            rows.append(
                [*(("", "") if number else (style.written(game.day), "Uno")), name, style.number(total)]
            )
    return rows


def rounds_of_each_player(games: Sequence[Game], style: Style) -> Rows:
    rows = [["Datum", "Runda", "Spelare", "Poäng"]]
    for game in in_order(games, style):
        for number, played in enumerate(game.rounds, 1):
            rows += [
                [style.written(game.day), str(number), name, style.number(points)]
                for name, points in played.items()
            ]
    return rows


def pairs(games: Sequence[Game], style: Style) -> Rows:
    most = max(len(game.names) for game in games)
    rows = [["Date", *(f"{word} {number + 1}" for number in range(most) for word in ("Player", "Score"))]]
    for game in in_order(games, style):
        scores = [cell for name, total in game.totals.items() for cell in (name, style.number(total))]
        rows.append([style.written(game.day), *scores])
    return rows


ROUNDS_OF_GAMES = (sections, with_dates, rounds_of_each_player)
LAYOUTS = (*ROUNDS_OF_GAMES, a_row_each, turned, a_row_for_each_player, written_once, pairs)
RIGHT_ROLES = {
    "date": "date",
    "played on": "date",
    "datum": "date",
    "spel": "game",
    "round": "round",
    "runda": "round",
    "#": "number",
    "": "number",
    "minuten": "other",
    "winner": "won",
    "note": "note",
    "spelare": "name",
    "vem": "name",
    "player name": "name",
    "score": "points",
    "poäng": "points",
}


def right_answer(question: Question, style: Style, layout: object) -> str:
    """What whoever has written the table answers."""
    kind, head = question.key.partition("-")[0], folded(question.about.get("head", ""))
    if kind == "role":
        of_pair = {"player": "name", "score": "points"}.get(head.split(" ")[0]) if layout is pairs else None
        return of_pair or RIGHT_ROLES.get(head, "player")
    rows = "rounds" if layout in ROUNDS_OF_GAMES else "games"
    return {"row": "totals", "rows": rows, "running": "no", "empty": "absent", "dates": style.order}[kind]


def as_csv(rows: Rows, separator: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue().encode()


def games_in(draft: Draft) -> list[object]:
    return sorted((day, sorted(totals.items())) for day, _game, totals in plays_in(as_json(draft)))


@settings(max_examples=examples(300))
@given(evenings(), styles, st.sampled_from(LAYOUTS), st.sampled_from(",;\t"))
def test_games_come_back_as_they_are_or_something_is_asked(games, style, layout, separator):
    content = as_csv(layout(games, style), separator)
    expected = sorted((str(game.day), sorted(game.totals.items())) for game in games)
    _kind, draft = read_file(content, CONTEXT)
    assert draft.table
    if all(question.chosen for question in draft.table.questions):
        read = games_in(draft)
        are_shown = len(draft.left_out) == len(expected) - len(read)
        assert all(game in expected for game in read), content.decode()
        assert are_shown, content.decode()
    answers: dict[str, str] = {}
    for _time in range(3):  # an answer may lead to further questions
        assert draft.table
        answers |= {
            q.key: right_answer(q, style, layout) for q in draft.table.questions if q.key not in answers
        }
        draft = read_again(draft.table, CONTEXT, answers)
    assert games_in(draft) == expected, (content.decode(), answers)
