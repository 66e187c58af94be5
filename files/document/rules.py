"""Read the rules of a session in a document: they may differ from those of today, but must be playable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

from files.document.checks import BadDocument, check_texts, shortened, with_integers
from files.document.decoding import decoded
from game.scoring.rules import BaseVariant, CardClass, Chain, Multiplier, Prompt, Rules, contradictions
from game.texts import LANGUAGES, Text
from game.variants.variant import PLACEHOLDER, PLACEHOLDERS
from models.rules import FrozenRules

MAX_CACHED = 200  # a history of ten years was played by a handful
WORDS = ("round", "rounds", "Round", "the_round", "last_round", "who_out")
BLOCK_WORDS = ("block", "blocks", "Block", "the_block")
LISTS: Mapping[str, type] = {"classes": CardClass, "multipliers": Multiplier, "prompts": Prompt}
OBJECTS: Mapping[str, type] = {"chain": Chain, "base": BaseVariant}


def rules_in(text: bytes, at: str) -> FrozenRules:
    """Decode and check frozen rules. at: their path. Raises BadDocument."""
    if not text.startswith(b"{"):
        raise BadDocument(at, "expected an object")
    try:
        return _checked(text)
    except BadDocument as wrong:
        raise wrong.at(f"{at}.{wrong.place}".removesuffix(".")) from None


@lru_cache(MAX_CACHED)
def _checked(text: bytes) -> FrozenRules:
    values = with_integers(decoded(text, dict[str, Any]))
    check_texts(values)
    return check_rules(values)


def check_rules(values: Any) -> FrozenRules:
    """Return rules as JSON has them. Raises BadDocument if they cannot be dealt, scored or shown; its path is
    within the rules.
    """
    frozen = FrozenRules.of(values)
    rules = decoded(frozen.text.encode(), Rules)
    _check_members(values)
    for at, text in _texts(rules):
        _check_text(text, at)
    _check_classes(rules)
    for name, requirement in contradictions(rules):
        raise BadDocument(name, "allowed only with: %(requirement)s", requirement=requirement)
    if rules.block is not None and None in rules.words.values():
        raise BadDocument("words", "words for the blocks of rounds are missing")
    return frozen


def _check_members(values: Mapping[str, Any]) -> None:
    objects: list[tuple[str, type, Any]] = [("", Rules, values)]
    objects += [(name, kind, values.get(name)) for name, kind in OBJECTS.items()]
    for name, kind in LISTS.items():
        objects += [(f"{name}[{index}]", kind, item) for index, item in enumerate(values.get(name, ()))]
    for at, kind, members in objects:
        known = {field.name for field in fields(kind)}
        for key in members or ():
            if key not in known:
                raise BadDocument(at, "“%(key)s” is unknown", key=shortened(key))


def _texts(rules: Rules) -> Iterator[tuple[str, Text]]:
    """Yield all texts with their paths. Raises BadDocument where one is missing."""
    yield "name", rules.name
    for word in (*WORDS, *BLOCK_WORDS):
        if word not in rules.words or (word in WORDS and rules.words[word] is None):
            raise BadDocument("words", "“%(key)s” is missing", key=word)
    yield from ((f"words.{word}", text) for word, text in rules.words.items() if text is not None)
    for index, named in enumerate(rules.classes):
        yield from ((f"classes[{index}].{part}", getattr(named, part)) for part in ("label", "one", "many"))
    for index, multiplier in enumerate(rules.multipliers):
        yield f"multipliers[{index}].name", multiplier.name
    for index, prompt in enumerate(rules.prompts):
        for part in ("lead", "text"):
            text = getattr(prompt, part)
            if text is not None:
                _check_placeholders(text, f"prompts[{index}].{part}")
                yield f"prompts[{index}].{part}", text


def _check_text(text: Text, at: str) -> None:
    for language in LANGUAGES:
        if language not in text:
            raise BadDocument(at, "“%(key)s” is missing", key=language)
    for language in text:
        if language not in LANGUAGES:
            raise BadDocument(at, "“%(key)s” is unknown", key=shortened(language))


def _check_classes(rules: Rules) -> None:
    _check_once((named.key for named in rules.classes), "classes")
    _check_once((rank for named in rules.classes for rank in named.ranks), "classes")
    if rules.chain is not None and rules.chain.card_class not in rules.by_key:
        raise BadDocument("chain.card_class", "there is no such card")
    without = [named for named in rules.classes if named.points is None]
    has_points = len(without) < len(rules.classes) and all(named.ranks for named in without)
    if rules.counts_points and rules.classes and not has_points:
        raise BadDocument("classes", "points are missing")


def _check_once(things: Iterable[str], at: str) -> None:
    seen: set[str] = set()
    for thing in things:
        if thing in seen:
            raise BadDocument(at, "%(key)s is here twice", key=thing)
        seen.add(thing)


def _check_placeholders(text: Mapping[str, str], at: str) -> None:
    for language, words in text.items():
        for placeholder in PLACEHOLDER.finditer(words):
            if placeholder[0] != "%%" and placeholder[1] not in PLACEHOLDERS:
                raise BadDocument(f"{at}.{language}", "unknown placeholder %(key)s", key=placeholder[0])
