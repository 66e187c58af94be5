"""The same people twice at the same game: Back after dealing, or two phones at once, begin no second one."""

from datetime import UTC, datetime, timedelta

import pytest

from models import Group, Session, db
from tests.phone import Phone
from tests.queries import queries_of
from tests.table import Clock, at_work

ROUND = "Anna out, Bo 8, Cara 9"
PLAYING = "Anna, Bo and Cara are playing Derange Order of Eight right now, round 2 of 15."


def session_count(app):
    with at_work(app):
        return db.session.scalar(db.select(db.func.count()).select_from(Session))


def group_count(app):
    with at_work(app):
        return db.session.scalar(db.select(db.func.count()).select_from(Group))


@pytest.mark.phone("scorer")
@pytest.mark.table("derange", "Anna Bo Cara", plays=[ROUND])
class TestTheSamePeopleAreStillPlaying:
    @pytest.fixture
    def new_game(self, table):
        return f"/new/derange?group={table.group_id}"

    def deal(self, phone, address, names, status=422, **values):
        phone.get(address)
        phone.submit("#new-game", {"name": [*names, *[None] * (4 - len(names))], **values}, status=status)

    @pytest.mark.parametrize(
        "names", [["Anna", "Bo", "Cara"], ["cara", "ANNA", " Bo "], ["Bo", "", "Cara", "Anna"]]
    )
    def test_it_is_asked_first_whatever_the_order(self, app, table, phone, new_game, names):
        self.deal(phone, new_game, names)
        assert phone.page.texts(".problem p") == [PLAYING]
        assert session_count(app) == 1
        assert table.path in phone.page.hrefs(".problem a")

    def test_nothing_typed_is_lost_and_one_more_tap_starts_another(self, app, phone, new_game):
        chosen = {"first_dealer": "2", "option-mode": "short", "option-decks": "3"}
        self.deal(phone, new_game, ["Cara", "Bo", "Anna"], **chosen)
        assert [tag["value"] for tag in phone.page.select("[name=name]")][:3] == ["Cara", "Bo", "Anna"]
        assert {name: phone.value_of(name) for name in chosen} == chosen
        phone.submit("#new-game", button="Start another one")
        assert session_count(app) == 2
        assert "Anna deals first" in phone.page.flashes[0]

    def test_back_after_dealing_starts_no_second_game(self, app, phone, new_game):
        self.deal(phone, new_game, ["Anna", "Eva"], status=200)
        phone.get(new_game)  # the page once more, with a fresh id; the browser fills in what was typed
        phone.submit("#new-game", {"name": ["Anna", "Eva"]}, status=422)
        assert session_count(app) == 2

    def test_the_page_says_so_before_anything_is_sent(self, table, phone, new_game):
        phone.get(f"{new_game}&seats_of={table.session_id}")
        assert phone.page.texts(".problem p") == [PLAYING]
        phone.get(new_game)
        assert phone.page.texts(".problem") == []

    def test_two_phones_that_both_start_another_one_start_one(self, app, phone, new_game):
        self.deal(phone, new_game, ["Anna", "Bo", "Cara"])
        twin = phone.twin()
        phone.submit("#new-game", button="Start another one")
        twin.submit("#new-game", {"change_id": ""}, button="Start another one", status=422)
        assert "round 1 of 15" in twin.page.texts(".problem p")[0]
        assert session_count(app) == 2

    def test_a_thin_stock_is_asked_about_too_and_both_answers_hold(self, app, game, phone, table):
        six = "Anna Bo Cara Dilan Eva Frans"
        game("vandatta", six, group_id=table.group_id)
        phone.get(f"/new/vandatta?group={table.group_id}")
        phone.submit("#new-game", {"name": six.split(), "option-decks": "1"}, status=422)
        phone.submit("#new-game", button="accept_thin=1", status=422)
        phone.submit("#new-game", button="Start another one")
        assert session_count(app) == 3

    @pytest.mark.parametrize(
        "names", [["Anna", "Bo"], ["Anna", "Bo", "Cara", "Dilan"], ["Anna", "Bo", "Dilan"]]
    )
    def test_other_people_are_not_asked(self, phone, new_game, names):
        self.deal(phone, new_game, names, status=200)

    def test_another_game_is_not_asked_about(self, table, phone):
        self.deal(phone, f"/new/vandatta?group={table.group_id}", ["Anna", "Bo", "Cara"], status=200)

    def test_a_game_that_is_over_is_not_asked_about(self, table, phone, new_game):
        table.stops()
        self.deal(phone, new_game, ["Anna", "Bo", "Cara"], status=200)

    def test_who_has_left_the_table_plays_no_more(self, table, phone, new_game):
        table.leaves("Bo")
        self.deal(phone, new_game, ["Anna", "Cara"])
        assert phone.page.texts(".problem p") == [PLAYING.replace("Anna, Bo and Cara", "Anna and Cara")]

    def test_the_same_names_in_a_group_that_is_founded(self, app, phone):
        """Back from the first game of a group leads to the page that founded it."""
        phone.get("/new/derange?new_people=1")
        phone.submit("#new-game", {"name": ["Anna", "Bo", "Cara"], "group_name": "The cousins"}, status=422)
        assert phone.page.texts(".problem p") == [PLAYING]
        assert phone.value_of("group_name") == "The cousins"
        assert group_count(app) == 1
        phone.submit("#new-game", button="Start another one")
        assert group_count(app) == 2

    def test_a_stranger_hears_nothing_of_it(self, app, table):
        stranger = Phone(app)
        stranger.get("/new/derange")
        stranger.submit("#new-game", {"name": ["Anna", "Bo", "Cara"]})
        assert group_count(app) == 2

    def test_in_swedish(self, app, table):
        phone = Phone(app, language="sv")
        phone.open_link(table.link("scorer"))
        phone.get(f"/new/derange?group={table.group_id}&seats_of={table.session_id}")
        assert phone.page.texts(".problem p") == [
            "Anna, Bo och Cara spelar Derange Order of Eight just nu, runda 2 av 15."
        ]

    def test_no_more_queries_for_more_games_that_wait(self, app, table, game, phone, new_game):
        address = f"{new_game}&seats_of={table.session_id}"
        few = queries_of(app, lambda: phone.get(address))
        for _game in range(4):
            game("derange", "Anna Bo Cara", group_id=table.group_id).plays(ROUND)
        assert queries_of(app, lambda: phone.get(address)) == few


