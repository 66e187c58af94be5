"""The variant of a custom game, in the form that variant.toml gives and with the same checks."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from game.scoring.rules import Prompt, Rules, contradictions
from game.texts import in_every_language
from game.variants import VARIANTS, BadVariant, IllegalOption, Variant
from game.variants.cards import classes_like
from game.variants.consistency import mistakes
from game.variants.custom.definition import GameDefinition, definition_of
from game.variants.loader import BLOCK_WORDS, plain_rules
from game.variants.option import Option
from game.variants.variant import OptionalPrompt

TEXTS = Path(__file__).with_name("texts.toml")
MAX_VARIANTS = 500  # in memory, of all groups


def custom_variant(key: str, stored: Mapping[str, Any]) -> Variant:
    """Return the variant of a stored definition. key: id of the game, the variant of its sessions."""
    return _built(key, msgspec.json.encode(stored))


@lru_cache(MAX_VARIANTS)
def _built(key: str, definition: bytes) -> Variant:
    return variant_of(key, definition_of(msgspec.json.decode(definition)))


def variant_of(key: str, game: GameDefinition) -> Variant:
    """Build the variant of a definition without `problems`. Raises BadVariant for contradictions."""
    base = VARIANTS[game.base] if game.base else None
    variant = Variant(
        plain_rules=_plain_rules(key, game, base),
        summary=in_every_language(game.name),
        emblem={"letters": game.letters},
        best=None,
        options=tuple(_options(game, base)),
        prompts=tuple(_prompts(game, base)),
        play=base.play if base else {},
        base=base,
        base_options=game.base_options,
    )
    for place, reason in mistakes(variant):
        raise BadVariant(f"{game.name}: {place}: {reason}")
    for rule, requirement in contradictions(variant.rules({}, game.players[0])):
        raise BadVariant(f"{game.name}: {rule}: {requirement}")
    return variant


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(TEXTS.read_text(encoding="utf-8"))


def _plain_rules(key: str, game: GameDefinition, base: Variant | None) -> Rules:
    of_base, classes = _base_rules(game, base), _classes(game, base)
    of_game = {
        "variant": key,
        "name": in_every_language(game.name),
        "words": _words(game, base),
        "players": list(game.players),
        "decks": game.decks[0][1],
        "jokers": game.jokers,
        # before the option of the table decides
        "hand_sizes": [game.hand_by_players[0][1]] if game.hand_by_players else list(game.hand_sizes),
        "rounds": None if game.rounds == "per_player" else game.rounds,
        "first_to": game.first_to,
        "tally": game.scoring if game.scoring in ("wins", "places") else "points",
        "cards_optional": game.scoring == "wins",
        "deck_size": game.deck_size,
        "entry": "typed" if game.scoring in ("typed", "places") else "cards",
        "highest_wins": game.winner != "lowest",
        "collects": game.winner == "collects",
        "blocked": game.blocked,
        "tie": game.tie,
        "eliminate_at": game.eliminate_at,
        "negative": game.negative,
        "zero_sum": game.zero_sum,
        "multipliers": [
            {"key": f"{number}", "factor": m.factor, "of": m.of, "name": in_every_language(m.reason)}
            for number, m in enumerate(game.multipliers, 1)
        ],
        "classes": classes,
    }
    chain = of_base["chain"]
    if chain and chain.card_class not in [card_class["key"] for card_class in classes]:
        chain = None
    return replace(plain_rules(of_base | of_game | {"chain": None}), chain=chain)


def _base_rules(game: GameDefinition, base: Variant | None) -> dict[str, Any]:
    """Rules that a definition has no say in: those of the base, or plain ones."""
    plain = {
        "turn_up": int(game.counts_cards),
        "turn_up_draws": False,
        "winner_played": 1 if game.counts_cards else 0,
        "block": None,
        "teams": False,
        "left_neighbour_checks": False,
        "count_chips": False,
        "chain": None,
    }
    if base is None:
        return plain
    rules = base.rules(game.base_options, base.players[0])
    names = ("turn_up", "turn_up_draws", "winner_played", "count_chips")
    inherited: dict[str, Any] = {name: getattr(rules, name) for name in names}
    if _has_blocks(game, base):
        inherited["block"] = rules.block
    if game.counts_cards and rules.counts_points:
        inherited["chain"] = rules.chain
    if not game.counts_cards and rules.counts_points:
        inherited |= {"turn_up": 0, "turn_up_draws": False, "winner_played": 0}
    return plain | inherited


def _has_blocks(game: GameDefinition, base: Variant | None) -> bool:
    """Whether the rounds come in blocks like those of the base."""
    block = base.plain_rules.block if base else None
    return block is not None and isinstance(game.rounds, int) and game.rounds % block == 0


def _classes(game: GameDefinition, base: Variant | None) -> list[dict[str, Any]]:
    like: list[dict[str, Any]] = msgspec.to_builtins(base.plain_rules.classes) if base else []
    if game.scoring == "wins" and base is not None and base.plain_rules.counts_wins:
        return like
    if not game.counts_cards:
        return []
    return classes_like({str(rank): points for rank, points in game.values.items()}, like)


def _options(game: GameDefinition, base: Variant | None) -> list[Option]:
    """The choices that a table has before each session; defaults follow from the definition."""
    ends = {"first_to": game.first_to, "rounds": game.rounds, "eliminate_at": game.eliminate_at}
    options = [_option(key, default=value) for key, value in ends.items() if value is not None]
    if game.hand_by_players:
        options.append(_option("dealt", default_from=game.hand_by_players))
    elif len(game.hand_sizes) == 1:
        options.append(_option("dealt", default=game.hand_sizes[0]))
    if game.counts_cards or game.hand_sizes or game.hand_by_players:
        options.append(_option("decks", default_from=game.decks))
    if game.counts_cards:
        checks = base.rules(game.base_options, base.players[0]).left_neighbour_checks if base else False
        options.append(_option("neighbour_checks", default=checks))
    return options


def _option(key: str, **default: Any) -> Option:
    entry = _texts()["options"][key] | {"facts": ()}
    return Option.from_dict({**entry, **default})


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a session, which an earlier definition may have had. Raises IllegalOption."""
    known = {key: _option(key) for key in _texts()["options"]}
    unknown = next((key for key in options if key not in known), None)
    if unknown is not None:
        raise IllegalOption(unknown, options[unknown], "unknown")
    return {key: known[key].validated(value) for key, value in options.items()}


