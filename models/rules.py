"""The frozen rules of sessions. Each text is stored once: thousands of sessions share a few.

A text never changes, so every process caches those that it has read. What no session refers to any more is
deleted (models/purging.py): it may have the words of a group's own game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any, Self

import msgspec
from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from game.scoring.rules import Rules
from models.database import INSERTS, Model, db

MAX_CACHED = 500  # one takes some 30 KB
_CACHE: dict[str, FrozenRules] = {}


class StoredRules(Model):
    """The text of rules, with the id that follows from it (FrozenRules)."""

    __tablename__ = "rules"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class FrozenRules:
    """Rules and their JSON as it is stored. Shared by sessions and threads.

    id: the start of the SHA-256 hash of the text, 32 hexadecimal digits.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.id = sha256(text.encode()).hexdigest()[:32]

    @classmethod
    def of(cls, rules: Rules | dict[str, Any]) -> Self:
        """rules: as an object, or as decoded JSON."""
        # Those that were read from JSON have no defaults of their own until `replace` makes them anew.
        return cls(msgspec.json.encode(replace(rules) if isinstance(rules, Rules) else rules).decode())

    def changed(self, **values: Any) -> FrozenRules:
        """The same text with other values, so that changing them back gives it again."""
        return FrozenRules.of({**msgspec.json.decode(self.text), **values})

    @cached_property
    def rules(self) -> Rules:
        return msgspec.json.decode(self.text, type=Rules)


def rules_with(rules_id: str) -> FrozenRules:
    """The rules with this id, which are stored; one query if this process has not read them yet."""
    rules = _CACHE.get(rules_id)
    if rules is None:
        text = db.session.scalars(db.select(StoredRules.text).where(StoredRules.id == rules_id)).one()
        rules = shared(FrozenRules(text))
    return rules


def shared(rules: FrozenRules) -> FrozenRules:
    """The same rules, read once in this process. Another thread may clear the cache at any moment."""
    if len(_CACHE) >= MAX_CACHED:
        _CACHE.clear()
    return _CACHE.setdefault(rules.id, rules)


def insert_rules(dialect: str) -> Any:
    """The statement that stores rules, with the parameters `id` and `text`. It locks rules that are stored
    already, so that they are not deleted before the session is stored.
    """
    insert = INSERTS[dialect](StoredRules)
    return insert.on_conflict_do_update(index_elements=[StoredRules.id], set_={"text": insert.excluded.text})
