"""The trees to compare: copies of revisions and of the working tree, and a virtual environment for each."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[2]
CACHE = PROJECT / ".compare"
PINS = ("requirements.txt", "constraints.txt")
CLOCK = "time-machine==3.6.0"  # stops the clock of the runner


class CannotCompare(Exception):
    """Ends the comparison with a message."""


@dataclass(frozen=True)
class Tree:
    """A copy of the project. name: how the report calls it."""

    name: str
    folder: Path
    python: Path


def tree_of(revision: str | None, folder: Path) -> Tree:
    """Copy a revision, or the working tree with its uncommitted changes (None), into `folder`."""
    if revision is None:
        _copy_working_tree(folder)
    else:
        commit = _git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
        archive = _git("archive", "--format=tar", commit)
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
    name = revision or "working tree"
    tree = Tree(name, folder, _python_for(folder, name))
    compiling = (tree.python, "-m", "babel.messages.frontend", "-q", "compile", "-d", "translations")
    subprocess.run(compiling, cwd=folder, check=True)
    return tree


def _copy_working_tree(folder: Path) -> None:
    listed = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").decode()
    for name in filter(None, listed.split("\0")):
        source, target = PROJECT / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=PROJECT, capture_output=True, check=False)
    if done.returncode:
        why = done.stderr.decode().strip() or "unknown revision"
        raise CannotCompare(f"git {' '.join(arguments)}: {why}")
    return done.stdout


def _python_for(folder: Path, name: str) -> Path:
    """The interpreter of a virtual environment with the packages of a tree; created if missing."""
    pins = [folder / name for name in PINS]
    content = "\n".join(pin.read_text() if pin.exists() else "" for pin in pins)
    key = hashlib.sha256(f"{sys.version}\n{CLOCK}\n{content}".encode()).hexdigest()[:16]
    home = CACHE / "environments" / key
    if not (home / "complete").exists():
        print(f"Installing the packages of {name} (once, about a minute) …", file=sys.stderr, flush=True)
        _install(home, folder)
    return home / "bin" / "python"


def _install(home: Path, folder: Path) -> None:
    steps = [
        [sys.executable, "-m", "venv", "--clear", str(home)],
        [str(home / "bin" / "pip"), "install", "-q", "--disable-pip-version-check", CLOCK]
        + ["-r", str(folder / PINS[0])]
        + (["-c", str(folder / PINS[1])] if (folder / PINS[1]).exists() else []),
    ]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(home, ignore_errors=True)
            raise CannotCompare(f"{' '.join(step)} failed:\n{done.stderr.strip()[-2000:]}")
    (home / "complete").touch()
