"""Compares the behaviour of two revisions: `python -m tests.compare REVISION [REVISION]`.

See docs/development.md, “Comparing two revisions”.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.compare.differences import Difference, compare, grouped
from tests.compare.scenarios import SCENARIOS, Scenario, Stage, visit
from tests.compare.server import Server
from tests.compare.trees import CACHE, CannotCompare, Tree, tree_of

EQUAL, DIFFERENT, FAILED = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    CACHE.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="run-", dir=CACHE))
    try:
        trees = [
            tree_of(name, folder / f"tree-{side}")
            for side, name in enumerate((options.revision, options.other))
        ]
        return Comparison(trees, folder, options).run()
    except CannotCompare as error:
        print(error, file=sys.stderr)
        return FAILED
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__)
    parser.add_argument("revision", help="the revision to compare with")
    parser.add_argument("other", nargs="?", help="a second revision; by default the working tree as it is")
    parser.add_argument(
        "--scenario", action="append", choices=SCENARIOS, help="play only this one (repeatable)"
    )
    parser.add_argument("--quick", action="store_true", help="a small part, for everyday use")
    parser.add_argument("--figures", action="store_true", help="only count lines, fields and functions")
    parser.add_argument(
        "--field", action="append", metavar="NAME", help="count the files that name this field"
    )
    return parser


class Comparison:
    """Plays the scenarios with two trees and reports what differs."""

    def __init__(self, trees: Sequence[Tree], folder: Path, options: argparse.Namespace) -> None:
        self.trees, self.folder, self.options = trees, folder, options

    def run(self) -> int:
        differences: list[Difference] = []
        for scenario in self._scenarios():
            begun = time.monotonic()
            found, pages = self._play(scenario)
            differences += found
            seconds = time.monotonic() - begun
            print(f"{scenario.name}: {pages} steps, {len(found)} differences, {seconds:.0f} s", flush=True)
        for group in grouped(differences):
            print(f"\n{group}")
        print("\nno differences" if not differences else f"\n{len(differences)} differences")
        return DIFFERENT if differences else EQUAL

    def _scenarios(self) -> list[Scenario]:
        if self.options.scenario:
            return [SCENARIOS[name] for name in self.options.scenario]
        return [each for each in SCENARIOS.values() if each.is_quick or not self.options.quick]

    def _play(self, scenario: Scenario) -> tuple[list[Difference], int]:
        stages = [
            Stage(Server(tree, self.folder / f"{scenario.name}-{side}"))
            for side, tree in enumerate(self.trees)
        ]
        for stage in stages:
            stage.server.scenario = scenario.name
        try:
            at_once(scenario.play, stages)
            at_once(lambda stage: visit(stage, is_quick=self.options.quick), stages)
            here, there = (stage.records for stage in stages)
            return compare(here, there), len(here)
        finally:
            for stage in stages:
                stage.server.remove()


def at_once(action: Callable[[Stage], None], stages: Sequence[Stage]) -> None:
    """Do the same with all revisions, each in a thread of its own."""
    with ThreadPoolExecutor(len(stages)) as pool:
        list(pool.map(action, stages))


if __name__ == "__main__":
    sys.exit(main())
