"""Strategies for every custom game that the editor can make."""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import Any

from hypothesis import strategies as st

from game.scoring.rules import ranks_in_deck
from game.variants import VARIANTS
from game.variants.custom.definition import GameDefinition, definition_of
from game.variants.custom.presets import like_variant

POINTS = st.one_of(st.none(), st.integers(-50, 50), st.sampled_from((0, 1, 10, 50, 999, -999)))
COMPOSED = partial(unicodedata.normalize, "NFC")
WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=9)
LINES = st.lists(WORDS, min_size=1, max_size=2).map(" ".join).map(COMPOSED)
SHORT = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=2).map(COMPOSED)


@st.composite
def definitions(draw: st.DrawFn) -> GameDefinition:
    """Any definition without problems."""
    scoring = draw(st.sampled_from(("cards", "typed", "wins", "places")))
    points = scoring in ("cards", "typed")
    winner = draw(st.sampled_from(("lowest", "highest", "collects"))) if points else "lowest"
    game: dict[str, Any] = {
        "name": draw(LINES),
        "letters": draw(SHORT),
        "scoring": scoring,
        "winner": winner,
        "rounds": draw(st.one_of(st.none(), st.integers(1, 12), st.just("per_player"))),
        "word": draw(st.sampled_from(("round", "game", "hand"))),
        "players": (2, draw(st.integers(4, 8))),
        "deck_size": draw(st.sampled_from((52, 36, 32))),
        "jokers": draw(st.sampled_from((0, 2, 3))),
        "decks": draw(st.sampled_from((((2, 2),), ((2, 1), (5, 2)), ((2, 4),)))),
        **draw(_deals()),
        **draw(_ends(can_eliminate=points and winner == "lowest")),
        "reminders": sorted(
            draw(st.lists(_reminders(), max_size=2)), key=lambda each: each["moment"] == "count"
        ),
        "notes": draw(st.one_of(st.just(""), LINES)),
    }
    if scoring != "cards" and not (game["hand_sizes"] or game.get("hand_by_players")):
        del game["decks"], game["jokers"]  # there is nothing to deal
    if winner == "collects":
        game["blocked"] = draw(st.sampled_from(("nothing", "difference")))
    if points:
        game["multipliers"] = draw(st.lists(_multipliers(), max_size=2))
    if scoring == "typed":
        game["negative"] = draw(st.booleans())
        game["zero_sum"] = game["negative"] and winner != "collects" and draw(st.booleans())
    if scoring == "cards":
        game |= draw(_cards(game["deck_size"], game["jokers"]))
    return definition_of(game)


@st.composite
def _cards(draw: st.DrawFn, deck_size: int, jokers: int) -> dict[str, Any]:
    ranks = (*ranks_in_deck(deck_size), *(("JK",) if jokers else ()))
    values = {rank: draw(POINTS) for rank in ranks}
    if not any(values.values()):
        values[ranks[0]] = 1
    base = draw(st.sampled_from((None, *VARIANTS)))
    if base is None:
        return {"values": values}
    like = like_variant(VARIANTS[base], "en").values
    return {"base": base, "values": {rank: like.get(rank, points) for rank, points in values.items()}}


@st.composite
def _deals(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(("none", "same", "list", "by_players")))
    if kind == "by_players":
        return {
            "hand_sizes": (),
            "hand_by_players": ((2, draw(st.integers(1, 7))), (3, draw(st.integers(1, 6)))),
        }
    most = {"none": 0, "same": 1, "list": 19}[kind]
    return {"hand_sizes": draw(st.lists(st.integers(1, 8), min_size=min(most, 1), max_size=most))}


@st.composite
def _ends(draw: st.DrawFn, *, can_eliminate: bool) -> dict[str, Any]:
    kind = draw(st.sampled_from(("none", "target", *(("eliminate",) if can_eliminate else ()))))
    if kind == "eliminate":
        return {"eliminate_at": draw(st.integers(1, 200))}
    if kind == "target":
        return {"first_to": draw(st.integers(1, 300)), "tie": draw(st.sampled_from(("shared", "play_on")))}
    return {}


def _reminders() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"moment": st.sampled_from(("deal", "count")), "text": LINES})


def _multipliers() -> st.SearchStrategy[dict[str, Any]]:
    of = st.sampled_from(("hand", "round"))
    return st.fixed_dictionaries({"factor": st.integers(2, 10), "of": of, "reason": LINES})
