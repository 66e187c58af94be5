"""What stands in the cells of a score sheet kept on paper, and what a line of them says of a round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.scoring.facts import Away, HandFacts, RoundFacts, SeatId
from game.scoring.hand import SUM, IllegalHand, by_class, points_of, typed_points
from game.scoring.rules import Rules

OUT_MARKS = frozenset({"-", "–", "—", "−", "x", "×", "✓", "✔", "out", "ut"})
ABSENT_MARK = "/"
UNCOUNTED_MARK = "?"
POINTS_MARK = "="
LEAST_PLAYERS = 2
LONGEST_CELL = 200

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
    """A line that says no round; `problem` is "two_out" (several are marked), "noughts" (several have 0
    and none is marked) or "few" (fewer than two have played)."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True)
class Written:
    """One cell: a seat that was "out", was "absent", was "uncounted", or the "hand" that it had left.

    cards: by class, None where the points were typed.
    """

    says: str
    cards: Mapping[str, int] | None = None
    points: int | None = None

    @property
    def has_played(self) -> bool:
        return self.says != "absent"

    @property
    def is_nought(self) -> bool:
        """Whether 0 was typed, as for whoever goes out."""
        return self.cards is None and self.points == 0


def read_cell(text: str, rules: Rules, *, numbers_are_cards: bool = False) -> Written:
    """What one cell says: "73", "12+11+7" and "=8" are points, "8 K K", "8KK" and "8×2 Kn" cards.

    A number alone is points unless `numbers_are_cards`; where the table counts wins it is how many cards
    are left. Nothing means that the seat did not play; where cards need not be counted, that nobody did.
    Raises IllegalHand.
    """
    folded = " ".join(text.casefold().split())
    if not folded or folded == UNCOUNTED_MARK:
        if rules.cards_optional:
            return Written("uncounted")
        if not folded:
            return Written("absent")
    if folded == ABSENT_MARK:
        return Written("absent")
    if folded in OUT_MARKS:
        return Written("out")
    if rules.counts_wins and folded.isdecimal():
        return _cards({c.key: _count(folded) for c in rules.classes[:1]}, rules)
    if _is_points(folded, numbers_are_cards=numbers_are_cards):
        if rules.counts_wins:
            raise IllegalHand("wins", text)
        return Written("hand", None, typed_points(folded.removeprefix(POINTS_MARK)))
    return _cards(_ranks(folded, text), rules)


def read_line(
    cells: Mapping[SeatId, Written], rules: Rules, *, number: int, dealer: SeatId, hand_size: int
) -> RoundFacts:
    """The round that a line tells; who is absent has no hand in it.

    Where nobody is marked as out, a single 0 among the points is whoever went out. Raises IllegalLine.
    """
    if sum(cell.has_played for cell in cells.values()) < LEAST_PLAYERS:
        raise IllegalLine("few")
    out = _out(cells)
    hands = [_hand(seat, cell, seat == out, rules) for seat, cell in cells.items() if cell.has_played]
    return RoundFacts(number, dealer, hand_size, out, tuple(hands))


def comings_and_goings(present: Sequence[bool], first: int) -> tuple[int, tuple[Away, ...]]:
    """The round that a seat joined in, and what it missed after that, from where it played.

    present: whether it played each round from `first` on. A stretch at the end has no end: it has left.
    """
    joined = present.index(True) if True in present else 0
    stretches: list[Away] = []
    since: int | None = None
    for number, here in enumerate(present[joined:], first + joined):
        if not here and since is None:
            since = number
        elif here and since is not None:
            stretches.append(Away(since, number))
            since = None
    if since is not None:
        stretches.append(Away(since))
    return first + joined, tuple(stretches)


def _is_points(folded: str, *, numbers_are_cards: bool) -> bool:
    if folded.startswith(POINTS_MARK):
        return True
    return bool(SUM.fullmatch(folded)) and not (numbers_are_cards and folded.isdecimal())


def _ranks(folded: str, text: str) -> Counter[str]:
    """Cards by rank; "84" is no two cards, "8KK" are three."""
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


def _cards(cards: Mapping[str, int], rules: Rules) -> Written:
    counted = by_class(cards, rules)
    return Written("hand", counted, points_of(counted, rules))


def _out(cells: Mapping[SeatId, Written]) -> SeatId | None:
    marked = [seat for seat, cell in cells.items() if cell.says == "out"]
    if len(marked) > 1:
        raise IllegalLine("two_out")
    if marked:
        return marked[0]
    noughts = [seat for seat, cell in cells.items() if cell.is_nought]
    if len(noughts) > 1:
        raise IllegalLine("noughts")
    return noughts[0] if noughts else None


def _hand(seat: SeatId, cell: Written, is_out: bool, rules: Rules) -> HandFacts:
    if is_out:
        return HandFacts(seat, {}, None if rules.counts_wins else 0)
    return HandFacts(seat, cell.cards, cell.points)
