"""Frozen card classes: cards with the same value, with their names for screens and screen readers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from game.scoring.rules import CARDS_IN_DECK
from game.variants.text import LANGUAGES, Text, in_every_language

SUITS = 4
MOST_LISTED = 4  # ranks named one by one; more are named by the first and the last


def frozen_class(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a class of variant.toml to the form that sessions store."""
    named = {"label": in_every_language(entry["label"]), "one": entry["one"], "many": entry["many"]}
    return _frozen(entry["key"], entry["ranks"], entry.get("points"), danger=entry["danger"]) | named


def classes_of(points: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return classes for a table's own card values, {rank: points}.

    Highest rank first; neighbouring ranks with equal points form one class.
    """
    names = _rank_names()
    highest = max(points.values())
    ordered = [rank for rank in names if rank in points]
    classes = []
    for value, group in groupby(ordered, key=points.__getitem__):
        ranks = list(group)
        danger = value == highest > min(points.values())
        classes.append(_frozen("-".join(ranks), ranks, value, danger=danger) | _names_of(ranks))
    return classes


def _frozen(key: str, ranks: Sequence[str], points: int | None, *, danger: bool) -> dict[str, Any]:
    suited = [rank for rank in ranks if rank != "JK"]
    return {
        "key": key,
        "ranks": list(ranks),
        "points": points,
        "per_deck": SUITS * len(suited) if ranks else CARDS_IN_DECK,
        "danger": danger,
    }


@cache
def _rank_names() -> dict[str, dict[str, Text]]:
    """Names by rank, in pad order."""
    return {
        entry["rank"]: {key: in_every_language(entry[key]) for key in ("label", "name", "one", "many")}
        for entry in _ranks_file()["ranks"]
    }


@cache
def _ranks_file() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "ranks.toml").read_text(encoding="utf-8"))


def _names_of(ranks: Sequence[str]) -> dict[str, Text]:
    names = [_rank_names()[rank] for rank in ranks]
    dash = "·" if len(ranks) <= MOST_LISTED else "–"
    shown = names if len(ranks) <= MOST_LISTED else [names[0], names[-1]]
    return {
        "label": {language: dash.join(name["label"][language] for name in shown) for language in LANGUAGES},
        "one": {language: _joined_names(names, "one", language) for language in LANGUAGES},
        "many": {language: _joined_names(names, "many", language) for language in LANGUAGES},
    }


def _joined_names(names: Sequence[Mapping[str, Text]], form: str, language: str) -> str:
    if len(names) > MOST_LISTED:
        ends = {"high": names[0]["name"][language], "low": names[-1]["name"][language]}
        spanned: str = _ranks_file()["joined"][f"span_{form}"][language]
        return spanned % ends
    names_in_form = [name[form][language] for name in names]
    listed = _ranks_file()["joined"]["comma"][language].join(names_in_form[:-1])
    return (
        _ranks_file()["joined"]["last"][language].join([listed, names_in_form[-1]])
        if listed
        else names_in_form[-1]
    )
