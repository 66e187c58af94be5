"""The rules that a session of a document was played by: they may differ, but a table must be able to play."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from exchange.document.checks import BadDocument
from exchange.document.schema import check_schema
from game.variants.prompt import PLACEHOLDER, PLACEHOLDERS

SCHEMA = Path(__file__).with_name("rules.json")
MOST_KEPT = 200
_good: set[str] = set()


def check_rules(rules: Any, at: str) -> None:
    """Raise BadDocument where a table could not be dealt, counted or shown by these rules."""
    text = json.dumps(rules, sort_keys=True)
    if text not in _good:  # a history of ten years was played by a handful of rules
        _check(rules, at)
        if len(_good) < MOST_KEPT:
            _good.add(text)


def _check(rules: Any, at: str) -> None:
    check_schema(rules, SCHEMA, at)
    _check_whole_numbers(rules, at)
    _check_classes(rules, at)
    for index, prompt in enumerate(rules["prompts"]):
        for field in ("lead", "text"):
            _check_placeholders(prompt[field] or {}, f"{at}.prompts[{index}].{field}")
    if rules["block"] is not None and None in rules["words"].values():
        raise BadDocument(f"{at}.words", "words for the blocks of rounds are missing")


def _check_whole_numbers(rules: Mapping[str, Any], at: str) -> None:
    """JSON takes 1.0 for a whole number; a list of Python's does not."""
    numbers = [value for value in rules.values() if not isinstance(value, str | list | dict)]
    numbers += [*rules["hand_sizes"], *rules["players"], *(rules["chain"] or {}).values()]
    numbers += [c[k] for c in rules["classes"] for k in ("points", "per_deck")]
    if any(isinstance(number, float) for number in numbers):
        raise BadDocument(at, "expected whole numbers")


def _check_classes(rules: Mapping[str, Any], at: str) -> None:
    keys = [c["key"] for c in rules["classes"]]
    _check_once(keys, f"{at}.classes")
    _check_once([rank for c in rules["classes"] for rank in c["ranks"]], f"{at}.classes")
    if rules["chain"] is not None and rules["chain"]["card_class"] not in keys:
        raise BadDocument(f"{at}.chain.card_class", "there is no such card")
    if rules["tally"] == "points" and any(c["points"] is None for c in rules["classes"]):
        raise BadDocument(f"{at}.classes", "points are missing")


def _check_once(things: Iterable[str], at: str) -> None:
    seen: set[str] = set()
    for thing in things:
        if thing in seen:
            raise BadDocument(at, "%(key)s is here twice", key=thing)
        seen.add(thing)


def _check_placeholders(text: Mapping[str, str], at: str) -> None:
    for language, words in text.items():
        for found in PLACEHOLDER.finditer(words):
            if found[1] not in PLACEHOLDERS:
                raise BadDocument(f"{at}.{language}", "unknown placeholder %(key)s", key=found[0])
