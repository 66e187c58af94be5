"""`pytest --second-run`: run the tests that failed again, and list those that pass.

They are those of all runs since the last one with `--cache-clear`, which begins a suite of several runs.
"""

from __future__ import annotations

import pytest

EXIT_STATUS = "turn-eight/exit-status"  # the highest of these runs, in the cache of pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--second-run", action="store_true", help="run only what failed in complete runs")


@pytest.hookimpl(tryfirst=True)  # before pytest reads the options set here
def pytest_configure(config: pytest.Config) -> None:
    if config.option.second_run:
        config.option.lf, config.option.last_failed_no_failures = True, "none"


def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    if config.option.second_run and config.cache.get(EXIT_STATUS, None) != pytest.ExitCode.TESTS_FAILED:
        raise pytest.UsageError("A second run needs a complete run before it in which tests failed.")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    is_worker = hasattr(session.config, "workerinput")  # the controller of pytest-xdist has all results
    cache = getattr(session.config, "cache", None)
    if cache is not None and not is_worker:
        before = 0 if session.config.option.second_run else cache.get(EXIT_STATUS, 0)
        cache.set(EXIT_STATUS, max(int(exitstatus), before))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    passed = terminalreporter.stats.get("passed", [])
    if config.option.second_run and passed:
        terminalreporter.section("passed only on the second run", yellow=True)
        for report in passed:
            terminalreporter.line(report.nodeid)
