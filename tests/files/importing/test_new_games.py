"""Games of a file that the group does not have become games of its own, and plays may name winners only."""

import json
from dataclasses import dataclass

import pytest

from files.importing.applying import CannotApply
from files.importing.games import HIGHEST, LEFT_OUT, LOWEST, MAX_IN_LIST, PLACES, WINS
from game.variants.custom.definition import GameDefinition, definition_of
from models import CustomGame, Session, db
from models.statistics.selection import Selection
from models.statistics.tally import tallies_of
from tests.files.document.files import exported
from tests.files.importing.files import File
from tests.files.test_round_trip import as_json
from tests.table import at_work, start

NAMES = ("Anna", "Bo", "Cara")


def export(*plays, **games):
    """An export of BG Stats. plays: (game, points or won, in the order of NAMES). games: members by name."""
    titles = list(dict.fromkeys(title for title, *_scores in plays))
    return json.dumps(
        {
            "players": [
                {"id": number, "uuid": f"p{number}", "name": name} for number, name in enumerate(NAMES, 1)
            ],
            "games": [
                {"id": number, "uuid": f"g{number}", "name": title, **games.get(title, {})}
                for number, title in enumerate(titles, 1)
            ],
            "plays": [
                {
                    "uuid": f"play{number}",
                    "playDate": f"2024-05-{number % 28 + 1:02} 19:30:00",
                    "gameRefId": titles.index(title) + 1,
                    "playerScores": [_score(place, each) for place, each in enumerate(scores, 1)],
                }
                for number, (title, *scores) in enumerate(plays)
            ],
        }
    )


def _score(place, written):
    """written: "12", or "12!" of a winner, "!" of one without points, "#2" for the second place."""
    rank = {"rank": int(written[1:])} if written.startswith("#") else {}
    points = "" if rank else written.rstrip("!")
    return {"playerRefId": place, "score": points, "winner": written.endswith("!"), **rank}


def games_in(file):
    """The choice for each game of the file."""
    with file.previewed() as preview:
        return {game.name: game.choice for game in preview.games}


@dataclass
class Here:
    """A game of the group."""

    key: str
    is_retired: bool
    definition: GameDefinition


def games_here(app):
    """By name."""
    with at_work(app):
        found = db.session.scalars(db.select(CustomGame))
        return {game.name: Here(game.key, game.is_retired, definition_of(game.definition)) for game in found}


def standings_here(app, key):
    """Totals by name of each session of that game, and who won."""
    with at_work(app):
        found = db.select(Session).where(Session.variant == key).order_by(Session.started_at)
        sessions = db.session.scalars(found).all()
        totals = [{seat.name: seat.final_total for seat in session.seats} for session in sessions]
        winners = [[seat.name for seat in session.seats if seat.final_won] for session in sessions]
        return list(zip(totals, winners, strict=True))


class TestWhoWins:
    @pytest.mark.parametrize(
        ("plays", "members", "choice"),
        [
            ([("Catan", "10!", "8", "7")], {}, HIGHEST),
            ([("Golf", "10", "8!", "17")], {}, LOWEST),
            ([("Catan", "10", "8", "7")], {"highestWins": True}, HIGHEST),
            ([("Golf", "10", "8", "7")], {"highestWins": False}, LOWEST),
            ([("Go", "", "!", "")], {}, WINS),
            ([("Catan", "10!", "8", "7"), ("Catan", "", "!", "")], {}, HIGHEST),
            ([("Go", "#2", "#1", "#3")], {}, PLACES),
            ([("Go", "#2", "#1", "#3"), ("Go", "", "!", "")], {}, WINS),
            ([("Go", "2", "1", "3"), ("Go", "1", "2", "3"), ("Go", "3", "1", "2")], {}, PLACES),
            ([("Catan", "10", "8", "7")], {}, LEFT_OUT),
            ([("Catan", "7!", "7!", "7!")], {}, LEFT_OUT),
            ([("Catan", "10!", "8", "7"), ("Catan", "10", "8", "7!")], {}, LEFT_OUT),
            ([("Vandatta", "10", "8!", "7")], {}, "vandatta"),
        ],
    )
    def test_the_file_says_it(self, app, table, plays, members, choice):
        title = plays[0][0]
        assert games_in(File(app, table.group_id, export(*plays, **{title: members}))) == {title: choice}


