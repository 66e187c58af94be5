"""Options of a variant: their values, defaults and effects on the rules of a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.texts import Text
from game.variants.cards import classes_of
from game.variants.checking import is_number

ENDS = ("rounds", "first_to", "eliminate_at")  # rules that end a game
PER_PLAYER = "per_player"

REASONS = {
    "unknown": "there is no such option",
    "type": "this is not the kind of value it takes",
    "choice": "this is not one of the choices",
    "range": "too small or too large",
    "rank": "there is no such card",
}


class IllegalOption(ValueError):
    """An invalid option or value; `reason` is a key of REASONS."""

    def __init__(self, key: str, value: object, reason: str) -> None:
        super().__init__(f"{key} = {value!r}: {REASONS[reason]}")
        self.key = key
        self.value = value
        self.reason = reason


@dataclass(frozen=True, eq=False)
class Choice:
    """One value of an option, and the rules that it sets.

    tonight: short text for a session that chose it against the default; None to use the name.
    """

    value: str | int
    name: Text
    tonight: Text | None = None
    sets: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Option:
    """kind: "choice", "yes_no", "count" (a number, one of `special`, or None if nullable) or "points"
    ({rank: points} with all ranks).

    default_from: pairs (from so many players, value), ascending; the last one that applies is the default.
    default_players: the default is the number of players.
    sets: rules that "yes" sets, and points of single cards (CARD_POINTS); sets_value: the rule that gets the
    value itself.
    only_if: values of other options that are required for an effect.
    facts: citations. default_by: the decision that sets the default if no rules text does.
    tonight: short text for a session that chose against the default; None to use the name.
    """

    key: str
    kind: str
    name: Text
    help: Text
    default: Any = None
    default_from: tuple[tuple[int, int], ...] = ()
    default_players: bool = False
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 999
    nullable: bool = False
    special: tuple[Choice, ...] = ()
    sets: Mapping[str, Any] = field(default_factory=dict)
    sets_value: str | None = None
    only_if: Mapping[str, Any] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    default_by: str | None = None
    tonight: Text | None = None

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Option:
        """Build an option from its table in variant.toml."""
        steps = entry.get("default_from", ())
        by_players = steps == "players"
        listed = {
            "default_from": () if by_players else tuple((players, value) for players, value in steps),
            "choices": tuple(Choice(**choice) for choice in entry.get("choices", ())),
            "special": tuple(Choice(**special) for special in entry.get("special", ())),
            "facts": tuple(entry["facts"]),
        }
        return cls(**{**entry, **listed, "default_players": by_players})

    @property
    def depends_on_players(self) -> bool:
        """Whether the default depends on the number of players."""
        return self.default_players or bool(self.default_from) or self.default == PER_PLAYER

    @property
    def sets_length(self) -> bool:
        """Whether it decides how long the game is: a number of rounds, or a total."""
        return self.sets_value in ENDS or any("rounds" in choice.sets for choice in self.choices)

    def default_for(self, players: int) -> Any:
        if self.default_players:
            return min(max(players, self.least), self.most)
        if self.default_from:
            reached = [value for from_players, value in self.default_from if players >= from_players]
            return reached[-1] if reached else self.default_from[0][1]
        return dict(self.default) if self.kind == "points" else self.default

    def validated(self, value: object) -> Any:
        """Return the complete value. Raises IllegalOption."""
        check = {"choice": self._choice, "yes_no": self._yes_no, "count": self._count, "points": self._points}
        return check[self.kind](value)

    def applies(self, chosen: Mapping[str, Any]) -> bool:
        """Whether the option has an effect with these values of all options."""
        return all(chosen[key] == value for key, value in self.only_if.items())

    def effects(self, value: Any, players: int) -> dict[str, Any]:
        """Return the rules that this value sets, as JSON has them."""
        decided = dict(self.sets) if value is True else {}
        for choice in self.choices:
            if choice.value == value:
                decided.update(choice.sets)
        if self.sets_value is not None:
            decided[self.sets_value] = self._as_rule(value, players)
        return decided

    def _as_rule(self, value: Any, players: int) -> Any:
        if self.kind == "points":
            return classes_of(value)
        if self.sets_value == "hand_sizes":
            return [value]
        return players if value == PER_PLAYER else value

    def _choice(self, value: object) -> Any:
        if not isinstance(value, str) and not is_number(value):
            raise IllegalOption(self.key, value, "type")
        if value not in [choice.value for choice in self.choices]:
            raise IllegalOption(self.key, value, "choice")
        return value

    def _yes_no(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise IllegalOption(self.key, value, "type")
        return value

    def _count(self, value: object) -> Any:
        if value is None and self.nullable:
            return None
        if isinstance(value, str) and value in [special.value for special in self.special]:
            return value
        return self._number(value, value)

    def _points(self, value: object) -> dict[str, int]:
        if not isinstance(value, Mapping):
            raise IllegalOption(self.key, value, "type")
        for rank, points in value.items():
            if rank not in self.default:
                raise IllegalOption(self.key, rank, "rank")
            self._number(points, value)
        return {**self.default, **value}

    def _number(self, value: Any, reported: object) -> int:
        if not is_number(value):
            raise IllegalOption(self.key, reported, "type")
        if not self.least <= value <= self.most:
            raise IllegalOption(self.key, reported, "range")
        return value
