"""What pages and saves cost in two revisions, measured in alternation while both servers run.

Processor times are compared only as ratios within one run: the machine is never the same twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from tests.compare.fields import link, links
from tests.compare.phone import Phone, StepFailed
from tests.compare.scenarios import PASTED, import_file
from tests.compare.server import Server
from tests.compare.stage import Stage, links_in
from tests.compare.table import Table

SAVE, UNDO, IMPORT = "saving a round", "undoing it", "applying a pasted table"
RESULT = "result, first view"  # each of another game: a second view comes from the cache
TABLE = "table after a change"  # the page that follows the save; later it comes from the cache
PLAYED = 8  # rounds before the measurement
REPETITIONS, QUICK_REPETITIONS = 31, 7
Measures = dict[str, list[dict[str, float]]]


@dataclass
class Measured:
    """One revision with a group of demo data and a game that is being played."""

    stage: Stage
    owner: Phone
    table: Table
    pages: dict[str, str] = field(default_factory=dict)
    results: list[str] = field(default_factory=list)  # not opened yet; the last one is kept for the trace
    measures: Measures = field(default_factory=lambda: defaultdict(list))

    def open(self, name: str, *, trace: str = "") -> None:
        address = self.pages[name]
        if name == RESULT:
            if len(self.results) == 1 and not trace:
                return
            address = self.results.pop()
        self.owner.get(address, name, trace=trace)
        self.measures[name].append(self.owner.answer.costs)

    def save(self, number: int, *, trace: str = "") -> None:
        self.table.trace = trace
        names = self.table.opens_pad()
        hands = ", ".join(f"{name} 8 K {5 + number % 3}" for name in names[1:])
        self.table.records(f"{names[0]} out, {hands}", SAVE)
        saved = self.stage.records[-1]
        self.measures[SAVE].append(saved.costs)
        self.measures[TABLE].append(saved.answer.costs)

    def undo(self) -> None:
        self.table.undoes()
        self.measures[UNDO].append(self.stage.records[-1].costs)

    def import_table(self, *, trace: str = "") -> None:
        import_file(self.owner, "", PASTED.encode(), trace=trace)
        self.measures[IMPORT].append(self.stage.records[-1].costs)


def measured(servers: Sequence[Server], *, is_quick: bool) -> list[tuple[Measures, Measures]]:
    """For each revision: the costs of all repetitions by page, and those of one traced request."""
    sides = [_prepared(Stage(server)) for server in servers]
    pages = [name for name in sides[0].pages if name in sides[1].pages]
    for number in range(QUICK_REPETITIONS if is_quick else REPETITIONS):
        actions: list[Callable[[Measured], None]] = [partial(_save, number)]
        actions += [partial(_open, page) for page in pages]
        actions.append(Measured.undo)
        for place, action in enumerate(actions, number):
            for side in sides if place % 2 else reversed(sides):
                action(side)
    timed = [side.measures for side in sides]
    for side in sides:
        side.measures = defaultdict(list)
        side.save(0, trace="1")
        for page in pages:
            side.open(page, trace="1")
        side.stage.attempt(IMPORT, partial(side.import_table, trace="1"))
    return list(zip(timed, (side.measures for side in sides), strict=True))


def _save(number: int, side: Measured) -> None:
    side.save(number)


def _open(page: str, side: Measured) -> None:
    side.open(page)


def _prepared(stage: Stage) -> Measured:
    group_links = links_in(stage.flask("demo"))
    owner = stage.phone("the owner’s phone")
    if "owner" not in group_links:
        raise StepFailed("no group of demo data")
    owner.get(group_links["owner"], "the group")
    group = owner.address
    table = Table(owner, "measured")
    table.chooses("Derange")
    table.starts(["Anna", "Bo", "Cara", "Dilan", "Eva", "Frans"], first="Anna", mode="full")
    side = Measured(stage, owner, table)
    for number in range(PLAYED):
        side.save(number)
    side.measures.clear()
    side.pages = _pages(owner, table, group)
    nights = links(owner.get(side.pages["nights"]), "night")
    side.results = [address for night in nights for address in links(owner.get(night), "session")]
    side.pages[RESULT] = side.results[-1]
    return side


def _pages(owner: Phone, table: Table, group: str) -> dict[str, str]:
    """The main pages, by the names that the report gives them."""
    pages = {"home": group, "table from the cache": table.address}
    steps: dict[str, Callable[[], str]] = {
        "pad": lambda: link(owner.get(table.address), "pad"),
        "score sheet": lambda: link(owner.get(table.address), "rounds"),
        "history": lambda: link(owner.get(pages["score sheet"]), "history"),
        "document of a game": lambda: link(
            owner.get(link(owner.get(table.address), "export")), "session document"
        ),
        "nights": lambda: link(owner.get(group), "nights"),
        "night": lambda: link(owner.get(pages["nights"]), "night"),
        "figures": lambda: link(owner.get(group), "figures"),
        "player": lambda: link(owner.get(pages["figures"]), "player"),
    }
    for name, step in steps.items():
        try:
            pages[name] = step()
        except (StepFailed, KeyError):
            continue
    return pages


def cost_lines(names: Sequence[str], results: Sequence[tuple[Measures, Measures]]) -> list[str]:
    """A table: processor time and its ratio, SQL queries, files and functions of both revisions."""
    (timed, traced), (timed_there, traced_there) = results
    head = f"{'processor time, ms':26} {'first':>8} {'second':>8} {'ratio':>6}"
    lines = [
        f"first: {names[0]}, second: {names[1]}",
        f"{head}  {'queries':>9}  {'files':>9}  {'functions':>11}",
    ]
    for page in dict.fromkeys([*timed, *traced]):
        times = [
            median(costs["cpu"] for costs in side[page]) * 1000 if side.get(page) else 0.0
            for side in (timed, timed_there)
        ]
        ratio = f"{times[1] / times[0]:6.2f}" if times[0] else f"{'–':>6}"
        shown = [f"{time:8.1f}" if time else f"{'–':>8}" for time in times]
        line = f"{page:26} {' '.join(shown)} {ratio}"
        for cost, width in (("queries", 9), ("files", 9), ("functions", 11)):
            pair = "/".join(
                f"{side[page][0][cost]:.0f}" if side.get(page) else "–" for side in (traced, traced_there)
            )
            line += f"  {pair:>{width}}"
        lines.append(line)
    return lines
