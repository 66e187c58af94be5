"""The examples of a seed are the same in each run."""

import sys
from types import ModuleType

from hypothesis import given, seed, settings
from hypothesis import strategies as st

from tests.sampling import full_only

pytestmark = full_only


def drawn():
    """Two thousand numbers with a fixed seed."""
    numbers = []

    @seed(8)
    @settings(max_examples=2000)
    @given(st.integers(0, 10**9))
    def draw(number):
        numbers.append(number)

    draw()
    return numbers


def test_examples_do_not_depend_on_the_imported_modules(tmp_path, monkeypatch):
    """Hypothesis 6.170.15 draws constants of imported modules, unless conftest.py overrides it."""
    before = drawn()
    source = tmp_path / "constants.py"
    source.write_text("FIGURES = [" + ", ".join(str(123_456 + figure) for figure in range(400)) + "]\n")
    module = ModuleType("constants_of_a_project")
    module.__file__ = str(source)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert drawn() == before
