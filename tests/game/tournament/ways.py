"""Who may go on from the rounds, by what a cut means alone; nothing of tournament/ is asked."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations


def fair_ways(totals: Mapping[str, int], size: int) -> list[set[str]]:
    """Nobody with fewer points stays behind, nobody is beyond the last place; those level are chosen."""
    if len(totals) <= size:
        return []  # GS11
    last = sorted(totals.values())[size - 1]
    some = (set(each) for number in range(size, len(totals) + 1) for each in combinations(totals, number))
    return [
        way
        for way in some
        if max(totals[name] for name in way) == last
        and all(totals[other] >= last for other in totals.keys() - way)
    ]


def sure_and_perhaps(
    totals: Mapping[str, int], size: int, chosen: set[str] | None, drawn: set[str]
) -> tuple[set[str], set[str]]:
    """Of those who have no seat in the play-off: who would have one whatever the umpire chooses now, and who
    might where a seat for those level is not taken. A choice that was made holds while it is a fair one.
    """
    ways = fair_ways(totals, size)
    if not ways:
        return set(), set()
    level = {name for way in ways for name in way if totals[name] == max(totals[one] for one in way)}
    ways = [way for way in ways if way & level == chosen] or ways
    sure, seats_are_taken = set.intersection(*ways), any(way & level <= drawn for way in ways)
    return sure - drawn, set() if seats_are_taken else set.union(*ways) - sure - drawn
