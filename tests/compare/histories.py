"""Random games: operations drawn with a fixed seed, from what the pages offer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from tests.compare.fields import TICKED, forms
from tests.compare.table import Table

HISTORIES: tuple[tuple[str, dict[str, str]], ...] = (
    ("Derange", {"mode": "full"}),
    ("Vändåtta", {"rounds": "30"}),
    ("Mau-Mau", {"custom": TICKED}),
)
OPERATIONS, QUICK_OPERATIONS = 20, 10
FEWEST = 3  # players
NEW_NAMES = ("Eva", "Frans", "Gun", "Hugo", "Ida", "Jon", "Kim", "Lo")
SHARE_OF_TYPED = 0.3
Attempt = Callable[[str, Callable[[], object]], None]


class History:
    """A random game at one table. Both revisions draw the same, as long as their pages show the same."""

    def __init__(self, table: Table, attempt: Attempt, *, seed: int) -> None:
        self.table, self.attempt, self.random = table, attempt, Random(seed)
        self.names, self.gone = ["Anna", "Bo", "Cara", "Dilan"], list[str]()
        self.new_names = list(NEW_NAMES)
        self.rounds = 0

    def play(self, game: str, operations: int, **options: str) -> None:
        """Start the game, change it at random, undo and redo all of it."""
        self.attempt(f"{self.table.title}: start", lambda: self._start(game, options))
        for number in range(operations):
            operation = self.random.choice(self.operations())
            name = operation.__name__.strip("_")
            self.attempt(f"{self.table.title}: {number} {name}", operation)
            self.attempt(f"{self.table.title}: {number} after {name}", self.table.looks)
        for name in ("undo", "redo"):
            self.attempt(f"{self.table.title}: {name} everything", partial(self._press_all, name))

    def operations(self) -> list[Callable[[], None]]:
        """The operations to draw from; those that are drawn more often stand there more often."""
        always = [self._plays] * 5 + [self._misdeals, self._chooses_dealer, self._adjusts, self._joins]
        later = [self._corrects, self._corrects, self._inserts, self._removes, self._swaps, self._undoes]
        later += [self._takes_over, self._ends_and_reopens]
        later += [self._leaves] * (len(self.names) > FEWEST)
        return always + (later if self.rounds else []) + ([self._returns] if self.gone else [])

    def _start(self, game: str, options: dict[str, str]) -> None:
        options = dict(options)
        if options.pop("custom", ""):
            self.table.defines(game, {})
        else:
            self.table.chooses(game)
        self.table.starts(self.names, first="Bo", **options)

    def _plays(self) -> None:
        names = self.table.opens_pad()
        self.table.records(self._round(names), "a round")
        self.rounds += 1

    def _round(self, names: list[str]) -> str:
        out, ranks = self.random.choice(names), self.table.ranks()
        return ", ".join([f"{out} out", *(f"{name} {self._hand(ranks)}" for name in names if name != out)])

    def _hand(self, ranks: list[str]) -> str:
        if self.random.random() < SHARE_OF_TYPED:
            return f"={self.random.randint(1, 40)}+{self.random.randint(1, 9)}"
        return " ".join(self.random.choices(ranks, k=self.random.randint(1, 4)))

    def _corrects(self) -> None:
        number = str(self.random.randint(1, self.rounds))
        self._change_round(self.table.opens_correction, number)

    def _inserts(self) -> None:
        self._change_round(self.table.opens_insertion, str(self.random.randint(1, self.rounds)))
        self.rounds += 1

    def _change_round(self, opens: Callable[[str], list[str]], number: str) -> None:
        names = opens(number)
        self.table.records(self._round(names), f"round {number}")

    def _removes(self) -> None:
        self.table.removes(str(self.random.randint(1, self.rounds)))
        self.rounds -= 1

    def _misdeals(self) -> None:
        self.table.misdeals()

    def _chooses_dealer(self) -> None:
        self.table.lets_deal(self.random.choice(self.names))

    def _adjusts(self) -> None:
        kind, points = self.random.choice(("penalty", "bonus")), str(self.random.randint(1, 30))
        self.table.adjusts(self.random.choice(self.names), kind, points, "Drawn at random")

    def _joins(self) -> None:
        name = self.new_names.pop(0) if self.new_names else "Max"
        self.table.joins(name, "zero", self.random.choice(self.names))
        self.names.append(name)

    def _leaves(self) -> None:
        name = self.names.pop(self.random.randrange(len(self.names)))
        self.gone.append(name)
        self.table.leaves(name)

    def _returns(self) -> None:
        name = self.gone.pop(0)
        self.names.append(name)
        self.table.returns(name)

    def _takes_over(self) -> None:
        place = self.random.randrange(len(self.names))
        of, self.names[place] = self.names[place], self.new_names.pop(0) if self.new_names else "Nils"
        self.table.takes_over(self.names[place], of)

    def _swaps(self) -> None:
        self.table.swaps(*self.random.sample(self.names, 2))

    def _ends_and_reopens(self) -> None:
        self.table.ends()
        self.table.reopens()

    def _undoes(self) -> None:
        self.table.undoes(self.random.randrange(3))

    def _press_all(self, name: str) -> None:
        """Press the button of every change: from the newest to undo them, from the oldest to redo them."""
        self.table.shows_history()
        count = len(forms(self.table.phone.page, "undo"))
        places: Any = range(count) if name == "undo" else reversed(range(count))
        for place in places:
            self.attempt(f"{self.table.title}: {name} change {place}", partial(self.table.undoes, place))
            self.attempt(f"{self.table.title}: {name} {place}, seen", self.table.looks)
