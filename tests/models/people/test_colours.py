"""A colour for every player, assigned once."""

from models import Group, Player, db
from models.database import new_id
from models.people.colours import Colours, shapes
from models.table.starting import player_named
from tests.table import at_work

EIGHT = "Anna Bo Cara Dilan Eva Frans Gun Hanna"


def colours_of(app, table):
    with at_work(app):
        return {p.name: p.colour for p in db.session.get_one(Group, table.group_id).players}


def test_eight_people_have_eight_colours_in_the_order_they_sat_down(app, game):
    table = game("derange", EIGHT)
    assert colours_of(app, table) == dict(zip(EIGHT.split(), range(1, 9), strict=True))


def test_the_next_player_gets_the_least_used_colour(app, game):
    table = game("derange", "Anna Bo Cara")
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        bo = next(p for p in group.players if p.name == "Bo")
        bo.colour = 1
        db.session.flush()
        assert player_named(group, "Dilan", table.clock.now()).colour == 2
    assert Colours([*range(1, 9), 1, 2]).next() == 3


def test_it_stays_the_same_from_night_to_night_and_after_renaming(app, game):
    table = game("derange", "Anna Bo Cara")
    game("vandatta", "Cara Eva", group_id=table.group_id)
    assert colours_of(app, table) == {"Anna": 1, "Bo": 2, "Cara": 3, "Eva": 4}
    with at_work(app):
        assert db.session.get_one(Player, table.player_id("Cara")).snapshot()["colour"] == 3


def test_players_with_the_same_colour_have_different_shapes():
    people = [Player(id=new_id(), colour=colour) for colour in (1, 2, 1, 1, 2, 3)]
    assert list(shapes(people).values()) == [0, 0, 1, 2, 1, 0]


def test_a_person_named_twice_counts_once():
    anna = Player(id=new_id(), colour=1)
    assert shapes([anna, anna]) == {anna.id: 0}
