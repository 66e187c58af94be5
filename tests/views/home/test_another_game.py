"""A game of players who are already playing that variant is started only after a confirmation."""

from datetime import UTC, datetime, timedelta

import pytest

from models import Group, Session, db
from tests.phone import Phone
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import Clock, at_work

pytestmark = full_only

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
class TestPlayersOfAnUnfinishedGame:
    @pytest.fixture
    def new_game(self, table):
        return f"/new/derange?group={table.group_id}"

    def deal(self, phone, address, names, status=422, **values):
        phone.get(address)
        phone.submit("#new-game", {"name": [*names, *[None] * (4 - len(names))], **values}, status=status)

    @pytest.mark.parametrize(
        "names", [["Anna", "Bo", "Cara"], ["cara", "ANNA", " Bo "], ["Bo", "", "Cara", "Anna"]]
    )
    def test_a_confirmation_is_required_whatever_the_order_of_names(self, app, table, phone, new_game, names):
        self.deal(phone, new_game, names)
        assert phone.page.texts(".problem p") == [PLAYING]
        assert session_count(app) == 1
        assert table.path in phone.page.hrefs(".problem a")

    def test_the_form_keeps_its_input_and_the_confirmation_starts_a_game(self, app, phone, new_game):
        chosen = {"first_dealer": "2", "option-mode": "short", "option-decks": "3"}
        self.deal(phone, new_game, ["Cara", "Bo", "Anna"], **chosen)
        assert [tag["value"] for tag in phone.page.select("[name=name]")][:3] == ["Cara", "Bo", "Anna"]
        assert {name: phone.value_of(name) for name in chosen} == chosen
        phone.submit("#new-game", button="Start another one")
        assert session_count(app) == 2
        assert "Anna deals first" in phone.page.flashes[0]

    def test_no_second_game_is_started_from_the_page_before_dealing(self, app, phone, new_game):
        self.deal(phone, new_game, ["Anna", "Eva"], status=200)
        phone.get(new_game)  # the form with a new id; the browser fills in what was typed
        phone.submit("#new-game", {"name": ["Anna", "Eva"]}, status=422)
        assert session_count(app) == 2

    def test_the_page_warns_before_the_form_is_sent(self, table, phone, new_game):
        phone.get(f"{new_game}&seats_of={table.session_id}")
        assert phone.page.texts(".problem p") == [PLAYING]
        phone.get(new_game)
        assert phone.page.texts(".problem") == []

    def test_two_confirmations_from_two_phones_start_one_game(self, app, phone, new_game):
        self.deal(phone, new_game, ["Anna", "Bo", "Cara"])
        twin = phone.twin()
        phone.submit("#new-game", button="Start another one")
        twin.submit("#new-game", {"change_id": ""}, button="Start another one", status=422)
        assert "round 1 of 15" in twin.page.texts(".problem p")[0]
        assert session_count(app) == 2

    def test_this_confirmation_and_that_of_a_thin_stock_are_both_kept(self, app, game, phone, table):
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
    def test_other_players_need_no_confirmation(self, phone, new_game, names):
        self.deal(phone, new_game, names, status=200)

    def test_another_variant_needs_no_confirmation(self, table, phone):
        self.deal(phone, f"/new/vandatta?group={table.group_id}", ["Anna", "Bo", "Cara"], status=200)

    def test_a_finished_game_needs_no_confirmation(self, table, phone, new_game):
        table.stops()
        self.deal(phone, new_game, ["Anna", "Bo", "Cara"], status=200)

    def test_a_player_who_left_is_not_counted(self, table, phone, new_game):
        table.leaves("Bo")
        self.deal(phone, new_game, ["Anna", "Cara"])
        assert phone.page.texts(".problem p") == [PLAYING.replace("Anna, Bo and Cara", "Anna and Cara")]

    def test_a_new_group_with_the_same_names_needs_a_confirmation(self, app, phone):
        """The page from which a group and its first game were created is sent again."""
        phone.get("/new/derange?new_people=1")
        phone.submit("#new-game", {"name": ["Anna", "Bo", "Cara"], "group_name": "The cousins"}, status=422)
        assert phone.page.texts(".problem p") == [PLAYING]
        assert phone.value_of("group_name") == "The cousins"
        assert group_count(app) == 1
        phone.submit("#new-game", button="Start another one")
        assert group_count(app) == 2

    def test_a_stranger_gets_no_confirmation(self, app, table):
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

    def test_query_count_does_not_grow_with_the_number_of_unfinished_games(
        self, app, table, game, phone, new_game
    ):
        address = f"{new_game}&seats_of={table.session_id}"
        few = queries_of(app, lambda: phone.get(address))
        for _game in range(4):
            game("derange", "Anna Bo Cara", group_id=table.group_id).plays(ROUND)
        assert queries_of(app, lambda: phone.get(address)) == few


def test_an_unfinished_game_of_another_day_needs_no_confirmation(game, phone_of):
    table = game("derange", "Anna Bo Cara", clock=Clock(datetime.now(UTC) - timedelta(days=3)))
    phone = phone_of(table.plays(ROUND), "scorer")
    phone.get(f"/new/derange?group={table.group_id}&seats_of={table.session_id}")
    phone.submit("#new-game")
    assert phone.path != table.path


class TestPlayAgain:
    @pytest.fixture
    def finished(self, game):
        return game("derange", "Anna Bo Cara", mode="short").plays(*[ROUND] * 7)

    def test_two_phones_start_one_game(self, app, finished, phone_of):
        phones = [phone_of(finished, "scorer") for _ in range(2)]
        for phone in phones:
            phone.get(finished.path)
        for phone in phones:
            phone.submit("rematch")
        assert phones[0].path == phones[1].path
        assert phones[1].page.flashes == ["The next game has been started already."]
        assert session_count(app) == 2

    def test_a_form_with_the_same_seats_needs_a_confirmation(self, app, finished, phone_of):
        phone = phone_of(finished, "scorer")
        phone.get(f"/new/derange?group={finished.group_id}&seats_of={finished.session_id}")
        other = phone_of(finished, "scorer")
        other.get(finished.path)
        other.submit("rematch")
        phone.submit("#new-game", status=422)
        assert session_count(app) == 2

    def test_a_game_can_be_started_again_after_the_next_one_has_ended(self, app, finished, phone_of, game):
        again = game("derange", "Anna Bo Cara", group_id=finished.group_id).plays(ROUND).stops()
        phone = phone_of(finished, "scorer")
        phone.get(finished.path)
        phone.submit("rematch")
        assert phone.path not in (finished.path, again.path)
        assert session_count(app) == 3

    def test_a_variant_with_a_cut_starts_one_game_from_two_phones(self, app, game, phone_of):
        table = game("swedish_pursuit", "Anna Bo Cara").plays(*[ROUND] * 5)
        one, other = (phone_of(table, "scorer") for _ in range(2))
        for phone in (one, other):
            phone.get(f"{table.path}/rematch")
            phone.submit("rematch", button="dealer=random")
        assert one.path == other.path
        assert session_count(app) == 2
