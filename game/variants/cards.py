"""Card classes as JSON has them: cards with the same value, with their names for screens and readers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from game.scoring.rules import CARDS_IN_DECK
from game.texts import LANGUAGES, Text, in_every_language

SUITS = 4
CARD_POINTS = "card_points"  # what an option sets beside rules: {rank: points}
MOST_LISTED = 4  # ranks named one by one; more are named by the first and the last


def class_from(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a class of variant.toml."""
    named = {"label": in_every_language(entry["label"]), "one": entry["one"], "many": entry["many"]}
    return _class(entry["key"], entry["ranks"], entry.get("points"), danger=entry["danger"]) | named


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
        classes.append(_class("-".join(ranks), ranks, value, danger=danger) | _names_of(ranks))
    return classes


def with_points(classes: Sequence[Mapping[str, Any]], points: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return classes in which some ranks have other points, {rank: points}.

    A class of which all ranks get the same points stays as it is, but for these. Other ranks leave their
    class; those with equal points form one.
    """
    changed: list[dict[str, Any]] = []
    leaving: dict[int, list[str]] = {}
    for each in classes:
        values = [points.get(rank, each["points"]) for rank in each["ranks"]]
        if values and len(set(values)) == 1:
            changed.append({**each, "points": values[0]})
            continue
        stay = [rank for rank in each["ranks"] if points.get(rank, each["points"]) == each["points"]]
        per_deck = SUITS * len(stay) if stay else each["per_deck"]
        changed += [{**each, "ranks": stay, "per_deck": per_deck}] if stay or not values else []
        for rank in each["ranks"]:
            if rank not in stay:
                leaving.setdefault(points[rank], []).append(rank)
    costly = min((each["points"] for each in classes if each["danger"]), default=None)
    for value, ranks in leaving.items():
        ordered = [rank for rank in _rank_names() if rank in ranks]
        changed.append(
            _class("-".join(ordered), ordered, value, danger=costly is not None and value >= costly)
            | _names_of(ordered)
        )
    return changed


def classes_like(
    points: Mapping[str, int | None], like: Sequence[Mapping[str, Any]] = ()
) -> list[dict[str, Any]]:
    """Return classes for card values, {rank: points, or None if it is only counted}.

    like: classes of the variant that the game is like. Those whose ranks still have equal points stay
    as they are, but for the points. All other ranks with equal points form one class, most points first.
    """
    stay = [each for each in like if _has_one_value(each["ranks"], points)]
    classes = [{**each, "points": points[each["ranks"][0]]} for each in stay]
    left = [
        rank for rank in _rank_names() if rank in points.keys() - {r for each in stay for r in each["ranks"]}
    ]
    for value in sorted({points[rank] for rank in left}, key=_most_first):
        ranks = [rank for rank in left if points[rank] == value]
        classes.append(_class("-".join(ranks), ranks, value, danger=False) | _names_of(ranks))
    return _with_danger(classes, like)


def _has_one_value(ranks: Sequence[str], points: Mapping[str, int | None]) -> bool:
    return bool(ranks) and all(rank in points for rank in ranks) and len({points[r] for r in ranks}) == 1


def _most_first(value: int | None) -> tuple[bool, int]:
    return value is None, -(value or 0)


def _with_danger(classes: list[dict[str, Any]], like: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Mark the classes with most points as costly; if all points are those of `like`, its classes stay."""
    before = {each["key"]: each for each in like}
    if all(each == before.get(each["key"]) for each in classes):
        return classes
    scored = [each["points"] for each in classes if each["points"] is not None]
    highest = max(scored) if len(scored) > 1 and max(scored) > min(scored) else None
    return [{**each, "danger": each["points"] is not None and each["points"] == highest} for each in classes]


def _class(key: str, ranks: Sequence[str], points: int | None, *, danger: bool) -> dict[str, Any]:
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
    label = {language: _label(ranks, language) for language in LANGUAGES}
    return {
        "label": label,
        "one": {language: _joined_names(ranks, "one", language) for language in LANGUAGES},
        "many": {language: _joined_names(ranks, "many", language) for language in LANGUAGES},
    }


def _label(ranks: Sequence[str], language: str) -> str:
    """Return "K·Q" for few ranks, "9–2" for many in sequence, "9·7–2" for many with a gap."""
    names = _rank_names()
    if len(ranks) <= MOST_LISTED:
        return "·".join(names[rank]["label"][language] for rank in ranks)
    ends = ((run[0], run[-1]) if len(run) > 1 else run for run in _sequences(ranks))
    return "·".join("–".join(names[rank]["label"][language] for rank in end) for end in ends)


def _sequences(ranks: Sequence[str]) -> list[list[str]]:
    """Split ranks, highest first, into those that follow each other."""
    order = list(_rank_names())
    sequences: list[list[str]] = []
    for rank in ranks:
        follows = bool(sequences) and order.index(sequences[-1][-1]) + 1 == order.index(rank)
        if follows:
            sequences[-1].append(rank)
        else:
            sequences.append([rank])
    return sequences


def _joined_names(ranks: Sequence[str], form: str, language: str) -> str:
    """Return the name of one card or of many, by `form`."""
    names, joined = [_rank_names()[rank] for rank in ranks], _ranks_file()["joined"]
    if len(ranks) > MOST_LISTED and len(_sequences(ranks)) > 1:
        any_of: str = joined[f"any_{form}"][language]
        return any_of % {"cards": _label(ranks, language)}
    if len(ranks) > MOST_LISTED:
        ends = {"high": names[0]["name"][language], "low": names[-1]["name"][language]}
        spanned: str = joined[f"span_{form}"][language]
        return spanned % ends
    names_in_form = [name[form][language] for name in names]
    listed = joined["comma"][language].join(names_in_form[:-1])
    return joined["last"][language].join([listed, names_in_form[-1]]) if listed else names_in_form[-1]
