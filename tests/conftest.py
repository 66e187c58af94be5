"""Options, order and reports of the test runs; fixtures.py has the fixtures.

A run is quick (`make test`) or complete (`--full`, `make test-all`), and `--whole` makes it exhaustive.
"""

from __future__ import annotations

import gc
import os
import re
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from random import SystemRandom
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers

from tests import sampling

pytest_plugins = ["tests.second_run"]

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

HERE = Path(__file__).parent
CORE = HERE / "game"
WEBKIT = HERE / "browser" / "webkit"
FULL_MODULE = re.compile(r"^pytestmark = \[?\s*(sampling\.)?full_only\b", re.MULTILINE)
FULL_FOLDERS = ("benchmarks", "browser", "concurrency", "deploy", "migrations", "serving", "trust")
OBJECTS_BETWEEN_COLLECTIONS = 50_000
FIRST = ("game", "forms")
LAST = ("commands", "views", "migrations", "concurrency", "benchmarks", "journeys", "browser")

# No test fails because of a slow machine: no deadlines, no check of the time that drawing examples takes.
# Examples of a test share its database, so each creates a group of its own. Counterexamples are not stored
# between runs: add them as @example.
PATIENT = {
    "deadline": None,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    "print_blob": True,
    "phases": [phase for phase in Phase if phase is not Phase.explain],  # it traces every line of a page
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("turn eight")
    group.addoption("--full", action="store_true", help="every test that a version has to pass")
    group.addoption(
        "--whole",
        action="store_true",
        help="every case of the grids, and ten times the examples, with a random seed; implies --full",
    )
    group.addoption("--chaos", action="store_true", help="the long fault injection tests too; implies --full")
    group.addoption("--seed", type=int, help="draw the cases and examples of the run with this seed")


@pytest.hookimpl(tryfirst=True)  # before Hypothesis reads its seed
def pytest_configure(config: pytest.Config) -> None:
    options = config.option
    options.full = options.full or options.whole or options.chaos
    inherited = getattr(config, "workerinput", {})  # in a worker: the seed of the controller
    if options.seed is None:
        is_random = options.whole or options.chaos
        own = SystemRandom().randrange(sampling.LARGEST_SEED) if is_random else sampling.USUAL_SEED
        options.seed = inherited.get("seed", own)
    if options.hypothesis_seed is None:
        options.hypothesis_seed = str(options.seed)
    extent = _extent(config)
    for each, examples in sampling.EXAMPLES.items():
        settings.register_profile(each.value, max_examples=examples, **PATIENT)
    settings.load_profile(extent.value)
    if extent is not sampling.Extent.WHOLE:
        _draw_no_constants_of_modules()
    sampling.choose(options.seed, extent)
    if not inherited:
        config.pluginmanager.register(FirstFailure(config))
    if not _is_core_only(config):
        config.pluginmanager.import_plugin("tests.fixtures")


def _draw_no_constants_of_modules() -> None:
    """Make examples depend on the seed only.

    Hypothesis 6.170.15 also draws constants out of the modules of the project that happen to be imported, so
    the examples of one seed differ between workers. It has no option for that.
    """
    providers._get_local_constants = lambda: providers._local_constants


class FirstFailure:
    """Shows the first failure at once; the summary at the end of the run shows all of them."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.is_shown = config, False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal and not self.is_shown:
            self.is_shown = True
            terminal.section(f"first failure: {report.nodeid}", red=True)
            terminal.write_line(report.longreprtext)


def _extent(config: pytest.Config) -> sampling.Extent:
    if config.option.whole:
        return sampling.Extent.WHOLE
    return sampling.Extent.FULL if config.option.full else sampling.Extent.QUICK


def _is_core_only(config: pytest.Config) -> bool:
    """Whether all paths of the command are in the folder of the core."""
    paths = [(config.invocation_params.dir / arg.partition("::")[0]).resolve() for arg in config.args]
    return all(path.is_relative_to(CORE) for path in paths)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Use the same seed in each worker."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_report_header(config: pytest.Config) -> str:
    extents = {
        sampling.Extent.QUICK: "quick run (everything: --full)",
        sampling.Extent.FULL: "some cases of every kind (all: --whole)",
        sampling.Extent.WHOLE: "every case",
    }
    return (
        f"grids: {extents[_extent(config)]}; seed: {config.option.seed} (again: --seed {config.option.seed})"
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _no_skip_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _no_skip_in_ci((yield))


def _no_skip_in_ci(report: Report) -> Report:
    """Skip tests whose program is missing on a developer’s machine; fail them in CI."""
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome, report.longrepr = "failed", f"CI skips nothing: {report.longreprtext}"
    return report


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A quick run does not even import the modules that only run in a complete one."""
    if config.option.full:
        return None
    if collection_path.suffix == ".py":
        return True if FULL_MODULE.search(collection_path.read_text(encoding="utf-8")) else None
    return True if collection_path.parent == HERE and collection_path.name in FULL_FOLDERS else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the tests of the run. The core runs first and browser tests run last: the event loop of
    Playwright must not meet other tests.

    Within a folder, files with many tests run first, and those in WebKit before all: they are few and take
    minutes. So the last worker does not finish late.
    """
    for item in items:
        is_full = _folder(item) in FULL_FOLDERS or item.get_closest_marker("postgres")
        if is_full or (config.option.full and _draws_examples(item)):
            item.add_marker(pytest.mark.full)
    left_out = [name for name in ("full", "whole", "chaos") if not config.getoption(name)]
    config.hook.pytest_deselected(items=[item for item in items if _has_mark(item, left_out)])
    items[:] = [item for item in items if not _has_mark(item, left_out)]
    tests = Counter(item.path for item in items)
    items.sort(
        key=lambda item: (
            _place(_folder(item)),
            WEBKIT not in item.path.parents,
            -tests[item.path],
            item.path,
        )
    )


def _has_mark(item: pytest.Item, names: list[str]) -> bool:
    return any(item.get_closest_marker(name) for name in names)


def _folder(item: pytest.Item) -> str:
    return item.path.relative_to(HERE).parts[0]


def _draws_examples(item: pytest.Item) -> bool:
    """Whether Hypothesis draws examples: more in a complete run, so these tests belong to both."""
    return getattr(getattr(item, "obj", None), "is_hypothesis_test", False)


def _place(folder: str) -> int:
    if folder in FIRST:
        return FIRST.index(folder) - len(FIRST)
    return LAST.index(folder) + 1 if folder in LAST else 0


def pytest_collection_finish() -> None:
    """Collect garbage rarely: a parsed page is thousands of objects, and imported modules stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
