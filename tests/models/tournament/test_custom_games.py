"""Club evenings of custom games: totals of any game, and a game that is changed during the evening."""

from __future__ import annotations

import uuid
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.tournament.tables import BEST_TABLE_SIZE
from game.variants.custom.building import rules_of
from models import db
from models.custom_game import CustomGame
from models.custom_games import change_game
from models.tournament.drawing import NotDrawn
from models.tournament.reading import at_tables
from models.tournament.variants import adds_points
from tests.club import opened
from tests.custom import preset, typed
from tests.game.variants.custom.definitions import definitions
from tests.models.table.test_any_custom_game import play
from tests.sampling import examples, full_only

NAMES = "Anna Bo Cara Dan"


def becomes(club, definition):
    """The game gets other rules during the evening."""
    with club.open() as tournament:
        game = db.session.get_one(CustomGame, uuid.UUID(tournament.variant))
        change_game(club._group(), game, definition, club.change_stamp())


@full_only
@settings(max_examples=examples(100))
@given(
    definitions().filter(lambda game: adds_points(rules_of(game, BEST_TABLE_SIZE))),
    st.integers(0, 2**32),
)
def test_the_totals_of_a_table_are_those_of_its_session(app, game, seed):
    chance = Random(seed)
    names = " ".join(NAMES.split()[: game.players[1]])
    club = opened(app, names, variant=game, cut=None)
    (table,) = club.draws(1, names).tables()
    play(table, chance, chance.randint(0, 6))
    with club.seen() as (tournament, state):
        (here,) = at_tables(tournament)
    with table.seen() as session:
        totals = {seat: side.total for side in session.standings() for seat in side.seats}
        ranks = {seat: side.rank for side in session.standings() for seat in side.seats}
        assert here.totals == {seat.player_id: totals[seat.id] for seat in session.seats}
        places = {place.player: place.rank for place in state.round_places(1)}
        assert places == {seat.player_id: ranks[seat.id] for seat in session.seats}


def test_the_highest_totals_go_on_and_the_highest_of_the_play_off_wins(app):
    club = opened(app, NAMES, variant=typed(winner="highest", rounds=1), rounds=1, cut=2)
    club.draws().scores(Anna=10, Bo=40, Cara=30, Dan=20)
    assert club.places() == [("Bo", 40, 1), ("Cara", 30, 2), ("Dan", 20, 3), ("Anna", 10, 4)]
    assert sorted(club.due()) == ["Bo", "Cara"]
    club.draws().scores(Bo=5, Cara=6)
    assert club.final() == [("Cara", 6, 1), ("Bo", 5, 2)]
    assert club.winners() == ["Cara"]


class TestAChangeDuringTheEvening:
    def test_of_the_winner_stops_the_draw(self, app):
        club = opened(app, NAMES, variant=typed(winner="highest", rounds=1), rounds=2, cut=None)
        club.draws().scores(Anna=10, Bo=40, Cara=30, Dan=20)
        becomes(club, typed(winner="lowest", rounds=1))
        with pytest.raises(NotDrawn, match="rules"):
            club.draws()
        assert club.places()[0] == ("Bo", 40, 1)
        becomes(club, typed(winner="highest", rounds=2))
        assert club.draws().phase() == "play"

    @pytest.mark.parametrize("rules", [{"eliminate_at": 50}, {"scoring": "wins"}])
    def test_to_rules_that_add_no_points_stops_the_draw(self, app, rules):
        club = opened(app, NAMES, variant=typed(winner="lowest", rounds=1), rounds=2, cut=None)
        becomes(club, typed(**{"winner": "lowest", **rules}))
        with pytest.raises(NotDrawn, match="rules"):
            club.draws()

    def test_of_an_option_that_the_tables_had(self, app):
        """One round for each player is four rounds at every table of an evening."""
        club = opened(app, NAMES, variant=preset("vandatta_25"), rounds=2, cut=None)
        becomes(club, preset("vandatta_25", rounds=None, first_to=100))
        (table,) = club.draws().tables()
        with table.seen() as session:
            assert (session.rules.rounds, session.rules.first_to) == (None, 100)

    def test_after_the_evening_changes_no_place(self, app):
        club = opened(app, NAMES, variant=typed(winner="highest", rounds=1), rounds=1, cut=None)
        club.draws().scores(Anna=10, Bo=40, Cara=30, Dan=20)
        becomes(club, typed(winner="lowest", rounds=1))
        assert club.winners() == ["Bo"]
