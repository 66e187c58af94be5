"""Card classes as JSON has them: cards with the same value, with their names for screens and readers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from game.scoring.rules import CARDS_IN_DECK, Rules
from game.texts import LANGUAGES, Text, in_every_language

SUITS = 4
CARD_POINTS = "card_points"  # what an option sets beside rules: {rank: points}
MAX_LISTED = 4  # ranks named one by one; more are named by the first and the last


def points_by_rank(rules: Rules) -> dict[str, int | None]:
    """Return the points of a card by its rank."""
    return {rank: card_class.points for card_class in rules.classes for rank in card_class.ranks}


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
        classes.append(_class_of_ranks(ranks, value, danger=danger))
    return classes


def with_points(classes: Sequence[Mapping[str, Any]], points: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return classes in which some ranks have other points, {rank: points}.

    A class of which all ranks get the same points stays as it is, but for these. Other ranks leave their
    class; those with equal points form one.
    """
    changed: list[dict[str, Any]] = []
    leaving: dict[int, list[str]] = {}
    for card_class in classes:
        usual = card_class["points"]
        values = [points.get(rank, usual) for rank in card_class["ranks"]]
        if values and len(set(values)) == 1:
            changed.append({**card_class, "points": values[0]})
            continue
        staying = [rank for rank in card_class["ranks"] if points.get(rank, usual) == usual]
        per_deck = SUITS * len(staying) if staying else card_class["per_deck"]
        if staying or not values:
            changed.append({**card_class, "ranks": staying, "per_deck": per_deck})
        for rank in card_class["ranks"]:
            if rank not in staying:
                leaving.setdefault(points[rank], []).append(rank)
    costly = min((card_class["points"] for card_class in classes if card_class["danger"]), default=None)
    for value, ranks in leaving.items():
        ordered = [rank for rank in _rank_names() if rank in ranks]
        danger = costly is not None and value >= costly
        changed.append(_class_of_ranks(ordered, value, danger=danger))
    return changed


def classes_like(
    points: Mapping[str, int | None], like: Sequence[Mapping[str, Any]] = ()
) -> list[dict[str, Any]]:
    """Return classes for card values, {rank: points, or None if it is only counted}.

    like: classes of the variant that the game is like. Those whose ranks still have equal points stay
    as they are, but for the points. All other ranks with equal points form one class, most points first.
    """
    classes: list[dict[str, Any]] = []
    for card_class in like:
        ranks = card_class["ranks"]
        if ranks and points.keys() >= set(ranks) and len({points[rank] for rank in ranks}) == 1:
            classes.append({**card_class, "points": points[ranks[0]]})
    staying = {rank for card_class in classes for rank in card_class["ranks"]}
    others = [rank for rank in _rank_names() if rank in points.keys() - staying]
    for value in sorted({points[rank] for rank in others}, key=lambda value: (value is None, -(value or 0))):
        ranks = [rank for rank in others if points[rank] == value]
        classes.append(_class_of_ranks(ranks, value, danger=False))
    return _with_danger(classes, like)


def _with_danger(classes: list[dict[str, Any]], like: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Mark the classes with most points as costly; if all points are those of `like`, its classes stay."""
    before = {card_class["key"]: card_class for card_class in like}
    if all(card_class == before.get(card_class["key"]) for card_class in classes):
        return classes
    scored = {card_class["points"] for card_class in classes} - {None}
    highest = max(scored) if len(scored) > 1 else None
    return [
        {**card_class, "danger": highest is not None and card_class["points"] == highest}
        for card_class in classes
    ]


def _class_of_ranks(ranks: Sequence[str], points: int | None, *, danger: bool) -> dict[str, Any]:
    """Return a class that is named after its ranks."""
    names = {
        "label": {language: _label(ranks, language) for language in LANGUAGES},
        "one": {language: _joined_names(ranks, "one", language) for language in LANGUAGES},
        "many": {language: _joined_names(ranks, "many", language) for language in LANGUAGES},
    }
    return _class("-".join(ranks), ranks, points, danger=danger) | names


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


def _label(ranks: Sequence[str], language: str) -> str:
    """Return "K·Q" for few ranks, "9–2" for many in sequence, "9·7–2" for many with a gap."""
    names = _rank_names()
    if len(ranks) <= MAX_LISTED:
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
    if len(ranks) > MAX_LISTED and len(_sequences(ranks)) > 1:
        any_of: str = joined[f"any_{form}"][language]
        return any_of % {"cards": _label(ranks, language)}
    if len(ranks) > MAX_LISTED:
        ends = {"high": names[0]["name"][language], "low": names[-1]["name"][language]}
        spanned: str = joined[f"span_{form}"][language]
        return spanned % ends
    names_in_form = [name[form][language] for name in names]
    listed = joined["comma"][language].join(names_in_form[:-1])
    return joined["last"][language].join([listed, names_in_form[-1]]) if listed else names_in_form[-1]
