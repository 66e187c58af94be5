"""Compares the behaviour of two revisions: `python -m tests.compare REVISION [REVISION]`.

See docs/development.md, “Comparing two revisions”.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.compare.costs import cost_lines, measured
from tests.compare.differences import Difference, compare, query_changes, report
from tests.compare.figures import FIELDS, figures
from tests.compare.phone import Record, StepFailed
from tests.compare.server import Server
from tests.compare.stage import NOT_POSSIBLE, SCENARIOS, Scenario, Stage, visit
from tests.compare.trees import CACHE, CannotCompare, Tree, tree_of

EQUAL, DIFFERENT, FAILED = 0, 1, 2
MAX_LISTED = 40


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _end)
    CACHE.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="run-", dir=CACHE))
    try:
        names = (options.revision, options.other)
        trees = [tree_of(name, folder / f"tree-{side}") for side, name in enumerate(names, 1)]
        return Comparison(trees, folder, options).run()
    except CannotCompare as error:
        print(error, file=sys.stderr)
        return FAILED
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _end(*_signal: object) -> None:
    raise CannotCompare("Ended by a signal.")


def _parser() -> argparse.ArgumentParser:
    about = "; ".join(f"{scenario.name}: {scenario.about}" for scenario in SCENARIOS.values())
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__, epilog=about)
    parser.add_argument("revision", help="the revision to compare with")
    parser.add_argument("other", nargs="?", help="a second revision; by default the working tree as it is")
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="only this one (repeatable)")
    parser.add_argument("--quick", action="store_true", help="a small part, for everyday use")
    parser.add_argument("--figures", action="store_true", help="only count lines, fields and functions")
    parser.add_argument(
        "--field", action="append", metavar="NAME", help=f"count the files that name it; default {FIELDS}"
    )
    return parser


class Comparison:
    """Plays the scenarios with two trees and reports what differs."""

    def __init__(self, trees: Sequence[Tree], folder: Path, options: argparse.Namespace) -> None:
        self.trees, self.folder, self.options = trees, folder, options
        self.differences: list[Difference] = []
        self.queries: dict[str, Counter[tuple[int, int]]] = {}
        self.failing: Counter[str] = Counter()

    def run(self) -> int:
        if self.options.figures:
            self._count()
            return EQUAL
        for scenario in self._scenarios():
            self._play(scenario)
        self._report()
        if not self.options.scenario:
            self._measure()
            self._count()
        print(f"\n{len(self.differences)} differences" if self.differences else "\nno differences")
        return DIFFERENT if self.differences else EQUAL

    def _scenarios(self) -> list[Scenario]:
        if self.options.scenario:
            return [SCENARIOS[name] for name in self.options.scenario]
        return [scenario for scenario in SCENARIOS.values() if scenario.is_quick or not self.options.quick]

    def _stage(self, name: str, tree: Tree) -> Stage:
        folder = self.folder / f"{name}-{tree.folder.name}"
        return Stage(Server(tree, folder, name), is_quick=self.options.quick)

    def _play(self, scenario: Scenario) -> None:
        begun, known = time.monotonic(), len(self.differences)
        stages = [self._stage(scenario.name, tree) for tree in self.trees]
        try:
            at_once(scenario.play, stages)
            self._compare([stage.records for stage in stages])
            if stages[0].visits:
                self._visit(scenario.name, stages)
            steps = sum(len(stage.records) for stage in stages)
        finally:
            for stage in stages:
                stage.server.remove()
        count, seconds = len(self.differences) - known, time.monotonic() - begun
        print(f"{scenario.name}: {steps} steps, {count} differences, {seconds:.0f} s", flush=True)

    def _visit(self, name: str, stages: list[Stage]) -> None:
        """Open the pages of both revisions, and of the first one’s database after an upgrade."""
        upgraded = self._stage(f"upgraded-{name}", self.trees[1])
        played = [len(stage.records) for stage in stages]
        upgraded.server.take_database(stages[0].server)
        done = upgraded.server.upgrade()
        try:
            if done.returncode:
                self.differences.append(
                    Difference("upgrade fails", "", done.stderr[-1500:], "flask db upgrade", name)
                )
            upgraded.visits = stages[0].visits
            at_once(visit, [*stages, upgraded])
            here, there = (stage.records[count:] for stage, count in zip(stages, played, strict=True))
            self._compare([here, there])
            if not done.returncode:
                self.differences += [change.after_upgrade() for change in compare(here, upgraded.records)]
        finally:
            upgraded.server.remove()

    def _compare(self, records: Sequence[Sequence[Record]]) -> None:
        here, there = records
        self.differences += compare(here, there)
        for kind, pairs in query_changes(here, there).items():
            self.queries.setdefault(kind, Counter()).update(pairs)
        for one in here:
            if NOT_POSSIBLE in one.step or one.answer.status >= 500:
                self.failing[one.step] += 1

    def _report(self) -> None:
        for entry in report(self.differences):
            print(f"\n{entry}")
        if self.queries:
            print("\nSQL queries, before → after, by kind of page")
            for kind, pairs in sorted(self.queries.items(), key=lambda item: -sum(item[1].values())):
                shown = ", ".join(f"{a} → {b} (×{count})" for (a, b), count in pairs.most_common(3))
                print(f"  {kind}: {shown}")
        if self.failing:
            print(f"\nSteps that fail in {self.trees[0].name} already, and therefore cover less")
            for step in list(self.failing)[:MAX_LISTED]:
                print(f"  {step}")

    def _measure(self) -> None:
        servers = [Server(tree, self.folder / f"costs-{tree.folder.name}", "costs") for tree in self.trees]
        try:
            results = measured(servers, is_quick=self.options.quick)
            print("\n" + "\n".join(cost_lines([tree.name for tree in self.trees], results)))
        except StepFailed as failed:
            print(f"\nThe costs cannot be measured: {failed}")
        finally:
            for server in servers:
                server.remove()

    def _count(self) -> None:
        fields = self.options.field or FIELDS
        here, there = (figures(tree.folder, fields) for tree in self.trees)
        print(f"\n{'counts':32} {self.trees[0].name[:14]:>14} {self.trees[1].name:>14}")
        for name, count in here.items():
            print(f"{name:32} {count:14,} {there[name]:14,}")


def at_once(action: Callable[[Stage], None], stages: Sequence[Stage]) -> None:
    """Do the same with all stages, each in a thread of its own."""
    with ThreadPoolExecutor(len(stages)) as pool:
        list(pool.map(action, stages))


if __name__ == "__main__":
    sys.exit(main())
