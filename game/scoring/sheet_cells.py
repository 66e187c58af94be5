"""Parser for the cells of a paper score sheet, and for a line of cells as one round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.scoring.facts import Away, Hand, Round, SeatId
from game.scoring.hand import IllegalHand, by_class, counted_points, is_sum, points_of
from game.scoring.rules import Rules

OUT_MARKS = frozenset({"-", "–", "—", "−", "x", "×", "✓", "✔", "out", "ut"})
ABSENT_MARK = "/"
UNCOUNTED_MARK = "?"
POINTS_MARK = "="
MIN_PLAYERS = 2
MAX_CELL_LENGTH = 200

# English and Swedish letters; none of them means another card in the other language.
RANK_NAMES = {str(number): str(number) for number in range(2, 11)} | {
    "a": "A",
    "e": "A",
    "ess": "A",
    "j": "J",
    "kn": "J",
    "q": "Q",
    "d": "Q",
    "k": "K",
    "jk": "JK",
    "joker": "JK",
}
ONE_CARD = "|".join(sorted(RANK_NAMES, key=len, reverse=True))
CARD = re.compile(rf"({ONE_CARD})(?:×(\d{{1,3}}))?")
CARDS = re.compile(rf"(?:(?:{ONE_CARD})(?:×\d{{1,3}})?)+")
TIMES = re.compile(r"\s*[x×*]\s*(?=\d)")
BETWEEN_CARDS = re.compile(r"[\s,;+]+")


class IllegalLine(ValueError):
    """A line that is no valid round.

    problem: "two_out" (several cells are marked as out), "noughts" (several have 0 and none is marked) or
    "few" (fewer than MIN_PLAYERS seats have played).
    """

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True)
class SheetCell:
    """One parsed cell.

    kind: "out", "absent", "uncounted" or "hand". cards: counts by key of the class, None if points were
    typed. typed: a sum as typed, None if it is the points.
    """

    kind: str
    cards: dict[str, int] | None = None
    points: int | None = None
    typed: str | None = None

    @property
    def has_played(self) -> bool:
        return self.kind != "absent"


def read_cell(text: str, rules: Rules, *, numbers_are_cards: bool = False) -> SheetCell:
    """Parse one cell: "73", "12+11+7" and "=8" are points, "8 K K", "8KK" and "8×2 Kn" are cards.

    A single number is points, or a place, unless `numbers_are_cards`; if the session counts wins it is the
    number of cards left. An empty cell means absent or, if cards need not be counted, uncounted. Raises
    IllegalHand.

    >>> from game.variants import VARIANTS
    >>> rules = VARIANTS["derange"].rules({}, players=4)
    >>> read_cell("12+11", rules)
    SheetCell(kind='hand', cards=None, points=23, typed='12+11')
    >>> read_cell("x", rules).kind, read_cell("", rules).kind
    ('out', 'absent')
    """
    folded = " ".join(text.casefold().split())
    if not folded or folded == UNCOUNTED_MARK:
        if rules.cards_optional:
            return SheetCell("uncounted")
        if not folded:
            return SheetCell("absent")
    if folded == ABSENT_MARK:
        return SheetCell("absent")
    if folded in OUT_MARKS and rules.has_round_winner:
        return SheetCell("out")
    if rules.counts_wins and rules.classes and folded.isdecimal():
        return _cards({c.key: _count(folded) for c in rules.classes[:1]}, rules)
    is_card = numbers_are_cards and folded.isdecimal()
    if folded.startswith(POINTS_MARK) or (is_sum(folded) and not is_card):
        if rules.counts_wins:
            raise IllegalHand("wins", text)
        points, typed = counted_points(folded.removeprefix(POINTS_MARK), rules)
        return SheetCell("hand", None, points, typed)
    if rules.is_typed:
        raise IllegalHand("sum", text)
    return _cards(_ranks(folded, text), rules)


def read_line(
    cells: Mapping[SeatId, SheetCell], rules: Rules, *, number: int, dealer: SeatId, hand_size: int
) -> Round:
    """Return the round of a line; an absent seat has no hand in it.

    If no cell is marked as out, the seat with the only 0 went out. Raises IllegalLine.
    """
    if sum(cell.has_played for cell in cells.values()) < MIN_PLAYERS:
        raise IllegalLine("few")
    out = _out(cells) if rules.has_round_winner else None
    hands = []
    for seat, cell in cells.items():
        if seat == out:
            hands.append(Hand(seat, {}, None if rules.counts_wins else 0))
        elif cell.has_played:
            hands.append(Hand(seat, cell.cards, cell.points, cell.typed))
    return Round(number, dealer, hand_size, out, tuple(hands))


def attendance_changes(present: Sequence[bool], first: int) -> tuple[int, tuple[Away, ...]]:
    """Return the round in which a seat joined, and its absences after that.

    present: whether it played each round from number `first` on. An absence up to the last round has no end.

    >>> attendance_changes([False, True, False, True, False], first=1)
    (2, (Away(since=3, until=4, points=0), Away(since=5, until=None, points=0)))
    """
    joined = present.index(True) if True in present else 0
    absences: list[Away] = []
    since: int | None = None
    for number, here in enumerate(present[joined:], first + joined):
        if not here and since is None:
            since = number
        elif here and since is not None:
            absences.append(Away(since, number))
            since = None
    if since is not None:
        absences.append(Away(since))
    return first + joined, tuple(absences)


def _ranks(folded: str, text: str) -> Counter[str]:
    """Count cards by rank: "8KK" are three cards; "84" is an error. Raises IllegalHand."""
    ranks: Counter[str] = Counter()
    for word in BETWEEN_CARDS.split(TIMES.sub("×", folded)):
        if not CARDS.fullmatch(word) or (word.isdecimal() and word not in RANK_NAMES):
            raise IllegalHand("card", text)
        for name, count in CARD.findall(word):
            ranks[RANK_NAMES[name]] += _count(count or "1")
    return ranks


def _count(text: str) -> int:
    if len(text) > 4:  # noqa: PLR2004
        raise IllegalHand("count", text)
    return int(text)


def _cards(cards: Mapping[str, int], rules: Rules) -> SheetCell:
    counted = by_class(cards, rules)
    return SheetCell("hand", counted, points_of(counted, rules))


def _out(cells: Mapping[SeatId, SheetCell]) -> SeatId | None:
    marked = [seat for seat, cell in cells.items() if cell.kind == "out"]
    if len(marked) > 1:
        raise IllegalLine("two_out")
    if marked:
        return marked[0]
    # 0 points that were typed, as for a seat that goes out
    noughts = [seat for seat, cell in cells.items() if cell.cards is None and cell.points == 0]
    if len(noughts) > 1:
        raise IllegalLine("noughts")
    return noughts[0] if noughts else None
