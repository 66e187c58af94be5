"""Table sizes: as even as possible, with a seat for everyone."""

from __future__ import annotations

FEWEST, MOST = 3, 5
BEST = 4


def numbers_of_tables(people: int, most: int = MOST) -> list[int]:
    """Return the possible numbers of tables, best first: average size nearest to BEST, then fewer tables.

    No table has more than `most` players, and none fewer than FEWEST if possible. [] without people.

    >>> numbers_of_tables(13)
    [3, 4]
    """
    if people < 1:
        return []
    fewest_tables = -(-people // most)
    numbers = list(range(fewest_tables, people // FEWEST + 1)) or [fewest_tables]
    return sorted(numbers, key=lambda tables: (abs(tables * BEST - people), tables))


def table_sizes(people: int, tables: int) -> tuple[int, ...]:
    """Return the size of each table, larger ones first; sizes differ by at most 1.

    >>> table_sizes(13, 3)
    (5, 4, 4)
    """
    size, larger_tables = divmod(people, tables)
    return (size + 1,) * larger_tables + (size,) * (tables - larger_tables)
