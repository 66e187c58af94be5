"""Reading a variant's file key by key, so that every mistake can be named by file and key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, TypeGuard

from variants.citations import is_known
from variants.text import LANGUAGES, Text

MISSING: Any = object()


class BadVariant(ValueError):
    """A mistake in a variant's file; the message names the file, the key and what is wrong."""


class Fields:
    """One table of a file. Each key is taken once; `done` refuses what nobody took."""

    def __init__(self, file: str, values: object, place: str = "") -> None:
        self.file = file
        self.place = place
        if not isinstance(values, dict):
            self._refuse(place, "must be a table")
        self._left = dict(values)

    def __contains__(self, key: str) -> bool:
        return key in self._left

    def refuse(self, key: str, reason: str) -> NoReturn:
        self._refuse(self.at(key), reason)

    def at(self, key: str) -> str:
        return f"{self.place}.{key}" if self.place else key

    def done(self) -> None:
        for key in self._left:
            self.refuse(key, "unknown key")

    def value(self, key: str, default: object = MISSING) -> Any:
        if key not in self._left and default is MISSING:
            self.refuse(key, "missing")
        return self._left.pop(key, default)

    def string(self, key: str) -> str:
        value = self.value(key)
        if not isinstance(value, str) or not value:
            self.refuse(key, "must be a text")
        return value

    def one_of(self, key: str, allowed: Sequence[str]) -> str:
        value = self.string(key)
        if value not in allowed:
            self.refuse(key, f"must be one of {', '.join(allowed)}")
        return value

    def flag(self, key: str, default: object = MISSING) -> bool:
        value = self.value(key, default)
        if not isinstance(value, bool):
            self.refuse(key, "must be true or false")
        return value

    def number(self, key: str, *, least: int = 0, default: object = MISSING) -> int:
        value = self.value(key, default)
        if not is_number(value) or value < least:
            self.refuse(key, f"must be a whole number from {least} on")
        return value

    def optional_number(self, key: str, *, least: int = 0) -> int | None:
        return self.number(key, least=least) if key in self else None

    def numbers(self, key: str, *, least: int = 0) -> tuple[int, ...]:
        values = self.value(key)
        if not isinstance(values, list) or not values or not all(is_number(v) and v >= least for v in values):
            self.refuse(key, f"must be a list of whole numbers from {least} on")
        return tuple(values)

    def strings(self, key: str) -> tuple[str, ...]:
        values = self.value(key)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.refuse(key, "must be a list of texts")
        return tuple(values)

    def text(self, key: str) -> Text:
        """A text in every language."""
        value = self.value(key)
        if not isinstance(value, dict):
            self.refuse(key, "must be a text in every language")
        for language in LANGUAGES:
            if not isinstance(value.get(language), str) or not value[language].strip():
                self._refuse(f"{self.at(key)}.{language}", "missing")
        for language in value:
            if language not in LANGUAGES:
                self._refuse(f"{self.at(key)}.{language}", "unknown key")
        return dict(value)

    def label(self, key: str) -> Text:
        """A text in every language, or one string where all languages write it alike."""
        if isinstance(self._left.get(key), str):
            return dict.fromkeys(LANGUAGES, self.string(key))
        return self.text(key)

    def table(self, key: str) -> Fields:
        return Fields(self.file, self.value(key), self.at(key))

    def tables(self, key: str) -> list[Fields]:
        """A list of tables, empty where the key is absent."""
        values = self.value(key, [])
        if not isinstance(values, list):
            self.refuse(key, "must be a list of tables")
        return [Fields(self.file, value, f"{self.at(key)}[{i}]") for i, value in enumerate(values)]

    def cited(self) -> tuple[str, ...]:
        """Take `facts`: every value says where it comes from."""
        citations = self.strings("facts")
        if not citations:
            self.refuse("facts", "cites nothing")
        for citation in citations:
            if not is_known(citation):
                self.refuse("facts", f"no fact or decision “{citation}”")
        return citations

    def _refuse(self, place: str, reason: str) -> NoReturn:
        raise BadVariant(f"{self.file}: {place}: {reason}" if place else f"{self.file}: {reason}")


def is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
