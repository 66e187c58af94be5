"""Who sits at the table: joining, leaving, coming back, changing places."""

import unicodedata

import pytest

from tests.phone import Phone
from tests.table import start as start_game
from tests.views.words import HARMFUL, weird_names

ROUND = "Cara out, Anna 8, Bo K"


pytestmark = [pytest.mark.table(plays=[ROUND]), pytest.mark.phone("scorer", "{table.path}/seats")]


def sit_down(phone, name, status=200, **values):
    return phone.submit("form[action$='/seats']", {"name": name, **values}, status=status)


class TestSittingDown:
    def test_on_the_left_of_somebody_from_the_next_deal_on(self, phone, table):
        sit_down(phone, "Dilan", after=str(table.seat_id("Anna")))
        assert table.seats() == ["Anna", "Dilan", "Bo", "Cara"]
        assert table.who_plays(1) == ["Anna", "Bo", "Cara"]
        assert table.who_plays(2) == ["Anna", "Dilan", "Bo", "Cara"]
        assert "Dilan" in phone.page.flashes[0]

    def test_a_plan_that_more_people_would_have_otherwise_stays_and_that_is_said(self, app, phone_of):
        table = start_game(app, "vandatta", "Anna Bo Cara Dilan Eva")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/seats")
        sit_down(phone, "Frans")
        assert "The game stays at 5 rounds and 1 deck." in phone.page.flashes

    def test_nothing_is_said_of_a_plan_that_is_the_same_for_more(self, phone, table):
        sit_down(phone, "Dilan")
        assert not [said for said in phone.page.flashes if "stays at" in said]

    @pytest.mark.parametrize(("start", "points"), [("zero", 0), ("average", 23), ("worst", 50)])
    def test_with_the_points_that_the_table_chose(self, phone, table, start, points):
        sit_down(phone, "Dilan", start=start)
        assert table.totals()["Dilan"] == points
        assert not points or str(points) in phone.page.words

    def test_unless_it_says_otherwise_with_the_average_which_the_page_tells(self, phone, table):
        assert "average at this table is 23 now" in phone.page.words
        assert phone.value_of("start") == "average"
        sit_down(phone, "Dilan")
        assert table.totals()["Dilan"] == 23

    def test_before_the_first_round_and_where_wins_count_with_nothing(self, phone, game, table):
        fresh = game("derange", "Eva Frans", group_id=table.group_id)
        wins = game("vatikan", "Eva Frans Gun", group_id=table.group_id).plays("Eva out, Frans ?, Gun ?")
        for other in (fresh, wins):
            phone.get(f"{other.path}/seats")
            assert phone.value_of("start") == "zero"
            assert "average" not in phone.page.words
            sit_down(phone, "Dilan")
            assert other.totals()["Dilan"] == 0

    def test_one_tap_seats_with_the_average_too(self, phone, table, game):
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats")
        phone.submit("form[action$='/seats']", button="name=Eva")
        assert table.totals()["Eva"] == 23

    def test_everybody_has_their_own_face(self, phone):
        discs = [(disc.get_text(), disc["class"][1]) for disc in phone.page.select(".seat-row .disc")]
        assert discs == [("A", "colour-1"), ("B", "colour-2"), ("C", "colour-3")]

    def test_one_tap_for_somebody_remembered(self, phone, table, game):
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats")
        assert set(phone.page.texts(".chip > :not(.disc)")) == {"Eva", "Frans"}
        before = phone.page.soup.select_one(".chip")
        phone.submit("form[action$='/seats']", button=f"name={before['value']}")
        assert before["value"] in table.seats()

    def test_the_enter_key_seats_whoever_was_typed(self, phone, table, game):
        """It presses the first button of the form, which must not be somebody remembered."""
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats")
        sit_down(phone, "Dilan")
        assert table.seats() == ["Anna", "Bo", "Cara", "Dilan"]

    @pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 41])
    def test_a_name_that_is_none_is_refused(self, phone, table, name):
        sit_down(phone, name, status=422)
        assert phone.page.texts(".wrong")
        assert len(table.seats()) == 3

    @pytest.mark.parametrize("name", weird_names("of seats"))
    def test_names_of_any_script(self, phone, table, name):
        sit_down(phone, name)
        assert unicodedata.normalize("NFC", name) in phone.page.words
        assert all(harm not in phone.page.text for harm in HARMFUL)

    @pytest.mark.parametrize("name", ["Anna", "anna", " ANNA "])
    def test_nobody_sits_at_a_table_twice(self, phone, table, name):
        sit_down(phone, name, status=422, after=str(table.seat_id("Bo")), start="worst")
        assert phone.page.texts(".wrong")
        assert phone.value_of("name").strip() == name.strip()
        assert phone.value_of("after") == str(table.seat_id("Bo"))

    def test_what_was_chosen_stays_chosen(self, phone, table):
        sit_down(phone, "", status=422, after=str(table.seat_id("Bo")), start="worst")
        assert phone.value_of("after") == str(table.seat_id("Bo"))
        assert phone.value_of("start") == "worst"

    @pytest.mark.parametrize("after", ["", "x", "00000000-0000-0000-0000-000000000000"])
    def test_on_the_left_of_nobody_is_at_the_end(self, phone, table, after):
        sit_down(phone, "Dilan", after=after)
        assert table.seats()[-1] == "Dilan"

    def test_a_start_that_is_none_is_refused(self, phone, table):
        sit_down(phone, "Dilan", start="best", status=422)
        assert len(table.seats()) == 3

    def test_no_more_than_the_cards_can_deal(self, game, phone_of):
        table = game("derange", "A B C D E F", decks=1)
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/seats")
        sit_down(phone, "G", status=422)
        assert phone.page.texts(".wrong")
        assert phone.value_of("name") == "G"

    def test_sent_twice_somebody_sits_down_once(self, phone, table):
        action, _method, data = phone.filled("form[action$='/seats']", {"name": "Dilan"})
        for _ in range(2):
            phone.post(action, data)
        assert table.seats().count("Dilan") == 1

    @pytest.mark.parametrize("team", ["2", "\x00", "x" * 5000, "<b>", ""])
    def test_a_team_is_a_short_text(self, game, phone_of, team):
        table = game("vatikan", "Anna Bo Cara Dilan", teams=True, sides="1 2 1 2")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/seats")
        sit_down(phone, "Eva", team=team)
        with table.seen() as session:
            stored = next(seat.team for seat in session.seats if seat.name == "Eva")
        assert stored is None or ("\x00" not in stored and len(stored) <= 40)


