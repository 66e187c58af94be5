"""Questions that the rules texts answer, as players type them: questions.<language>.toml beside each text.

The key is the id of a passage or an option, or of a row of the comparison.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from game.rulebook import comparison
from game.rulebook.pages import FOLDER

Questions = Mapping[str, tuple[str, ...]]


@cache
def questions_of(variant: str, language: str) -> Questions:
    """Return the questions of a variant by passage or option."""
    return _read(FOLDER / variant / f"questions.{language}.toml")


@cache
def comparing_questions(language: str) -> Questions:
    """Return the questions about several variants at once, by row of the comparison."""
    return _read(Path(comparison.__file__).with_name(f"questions.{language}.toml"))


@cache
def unanswered_questions(language: str) -> Questions:
    """Return questions that no rules text answers, by topic."""
    return _read(Path(__file__).parent / "search" / f"unanswered.{language}.toml")


def _read(file: Path) -> Questions:
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    return {key: tuple(questions) for key, questions in entries.items()}