class TestImport:
    def test_points_and_winners_are_those_of_the_file(self, app, table):
        plays = (("Catan", "10!", "8", "7"), ("Golf", "10", "-8!", "17"), ("Catan", "3", "9!", "2"))
        File(app, table.group_id, export(*plays)).apply()
        games = games_here(app)
        assert set(games) == {"Catan", "Golf"}
        assert standings_here(app, games["Catan"].key) == [
            ({"Anna": 10, "Bo": 8, "Cara": 7}, ["Anna"]),
            ({"Anna": 3, "Bo": 9, "Cara": 2}, ["Bo"]),
        ]
        assert standings_here(app, games["Golf"].key) == [({"Anna": 10, "Bo": -8, "Cara": 17}, ["Bo"])]
        assert [games[name].definition.negative for name in ("Catan", "Golf")] == [False, True]

    def test_a_second_file_adds_to_the_same_game(self, app, table):
        File(app, table.group_id, export(("Catan", "10!", "8", "7"))).apply()
        later = File(app, table.group_id, export(("Catan", "1!", "0", "0"), ("CATAN", "5!", "4", "3")))
        (game,) = games_here(app).values()
        assert games_in(later) == {"Catan": game.key, "CATAN": game.key}
        later.apply()
        assert len(games_here(app)) == 1
        assert len(standings_here(app, game.key)) == 2  # one play was imported before

    def test_an_earlier_choice_of_a_new_game_means_that_game(self, app, table):
        File(app, table.group_id, export(("Catan", "10", "8", "7"))).choose(games={"Catan": LOWEST}).apply()
        later = File(app, table.group_id, export(("Other", "1!", "0", "0"), ("Catan", "5", "4", "3")))
        assert games_in(later)["Catan"] == games_here(app)["Catan"].key

    def test_reverting_removes_the_games(self, app, table):
        file = File(app, table.group_id, export(("Catan", "10!", "8", "7")))
        file.apply()
        file.revert()
        assert games_here(app) == {}
        assert file.apply().sessions

    def test_a_game_that_is_left_out_is_not_made(self, app, table):
        file = File(app, table.group_id, export(("Catan", "10!", "8", "7")))
        file.choose(games={"Catan": LEFT_OUT})
        with pytest.raises(CannotApply, match="nothing"):
            file.apply()
        assert games_here(app) == {}

    def test_another_direction_can_be_chosen(self, app, table):
        file = File(app, table.group_id, export(("Catan", "10", "8", "7")))
        file.choose(games={"Catan": LOWEST}).apply()
        assert standings_here(app, games_here(app)["Catan"].key)[0][1] == ["Cara"]

    @pytest.mark.parametrize(("count", "is_retired"), [(MAX_IN_LIST, False), (MAX_IN_LIST + 1, True)])
    def test_many_games_do_not_fill_the_list_of_games(self, app, table, count, is_retired):
        plays = [(f"Game {number}", "3!", "2", "1") for number in range(count)]
        File(app, table.group_id, export(*plays)).apply()
        assert [game.is_retired for game in games_here(app).values()] == [is_retired] * count

    def test_games_beyond_the_limit_are_left_out(self, app, table, monkeypatch):
        monkeypatch.setattr("files.importing.preview.MAX_GAMES", 1)
        plays = [("Rare", "3!", "2", "1"), ("Often", "3!", "2", "1"), ("Often", "3!", "2", "1")]
        file = File(app, table.group_id, export(*plays))
        assert games_in(file) == {"Often": HIGHEST, "Rare": LEFT_OUT}
        file.apply()
        assert list(games_here(app)) == ["Often"]

    def test_a_table_without_a_game_may_become_one(self, app, table):
        file = File(app, table.group_id, "Date,Anna,Bo\n2024-05-17,3,9\n2024-05-18,4,1\n")
        file.choose(games={"": HIGHEST}).apply()
        (name,) = games_here(app)
        assert name == "a file"


