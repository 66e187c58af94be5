"""Somebody who wants to be forgotten is forgotten in the files that were brought, too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from models.change import Author
from models.database import db
from models.group import Group
from models.importing.draft import packed, unpacked
from models.importing.record import Arrival
from models.names import is_named
from models.player import same_name


def forget_in_arrivals(
    group: Group, own: Iterable[str], names: Iterable[str], placeholder: str, author: Author
) -> None:
    """Put the placeholder in the place of every one of the names; `own` are the ids the person had."""
    own, names = set(own), list(names)
    for arrival in db.session.scalars(db.select(Arrival).where(Arrival.group_id == group.id)):
        if any(is_named(name, arrival.by) for name in names):
            arrival.by = placeholder
        if any(is_named(name, arrival.file_name) for name in names):
            arrival.file_name = placeholder
        draft = unpacked(arrival.document)
        who = arrival.made.get("who", {})
        theirs = [
            told
            for told in draft["players"]
            if told["id"] in own or who.get(told["id"]) in own or _is_one_of(told["name"], names)
        ]
        for told in theirs:
            told.update(name=placeholder, told=placeholder, anonymised_at=author.at.isoformat())
        for told in draft.get("left_out", []):
            told["values"] = {
                key: _forgotten(value, names, placeholder) for key, value in told["values"].items()
            }
        if theirs or draft.get("left_out"):
            arrival.document = packed(draft)


def _is_one_of(name: str, names: Iterable[str]) -> bool:
    return any(same_name(name, other) for other in names)


def _forgotten(value: Any, names: Iterable[str], placeholder: str) -> Any:
    return placeholder if isinstance(value, str) and _is_one_of(value, names) else value
