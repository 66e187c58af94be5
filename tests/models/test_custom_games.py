"""Custom games of a group, and sessions of them."""

import pytest

from game.variants import VARIANTS
from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from models import ChangeStamp, Group, Session, db
from models.custom_games import (
    bring_back_game,
    change_game,
    create_game,
    game_history,
    game_of,
    games_of,
    playable_variants,
    retire_game,
    variant_named,
)
from models.database import new_id
from models.people.group_undo import undo_group_change
from models.table.starting import rematch
from models.table.undo import CannotUndo
from tests.table import at_work, start

EIGHTS = presets()["crazy_eights"].definition("en")
PLUMP = presets()["plump"].definition("en")
MAU_MAU = presets()["mau_mau"].definition("en")


class Games:
    """The custom games of a group; each call is a transaction of its own."""

    def __init__(self, table):
        self.table, self.app, self.group_id = table, table.app, table.group_id

    def change(self, action, *args):
        with at_work(self.app):
            group = db.session.get_one(Group, self.group_id)
            action(group, *args, self.stamp())
            db.session.commit()

    def stamp(self):
        return ChangeStamp(new_id(), "Anna’s phone", self.table.clock.now())

    def on(self, action, game_id, *args):
        with at_work(self.app):
            group = db.session.get_one(Group, self.group_id)
            action(group, game_of(group.id, game_id), *args, self.stamp())
            db.session.commit()

    def undo(self, game_id, place=0):
        with at_work(self.app):
            group = db.session.get_one(Group, self.group_id)
            undo_group_change(group, game_history(group, game_id)[place], self.stamp())
            db.session.commit()

    def names(self):
        with at_work(self.app):
            return [(game.name, game.is_retired) for game in games_of(self.group_id)]

    def playable(self):
        with at_work(self.app):
            return [variant.name["en"] for variant in playable_variants(self.group_id)][len(VARIANTS) :]


@pytest.fixture
def games(app):
    return Games(start(app, "derange", "Anna Bo Cara"))


@pytest.fixture
def plump(games):
    game_id = new_id()
    games.change(create_game, game_id, PLUMP)
    return game_id


def test_own_games_come_after_the_known_ones(games, plump):
    with at_work(games.app):
        keys = [variant.key for variant in playable_variants(games.group_id)]
    assert keys == [*VARIANTS, str(plump)]


def test_a_retired_game_leaves_the_list_and_comes_back(games, plump):
    games.on(retire_game, plump)
    assert (games.playable(), games.names()) == ([], [("Plump", True)])
    games.on(bring_back_game, plump)
    assert (games.playable(), games.names()) == (["Plump"], [("Plump", False)])


def test_every_change_can_be_taken_back(games, plump):
    games.on(change_game, plump, EIGHTS)
    games.on(retire_game, plump)
    games.undo(plump)
    assert games.names() == [("Crazy Eights", False)]
    games.undo(plump, place=2)
    assert games.names() == [("Plump", False)]


def test_a_creation_that_is_taken_back_deletes_the_game(games, plump):
    games.undo(plump)
    assert games.names() == []
    games.undo(plump)  # the undo
    assert games.names() == [("Plump", False)]


def test_the_creation_of_a_game_that_was_played_cannot_be_taken_back(app):
    games = Games(start(app, PLUMP, "Anna Bo Cara"))
    with at_work(app):
        (game,) = games_of(games.group_id)
        game_id = game.id
    with pytest.raises(CannotUndo, match="game_played"):
        games.undo(game_id)


def test_saving_the_same_rules_is_no_change(games, plump):
    games.on(change_game, plump, PLUMP)
    with at_work(games.app):
        assert len(game_history(db.session.get_one(Group, games.group_id), plump)) == 1


def test_a_change_affects_later_sessions_only(app):
    table = start(app, EIGHTS, "Anna Bo Cara")
    games = Games(table)
    with at_work(app):
        (game,) = games_of(table.group_id)
        game_id = game.id
    table.plays("Anna out, Bo 8, Cara K")
    changed = definition_of({**EIGHTS.stored(), "values": {**EIGHTS.values, "8": 20}, "first_to": 500})
    games.on(change_game, game_id, changed)
    assert table.totals()["Anna"] == 60
    table.plays("Bo out, Anna 8, Cara -")
    assert table.totals()["Bo"] == 50
    with table.seen() as session:
        setup = rematch(session)
        assert setup.variant.rules(setup.options, 3).first_to == 500


