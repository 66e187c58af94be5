"""What CI does with tests that failed: once more, alone; who passes only then is listed."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
REFUSED = "*A second run needs a complete run before it in which tests failed."

# A test fails while the file is there that its name says.
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
    """Runs the tests as a process of its own with these arguments."""
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
def test_only_what_failed_runs_again_and_who_passes_then_is_listed_last(run, workers):
    assert run(workers, fails="flaky").ret == pytest.ExitCode.TESTS_FAILED
    again = run("--second-run")
    assert again.ret == pytest.ExitCode.OK
    again.assert_outcomes(passed=1)
    last = [line for line in again.outlines if line][-3:]
    assert last[0].strip("= ") == "passed only on the second run"
    assert last[1].endswith("::test_flaky")
    assert "1 passed" in last[2]


def test_what_fails_twice_fails(run):
    run(fails="flaky broken")
    again = run("--second-run", fails="broken")
    assert again.ret == pytest.ExitCode.TESTS_FAILED
    again.assert_outcomes(passed=1, failed=1)


def test_a_run_that_was_broken_off_proves_nothing(run):
    run("-n2", "--maxfail", "1", fails="flaky broken")
    run("--second-run").stderr.fnmatch_lines(REFUSED)


def test_without_a_failure_there_is_no_second_run(run):
    assert run().ret == pytest.ExitCode.OK
    run("--second-run").stderr.fnmatch_lines(REFUSED)
