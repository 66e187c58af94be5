"""All valid cuts after the rounds, from the definition alone; independent of game/tournament."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations


def valid_cuts(totals: Mapping[str, int], size: int) -> list[set[str]]:
    """No player with fewer points is left out, and none beyond the last place goes on; ties may be chosen."""
    if len(totals) <= size:
        return []  # GS11
    last = sorted(totals.values())[size - 1]
    some = (set(each) for number in range(size, len(totals) + 1) for each in combinations(totals, number))
    return [
        cut
        for cut in some
        if max(totals[name] for name in cut) == last
        and all(totals[other] >= last for other in totals.keys() - cut)
    ]


def certain_and_possible(
    totals: Mapping[str, int], size: int, chosen: set[str] | None, drawn: set[str]
) -> tuple[set[str], set[str]]:
    """Of the players without a seat in the play-off: those seated by every choice that the umpire can make
    now,
    and those who may get a seat if a seat for tied players is not taken. An earlier choice counts while it is
    valid.
    """
    cuts = valid_cuts(totals, size)
    if not cuts:
        return set(), set()
    level = {name for cut in cuts for name in cut if totals[name] == max(totals[one] for one in cut)}
    cuts = [cut for cut in cuts if cut & level == chosen] or cuts
    certain, seats_are_taken = set.intersection(*cuts), any(cut & level <= drawn for cut in cuts)
    return certain - drawn, set() if seats_are_taken else set.union(*cuts) - certain - drawn
