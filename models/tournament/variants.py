"""Which games suit an evening at several tables: points are added, and every table plays as many rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.tables import BEST, FEWEST, MOST
from variants import VARIANTS, Variant

AS_USUAL: Mapping[str, Any] = {}
AS_MANY: Mapping[str, Any] = {"rounds": BEST}  # where a game’s length hangs on how many sit there


def for_evenings() -> list[Variant]:
    """The games whose rounds come in blocks first: the sheet that knows club evenings is of them (SP34)."""
    found = [variant for variant in VARIANTS.values() if _adds_points(variant)]
    return sorted(found, key=lambda variant: variant.rules(AS_USUAL, BEST).block is None)


def options_for(variant: Variant) -> Mapping[str, Any]:
    """Of every table’s session."""
    return AS_USUAL if len(_lengths(variant)) == 1 else AS_MANY


def _adds_points(variant: Variant) -> bool:
    rules = variant.rules(AS_USUAL, BEST)
    return not rules.counts_wins and rules.rounds is not None


def _lengths(variant: Variant) -> set[int | None]:
    return {variant.rules(AS_USUAL, people).rounds for people in range(FEWEST, MOST + 1)}
