"""Seats of a table: joining, leaving, returning, taking over, swapping."""

import unicodedata

import pytest

from tests.phone import Phone
from tests.sampling import full_only
from tests.table import start as start_game
from tests.views.weird_names import HARMFUL, weird_names

ROUND = "Cara out, Anna 8, Bo K"


pytestmark = [pytest.mark.table(plays=[ROUND]), pytest.mark.phone("scorer", "{table.path}/seats")]


def join(phone, name, status=200, **values):
    return phone.submit("form[action$='/seats']", {"name": name, **values}, status=status)


class TestJoining:
    def test_a_player_joins_left_of_another_from_the_next_deal_on(self, phone, table):
        join(phone, "Dilan", after=str(table.seat_id("Anna")))
        assert table.seats() == ["Anna", "Dilan", "Bo", "Cara"]
        assert table.who_plays(1) == ["Anna", "Bo", "Cara"]
        assert table.who_plays(2) == ["Anna", "Dilan", "Bo", "Cara"]
        assert "Dilan" in phone.page.flashes[0]

    def test_an_unchanged_plan_is_mentioned_if_the_number_of_players_would_change_it(self, app, phone_of):
        table = start_game(app, "vandatta", "Anna Bo Cara Dilan Eva")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/seats")
        join(phone, "Frans")
        assert "The game stays at 1 deck." in phone.page.flashes
        assert phone.page.texts("h1") == ["Six rounds now?"]

    def test_an_unchanged_plan_is_not_mentioned_otherwise(self, phone, table):
        join(phone, "Dilan")
        assert not [sentence for sentence in phone.page.flashes if "stays at" in sentence]

    @pytest.mark.parametrize(("start", "points"), [("zero", 0), ("average", 23), ("worst", 50)])
    def test_starting_points_can_be_chosen(self, phone, table, start, points):
        join(phone, "Dilan", start=start)
        assert table.totals()["Dilan"] == points
        assert not points or str(points) in phone.page.words

    def test_the_default_is_the_average_shown_on_the_page(self, phone, table):
        assert "average at this table is 23 now" in phone.page.words
        assert phone.value_of("start") == "average"
        join(phone, "Dilan")
        assert table.totals()["Dilan"] == 23

    def test_the_default_is_zero_before_the_first_round_and_if_wins_are_counted(self, phone, game, table):
        fresh = game("derange", "Eva Frans", group_id=table.group_id)
        wins = game("vatikan", "Eva Frans Gun", group_id=table.group_id).plays("Eva out, Frans ?, Gun ?")
        for other in (fresh, wins):
            phone.get(f"{other.path}/seats")
            assert phone.value_of("start") == "zero"
            assert "average" not in phone.page.words
            join(phone, "Dilan")
            assert other.totals()["Dilan"] == 0

    def test_joining_with_one_tap_uses_the_average(self, phone, table, game):
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats")
        phone.submit("form[action$='/seats']", button="name=Eva")
        assert table.totals()["Eva"] == 23

    def test_every_player_has_their_own_colour(self, phone):
        discs = [(disc.get_text(), disc["class"][1]) for disc in phone.page.select(".seat-row .disc")]
        assert discs == [("A", "colour-1"), ("B", "colour-2"), ("C", "colour-3")]

    def test_a_known_player_joins_with_one_tap(self, phone, table, game):
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats")
        assert set(phone.page.texts(".chip > :not(.disc)")) == {"Eva", "Frans"}
        before = phone.page.soup.select_one(".chip")
        phone.submit("form[action$='/seats']", button=f"name={before['value']}")
        assert before["value"] in table.seats()

    def test_the_enter_key_submits_the_typed_name(self, phone, table, game):
        """It presses the first button of the form, which must not be a known player."""
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats")
        join(phone, "Dilan")
        assert table.seats() == ["Anna", "Bo", "Cara", "Dilan"]

    @pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 41])
    def test_an_invalid_name_is_refused(self, phone, table, name):
        join(phone, name, status=422)
        assert phone.page.texts(".wrong")
        assert len(table.seats()) == 3

    @full_only
    @pytest.mark.parametrize("name", weird_names("of seats"))
    def test_names_of_any_script(self, phone, table, name):
        join(phone, name)
        assert unicodedata.normalize("NFC", name) in phone.page.words
        assert all(harm not in phone.page.text for harm in HARMFUL)

    @pytest.mark.parametrize("name", ["Anna", "anna", " ANNA "])
    def test_a_player_cannot_join_twice(self, phone, table, name):
        join(phone, name, status=422, after=str(table.seat_id("Bo")), start="worst")
        assert phone.page.texts(".wrong")
        assert phone.value_of("name").strip() == name.strip()
        assert phone.value_of("after") == str(table.seat_id("Bo"))

    def test_choices_are_preserved_after_an_error(self, phone, table):
        join(phone, "", status=422, after=str(table.seat_id("Bo")), start="worst")
        assert phone.value_of("after") == str(table.seat_id("Bo"))
        assert phone.value_of("start") == "worst"

    @pytest.mark.parametrize("after", ["", "x", "00000000-0000-0000-0000-000000000000"])
    def test_the_default_seat_is_the_last_one(self, phone, table, after):
        join(phone, "Dilan", after=after)
        assert table.seats()[-1] == "Dilan"

    def test_invalid_starting_points_are_refused(self, phone, table):
        join(phone, "Dilan", start="best", status=422)
        assert len(table.seats()) == 3

    def test_the_number_of_players_is_limited_by_the_cards(self, game, phone_of):
        table = game("derange", "A B C D E F", decks=1)
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/seats")
        join(phone, "G", status=422)
        assert phone.page.texts(".wrong")
        assert phone.value_of("name") == "G"

    def test_sending_the_form_twice_adds_one_player(self, phone, table):
        action, _method, data = phone.filled("form[action$='/seats']", {"name": "Dilan"})
        for _ in range(2):
            phone.post(action, data)
        assert table.seats().count("Dilan") == 1

    @pytest.mark.parametrize("team", ["2", "\x00", "x" * 5000, "<b>", ""])
    def test_a_team_is_a_short_text(self, game, phone_of, team):
        table = game("vatikan", "Anna Bo Cara Dilan", teams=True, sides="1 2 1 2")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/seats")
        join(phone, "Eva", team=team)
        with table.seen() as session:
            stored = next(seat.team for seat in session.seats if seat.name == "Eva")
        assert stored is None or ("\x00" not in stored and len(stored) <= 40)


