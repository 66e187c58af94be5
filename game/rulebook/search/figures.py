"""Questions that a number answers, computed from the rules of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from game.referee.cards import JOKER_RANK
from game.rulebook.search.entries import TableChoice
from game.rulebook.search.position import NamedCard, named_cards
from game.rulebook.search.text import Word, card_words
from game.rulebook.values import points_by_name, resolved_options, values_of
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
    "penalty": ("call-forgotten",),
    "chain": ("two-effect", "two-chain", "short-two"),
}

# What may answer “how many …”, by the kind of thing that is counted, the most likely first.
KINDS = {
    "card": ("dealt", "draws", "penalty", "chain"),
    "deck": ("decks",),
    "round": ("rounds",),
    "player": ("players",),
    "joker": ("jokers",),
    "rank": (),
}


DRAW = "~draw"  # term of the words for drawing


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
class Asked:
    """What a query says about numbers.

    kind: the key of STATED_IN, if it asks for nothing else. unit: the key of KINDS after “how many”, or "".
    worth: whether it asks what the cards that it names are worth. chain: the rank for which it asks how many
    cards are drawn, or "".
    """

    number: bool
    kind: str
    unit: str
    players: int | None
    round: int | None
    cards: tuple[NamedCard, ...]
    worth: bool
    chain: str

    @classmethod
    def read(cls, words: Sequence[Word]) -> Asked:
        known, folded = card_words(), {word.folded for word in words}
        cards = list(named_cards(words))
        number = bool(folded & known.asks["number"])
        draws = any(known.same.get(word) == DRAW for word in folded)
        drawn = number and len(cards) == 1 and (draws or cards[0].times > 1)
        return cls(
            number=number,
            kind=_kind(words),
            unit=_unit(words),
            players=_counted(words, "player"),
            round=_counted_round(words),
            cards=tuple(cards),
            worth=bool(cards and folded & known.asks["worth"] and not draws),
            chain=cards[0].rank if drawn else "",
        )


def figure_of(table: TableChoice, asked: Asked, key: str) -> Figure | None:
    """Return the number that answers a query in one game. key: the passage found for it."""
    variant = VARIANTS[table.key]
    least, most = variant.players
    players = asked.players or table.players
    if players is not None and not least <= players <= most:
        return Figure(variant.key, "players", {"least": least, "most": most}, "players")
    chosen = resolved_options(variant, table.options, players)
    given = {name: value for name, value in chosen.items() if value is not None}
    rules = variant.rules(given, players or least)
    if asked.worth:
        return _worth(variant, rules, asked.cards)
    if asked.chain and asked.chain == variant.play.get("chain"):
        return _chain(variant, asked)
    kinds = [kind for kind, keys in STATED_IN.items() if key in keys]
    expected = KINDS.get(asked.unit, kinds)
    kind = next((kind for kind in expected if kind in kinds), "")
    if not kind or not (asked.number or asked.players or asked.round):
        return None
    found = _stated(kind, variant, rules, values_of(variant, chosen, players), asked.round)
    if kind == "rounds" and found is None and PER_PLAYER in chosen.values():
        found = Figure(variant.key, "rounds_per_player", {})
    if kind == "decks" and found and players:
        found = Figure(variant.key, "decks_for", {**found.values, "players": players})
    return replace(found, key=key) if found else None


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
    value = known.get({"penalty": "call_draws", "chain": "chain_draws"}.get(kind, kind))
    return None if value is None else Figure(variant.key, kind, {"n": value})


def _dealt(rules: Rules, number: int | None) -> tuple[str, dict[str, Any]]:
    sizes = rules.hand_sizes
    if len(set(sizes)) == 1:
        return "dealt", {"n": sizes[0]}
    if number is None:
        return "dealt_changing", {"first": sizes[0], "least": min(sizes), "last": sizes[-1]}
    if rules.rounds and number > rules.rounds:
        return "no_such_round", {"round": number, "rounds": rules.rounds}
    return "dealt_in_round", {"n": sizes[(number - 1) % len(sizes)], "round": number}


def _worth(variant: Variant, rules: Rules, cards: Sequence[NamedCard]) -> Figure:
    if any(card.rank == JOKER_RANK for card in cards) and not rules.jokers:
        return Figure(variant.key, "no_jokers", {})
    if rules.counts_wins:
        return Figure(variant.key, "wins", {}, "scoring-who")
    points = points_by_name(rules)
    each = {card.rank: points[card.rank] or 0 for card in cards}
    total = sum(each[card.rank] * card.times for card in cards)
    key = f"points.{cards[0].rank}"
    if len(cards) > 1:
        terms = tuple((card.times, card.rank, each[card.rank]) for card in cards)
        return Figure(variant.key, "points_of_hand", {"terms": terms, "n": total}, key)
    values = {"rank": cards[0].rank, "n": each[cards[0].rank], "times": cards[0].times, "total": total}
    return Figure(variant.key, "points" if cards[0].times == 1 else "points_together", values, key)


def _chain(variant: Variant, asked: Asked) -> Figure:
    cards = asked.cards[0].times
    values = {"n": variant.play["chain_draws"] * cards, "cards": cards}
    return Figure(variant.key, "chain" if cards == 1 else "chain_of", values, "two-effect")


def _kind(words: Sequence[Word]) -> str:
    """Return what “how many cards do I get” asks for; "" if the query contains any other word."""
    known = card_words()
    kinds = {known.counted[word.folded] for word in words if word.folded in known.counted}
    others = [
        word
        for word in words
        if word.number is None
        and word.folded not in (*known.asks["number"], *known.asks["filler"], *known.counted)
    ]
    asks = any(word.folded in known.asks["number"] for word in words)
    asked = [KINDS[each][0] for each in KINDS if each in kinds and _counted(words, each) is None]
    return asked[0] if asks and not others and asked else ""


def _unit(words: Sequence[Word]) -> str:
    """Return the kind of thing after “how many”; "rank" for cards of a rank."""
    known = card_words()
    for word, after in pairwise(words):
        if word.folded in known.asks["number"] and after.folded in known.counted:
            return known.counted[after.folded]
        if word.folded in known.asks["number"] and after.is_plural:
            return "rank"
    return ""


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
        if known.counted.get(word.folded) == "round" and after.number:
            return after.number
        if known.counted.get(after.folded) == "round" and word.folded in known.ordinals:
            return known.ordinals[word.folded]
    return None
