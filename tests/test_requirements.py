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
# `make test` sets the first two: a make that inherits them prints the folder that it enters and leaves.
OF_MAKE = ("MAKEFLAGS", "MAKELEVEL", "PYTHON")
OUTSIDE_MAKE = {name: value for name, value in os.environ.items() if name not in OF_MAKE}


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


def make(*arguments, **environment):
    return subprocess.run(
        ["make", *arguments],
        cwd=ROOT,
        env=OUTSIDE_MAKE | environment,
        capture_output=True,
        text=True,
        check=False,
    )


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
    done = make("audit", "-o", f"{tmp_path}/installed-dev", f"VENV={tmp_path}", f"AUDIT={audit}")
    assert (done.returncode != 0) == (code != 0)
    assert done.stdout.splitlines()[-1].startswith(last)


def test_the_audit_counts_a_package_that_it_cannot_check_as_a_failure():
    assert re.search(r"^AUDIT := .* --strict ", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize(("missing", "code"), [("none", 0), ("x86_64-apple-darwin", 2)])
def test_a_package_without_a_file_for_one_system_is_reported(tmp_path, missing, code):
    """`make wheels` asks the package index; here a script answers for it."""
    uv = tmp_path / "uv"
    uv.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\ncase "$*" in *{missing}*) exit 1; esac\n')
    uv.chmod(0o755)
    done = make("wheels", "-o", f"{tmp_path}/installed-dev", f"VENV={tmp_path}", f"UV={uv}")
    assert done.returncode == code
    asked = (tmp_path / "asked").read_text()
    assert "--only-binary :all:" in asked
    if code:
        assert f"Not everything can be installed with Python 3.11 on {missing}." in done.stdout
    else:
        systems = ("x86_64-manylinux", "aarch64-manylinux", "x86_64-apple-darwin", "aarch64-apple-darwin")
        assert {system: asked.count(system) for system in systems} == dict.fromkeys(systems, 2)


def test_the_library_for_https_is_left_out_where_it_is_not_published():
    """Otherwise pip compiles it, which needs Rust."""
    marker = read("requirements.txt")["cryptography"].marker
    assert not marker.evaluate({"sys_platform": "darwin", "platform_machine": "x86_64"})
    for system, machine in (("darwin", "arm64"), ("linux", "x86_64"), ("linux", "aarch64")):
        assert marker.evaluate({"sys_platform": system, "platform_machine": machine})


PYTHON_SCRIPT = """#!/bin/sh
case "$*" in
*sys.base_prefix*) echo /usr/{name} 3 12;;
*"-m venv --clear"*) rm -rf "$4"; mkdir -p "$4/bin"; cp {path} "$4/bin/python";;
esac
"""


@pytest.fixture
def fake_python(tmp_path):
    """The path of a program that makes virtual environments in which nothing is installed."""

    def fake_python(name):
        path = tmp_path / name
        path.write_text(PYTHON_SCRIPT.format(name=name, path=path))
        path.chmod(0o755)
        return str(path)

    return fake_python


@pytest.fixture
def install(tmp_path):
    """Run `make install` in a folder for virtual environments."""
    venv = tmp_path / "venv"

    def install(*arguments, **environment):
        done = make("install", f"VENV={venv}", *arguments, **environment)
        assert done.returncode == 0, done.stderr
        name = re.search(r"/usr/(\w+)", (venv / "bin/python").read_text())[1]
        return name, done.stdout

    return install


def test_another_python_makes_the_virtual_environment_anew(fake_python, install):
    old, new = fake_python("old"), fake_python("new")
    assert install(PYTHON=old)[0] == "old"
    made, said = install(PYTHON=new)
    assert made == "new"
    assert "is made anew" in said
    assert install(f"PYTHON={old}")[0] == "old"


@pytest.mark.parametrize("explicitly", [True, False])
def test_the_same_python_and_the_default_keep_the_virtual_environment(fake_python, install, explicitly):
    old = fake_python("old")
    install(PYTHON=old)
    assert install(**({"PYTHON": old} if explicitly else {})) == ("old", "")


def test_a_virtual_environment_whose_python_is_gone_is_made_anew(tmp_path, fake_python, install):
    install(PYTHON=fake_python("old"))
    (tmp_path / "venv/bin/python").unlink()
    assert install(PYTHON=fake_python("new"))[0] == "new"
