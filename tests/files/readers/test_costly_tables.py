"""Tables that are made to cost much: the work grows with their size, not faster."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

import pytest

from files.document import BadDocument
from files.readers.context import ReadingContext
from files.readers.reading import read_file
from tests import sampling
from tests.sampling import full_only

pytestmark = full_only

SMALL, LARGE = 3_000, 12_000  # bytes
MAX_CALLS = 100  # of functions for each byte; a table has at most 5,000 lines
MAX_GROWTH = 1.5  # of the calls for each byte, where the size is four times as large
NAMES = [f"Player {number}" for number in range(199)]
CELLS = {
    "empty": lambda chance: "",
    "blank": lambda chance: " " * chance.randrange(300),
    "number": lambda chance: str(chance.randrange(100)),
    "sum": lambda chance: "+".join(["1"] * chance.randrange(1, 190)),
    "digits": lambda chance: "1" * chance.randrange(400),
    "name": lambda chance: chance.choice(NAMES),
    "names": lambda chance: " and ".join(chance.sample(NAMES, 20)),
    "word": lambda chance: f"word{chance.randrange(1000)}",
    "text": lambda chance: "a b " * chance.randrange(90),
    "date": lambda chance: f"2026-01-{chance.randrange(10, 28)}",
    "time": lambda chance: f"{chance.randrange(1, 28)} May 2024 at {chance.randrange(24)}:15",
    "title": lambda chance: "Sum",
}
HEADS = {
    "names": lambda number, chance: NAMES[number],
    "names, one unknown": lambda number, chance: NAMES[number] if number else "Somebody",
    "numbers": lambda number, chance: str(number),
    "pairs": lambda number, chance: f"{('Player', 'Points')[number % 2]} {number // 2}",
    "fields": lambda number, chance: chance.choice(("Date", "Game", "Player", "Points", "Winner", "Round")),
    "words": lambda number, chance: f"Head {number}",
}


def table(chance: Random, size: int, heads: str, kinds: Sequence[str], *, again: int = 10_000) -> bytes:
    """A table of about `size` bytes. kinds: of the cells of each column. again: lines between two heads."""
    lines = []
    length = number = 0
    while length < size:
        write = HEADS[heads] if number % again == 0 else None
        cells = [write(n, chance) if write else CELLS[kind](chance) for n, kind in enumerate(kinds)]
        lines.append(";".join(cells))
        length += len(lines[-1]) + 1
        number += 1
    return "\n".join(lines).encode()


def calls_to_read(content: bytes) -> int:
    """The number of calls of functions, those of the standard library included."""
    calls = 0
    context = ReadingContext(games=_NoGames(), names=frozenset(name.casefold() for name in NAMES))

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read_file(content, context)
    except BadDocument:
        pass
    finally:
        sys.setprofile(None)
    return calls


class _NoGames:
    variants, by_key, group_id = (), {}, None


@pytest.mark.parametrize("width", [3, 30, 199])
@pytest.mark.parametrize("kind", CELLS)
def test_any_table_takes_a_limited_number_of_calls(kind, width):
    chance = sampling.chance_for(f"costly tables, {kind}, {width}")
    kinds = [chance.choice([kind, kind, chance.choice([*CELLS])]) for _ in range(width)]
    content = table(chance, LARGE, chance.choice([*HEADS]), kinds, again=chance.choice((5, 10_000)))
    assert calls_to_read(content) < MAX_CALLS * len(content)


@pytest.mark.parametrize("kind", CELLS)
def test_the_work_grows_with_the_size_and_not_faster(kind):
    small, large = (table(Random(8), size, "names", [kind] * 3) for size in (SMALL, LARGE))
    assert calls_to_read(large) < MAX_GROWTH * LARGE / SMALL * calls_to_read(small) + MAX_CALLS


def letters(number: int) -> str:
    """A name without digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


LISTS = {
    "long lines": lambda size: ", ".join(f"{letters(n)} {n}" for n in range(size)),
    "labels": lambda size: "Derange 17 May 24 at ours: Anna 1, Bo 2\n" * (size // 4),
    "new names": lambda size: "".join(f"{letters(n)} 1, {letters(n + size)} 2\n" for n in range(size)),
}


@pytest.mark.parametrize("kind", LISTS)
def test_lists_take_a_limited_number_of_calls(kind):
    content = LISTS[kind](2_500).encode()
    assert calls_to_read(content) < MAX_CALLS * len(content)
