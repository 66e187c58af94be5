"""Table sizes: as even as possible, with a seat for everyone."""

from __future__ import annotations

MIN_TABLE_SIZE, MAX_TABLE_SIZE = 3, 5
BEST_TABLE_SIZE = 4


def numbers_of_tables(people: int, max_size: int = MAX_TABLE_SIZE) -> list[int]:
    """Return the possible numbers of tables, best first; [] without people.

    The best average size is nearest to BEST_TABLE_SIZE; of equal ones fewer tables are better. No table has
    more than `max_size` players, and none fewer than MIN_TABLE_SIZE if possible.

    >>> numbers_of_tables(13)
    [3, 4]
    """
    if people < 1:
        return []
    fewest_tables = -(-people // max_size)
    numbers = list(range(fewest_tables, people // MIN_TABLE_SIZE + 1)) or [fewest_tables]
    return sorted(numbers, key=lambda tables: (abs(tables * BEST_TABLE_SIZE - people), tables))


def table_sizes(people: int, tables: int) -> tuple[int, ...]:
    """Return the size of each table, larger ones first; sizes differ by at most 1.

    >>> table_sizes(13, 3)
    (5, 4, 4)
    """
    size, larger_tables = divmod(people, tables)
    return (size + 1,) * larger_tables + (size,) * (tables - larger_tables)