def test_a_game_left_lying_on_another_evening_is_not_asked_about(game, phone_of):
    table = game("derange", "Anna Bo Cara", clock=Clock(datetime.now(UTC) - timedelta(days=3)))
    phone = phone_of(table.plays(ROUND), "scorer")
    phone.get(f"/new/derange?group={table.group_id}&seats_of={table.session_id}")
    phone.submit("#new-game")
    assert phone.path != table.path


class TestPlayAgain:
    @pytest.fixture
    def finished(self, game):
        return game("derange", "Anna Bo Cara", mode="short").plays(*[ROUND] * 7)

    def test_from_two_phones_it_is_one_game(self, app, finished, phone_of):
        phones = [phone_of(finished, "scorer") for _ in range(2)]
        for phone in phones:
            phone.get(finished.path)
        for phone in phones:
            phone.submit("rematch")
        assert phones[0].path == phones[1].path
        assert phones[1].page.flashes == ["The next game has been started already."]
        assert session_count(app) == 2

    def test_with_the_same_seats_from_another_phone_it_is_asked(self, app, finished, phone_of):
        phone = phone_of(finished, "scorer")
        phone.get(f"/new/derange?group={finished.group_id}&seats_of={finished.session_id}")
        other = phone_of(finished, "scorer")
        other.get(finished.path)
        other.submit("rematch")
        phone.submit("#new-game", status=422)
        assert session_count(app) == 2

    def test_once_that_is_over_the_next_one_begins(self, app, finished, phone_of, game):
        again = game("derange", "Anna Bo Cara", group_id=finished.group_id).plays(ROUND).stops()
        phone = phone_of(finished, "scorer")
        phone.get(finished.path)
        phone.submit("rematch")
        assert phone.path not in (finished.path, again.path)
        assert session_count(app) == 3

    def test_where_the_pack_is_cut_the_second_phone_is_not_asked_who_won(self, app, game, phone_of):
        table = game("swedish_pursuit", "Anna Bo Cara").plays(*[ROUND] * 5)
        one, other = (phone_of(table, "scorer") for _ in range(2))
        for phone in (one, other):
            phone.get(f"{table.path}/rematch")
            phone.submit("rematch", button="dealer=random")
        assert one.path == other.path
        assert session_count(app) == 2
