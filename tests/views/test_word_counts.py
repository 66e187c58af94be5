"""The group page and the table page contain few words in an ordinary game."""

from __future__ import annotations

from itertools import product

import pytest

from game.variants import VARIANTS
from tests import sampling
from tests.page import Page
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only

MOST_AT_HOME, MOST_AT_THE_TABLE = 60, 70
# Letters of discs and figures of cards are pictures: the name is next to them.
NOT_READ = "[popover], .unseen, [hidden], [aria-hidden=true], template, svg"


def words(page: Page) -> list[str]:
    main = Page(page.text, page.path).soup.main
    for part in main.select(NOT_READ):
        part.decompose()
    return main.get_text(" ").split()


@pytest.mark.parametrize(
    ("variant", "language"),
    sampling.one_of_each_kind(
        product(VARIANTS, ("en", "sv")),
        lambda case: case[0],
        sampling.chance_for("languages that say little"),
    ),
)
def test_both_pages_of_a_group_of_four_are_short(app, variant, language):
    over = start(app, variant, "Anna Bo Cara Dilan").plays("Anna out, Bo 8, Cara 9, Dilan 4").stops()
    table = start(app, variant, "Anna Bo Cara Dilan", group_id=over.group_id, clock=over.clock)
    phone = Phone(app, language=language)
    phone.get(table.link("owner"))
    phone.submit("/phone/anonymous")
    for _round in range(3):
        for path, most in ((table.group_path, MOST_AT_HOME), (table.path, MOST_AT_THE_TABLE)):
            read = words(phone.get(path))
            assert 20 < len(read) < most, f"{len(read)} words: {' '.join(read)}"
        table.plays("Anna out, Bo 8, Cara 9, Dilan 4")
    table.stops()
    read = words(phone.get(table.group_path))
    assert 10 < len(read) < MOST_AT_HOME, f"{len(read)} words: {' '.join(read)}"
