"""What the search can find: passages and options of the rules, and rows of the comparison.

Each has questions that it answers, as players type them: questions.<language>.toml beside each rules text and
beside the comparison. The key is the id of a passage or an option, or of a row of the comparison.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from game.rulebook import comparison
from game.rulebook.blocks import Block, OptionEntry, Passage
from game.rulebook.notation import CARD, MARK, rank_and_suit
from game.rulebook.pages import FOLDER, page, prose_of
from game.rulebook.search.text import terms_of, words_of
from game.texts import in_language
from game.variants import VARIANTS, Variant
from game.variants.option_values import read_value

MAX_TABLES = 64  # whose hits are cached

Questions = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Entry:
    """Something to find. variant: "" for a row of the comparison and for a topic that no rules mention.

    key: id of the passage, option, row or topic. title: of its section. questions: that it answers.
    """

    variant: str
    key: str
    title: str
    questions: tuple[str, ...]
    text: str = ""
    is_option: bool = False
    is_unanswered: bool = False

    @property
    def is_row(self) -> bool:
        return not self.variant and not self.is_unanswered


@dataclass(frozen=True)
class TableChoice:
    """Options of a table for the variant `key`, as in query strings, and its number of players."""

    key: str
    values: frozenset[tuple[str, str]] = frozenset()
    players: int | None = None

    @property
    def options(self) -> dict[str, Any]:
        """Raises IllegalOption."""
        by_key = {option.key: option for option in VARIANTS[self.key].options}
        return {key: read_value(by_key[key], text) for key, text in self.values}


@dataclass(frozen=True)
class Hit:
    """A passage or option as it stands on the page of a table's rules.

    cards: {position: length} of the cards at the beginning of the text.
    """

    variant: str
    language: str
    section: str
    anchor: str
    text: str
    cited: tuple[str, ...] = ()
    is_option: bool = False
    cards: Mapping[int, int] = field(default_factory=dict)

    @property
    def states_rule(self) -> bool:
        """Whether it is neither an option nor part of an example."""
        return not self.is_option and not self.anchor.startswith("example-")

    def segments(self, terms: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield the complete text in pairs (text, kind).

        terms: of the query. kind: "card", "mark" (a word of the query), "ours" (mark of a decision) or "".
        """
        words = words_of(self.text, self.cards)
        marked = [(start, start + length, "card") for start, length in self.cards.items()]
        marked += [(at, at + len(MARK), "ours") for at, sign in enumerate(self.text) if sign == MARK]
        marked += [
            (word.start, word.end, "mark")
            for word, term in zip(words, terms_of(words, self.language), strict=True)
            if term in terms and word.start not in self.cards
        ]
        done = 0
        for start, end, kind in sorted(marked):
            if start >= done:  # a suit is a word within its card
                yield self.text[done:start], ""
                yield self.text[start:end], kind
                done = end
        yield self.text[done:], ""


@cache
def questions_of(variant: str, language: str) -> Questions:
    """Return the questions of a variant by passage or option."""
    return _read_questions(FOLDER / variant / f"questions.{language}.toml")


@cache
def comparing_questions(language: str) -> Questions:
    """Return the questions about several variants at once, by row of the comparison."""
    return _read_questions(Path(comparison.__file__).with_name(f"questions.{language}.toml"))


def _read_questions(file: Path) -> Questions:
    entries = tomllib.loads(file.read_text(encoding="utf-8"))
    return {key: tuple(questions) for key, questions in entries.items()}


def entries(language: str) -> Iterator[Entry]:
    """Yield everything that the search can find, with the texts under default options."""
    for variant in VARIANTS.values():
        questions, shown = questions_of(variant.key, language), hits_of(language, TableChoice(variant.key))
        for key, title in _titles(variant, language):
            if key in questions:
                text = shown[key].text if key in shown else ""
                yield Entry(variant.key, key, title, questions[key], text)
        for option in variant.options:
            key = f"option-{option.key}"
            name = in_language(option.name, language)
            yield Entry(variant.key, key, name, questions[key], shown[key].text, is_option=True)
    for row, of_row in comparing_questions(language).items():
        yield Entry("", row, "", of_row)
    unanswered = _read_questions(Path(__file__).with_name(f"unanswered.{language}.toml"))
    for topic, of_topic in unanswered.items():
        yield Entry("", topic, "", of_topic, is_unanswered=True)


def _titles(variant: Variant, language: str) -> Iterator[tuple[str, str]]:
    """Yield the id of each passage, once, with the title above it."""
    yielded = set()
    for section in prose_of(variant, language).sections:
        title = section.title
        for passage in section.passages:
            if passage.kind == "heading":
                title = passage.template.source
            elif passage.id not in yielded:
                yielded.add(passage.id)
                yield passage.id, title


@lru_cache(maxsize=MAX_TABLES)
def hits_of(language: str, table: TableChoice) -> Mapping[str, Hit]:
    """Return the passages and options on the rules page of a table, by id. Raises IllegalOption.

    The lead of a list contains its items, and each item its lead.
    """
    variant = VARIANTS[table.key]
    hits: dict[str, Hit] = {}
    for section in page(variant, language, table.options, table.players).sections:
        title, lead, lead_id = section.title, "", ""
        for block in section.blocks:
            if block.kind == "heading":
                title = block.text
            elif isinstance(block, Passage | OptionEntry):
                before = f"{lead} " if lead and block.kind == "item" else ""
                hits[block.id] = Hit(
                    variant=variant.key,
                    language=language,
                    section=title,
                    anchor=block.id,
                    text=before + block.text,
                    cited=block.cited,
                    is_option=isinstance(block, OptionEntry),
                    cards=_cards(block, len(before)),
                )
                if block.kind != "item":
                    leads = block.kind == "paragraph" and block.text.endswith((":", "?"))
                    lead, lead_id = block.text if leads else "", block.id
                elif lead:
                    hits[lead_id] = replace(hits[lead_id], text=f"{hits[lead_id].text} {block.text}")
    return hits


def _cards(block: Block, place: int) -> dict[int, int]:
    """Return {position: length} of the cards at the beginning of a passage whose text starts at `place`."""
    cards: dict[int, int] = {}
    if isinstance(block, Passage):
        for token in (token for token in block.tokens if token.type == CARD or token.content.strip()):
            if token.type != CARD:
                break
            rank, suit = rank_and_suit(token.meta["card"])
            cards[place] = len(rank) + len(suit)  # a suit is one sign
            place += cards[place] + 1
    return cards
