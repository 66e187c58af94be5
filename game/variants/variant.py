"""A variant: its options, texts and reminders, and the rules of a session that follow from them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET

from game.scoring.pack import pack_problem
from game.scoring.rules import BaseVariant, CardClass, Prompt, Rules
from game.texts import Text
from game.variants.cards import CARD_POINTS, with_points
from game.variants.option import IllegalOption, Option
from game.variants.play import with_options

PLACEHOLDERS = ("dealer", "leader", "cards")
PLACEHOLDER = re.compile(r"%\((\w+)\)s|%(?!%)|%%")  # %% stands for a percent sign


@dataclass(frozen=True, eq=False)
class OptionalPrompt:
    """A reminder. only_if: values of options required to show it."""

    prompt: Prompt
    only_if: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> OptionalPrompt:
        """Build a reminder from its table in variant.toml, where `only_if` is called `if`."""
        first_in_block = entry.get("first_in_block", False)
        prompt = Prompt(entry["moment"], entry.get("lead"), entry["text"], first_in_block=first_in_block)
        return cls(prompt, entry.get("if", {}))

    def applies(self, chosen: Mapping[str, Any]) -> bool:
        """Whether the table sees it with these values of all options."""
        return all(chosen[key] == value for key, value in self.only_if.items())


@dataclass(frozen=True, eq=False)
class Variant:
    """A game in the list of games: what a table may choose, and the rules that follow from it.

    plain_rules: before any option is applied, without reminders.
    best: range of the best numbers of players, if a rules text names them.
    emblem: the card shown for it in lists: figure, suit, and turned if it lies across; or letters.
    play: rules of play for the referee, before any option is applied; empty if there is none.
    base: the variant that a custom game is like, with `base_options`; None if there is none.
    """

    plain_rules: Rules
    summary: Text
    emblem: Mapping[str, Any]
    best: tuple[int, int] | None
    options: tuple[Option, ...]
    prompts: tuple[OptionalPrompt, ...]
    play: Mapping[str, Any]
    base: Variant | None = None
    base_options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.plain_rules.variant

    @property
    def name(self) -> Text:
        return self.plain_rules.name

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most."""
        return self.plain_rules.players

    @property
    def words(self) -> Mapping[str, Text | None]:
        return self.plain_rules.words

    @property
    def classes(self) -> tuple[CardClass, ...]:
        """The card classes before any option is applied, in pad order."""
        return self.plain_rules.classes

    @cached_property
    def length(self) -> Option | None:
        """The first option that decides how long the game is, None if there is no choice."""
        return next((option for option in self.options if option.sets_length), None)

    def option(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)

    def defaults(self, players: int) -> dict[str, Any]:
        """Return the default of every option."""
        return {option.key: option.default_for(players) for option in self.options}

    def resolve(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        """Return the values of all options, with the given ones validated. Raises IllegalOption."""
        for key, value in options.items():
            if self.option(key) is None:
                raise IllegalOption(key, value, "unknown")
        chosen = self.defaults(players)
        for option in self.options:
            if option.key in options:
                chosen[option.key] = option.validated(options[option.key])
        return chosen

    def carried_over(
        self, options: Mapping[str, Any], before: int, players: int
    ) -> tuple[dict[str, Any], list[str]]:
        """Carry over the options of an earlier session with `before` players to one with `players`.

        Returns the options and the keys of rejected ones: unknown options or values, or too few cards. Former
        defaults are omitted: the default may differ for the new number of players.
        """
        defaults, chosen, illegal = self.defaults(before), {}, []
        for key, value in options.items():
            if key in defaults and defaults[key] == value:
                continue
            try:
                self.resolve({key: value}, players)
            except IllegalOption:
                illegal.append(key)
            else:
                chosen[key] = value
        insufficient = self._insufficient(chosen, players)
        return {k: v for k, v in chosen.items() if k not in insufficient}, [*illegal, *insufficient]

    def _insufficient(self, options: Mapping[str, Any], players: int) -> list[str]:
        """Return the keys of options to omit so that the cards suffice; [] if they do or never can."""
        if self.can_be_dealt(options, players) or not self.can_be_dealt({}, players):
            return []
        for key in options:
            if self.can_be_dealt({k: value for k, value in options.items() if k != key}, players):
                return [key]
        return list(options)

    def rules(self, options: Mapping[str, Any], players: int) -> Rules:
        """Return the rules of a session. players: number at the start. Raises IllegalOption."""
        chosen = self.resolve(options, players)
        values: dict[str, Any] = msgspec.to_builtins(self.plain_rules)
        card_points: dict[str, int] = {}
        for option in self.options:
            if option.applies(chosen):
                effects = option.effects(chosen[option.key], players)
                card_points |= effects.pop(CARD_POINTS, {})
                values |= effects
        if card_points:
            values["classes"] = with_points(values["classes"], card_points)
        return replace(
            msgspec.convert(values, Rules),
            prompts=tuple(optional.prompt for optional in self.prompts if optional.applies(chosen)),
            options=chosen,
            base=UNSET if self.base is None else BaseVariant(self.base.key, self.base_options),
        )

    def play_rules(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        """Return the rules of play with these options. Raises IllegalOption."""
        return with_options(self.play, self.resolve(options, players))

    def can_be_dealt(self, options: Mapping[str, Any], players: int) -> bool:
        """Whether these options are valid and the cards suffice for so many players."""
        try:
            problem = pack_problem(self.rules(options, players), players)
        except IllegalOption:
            return False
        return problem is None or not problem.impossible