def _words(game: GameDefinition, base: Variant | None) -> dict[str, Any]:
    words = dict(_texts()["words"][game.word])
    blocks = base.words if base and _has_blocks(game, base) else {}
    has_winner = game.scoring == "wins" or (game.winner == "collects" and not game.counts_cards)
    words["who_out"] = _texts()["who_out"]["won" if has_winner else "out"]
    return words | {word: blocks.get(word) for word in BLOCK_WORDS}


def _prompts(game: GameDefinition, base: Variant | None) -> list[OptionalPrompt]:
    """The reminders of the base for its options, then those of the table."""
    prompts = []
    if base is not None:
        chosen = base.resolve(game.base_options, base.players[0])
        has_blocks = _has_blocks(game, base)
        for optional in base.prompts:
            if optional.applies(chosen) and (has_blocks or not optional.prompt.first_in_block):
                prompts.append(replace(optional.prompt, first_in_block=False))
    for reminder in game.reminders:
        text = in_every_language(reminder.text.replace("%", "%%"))  # it is not filled with names
        prompts.append(Prompt(reminder.moment, None, text, first_in_block=False))
    return [OptionalPrompt(prompt) for prompt in prompts]


def rules_of(game: GameDefinition, players: int) -> Rules:
    """Return the rules of a session of `players`, with the usual choices."""
    return variant_of("custom", game).rules({}, players)