def test_a_game_of_another_group_is_unknown(games, plump):
    other = start(games.app, "derange", "Dan Eva")
    with at_work(games.app):
        assert variant_named(other.group_id, str(plump)) is None
        assert variant_named(None, str(plump)) is None
        assert variant_named(games.group_id, str(plump).upper()) is None
        assert variant_named(games.group_id, str(plump)).name["en"] == "Plump"
        assert variant_named(games.group_id, "derange") is VARIANTS["derange"]
        assert variant_named(games.group_id, "bridge") is None


class TestPlayed:
    def test_crazy_eights_to_the_end(self, app):
        table = start(app, EIGHTS, "Anna Bo Cara")
        table.plays("Anna out, Bo 8, Cara K A")
        assert table.totals() == {"Anna": 61, "Bo": 0, "Cara": 0}
        table.plays("Bo out, Anna 8, Cara 8")
        assert table.finals() == {"Anna": (61, 2, False), "Bo": (100, 1, True), "Cara": (0, 3, False)}

    def test_a_corrected_round_opens_the_game_again(self, app):
        table = start(app, EIGHTS, "Anna Bo Cara").plays("Anna out, Bo 8, Cara 8")
        assert table.is_finished()
        table.corrects(1, "Anna out, Bo 8, Cara 9")
        assert not table.is_finished()
        assert table.totals()["Anna"] == 59

    def test_typed_sums_are_stored_as_typed(self, app):
        table = start(app, PLUMP, "Anna Bo").plays("Anna =12+11, Bo =0")
        with table.seen() as session:
            typed = [(hand.typed, hand.points) for hand in session.rounds[0].hands]
        assert sorted(typed, key=str) == [("12+11", 23), (None, 0)]
        table.corrects(1, "Anna =11+12, Bo =0")
        assert table.kinds() == ["record", "correct"]
        table.takes_back()
        with table.seen() as session:
            assert {hand.typed for hand in session.rounds[0].hands} == {"12+11", None}

    def test_a_round_that_counts_twice(self, app):
        table = start(app, MAU_MAU, "Anna Bo Cara").plays("×1, Anna out, Bo J, Cara 7")
        assert table.totals() == {"Anna": 0, "Bo": 40, "Cara": 14}
        table.corrects(1, "Anna out, Bo J, Cara 7")
        assert table.totals() == {"Anna": 0, "Bo": 20, "Cara": 7}
        table.takes_back()
        with table.seen() as session:
            assert session.rounds[0].multipliers == ("1",)

    def test_an_eliminated_player_is_asked_for_no_further_hand(self, app):
        last_one = presets()["last_one"].definition("en")
        table = start(app, last_one, "Anna Bo Cara").plays("Anna out, Bo 8 8, Cara 5")
        assert table.who_plays(2) == ["Anna", "Cara"]
        table.plays("Anna out, Cara 8 8")
        assert table.finals() == {"Anna": (0, 1, True), "Bo": (100, 3, False), "Cara": (105, 2, False)}

    def test_after_an_elimination_the_deal_goes_on_to_the_left(self, app):
        last_one = presets()["last_one"].definition("en")
        table = start(app, last_one, "Anna Bo Cara").plays("Anna out, Bo 8 8, Cara 8 8")
        assert table.is_finished()
        with table.seen() as session:
            setup = rematch(session)
            assert (len(setup.names), setup.first_dealer) == (3, 1)

    def test_without_cards_dealt_the_hand_size_is_0(self, app):
        points = presets()["points_only"].definition("en")
        table = start(app, points, "Anna Bo").plays("Anna =-5, Bo =12")
        with table.seen() as session:
            assert (session.rounds[0].hand_size, session.rounds[0].out) == (0, None)
        assert table.ranks() == {"Anna": 2, "Bo": 1}

    def test_its_sessions_have_its_id_as_their_variant(self, app):
        table = start(app, PLUMP, "Anna Bo")
        with at_work(app):
            (game,) = games_of(table.group_id)
            session = db.session.get_one(Session, table.session_id)
            assert (session.variant, session.rules.variant) == (game.key, game.key)
            assert session.rules.name["sv"] == "Plump"
