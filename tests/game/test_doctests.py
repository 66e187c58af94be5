"""Runs the examples in the docstrings of game/."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "game").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_pass(module: str):
    result = doctest.testmod(import_module(module), optionflags=doctest.FAIL_FAST)
    assert result.attempted
    assert not result.failed


def test_every_package_has_examples():
    parts = {module.split(".")[1] for module in MODULES}
    assert parts >= {"scoring", "analysis", "tournament", "referee"}
