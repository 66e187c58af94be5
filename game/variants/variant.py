"""A variant: what is dealt, what a card costs, what a table may choose; and freezing that for a session."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from game.scoring.pack import pack_problem
from game.scoring.rules import Rules
from game.variants.option import IllegalOption, Option
from game.variants.play import with_options
from game.variants.prompt import Prompt
from game.variants.text import Text
from game.variants.wording import NamedClass, named_classes


@dataclass(frozen=True, eq=False)
class Variant:
    """players: fewest and most; best: the numbers it is best for, where a text says so.

    emblem: the card that stands for it in a list; figure, suit, and turned where it lies across.
    words: the table's words for a round and its parts, None where the variant has no such part.
    frozen: the rules before any option is applied, as a session keeps them.
    play: how its cards may be played, for the referee, before any option is applied.
    """

    key: str
    name: Text
    tells: Text
    emblem: Mapping[str, Any]
    players: tuple[int, int]
    best: tuple[int, int] | None
    options: tuple[Option, ...]
    words: Mapping[str, Text | None]
    prompts: tuple[Prompt, ...]
    frozen: Mapping[str, Any]
    play: Mapping[str, Any]

    @cached_property
    def classes(self) -> tuple[NamedClass, ...]:
        """The card classes before any option is applied, in pad order."""
        return named_classes(self.frozen["classes"])

    @cached_property
    def length(self) -> Option | None:
        """The option that decides how many rounds are played, None where the table has no choice."""
        return next((option for option in self.options if option.sets_length), None)

    def option(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)

    def defaults(self, players: int) -> dict[str, Any]:
        """Every option as it stands before the table chooses."""
        return {option.key: option.default_for(players) for option in self.options}

    def resolve(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        """Every option, the given ones checked; raises IllegalOption."""
        for key, value in options.items():
            if self.option(key) is None:
                raise IllegalOption(key, value, "unknown")
        chosen = self.defaults(players)
        for option in self.options:
            if option.key in options:
                chosen[option.key] = option.checked(options[option.key])
        return chosen

    def repeated(
        self, options: Mapping[str, Any], before: int, players: int
    ) -> tuple[dict[str, Any], list[str]]:
        """What an earlier game of `before` players had chosen, for a game of `players`; and the keys of what
        is left out: there is no such option or value any more, or the cards do not suffice with it.

        What was as usual then is left out silently: the usual may be another for these players.
        """
        usual, chosen, illegal = self.defaults(before), {}, []
        for key, value in options.items():
            if key in usual and usual[key] == value:
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
        """The keys of those options without which the cards suffice; none where they never do."""
        if self.can_be_dealt(options, players) or not self.can_be_dealt({}, players):
            return []
        alone = [k for k in options if self.can_be_dealt({o: options[o] for o in options if o != k}, players)]
        return alone[:1] or list(options)

    def freeze(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        """The rules of one session, ready for JSON; `players` is how many begin."""
        chosen = self.resolve(options, players)
        rules = {**self.frozen, "name": self.name, "words": self.words}
        for option in self.options:
            if option.holds(chosen):
                rules.update(option.effects(chosen[option.key], players))
        rules["prompts"] = [prompt.frozen() for prompt in self.prompts if prompt.holds(chosen)]
        rules["options"] = chosen
        return deepcopy(rules)

    def played(self, options: Mapping[str, Any], players: int) -> dict[str, Any]:
        """How cards are played at a table with these options; raises IllegalOption."""
        return with_options(self.play, self.resolve(options, players))

    def rules(self, options: Mapping[str, Any], players: int) -> Rules:
        """What the pure functions need to know about a session with these options."""
        return Rules.from_dict(self.freeze(options, players))

    def can_be_dealt(self, options: Mapping[str, Any], players: int) -> bool:
        """Whether these options are possible and the cards suffice for so many."""
        try:
            problem = pack_problem(self.rules(options, players), players)
        except IllegalOption:
            return False
        return problem is None or not problem.impossible
