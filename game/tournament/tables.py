"""How many people sit at each table: as even as can be, so that nobody sits out."""

from __future__ import annotations

FEWEST, MOST = 3, 5
BEST = 4


def numbers_of_tables(people: int, most: int = MOST) -> list[int]:
    """Into how many tables so many people can be divided, the best first: nearest to as many as BEST
    at each would make, of equal ones the fewer.

    No table has more than `most`, and none fewer than FEWEST where that can be. Empty without people.
    """
    if people < 1:
        return []
    fewest_tables = -(-people // most)
    found = list(range(fewest_tables, people // FEWEST + 1)) or [fewest_tables]
    return sorted(found, key=lambda tables: (abs(tables * BEST - people), tables))


def table_sizes(people: int, tables: int) -> tuple[int, ...]:
    """The larger tables first; never two sizes apart."""
    each, more = divmod(people, tables)
    return (each + 1,) * more + (each,) * (tables - more)