class TestLeaving:
    def test_points_are_kept(self, phone, table):
        phone.submit(f"{table.seat_id('Bo')}/leaving")
        assert table.who_plays(2) == ["Anna", "Cara"]
        assert table.totals()["Bo"] == 20
        assert table.ranks()["Bo"] is None

    def test_two_players_must_remain(self, phone, table):
        table.leaves("Anna")
        phone.submit(f"{table.seat_id('Bo')}/leaving", status=422)
        assert phone.page.texts(".problem")
        assert table.who_plays(2) == ["Bo", "Cara"]

    def test_a_player_cannot_leave_twice(self, phone, table, game):
        table.sits_down("Dilan").leaves("Bo")
        phone.submit(f"{table.seat_id('Bo')}/leaving", status=422)

    def test_sending_the_form_twice_is_one_change(self, phone, table):
        action, _method, data = phone.filled(f"{table.seat_id('Bo')}/leaving")
        for _ in range(2):
            phone.post(action, data)
        assert table.kinds() == ["record", "leave"]


class TestReturning:
    @pytest.fixture
    def away(self, phone, table):
        table.leaves("Bo").plays("Cara out, Anna 8")
        phone.get(f"{table.path}/seats")
        return table

    @pytest.mark.parametrize(("start", "points"), [("zero", 20), ("average", 50), ("worst", 100)])
    def test_starting_points_can_be_chosen(self, phone, away, start, points):
        phone.submit(f"{away.seat_id('Bo')}/return", {"start": start})
        assert away.totals()["Bo"] == points
        assert away.who_plays(3) == ["Anna", "Bo", "Cara"]
        assert away.who_plays(2) == ["Anna", "Cara"]

    @pytest.mark.parametrize("start", ["average", "worst"])
    def test_more_points_than_the_starting_points_are_kept(self, phone, table, start):
        table.leaves("Anna").plays("Cara out, Bo 4")
        phone.get(f"{table.path}/seats")
        phone.submit(f"{table.seat_id('Anna')}/return", {"start": start})
        assert table.totals()["Anna"] == 50

    @pytest.mark.parametrize("name", ["Bo", "bo", " BO "])
    def test_joining_with_the_name_of_a_player_who_left_offers_the_return(self, phone, away, name):
        phone.get(f"{away.path}/seats")
        join(phone, name, 422)
        assert phone.page.texts(".problem") == []
        assert phone.page.texts(".wrong") == []
        assert phone.page.texts("[role=alert] h2") == ["B Bo has left. Does Bo come back?"]
        phone.submit(f"{away.seat_id('Bo')}/return", button="Bo comes back")
        assert away.who_plays(3) == ["Anna", "Bo", "Cara"]
        assert away.seats() == ["Anna", "Bo", "Cara"]

    def test_the_offer_is_shown_once_and_the_input_preserved(self, phone, away):
        phone.get(f"{away.path}/seats")
        join(phone, "bo", 422, start="worst")
        assert len([action for action in phone.actions() if action.endswith("/return")]) == 1
        assert phone.value_of("name") == "bo"
        assert phone.page.select("form[action$='/seats'] [value=worst][checked]")

    def test_a_present_player_of_that_name_is_an_error(self, phone, table):
        table.leaves("Bo")
        phone.get(f"{table.path}/seats")
        join(phone, "anna", 422)
        assert phone.page.texts(".wrong") == ["This player already sits at the table."]

    def test_the_offer_in_swedish(self, app, away):
        phone = Phone(app, language="sv")
        phone.open_link(away.link("scorer"))
        phone.get(f"{away.path}/seats")
        join(phone, "Bo", 422)
        assert phone.page.texts("[role=alert] h2") == ["B Bo har gått. Kommer Bo tillbaka?"]

    def test_returning_before_the_next_round_cancels_the_leaving(self, phone, table):
        before = table.snapshot()
        table.leaves("Bo")
        phone.get(f"{table.path}/seats")
        phone.submit(f"{table.seat_id('Bo')}/return")
        assert table.snapshot() == before

    def test_a_present_player_cannot_return(self, phone, away):
        away.comes_back("Bo")
        phone.submit(f"{away.seat_id('Bo')}/return", status=422)

    def test_invalid_starting_points_are_refused(self, phone, away):
        phone.submit(f"{away.seat_id('Bo')}/return", {"start": "best"}, status=422)


