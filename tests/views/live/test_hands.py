"""The hands of a round come in: who is out, how far everybody is, what the left neighbour says (SP28)."""

import pytest

from models import Link, Role, db
from tests.counting import OwnHands
from tests.table import at_work

pytestmark = pytest.mark.table(neighbour_checks=True)


@pytest.fixture
def hands(table):
    return OwnHands(table)


def states(page):
    """How far each seat is, as the page says it."""
    names, said = page.texts(".incoming-hands .name"), page.texts(".incoming-hands small")
    return dict(zip(names, said, strict=True))


class TestBeingOut:
    def test_a_player_taps_it_on_the_table_page(self, game, phone_for):
        table = game("vandatta", "Anna Bo Cara")
        phone = phone_for(table, "Cara")
        phone.get(table.path)
        phone.submit("/hands/out")
        waits = "waits to be counted"
        assert states(phone.page) == {"Cara": "out", "Anna": waits, "Bo": waits}

    def test_a_player_says_it_of_nobody_else(self, table, seat, phone_for, hands_of):
        phone = phone_for(table, "Cara")
        hands_of(phone)
        phone.submit("#say-out", {"out": seat["Bo"]}, status=422)
        phone.submit("#say-out", {"out": "none"}, status=422)
        assert phone.page.texts("[role=alert]") == ["Choose who went out."]
        assert not OwnHands(table).now().has_begun

    def test_whoever_keeps_the_score_says_it_of_anybody(self, table, seat, phone_of, hands_of):
        phone = phone_of(table, "scorer")
        hands_of(phone)
        phone.submit("#say-out", {"out": "none"})
        assert "Nobody went out" in phone.page.words

    def test_of_two_phones_the_second_is_told(self, table, seat, hands, phone_for, hands_of):
        phone = phone_for(table, "Bo")
        hands_of(phone)
        hands.out("Cara")
        phone.submit("#say-out", status=200)
        assert "Another phone has said that Cara is out." in phone.page.words

    def test_too_early_it_is_taken_back(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Cara")
        hands_of(phone)
        phone.submit("/out/withdrawal")
        assert states(phone.page)["Cara"] == "playing"
        assert hands.points() == {"Bo": 50}

    def test_nobody_else_takes_it_back(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        page = hands_of(phone_for(table, "Bo"))
        assert "withdrawal" not in page.text
        phone = phone_for(table, "Bo")
        path = f"{table.path}/rounds/1/hands/out/withdrawal"
        phone.post(path, {"csrf_token": phone.token()}, 403, Sec_Fetch_Site="same-origin")

    def test_the_round_was_saved_in_the_meantime(self, table, phone_for):
        phone = phone_for(table, "Cara")
        phone.get(f"{table.path}/rounds/1/hands")
        table.plays("Anna out, Bo 8, Cara K")
        phone.submit("#say-out")
        assert "That was saved in the meantime: Round 1: Anna out, Bo 50, Cara 20." in phone.page.words

    def test_the_chain_is_drawn_by_whoever_is_next_where_nobody_else_is_chosen(self, game, phone_for):
        table = game("derange", "Anna Bo Cara")
        phone = phone_for(table, "Cara")
        phone.get(f"{table.path}/rounds/1/hands")
        phone.submit("#say-out", {"chain_cards": "2"})
        assert "Anna draws 4 for the chain before counting." in phone.page.words

    def test_before_the_cut_nobody_is_out(self, game, phone_for, phone_of):
        table = game("swedish_pursuit", "Anna Bo Cara", rounds=2)
        table.plays(*["Anna out, Bo K, Cara 9"] * 5)
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/rounds/6/hands")
        assert phone.path == table.path
        keeper = phone_of(table, "scorer")
        keeper.get(f"{table.path}/rounds/6/hands")
        assert keeper.path == f"{table.path}/deal/cut"


class TestEveryPhone:
    def test_is_offered_its_pad(self, table, hands, phone_for):
        phone = phone_for(table, "Bo")
        tag = follow(phone, table)
        hands.out("Cara")
        phone.get(table.path, X_Fragment="1", If_None_Match=tag)
        assert f"/hands/{table.seat_id('Bo')}" in phone.answer.get_data(as_text=True)

    def test_has_nothing_new_to_read_while_nothing_changes(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Bo")
        hands_of(phone, X_Fragment="1")
        tag = phone.answer.headers["ETag"]
        phone.get(f"{table.path}/rounds/1/hands", 304, X_Fragment="1", If_None_Match=tag)
        hands.sends("Anna", "K")
        assert "K" in hands_of(phone, X_Fragment="1", If_None_Match=tag).text

    def test_goes_straight_to_its_own_hand(self, table, seat, hands, phone_for, hands_of):
        hands.out("Cara")
        phone = phone_for(table, "Bo")
        hands_of(phone)
        assert phone.path.endswith(seat["Bo"])

    def test_sees_figures_once_its_own_are_in(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Anna", "=37")
        phone = phone_for(table, "Bo")
        assert "37" not in hands_of(phone).words
        hands.sends("Bo", "K")
        assert "37" in hands_of(phone).words

    def test_that_only_watches_sees_them_when_all_are_in(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "8")
        phone = phone_of(table, "watcher")
        assert "50" not in hands_of(phone).words
        hands.sends("Bo", "K")
        assert "50" in hands_of(phone).words

    def test_is_back_at_the_table_when_the_round_is_saved(self, table, hands, phone_for):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        phone = phone_for(table, "Bo")
        hands.saves()
        phone.get(f"{table.path}/rounds/1/hands")
        assert phone.path == table.path

    def test_that_slept_through_a_round_wakes_at_its_hand_of_the_next(self, table, seat, hands, phone_for):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        hands.saves()
        phone = phone_for(table, "Cara")
        hands.out("Bo")
        for of_the_first in ("/rounds/1/hands", f"/rounds/1/hands/{seat['Bo']}"):
            keeper = phone_for(table, "Anna", role="scorer")
            keeper.get(table.path + of_the_first)
            assert keeper.path == f"{table.path}/rounds/2/hands/{seat['Anna']}"
        phone.get(f"{table.path}/rounds/1/hands")
        assert phone.path == f"{table.path}/rounds/2/hands/{seat['Cara']}"


class TestWhoeverKeepsTheScore:
    def test_sees_who_is_waited_for(self, table, hands, phone_for, phone_of, hands_of):
        phone_for(table, "Bo")
        hands.out("Cara").sends("Anna", "8")
        page = hands_of(phone_of(table, "scorer"))
        assert states(page) == {"Cara": "out", "Anna": "in, Bo checks", "Bo": "counting"}
        assert page.texts(".dock button[disabled]") == ["Waits for Bo"]

    def test_saves_what_came_in(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "8 8").sends("Bo", "=25")
        phone = phone_of(table, "scorer")
        hands_of(phone)
        phone.submit("#round")
        assert phone.path == table.path
        assert table.totals() == {"Anna": 100, "Bo": 25, "Cara": 0}

    def test_saves_the_chain_and_an_empty_hand_too(self, game, phone_of):
        table = game("derange", "Anna Bo Cara")
        OwnHands(table).out("Cara", chain=(1, "Anna")).sends("Anna", "8 8 4").sends("Bo", "4")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1/hands")
        phone.submit("#round")
        drawer = str(table.seat_id("Anna"))
        with table.seen() as session:
            assert session.rounds[0].chain == {"cards": 1, "drawer": drawer}

    def test_is_asked_about_what_is_odd(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "-").sends("Bo", "K")
        phone = phone_of(table, "scorer")
        hands_of(phone)
        phone.submit("#round", status=422)
        assert "Anna has no cards but did not go out." in phone.page.words
        phone.submit("#round")
        assert table.totals() == {"Anna": 0, "Bo": 20, "Cara": 0}

    def test_looks_at_what_changed_since_the_page_was_made(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "8").sends("Bo", "K")
        phone = phone_of(table, "scorer")
        hands_of(phone)
        hands.sends("Bo", "8 8")
        phone.submit("#round", status=422)
        assert "Bo’s phone has counted in the meantime. Bo: 100 points, two eights." in phone.page.words
        assert table.numbers() == []
        phone.submit("#round")
        assert table.totals()["Bo"] == 20

    def test_finds_the_hands_in_the_pad(self, table, seat, hands, phone_of):
        hands.out("Cara").sends("Anna", "8")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        assert phone.value_of("out") == seat["Cara"]
        assert phone.value_of(f"cards-{seat['Anna']}-8") == "1"
        phone.submit("#round", {f"points-{seat['Bo']}": "20"})
        assert table.totals() == {"Anna": 50, "Bo": 20, "Cara": 0}

    def test_is_given_what_came_in_while_the_pad_was_open(self, table, seat, hands, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        hands.out("Cara").sends("Anna", "8")
        phone.submit("#round", {"out": seat["Cara"], f"points-{seat['Bo']}": "20"}, status=422)
        assert "Anna’s phone has counted in the meantime." in phone.page.words
        phone.submit("#round")
        assert table.totals() == {"Anna": 50, "Bo": 20, "Cara": 0}

    def test_reads_in_the_history_whose_count_was_changed(self, table, seat, hands, phone_of):
        hands.out("Cara").sends("Anna", "8").sends("Bo", "K")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        phone.submit("#round", {f"cards-{seat['Bo']}-Q-J": "0", f"cards-{seat['Anna']}-8": "2"})
        phone.get(f"{table.path}/history")
        assert "Anna 50 (8) on Anna’s phone" in phone.page.words

    def test_brings_more_phones_by_a_code(self, app, table, phone_of, hands_of):
        phone = phone_of(table, "owner")
        hands_of(phone)
        phone.submit("/phones")
        assert phone.path == f"{table.path}/phones"
        assert phone.page.select(".qr svg")
        assert f"?game={table.session_id}" in phone.page.soup.textarea.get_text()

    def test_shows_the_same_code_again_until_it_is_revoked(self, app, table, phone_of):
        def code():
            phone.get(table.path)
            phone.submit("/phones")
            return phone.page.soup.textarea.get_text()

        phone = phone_of(table, "owner")
        first = code()
        phone.get(phone.path)
        assert code() == first
        with at_work(app):
            for link in db.session.scalars(db.select(Link).where(Link.role == Role.PLAYER)):
                link.revoked_at = table.clock.now()
            db.session.commit()
        assert code() != first

    @pytest.mark.parametrize("role", ["scorer", "player", "watcher"])
    def test_the_code_is_the_owners(self, table, phone_of, role):
        phone = phone_of(table, role)
        assert "Another phone joins" not in phone.get(table.path).words
        phone.get(f"{table.path}/phones", 403)


class TestTheLeftNeighbour:
    def test_looks_at_the_hand_and_says_right(self, table, seat, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Cara")
        assert "Look at Bo’s cards" in hands_of(phone).words
        says(phone, seat["Bo"], "yes")
        assert states(phone.page)["Bo"] == "in, checked by Cara"

    def test_says_not_right_and_all_see_it(self, table, seat, hands, phone_for, phone_of, hands_of):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        phone = phone_for(table, "Cara")
        hands_of(phone)
        says(phone, seat["Bo"], "no")
        for looks in (phone_for(table, "Bo"), phone_of(table, "scorer")):
            assert states(hands_of(looks))["Bo"] == "Cara says: not right"
        keeper = phone_of(table, "scorer")
        assert "Cara, on the left, says: not right." in keeper.get(f"{table.path}/rounds/1").words

    def test_counts_the_own_hand_first(self, table, hands, phone_for, hands_of):
        hands.out("Anna").sends("Bo", "8")
        assert "Look at Bo’s cards" not in hands_of(phone_for(table, "Cara")).words

    def test_is_told_when_the_hand_was_changed_meanwhile(self, table, seat, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Cara")
        hands_of(phone)
        hands.sends("Bo", "K")
        says(phone, seat["Bo"], "yes")
        assert "Bo has counted again in the meantime: 20 points, a king" in phone.page.words
        assert states(phone.page)["Bo"] == "in, Cara checks"

    def test_nobody_else_checks(self, table, seat, hands, phone_for):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        phone = phone_for(table, "Anna")
        path = f"{table.path}/rounds/1/hands/{seat['Bo']}/check"
        phone.post(path, {"csrf_token": phone.token(), "right": "yes x"}, 403, Sec_Fetch_Site="same-origin")

    def test_checks_nothing_where_the_table_does_not_want_it(self, game, phone_for):
        table = game("derange", "Anna Bo Cara")
        OwnHands(table).out("Cara").sends("Bo", "8")
        page = phone_for(table, "Cara").get(f"{table.path}/rounds/1/hands")
        assert "Look at Bo’s cards" not in page.words
        assert states(page)["Bo"] == "in"


def says(phone, seat, right):
    """Taps one of the two buttons under the hand of that seat."""
    action, _method, sent = phone.filled(f"{seat}/check")
    _said, _blank, mark = sent["right"].partition(" ")
    sent["right"] = f"{right} {mark}"
    phone.post(action, sent, Sec_Fetch_Site="same-origin")


def follow(phone, table):
    """The tag of the table's live part as this phone has it."""
    phone.get(table.path, X_Fragment="1")
    return phone.answer.headers["ETag"]


def test_where_only_wins_count_nobody_has_to_count(game, phone_for, phone_of):
    table = game("vatikan", "Anna Bo Cara")
    OwnHands(table).out("Cara")
    phone = phone_for(table, "Bo")
    phone.get(f"{table.path}/rounds/1/hands")
    assert phone.path.endswith("/hands")
    keeper = phone_of(table, "scorer")
    keeper.get(f"{table.path}/rounds/1/hands")
    keeper.submit("#round")
    assert table.totals() == {"Anna": 0, "Bo": 0, "Cara": 1}


def test_of_somebody_who_has_left_nobody_checks_a_hand(table, seat, hands, phone_for):
    table.plays("Cara out, Anna K, Bo 8")
    phone = phone_for(table, "Cara")
    table.leaves("Bo")
    path = f"{table.path}/rounds/2/hands/{seat['Bo']}/check"
    phone.post(path, {"csrf_token": phone.token(), "right": "yes x"}, 403, Sec_Fetch_Site="same-origin")


class TestWhoeverCountedAndIsOut:
    """A hand that was sent, and then its player is out after all."""

    def test_holds_nothing_in_the_pad(self, table, hands, seat, phone_of):
        hands.sends("Bo", "8").sends("Anna", "K").out("Bo", on="Anna", seen=None)
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        assert phone.value_of(f"cards-{seat['Bo']}-8") == ""
        phone.submit("#round", {f"points-{seat['Cara']}": "20"})
        assert table.totals() == {"Anna": 20, "Bo": 0, "Cara": 20}

    def test_is_out_though_the_hand_came_in_while_the_pad_was_open(self, table, hands, seat, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        hands.sends("Bo", "8")
        points = {f"points-{seat['Cara']}": "20", f"points-{seat['Anna']}": "30"}
        phone.submit("#round", {"out": seat["Bo"], **points})
        assert table.totals() == {"Anna": 30, "Bo": 0, "Cara": 20}


class TestThePad:
    def test_says_who_counts_on_another_phone(self, table, phone_for, phone_of):
        phone_for(table, "Bo")
        keeper = phone_for(table, "Anna", role="scorer")
        page = keeper.get(f"{table.path}/rounds/1")
        assert [said.split(" ")[0] for said in page.texts("[data-elsewhere]")] == ["Bo"]
        assert page.select("[data-hands]")

    def test_asks_no_other_phone_where_there_is_none(self, table, phone_for):
        keeper = phone_for(table, "Anna", role="scorer")
        page = keeper.get(f"{table.path}/rounds/1")
        assert not page.select("[data-elsewhere], [data-hands]")
