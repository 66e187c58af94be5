"""A colour for everybody, given once."""

from models import Group, Player, db
from models.people.colours import Colours
from models.table.starting import player_named
from tests.table import at_work

EIGHT = "Anna Bo Cara Dilan Eva Frans Gun Hanna"


def colours_of(app, table):
    with at_work(app):
        return {p.name: p.colour for p in db.session.get_one(Group, table.group_id).players}


def test_eight_people_have_eight_colours_in_the_order_they_sat_down(app, game):
    table = game("derange", EIGHT)
    assert colours_of(app, table) == dict(zip(EIGHT.split(), range(1, 9), strict=True))


def test_whoever_comes_next_gets_the_colour_that_fewest_have(app, game):
    table = game("derange", "Anna Bo Cara")
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        bo = next(p for p in group.players if p.name == "Bo")
        bo.colour = 1
        db.session.flush()
        assert player_named(group, "Dilan", table.clock.now()).colour == 2
    assert Colours([*range(1, 9), 1, 2]).next() == 3


def test_it_is_kept_from_night_to_night_and_by_another_name(app, game):
    table = game("derange", "Anna Bo Cara")
    game("vandatta", "Cara Eva", group_id=table.group_id)
    assert colours_of(app, table) == {"Anna": 1, "Bo": 2, "Cara": 3, "Eva": 4}
    with at_work(app):
        assert db.session.get_one(Player, table.player_id("Cara")).snapshot()["colour"] == 3