class TestLeaving:
    def test_the_points_stay(self, phone, table):
        phone.submit(f"{table.seat_id('Bo')}/leaving")
        assert table.who_plays(2) == ["Anna", "Cara"]
        assert table.totals()["Bo"] == 20
        assert table.ranks()["Bo"] is None

    def test_two_must_stay(self, phone, table):
        table.leaves("Anna")
        phone.submit(f"{table.seat_id('Bo')}/leaving", status=422)
        assert phone.page.texts(".problem")
        assert table.who_plays(2) == ["Bo", "Cara"]

    def test_nobody_leaves_twice(self, phone, table, game):
        table.sits_down("Dilan").leaves("Bo")
        phone.submit(f"{table.seat_id('Bo')}/leaving", status=422)

    def test_sent_twice_it_is_once(self, phone, table):
        action, _method, data = phone.filled(f"{table.seat_id('Bo')}/leaving")
        for _ in range(2):
            phone.post(action, data)
        assert table.kinds() == ["record", "leave"]


class TestComingBack:
    @pytest.fixture
    def away(self, phone, table):
        table.leaves("Bo").plays("Cara out, Anna 8")
        phone.get(f"{table.path}/seats")
        return table

    @pytest.mark.parametrize(("start", "points"), [("zero", 20), ("average", 50), ("worst", 100)])
    def test_with_the_points_that_the_table_chose(self, phone, away, start, points):
        phone.submit(f"{away.seat_id('Bo')}/return", {"start": start})
        assert away.totals()["Bo"] == points
        assert away.who_plays(3) == ["Anna", "Bo", "Cara"]
        assert away.who_plays(2) == ["Anna", "Cara"]

    @pytest.mark.parametrize("start", ["average", "worst"])
    def test_nobody_loses_or_gains_who_has_more_than_that(self, phone, table, start):
        table.leaves("Anna").plays("Cara out, Bo 4")
        phone.get(f"{table.path}/seats")
        phone.submit(f"{table.seat_id('Anna')}/return", {"start": start})
        assert table.totals()["Anna"] == 50

    @pytest.mark.parametrize("name", ["Bo", "bo", " BO "])
    def test_the_name_typed_to_sit_down_offers_the_return(self, phone, away, name):
        phone.get(f"{away.path}/seats")
        sit_down(phone, name, 422)
        assert phone.page.texts(".problem") == []
        assert phone.page.texts(".wrong") == []
        assert phone.page.texts("[role=alert] h2") == ["B Bo has left. Does Bo come back?"]
        phone.submit(f"{away.seat_id('Bo')}/return", button="Bo comes back")
        assert away.who_plays(3) == ["Anna", "Bo", "Cara"]
        assert away.seats() == ["Anna", "Bo", "Cara"]

    def test_it_is_asked_once_and_what_was_typed_stays(self, phone, away):
        phone.get(f"{away.path}/seats")
        sit_down(phone, "bo", 422, start="worst")
        assert len([action for action in phone.actions() if action.endswith("/return")]) == 1
        assert phone.value_of("name") == "bo"
        assert phone.page.select("form[action$='/seats'] [value=worst][checked]")

    def test_one_of_that_name_who_sits_here_is_no_return(self, phone, table):
        table.leaves("Bo")
        phone.get(f"{table.path}/seats")
        sit_down(phone, "anna", 422)
        assert phone.page.texts(".wrong") == ["This player already sits at the table."]

    def test_the_question_in_swedish(self, app, away):
        phone = Phone(app, language="sv")
        phone.open_link(away.link("scorer"))
        phone.get(f"{away.path}/seats")
        sit_down(phone, "Bo", 422)
        assert phone.page.texts("[role=alert] h2") == ["B Bo har gått. Kommer Bo tillbaka?"]

    def test_at_once_it_was_as_if_nobody_had_left(self, phone, table):
        before = table.snapshot()
        table.leaves("Bo")
        phone.get(f"{table.path}/seats")
        phone.submit(f"{table.seat_id('Bo')}/return")
        assert table.snapshot() == before

    def test_who_is_there_does_not_come_back(self, phone, away):
        away.comes_back("Bo")
        phone.submit(f"{away.seat_id('Bo')}/return", status=422)

    def test_a_start_that_is_none(self, phone, away):
        phone.submit(f"{away.seat_id('Bo')}/return", {"start": "best"}, status=422)


