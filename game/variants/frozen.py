"""The rules of a session as they were when it began, read once for all sessions with the same rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec

from game.scoring.rules import Rules
from game.variants.wording import Wording


class FrozenRules:
    """Frozen rules (Variant.freeze), from their JSON. Shared by sessions and threads: not to be changed.

    text: their JSON, as it is stored. id: the start of its SHA-256 hash, 32 hexadecimal digits.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.id = sha256(text.encode()).hexdigest()[:32]

    @classmethod
    def of(cls, frozen: Mapping[str, Any]) -> FrozenRules:
        return cls(msgspec.json.encode(frozen).decode())

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """The rules by name."""
        values: Mapping[str, Any] = msgspec.json.decode(self.text)
        return values

    @cached_property
    def scoring(self) -> Rules:
        """The rules as scoring reads them."""
        return Rules.from_dict(self.values)

    @cached_property
    def wording(self) -> Wording:
        """The words for the game, its rounds and its cards."""
        return Wording(self.values)

    @cached_property
    def json(self) -> msgspec.Raw:
        """As in a session document."""
        return msgspec.Raw(self.text.encode())

    @cached_property
    def sorted_text(self) -> bytes:
        """To compare rules whose parts stand in another order."""
        return msgspec.json.encode(self.values, order="sorted")
