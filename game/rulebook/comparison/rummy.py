"""What play.toml says of a game of the rummy family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.referee.cards import JOKER_RANK
from game.rulebook.comparison.said import Cell, say
from game.scoring.rules import RANKS, Rules


def rummy_cells(played: Mapping[str, Any], rules: Rules) -> dict[str, Cell]:
    """The rows of melding, by key."""
    joker = say("stands_for_any") if rules.jokers else say("not_in_pack")
    return {
        "turn_up": (),
        "match": _melds(played),
        "stuck": (say("draw_instead"),),
        "must": (say("draw_or_meld"),),
        "several": (say("many_melds"),),
        "call": (say("no_call"),),
        "out": (say("melded_last"),),
        "empty": (say("stock_pass"),),
        "two": (say("two_same"),),
        **{f"does.{rank}": (joker if rank == JOKER_RANK else say("melded"),) for rank in RANKS},
    }


def _melds(played: Mapping[str, Any]) -> Cell:
    kinds = (say("runs", num=played["meld_least"]), say("sets", num=played["set_most"]))
    return (*kinds, *(say(f"first_{kind}") for kind in played["first_meld"]))
