"""Second run in CI: failed tests run again, one at a time, and those that pass are listed."""

from pathlib import Path

import pytest

from tests.sampling import full_only

pytestmark = full_only

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
REFUSED = "*A second run needs a complete run before it in which tests failed."

# A test fails while a file with its name exists.
TESTS = """
from pathlib import Path

def test_sound():
    pass

def test_flaky():
    assert not Path("flaky").exists()

def test_broken():
    assert not Path("broken").exists()
"""


@pytest.fixture
def run(pytester, monkeypatch):
    """Run the tests in a separate process with these arguments."""
    pytester.makepyfile(TESTS)
    pytester.makeini("[pytest]")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def run(*arguments, fails=""):
        for name in ("flaky", "broken"):
            (pytester.path / name).unlink(missing_ok=True)
        for name in fails.split():
            (pytester.path / name).touch()
        return pytester.runpytest_subprocess("-p", "tests.second_run", *arguments)

    return run


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_only_failed_tests_run_again_and_those_that_pass_are_listed(run, workers):
    assert run(workers, fails="flaky").ret == pytest.ExitCode.TESTS_FAILED
    second = run("--second-run")
    assert second.ret == pytest.ExitCode.OK
    second.assert_outcomes(passed=1)
    last = [line for line in second.outlines if line][-3:]
    assert last[0].strip("= ") == "passed only on the second run"
    assert last[1].endswith("::test_flaky")
    assert "1 passed" in last[2]


def test_a_test_that_fails_twice_fails_the_run(run):
    run(fails="flaky broken")
    second = run("--second-run", fails="broken")
    assert second.ret == pytest.ExitCode.TESTS_FAILED
    second.assert_outcomes(passed=1, failed=1)


def test_an_aborted_run_has_no_second_run(run):
    run("-n2", "--maxfail", "1", fails="flaky broken")
    run("--second-run").stderr.fnmatch_lines(REFUSED)


def test_several_runs_have_one_second_run(run):
    """As those of `make test`, of which the first one clears the cache."""
    run("--cache-clear", "-k", "flaky", fails="flaky")
    assert run("-k", "sound").ret == pytest.ExitCode.OK
    second = run("--second-run")
    second.assert_outcomes(passed=1)
    assert any(line.endswith("::test_flaky") for line in second.outlines)


def test_an_aborted_run_is_not_forgotten_after_a_complete_one(run):
    run("--cache-clear", "-n2", "--maxfail", "1", fails="flaky broken")
    run("-k", "broken", fails="broken")
    run("--second-run").stderr.fnmatch_lines(REFUSED)


def test_a_successful_run_has_no_second_run(run):
    assert run().ret == pytest.ExitCode.OK
    run("--second-run").stderr.fnmatch_lines(REFUSED)