class TestTakingOver:
    @pytest.fixture
    def asked(self, phone, table):
        phone.get(f"{table.path}/seats/{table.seat_id('Bo')}/takeover")
        return table

    def test_the_page_says_whose_points_and_for_whom_they_count(self, phone, asked):
        assert phone.page.texts("h1") == ["Who plays on for Bo?"]
        assert "Goes on with 20 points from the next deal on." in phone.page.words
        assert "The result counts for the player who finishes the game." in phone.page.words

    def test_every_seat_has_a_way_there(self, phone, table):
        hrefs = [a["href"] for a in phone.page.select(".seat-row a[href$='/takeover']")]
        assert len(hrefs) == 3
        assert f"{table.path}/seats/{table.seat_id('Bo')}/takeover" in hrefs

    def test_somebody_else_plays_on_with_the_points(self, phone, asked):
        phone.submit("/takeover", {"name": "Eva"})
        assert phone.page.flashes == ["Eva plays on for Bo."]
        assert asked.totals()["Eva"] == 20
        assert asked.who_plays(2) == ["Anna", "Eva", "Cara"]

    def test_the_table_says_who_plays_for_whom(self, phone, asked):
        phone.submit("/takeover", {"name": "Eva"})
        phone.get(asked.path)
        under = {"+50", "handed over to Eva", "out", "plays on for Bo"}
        assert set(phone.page.texts(".standing small")) == under

    def test_so_do_the_result_the_history_and_the_night(self, phone, asked):
        phone.submit("/takeover", {"name": "Eva"})
        asked.plays("Eva out, Anna 8, Cara K").stops()
        said = "Eva took over from Bo in round 2, with 20 points."
        for path in ("", "/result.txt"):
            phone.get(asked.path + path)
            assert said in phone.page.words
        assert "handed over to Eva" in phone.get(asked.path).words
        assert "Eva took over from Bo with 20 points" in phone.get(f"{asked.path}/history").words
        assert said in phone.get(f"{asked.group_path}/nights/{asked.night_id()}").words

    def test_who_had_the_seat_takes_it_back_with_one_tap(self, phone, asked):
        asked.takes_over("Eva", of="Bo")
        phone.get(f"{asked.path}/seats")
        phone.submit(f"{asked.seat_id('Eva')}/takeover", button="Bo takes the seat back")
        assert asked.who_plays(2) == ["Anna", "Bo", "Cara"]

    def test_the_name_typed_to_sit_down_offers_the_seat_back(self, phone, asked):
        asked.takes_over("Eva", of="Bo").plays("Anna out, Eva 8, Cara K")
        phone.get(f"{asked.path}/seats")
        sit_down(phone, "bo", 422)
        assert phone.page.texts("[role=alert] h2") == ["B Eva plays on for Bo. Does Bo take the seat back?"]
        phone.submit(f"{asked.seat_id('Eva')}/takeover", button="Bo takes the seat back")
        assert asked.who_plays(3) == ["Anna", "Bo", "Cara"]

    def test_a_seat_that_was_left_can_be_taken_over(self, phone, table):
        table.leaves("Bo")
        phone.get(f"{table.path}/seats")
        (link,) = phone.page.select("a[href$='/takeover']:not(.button)")
        phone.get(link["href"])
        phone.submit("/takeover", {"name": "Eva"})
        assert table.totals()["Eva"] == 20

    @pytest.mark.parametrize("name", ["", "   ", "x" * 41, "Anna"])
    def test_a_name_that_is_none_or_sits_here_is_refused(self, phone, asked, name):
        phone.submit("/takeover", {"name": name}, status=422)
        assert phone.page.texts(".wrong")
        assert phone.value_of("name").strip() == name.strip()
        assert asked.seats() == ["Anna", "Bo", "Cara"]

    def test_a_seat_somebody_has_taken_over_meanwhile(self, phone, asked):
        asked.takes_over("Eva", of="Bo")
        phone.submit("/takeover", {"name": "Frans"}, status=422)
        assert phone.page.texts(".wrong") == ["Somebody else has taken over this seat."]
        assert phone.page.texts("h1") == ["Who plays on for Eva?"]

    def test_sent_twice_it_is_once(self, phone, asked):
        action, _method, data = phone.filled("/takeover", {"name": "Eva"})
        for _ in range(2):
            phone.post(action, data)
        assert asked.kinds() == ["record", "take_over"]

    def test_one_tap_for_somebody_remembered(self, phone, table, game):
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats/{table.seat_id('Bo')}/takeover")
        phone.submit("/takeover", button="name=Eva")
        assert table.seats() == ["Anna", "Bo", "Eva", "Cara"]


class TestChangingPlaces:
    def test_two_change(self, phone, table):
        phone.submit("/swap", {"one": str(table.seat_id("Anna")), "other": str(table.seat_id("Cara"))})
        assert table.seats() == ["Cara", "Bo", "Anna"]
        assert table.dealers() == ["Anna"]

    @pytest.mark.parametrize("other", ["", "x", "00000000-0000-0000-0000-000000000000", "Anna"])
    def test_two_are_two(self, phone, table, other):
        second = str(table.seat_id("Anna")) if other == "Anna" else other
        phone.submit("/swap", {"one": str(table.seat_id("Anna")), "other": second}, status=422)
        assert phone.page.texts(".problem")
        assert table.seats() == ["Anna", "Bo", "Cara"]

    def test_sent_twice_it_is_once(self, phone, table):
        fields = {"one": str(table.seat_id("Anna")), "other": str(table.seat_id("Cara"))}
        action, _method, data = phone.filled("/swap", fields)
        for _ in range(2):
            phone.post(action, data)
        assert table.seats() == ["Cara", "Bo", "Anna"]
