"""Questions that a number answers, computed from the rules of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from game.referee.cards import JOKER_RANK
from game.rulebook.search.entries import TableChoice
from game.rulebook.search.position import NamedCard, counts, has_only, named_cards
from game.rulebook.search.text import Word, card_words
from game.rulebook.values import points_by_rank, resolved_options, values_of
from game.scoring.rules import Rules
from game.variants import VARIANTS, Variant
from game.variants.option import PER_PLAYER

# The passages that state a number, by what it counts.
STATED_IN: Mapping[str, tuple[str, ...]] = {
    "dealt": ("deal-size", "short-deal"),
    "rounds": ("round-count", "round-count-agreed", "rounds-known", "short-rounds", "round-games"),
    "decks": ("decks", "decks-more"),
    "jokers": ("joker-count", "decks"),
    "players": ("players",),
    "draws": ("draw",),
}
# What “how many …” asks for, by the kind of thing that is counted.
KINDS = {"card": "dealt", "deck": "decks", "round": "rounds", "player": "players", "joker": "jokers"}
WORTH, CHAIN = "worth", "chain"
DRAW = "~draw"  # term of the words for drawing
EACH = frozenset(("per", "each", "every", "varje"))


@dataclass(frozen=True)
class Figure:
    """A number that answers a query. kind: key of its sentence in views/rules/search_words.py.

    values: for the sentence. key: the passage that states it, "" if none does.
    """

    variant: str
    kind: str
    values: Mapping[str, Any]
    key: str = ""


@dataclass(frozen=True)
class NumberQuestion:
    """The number that a query asks for, if it contains nothing else.

    kind: a key of STATED_IN, WORTH of `cards`, CHAIN for the cards drawn for them, or "".
    players, round: numbers that the query gives.
    """

    kind: str
    players: int | None = None
    round: int | None = None
    cards: tuple[NamedCard, ...] = ()

    @classmethod
    def read(cls, words: Sequence[Word]) -> NumberQuestion:
        known = card_words()
        cards = tuple(named_cards(words))
        folded = {word.folded for word in words}
        if cards and folded & known.asks["worth"] and has_only(words, cards, known.asks["beside_worth"]):
            return cls(WORTH, cards=cards)
        others = known.asks["number"] | known.asks["filler"] | known.counted.keys() | known.ordinals.keys()
        draws = {word for word in folded if known.same.get(word) == DRAW}
        if not folded & known.asks["number"] or not has_only(
            words, (*cards, *_numbers(words)), others | draws
        ):
            return cls("")
        players, number = _counted(words, "player"), _counted_round(words)
        cards = tuple(card for card in cards if card.rank != JOKER_RANK)
        if cards:
            is_drawn = len(cards) == 1 and (draws or cards[0].times > 1)
            return cls(CHAIN if is_drawn else "", players, number, cards)
        unit = _unit(words)
        if draws:
            return cls("draws" if unit == "card" else "", players, number)
        return cls(KINDS.get(unit, ""), players, number)


def figure_of(table: TableChoice, question: NumberQuestion) -> Figure | None:
    """Return the number that answers a query in one game."""
    variant = VARIANTS[table.key]
    least, most = variant.players
    players = question.players or table.players
    if not question.kind:
        return None
    if players is not None and not least <= players <= most:
        return Figure(variant.key, "players", {"least": least, "most": most}, "players")
    chosen = resolved_options(variant, table.options, players)
    given = {name: value for name, value in chosen.items() if value is not None}
    rules = variant.rules(given, players or least)
    if question.kind == WORTH:
        return _worth(variant, rules, question.cards)
    if question.kind == CHAIN:
        return _chain(variant, question.cards[0])
    found = _stated(question.kind, variant, rules, values_of(variant, chosen, players), question.round)
    if question.kind == "rounds" and found is None and PER_PLAYER in chosen.values():
        found = Figure(variant.key, "rounds_per_player", {})
    if question.kind == "decks" and found and players:
        found = Figure(variant.key, "decks_for", {**found.values, "players": players})
    return replace(found, key=STATED_IN[question.kind][0]) if found else None


def _stated(
    kind: str, variant: Variant, rules: Rules, known: Mapping[str, int], number: int | None
) -> Figure | None:
    """Return a figure of a kind in STATED_IN, None if the game has none. number: of a round."""
    if kind == "players":
        return Figure(variant.key, kind, {"least": variant.players[0], "most": variant.players[1]})
    if kind == "dealt":
        return Figure(variant.key, *_dealt(rules, number))
    if kind == "rounds" and "block" in known and "blocks" in known:
        return Figure(variant.key, "games", {"games": known["block"], "rounds": known["blocks"]})
    return Figure(variant.key, kind, {"n": known[kind]}) if kind in known else None


def _dealt(rules: Rules, number: int | None) -> tuple[str, dict[str, Any]]:
    sizes = rules.hand_sizes
    if len(set(sizes)) == 1:
        return "dealt", {"n": sizes[0]}
    if number is None:
        return "dealt_changing", {"first": sizes[0], "least": min(sizes), "last": sizes[-1]}
    if rules.rounds and not 1 <= number <= rules.rounds:
        return "no_such_round", {"round": number, "rounds": rules.rounds}
    return "dealt_in_round", {"n": sizes[(number - 1) % len(sizes)], "round": number}


def _worth(variant: Variant, rules: Rules, cards: Sequence[NamedCard]) -> Figure:
    if any(card.rank == JOKER_RANK for card in cards) and not rules.jokers:
        return Figure(variant.key, "no_jokers", {})
    if rules.counts_wins:
        return Figure(variant.key, "wins", {}, "scoring-who")
    points = points_by_rank(rules)
    each = {card.rank: points[card.rank] or 0 for card in cards}
    total = sum(each[card.rank] * card.times for card in cards)
    key = f"points.{cards[0].rank}"
    if len(cards) > 1:
        terms = tuple((card.times, card.rank, each[card.rank]) for card in cards)
        return Figure(variant.key, "points_of_hand", {"terms": terms, "n": total}, key)
    values = {"rank": cards[0].rank, "n": each[cards[0].rank], "times": cards[0].times, "total": total}
    return Figure(variant.key, "points" if cards[0].times == 1 else "points_together", values, key)


def _chain(variant: Variant, card: NamedCard) -> Figure | None:
    if card.rank != variant.play.get("chain"):
        return None
    values = {"n": variant.play["chain_draws"] * card.times, "cards": card.times}
    return Figure(variant.key, "chain" if card.times == 1 else "chain_of", values, "two-effect")


def _unit(words: Sequence[Word]) -> str:
    """Return the kind of thing that is counted after “how many”; "" if several kinds are mentioned.

    Not those with a number or “each” of their own: “how many cards in round nine with two players”.
    """
    known = card_words()
    kinds = []
    for place, word in enumerate(words):
        before = words[place - 1] if place else None
        after = words[place + 1] if place + 1 < len(words) else None
        is_given = before and (before.number or before.folded in known.ordinals or before.folded in EACH)
        if word.folded in known.counted and not is_given and not (after and after.number):
            kinds.append(known.counted[word.folded])
    countable = [kind for kind in kinds if kind in KINDS]
    return kinds[0] if kinds and len(set(countable)) == 1 and kinds[0] == countable[0] else ""


def _numbers(words: Sequence[Word]) -> Iterator[NamedCard]:
    """Yield the places of numbers that count players or rounds; others have an unknown meaning."""
    for place, word in enumerate(words):
        if word.number is not None and counts(words, place):
            yield NamedCard("", "", 1, place, place)


def _counted(words: Sequence[Word], kind: str) -> int | None:
    """Return the number before a word of that kind: “five players”."""
    counted = card_words().counted
    return next(
        (word.number for word, after in pairwise(words) if word.number and counted.get(after.folded) == kind),
        None,
    )


def _counted_round(words: Sequence[Word]) -> int | None:
    """Return the number in “round nine” or “the ninth round”."""
    known = card_words()
    for word, after in pairwise(words):
        if known.counted.get(word.folded) == "round" and after.number is not None:
            return after.number
        if known.counted.get(after.folded) == "round" and word.folded in known.ordinals:
            return known.ordinals[word.folded]
    return None
