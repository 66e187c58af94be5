"""Requirements: each has a reason and a pin, and those of a server are locked by hash."""

import os
import re
import subprocess
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FOR_TESTS = "tests"
OLDEST_PYTHON = "3.11.0"
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
# `make test` sets these. A make that inherits them prints the folder that it enters and leaves.
OUTSIDE_MAKE = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}


def read(name, *, without=None):
    """The requirements in a file, by their canonical names. without: a reason of those to leave out."""
    lines = (ROOT / name).read_text().splitlines()
    lines = [line for line in lines if line.partition("#")[2].strip() != without]
    texts = [line.partition("#")[0].rstrip("\\ ") for line in lines if line[:1] not in ("#", " ", "-")]
    found = [Requirement(text) for text in texts if text]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


def version(requirement):
    (pin,) = requirement.specifier
    assert pin.operator == "==", requirement
    return pin.version


def installed_by(requirement, visited):
    """The names of all packages that a requirement installs on this system."""
    name = canonicalize_name(requirement.name)
    extras = requirement.extras or {""}
    if (name, *extras) in visited:
        return visited
    visited.add((name, *extras))
    for text in requires(name) or ():
        wanted = Requirement(text)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in extras):
            installed_by(wanted, visited)
    return visited


def test_everything_is_pinned_to_one_version():
    constraints = read("constraints.txt")
    for file in ("requirements.txt", "requirements-dev.txt"):
        for name, requirement in read(file).items():
            assert version(requirement) == version(constraints[name]), file


def test_everything_has_a_reason():
    for file in ("requirements.txt", "requirements-dev.txt"):
        lines = [line for line in (ROOT / file).read_text().splitlines() if "==" in line]
        assert [line for line in lines if not re.search(r"\s# \w", line)] == []


def test_indirect_requirements_are_pinned():
    constraints = read("constraints.txt")
    for file in ("requirements.txt", "requirements-dev.txt"):
        for requirement in read(file).values():
            for name, *_extras in installed_by(requirement, set()):
                assert version(constraints[name]) == distribution(name).version


def test_indirect_requirements_support_the_oldest_python():
    wants = {
        name: SpecifierSet(distribution(name).metadata.get("Requires-Python", ""))
        for file in ("requirements.txt", "requirements-dev.txt")
        for requirement in read(file).values()
        for name, *_extras in installed_by(requirement, set())
    }
    assert {name: str(wanted) for name, wanted in wants.items() if OLDEST_PYTHON not in wanted} == {}


def test_the_lock_contains_exactly_what_a_server_needs():
    """If not: make lock."""
    lock, constraints = read("requirements.lock"), read("constraints.txt")
    wanted = read("requirements.txt", without=FOR_TESTS).values()
    needed = {name for requirement in wanted for name, *_extras in installed_by(requirement, set())}
    assert needed - lock.keys() == set()
    assert [name for name in lock.keys() - needed if lock[name].marker is None] == []
    assert "pytest" not in lock
    for name, requirement in lock.items():
        if name in constraints:
            assert version(requirement) == version(constraints[name])
        else:
            assert requirement.marker is not None, f"{name} is for some systems only, or pinned nowhere"


def test_the_lock_has_a_hash_for_every_file_and_no_index():
    text = (ROOT / "requirements.lock").read_text()
    packages = re.split(r"\n(?=\w)", text)[1:]
    assert len(packages) == len(read("requirements.lock"))
    assert [package for package in packages if not HASH.search(package)] == []
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("said", "code", "last"),
    [
        ("No known vulnerabilities found", 0, "No known vulnerabilities found"),
        ("Found 1 known vulnerability in 1 package\nflask 1.0 CVE-1", 1, "flask 1.0 CVE-1"),
        ("ERROR: flask: could not be audited", 1, "The audit is not complete"),
        ("", 127, "The audit is not complete"),
    ],
)
def test_an_audit_that_is_not_complete_fails_and_says_so(tmp_path, said, code, last):
    (tmp_path / "said").write_text(f"{said}\n")
    audit = f"sh -c 'cat {tmp_path}/said; exit {code}'"
    skipped = ("-o", f"{tmp_path}/installed-dev")
    done = subprocess.run(
        ["make", *skipped, "audit", f"VENV={tmp_path}", f"AUDIT={audit}"],
        cwd=ROOT,
        env=OUTSIDE_MAKE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) == (code != 0)
    assert done.stdout.splitlines()[-1].startswith(last)


def test_the_audit_counts_a_package_that_it_cannot_check_as_a_failure():
    assert re.search(r"^AUDIT := .* --strict ", (ROOT / "Makefile").read_text(), re.MULTILINE)
