"""The umpire enters slips while the phones of the same tables save their last game."""

import pytest

from tests.club import opened
from tests.concurrency.test_at_once import at_once, codes, filled
from tests.phone import Phone

pytestmark = pytest.mark.both_databases

TABLES = "Anna Bo Cara Dilan", "Eva Finn Gun Hugo"


def test_each_game_is_saved_once_in_any_order(app):
    club = opened(app, " ".join(TABLES)).draws(1, *TABLES)
    sends = []
    for table in club.tables():
        first, *others = table.seats()
        table.plays(*[f"{first} out, " + ", ".join(f"{name} 5" for name in others)] * 4)
        keeper = Phone(app)
        keeper.open_link(club.link("scorer"))
        held = {f"points-{table.seat_id(name)}": "5" for name in others}
        out = {"out": str(table.seat_id(first))}
        sends.append(filled(keeper, f"{table.path}/rounds/5", "#round", {**out, **held}))
    umpire = Phone(app)
    umpire.open_link(club.link("owner"))
    slips = {f"t{n}-c-5-{place}": "5" if place else "x" for n in (1, 2) for place in range(4)}
    sends.append(filled(umpire, f"{club.path}/slips", "#slips", slips))
    assert set(codes(at_once(app, sends))) <= {303, 409, 422}
    for table in club.tables():
        assert table.numbers() == [1, 2, 3, 4, 5]
        assert table.is_finished()
        assert list(table.totals().values()) == [0, 25, 25, 25]