class TestWithoutPoints:
    PLAYS = (("Vandatta", "", "!", ""), ("Vandatta", "12", "0!", "30"))

    @pytest.fixture
    def file(self, app, table):
        file = File(app, table.group_id, export(*self.PLAYS))
        file.apply()
        return file

    def sessions(self, app):
        with at_work(app):
            return [
                (s.rules.without_points, {seat.name: seat.final_won for seat in s.seats})
                for s in db.session.scalars(
                    db.select(Session).where(Session.totals_only).order_by(Session.started_at)
                )
            ]

    def test_a_known_game_keeps_its_name_and_has_no_points(self, app, table, file):
        assert self.sessions(app) == [
            (True, {"Anna": False, "Bo": True, "Cara": False}),
            (False, {"Anna": False, "Bo": True, "Cara": False}),
        ]

    def test_the_win_counts(self, app, table, file):
        with at_work(app):
            tallies = tallies_of(Selection(table.group_id, variant="vandatta"))
        ids = {name: table.player_id(name) for name in NAMES}
        assert tallies[ids["Bo"]]["vandatta"].wins == 2

    @pytest.mark.parametrize("title", ["Vandatta", "Catan"])
    def test_places(self, app, table, title):
        File(app, table.group_id, export((title, "#2", "#1", "#3"), (title, "12!", "3", "4"))).choose(
            games={"Catan": HIGHEST} if title == "Catan" else {}
        ).apply()
        with at_work(app):
            placed = db.session.scalars(db.select(Session).where(Session.totals_only)).all()
            (session,) = [s for s in placed if s.rules.without_points]
            assert {seat.name: seat.final_rank for seat in session.seats} == {"Anna": 2, "Bo": 1, "Cara": 3}
            assert [s.rules.tally for s in placed if s is not session] == ["points"]

    @pytest.mark.parametrize("shared", [("!", "!", ""), ("!", "!", "!")])
    def test_shared_wins(self, app, table, shared):
        File(app, table.group_id, export(("Vandatta", *shared))).apply()
        ((_only, won),) = self.sessions(app)
        assert [won[name] for name in NAMES] == [each == "!" for each in shared]

    @pytest.mark.parametrize(
        ("scores", "reason"),
        [
            (("", "", ""), "neither points nor a winner are given"),
            (("3", "!", "1"), "no points given for Bo"),
        ],
    )
    def test_incomplete_plays_are_left_out(self, app, table, scores, reason):
        with File(app, table.group_id, export(("Vandatta", *scores))).previewed() as preview:
            assert [out.reason % out.values for out in preview.left_out] == [reason]

    def test_pages_say_that_no_points_were_recorded(self, app, table, file, phone_of):
        with at_work(app):
            own = db.session.scalars(db.select(Session).where(Session.totals_only)).all()
            (known,) = [str(s.id) for s in own if s.rules.without_points]
        phone = phone_of(table, "watcher")
        for page in ("", "/rounds"):
            phone.get(f"{table.group_path}/sessions/{known}{page}")
            assert "No points recorded, only who won." in phone.page.words

    def test_documents_carry_them(self, app, table, file):
        document = exported(app, table.group_id)
        rules = [s["rules"] for s in document["sessions"] if s.get("totals_only") or s.get("summed")]
        assert [each.get("without_points", False) for each in rules] == [True, False]

    def test_the_session_document_brings_them_back(self, app, table):
        plays = (("Vandatta", "", "!", ""), ("Vatikan", "#2", "#1", "#3"), ("Go", "#2", "#1", "#3"))
        File(app, table.group_id, export(*plays, ("Chess", "!", "", ""))).apply()
        other = start(app, "derange", "Anna Bo")
        File(app, other.group_id, as_json(app, table.group_id)).apply()
        assert known_results(app, other.group_id) == known_results(app, table.group_id) != []


def known_results(app, group_id):
    """What is known of the sessions with totals only."""
    with at_work(app):
        found = db.select(Session).where(Session.visible_in(group_id), Session.totals_only)
        return [
            (s.rules.without_points, s.rules.tally, [(x.name, x.final_rank) for x in s.seats])
            for s in db.session.scalars(found.order_by(Session.started_at))
        ]