class TestTakingOver:
    @pytest.fixture
    def takeover_table(self, phone, table):
        phone.get(f"{table.path}/seats/{table.seat_id('Bo')}/takeover")
        return table

    def test_the_page_explains_whose_points_are_taken_over(self, phone, takeover_table):
        assert phone.page.texts("h1") == ["Who plays on for Bo?"]
        assert "Goes on with 20 points from the next deal on." in phone.page.words
        assert "The result counts for the player who finishes the game." in phone.page.words

    def test_every_seat_links_to_it(self, phone, table):
        hrefs = [a["href"] for a in phone.page.select(".seat-row a[href$='/takeover']")]
        assert len(hrefs) == 3
        assert f"{table.path}/seats/{table.seat_id('Bo')}/takeover" in hrefs

    def test_another_player_continues_with_the_points(self, phone, takeover_table):
        phone.submit("/takeover", {"name": "Eva"})
        assert phone.page.flashes == ["Eva plays on for Bo."]
        assert takeover_table.totals()["Eva"] == 20
        assert takeover_table.who_plays(2) == ["Anna", "Eva", "Cara"]

    def test_the_table_names_both_players(self, phone, takeover_table):
        phone.submit("/takeover", {"name": "Eva"})
        phone.get(takeover_table.path)
        under = {"+50", "handed over to Eva", "out", "plays on for Bo"}
        assert set(phone.page.texts(".standing small")) == under

    def test_result_history_and_night_name_both_players(self, phone, takeover_table):
        phone.submit("/takeover", {"name": "Eva"})
        takeover_table.plays("Eva out, Anna 8, Cara K").stops()
        sentence = "Eva took over from Bo in round 2, with 20 points."
        for path in ("", "/result.txt"):
            phone.get(takeover_table.path + path)
            assert sentence in phone.page.words
        assert "handed over to Eva" in phone.get(takeover_table.path).words
        assert "Eva took over from Bo with 20 points" in phone.get(f"{takeover_table.path}/history").words
        assert sentence in phone.get(f"{takeover_table.group_path}/nights/{takeover_table.night_id()}").words

    def test_the_former_player_returns_with_one_tap(self, phone, takeover_table):
        takeover_table.takes_over("Eva", of="Bo")
        phone.get(f"{takeover_table.path}/seats")
        phone.submit(f"{takeover_table.seat_id('Eva')}/takeover", button="Bo takes the seat back")
        assert takeover_table.who_plays(2) == ["Anna", "Bo", "Cara"]

    def test_joining_with_the_name_of_the_former_player_offers_the_seat(self, phone, takeover_table):
        takeover_table.takes_over("Eva", of="Bo").plays("Anna out, Eva 8, Cara K")
        phone.get(f"{takeover_table.path}/seats")
        join(phone, "bo", 422)
        assert phone.page.texts("[role=alert] h2") == ["B Eva plays on for Bo. Does Bo take the seat back?"]
        phone.submit(f"{takeover_table.seat_id('Eva')}/takeover", button="Bo takes the seat back")
        assert takeover_table.who_plays(3) == ["Anna", "Bo", "Cara"]

    def test_a_seat_that_was_left_can_be_taken_over(self, phone, table):
        table.leaves("Bo")
        phone.get(f"{table.path}/seats")
        (link,) = phone.page.select("a[href$='/takeover']:not(.button)")
        phone.get(link["href"])
        phone.submit("/takeover", {"name": "Eva"})
        assert table.totals()["Eva"] == 20

    @pytest.mark.parametrize("name", ["", "   ", "x" * 41, "Anna"])
    def test_an_invalid_name_or_a_present_player_is_refused(self, phone, takeover_table, name):
        phone.submit("/takeover", {"name": name}, status=422)
        assert phone.page.texts(".wrong")
        assert phone.value_of("name").strip() == name.strip()
        assert takeover_table.seats() == ["Anna", "Bo", "Cara"]

    def test_a_seat_taken_over_meanwhile(self, phone, takeover_table):
        takeover_table.takes_over("Eva", of="Bo")
        phone.submit("/takeover", {"name": "Frans"}, status=422)
        assert phone.page.texts(".wrong") == ["Somebody else has taken over this seat."]
        assert phone.page.texts("h1") == ["Who plays on for Eva?"]

    def test_sending_the_form_twice_is_one_change(self, phone, takeover_table):
        action, _method, data = phone.filled("/takeover", {"name": "Eva"})
        for _ in range(2):
            phone.post(action, data)
        assert takeover_table.kinds() == ["record", "take_over"]

    def test_a_known_player_takes_over_with_one_tap(self, phone, table, game):
        game("vandatta", "Eva Frans", group_id=table.group_id)
        phone.get(f"{table.path}/seats/{table.seat_id('Bo')}/takeover")
        phone.submit("/takeover", button="name=Eva")
        assert table.seats() == ["Anna", "Bo", "Eva", "Cara"]


class TestSwapping:
    def test_two_players_swap(self, phone, table):
        phone.submit("/swap", {"one": str(table.seat_id("Anna")), "other": str(table.seat_id("Cara"))})
        assert table.seats() == ["Cara", "Bo", "Anna"]
        assert table.dealers() == ["Anna"]

    @pytest.mark.parametrize("other", ["", "x", "00000000-0000-0000-0000-000000000000", "Anna"])
    def test_two_different_players_are_required(self, phone, table, other):
        second = str(table.seat_id("Anna")) if other == "Anna" else other
        phone.submit("/swap", {"one": str(table.seat_id("Anna")), "other": second}, status=422)
        assert phone.page.texts(".problem")
        assert table.seats() == ["Anna", "Bo", "Cara"]

    def test_sending_the_form_twice_is_one_change(self, phone, table):
        fields = {"one": str(table.seat_id("Anna")), "other": str(table.seat_id("Cara"))}
        action, _method, data = phone.filled("/swap", fields)
        for _ in range(2):
            phone.post(action, data)
        assert table.seats() == ["Cara", "Bo", "Anna"]
