"""Card classes: cards that score alike, with the names a screen and a screen reader need."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from scoring.rules import CARDS_IN_DECK, RANKS
from variants.fields import Fields
from variants.text import LANGUAGES, Text

SUITS = 4
MOST_LISTED = 4  # ranks named one by one; more are named by the first and the last


def read_classes(fields: Fields, *, jokers: int) -> list[dict[str, Any]]:
    """The classes of a variant as its sessions freeze them, in pad order."""
    classes: list[dict[str, Any]] = []
    for entry in fields.tables("classes"):
        card_class = _read_class(entry)
        if card_class["key"] in [other["key"] for other in classes]:
            entry.refuse("key", f"a second class “{card_class['key']}”")
        for rank in card_class["ranks"]:
            if any(rank in other["ranks"] for other in classes):
                entry.refuse("ranks", f"{rank} is in two classes")
        classes.append(card_class)
    _check_complete(fields, classes, jokers=jokers)
    return classes


def classes_of(points: Mapping[str, int]) -> list[dict[str, Any]]:
    """Classes for a table's own points: highest rank first, neighbours of equal points joined."""
    names = _rank_names()
    dearest = max(points.values())
    ordered = [rank for rank in names if rank in points]
    classes = []
    for worth, together in groupby(ordered, key=points.__getitem__):
        ranks = list(together)
        danger = worth == dearest > min(points.values())
        classes.append(_frozen("-".join(ranks), ranks, worth, danger=danger) | _names_of(ranks))
    return classes


def _read_class(entry: Fields) -> dict[str, Any]:
    key, ranks = entry.string("key"), entry.strings("ranks")
    for rank in ranks:
        if rank not in RANKS:
            entry.refuse("ranks", f"no rank “{rank}”")
    points = entry.number("points") if ranks else None
    card_class = _frozen(key, ranks, points, danger=entry.flag("danger"))
    card_class |= {"label": entry.label("label"), "one": entry.text("one"), "many": entry.text("many")}
    entry.cited()
    entry.done()
    return card_class


def _frozen(key: str, ranks: Sequence[str], points: int | None, *, danger: bool) -> dict[str, Any]:
    suited = [rank for rank in ranks if rank != "JK"]
    return {
        "key": key,
        "ranks": list(ranks),
        "points": points,
        "per_deck": SUITS * len(suited) if ranks else CARDS_IN_DECK,
        "danger": danger,
    }


def _check_complete(fields: Fields, classes: Sequence[Mapping[str, Any]], *, jokers: int) -> None:
    if not classes:
        fields.refuse("classes", "missing")
    if len(classes) == 1 and not classes[0]["ranks"]:
        return  # only counted
    covered = {rank for card_class in classes for rank in card_class["ranks"]}
    for rank in RANKS:
        if rank not in covered and (rank != "JK" or jokers):
            fields.refuse("classes", f"{rank} is in no class")


@cache
def _rank_names() -> dict[str, dict[str, Text]]:
    """Names by rank, in pad order."""
    return {
        entry.string("rank"): {key: entry.label(key) for key in ("label", "name", "one", "many")}
        for entry in _ranks_file().tables("ranks")
    }


@cache
def _joining() -> dict[str, Text]:
    joined = _ranks_file().table("joined")
    return {key: joined.label(key) for key in ("comma", "last", "span_one", "span_many")}


def _ranks_file() -> Fields:
    path = Path(__file__).parent / "ranks.toml"
    return Fields("variants/ranks.toml", tomllib.loads(path.read_text(encoding="utf-8")))


def _names_of(ranks: Sequence[str]) -> dict[str, Text]:
    names = [_rank_names()[rank] for rank in ranks]
    dash = "·" if len(ranks) <= MOST_LISTED else "–"
    shown = names if len(ranks) <= MOST_LISTED else [names[0], names[-1]]
    return {
        "label": {language: dash.join(name["label"][language] for name in shown) for language in LANGUAGES},
        "one": {language: _called(names, "one", language) for language in LANGUAGES},
        "many": {language: _called(names, "many", language) for language in LANGUAGES},
    }


def _called(names: Sequence[Mapping[str, Text]], form: str, language: str) -> str:
    if len(names) > MOST_LISTED:
        ends = {"high": names[0]["name"][language], "low": names[-1]["name"][language]}
        return _joining()[f"span_{form}"][language] % ends
    called = [name[form][language] for name in names]
    listed = _joining()["comma"][language].join(called[:-1])
    return _joining()["last"][language].join([listed, called[-1]]) if listed else called[-1]
