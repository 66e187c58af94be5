"""Collecting the hands of a round: who is out, progress of each seat, check by the left neighbour (SP28)."""

import uuid

import pytest

from game.scoring.facts import LastCards
from models import Link, Role, db
from tests.counting import OwnHands
from tests.table import at_work

pytestmark = pytest.mark.table(neighbour_checks=True)


@pytest.fixture
def hands(table):
    return OwnHands(table)


def states(page):
    """The progress of each seat as shown on the page."""
    names, progress = page.texts(".incoming-hands .name"), page.texts(".incoming-hands small")
    return dict(zip(names, progress, strict=True))


class TestBeingOut:
    def test_a_player_declares_it_on_the_table_page(self, game, phone_for):
        table = game("vandatta", "Anna Bo Cara")
        phone = phone_for(table, "Cara")
        phone.get(table.path)
        phone.submit("/hands/out")
        waiting = "waits to be counted"
        assert states(phone.page) == {"Cara": "out", "Anna": waiting, "Bo": waiting}

    def test_a_player_cannot_declare_another_player_out(self, table, seat, phone_for, hands_of):
        phone = phone_for(table, "Cara")
        hands_of(phone)
        phone.submit("#say-out", {"out": seat["Bo"]}, status=422)
        phone.submit("#say-out", {"out": "none"}, status=422)
        assert phone.page.texts("[role=alert]") == ["Choose who went out."]
        assert not OwnHands(table).now().has_begun

    def test_a_scorer_can_declare_any_result(self, table, seat, phone_of, hands_of):
        phone = phone_of(table, "scorer")
        hands_of(phone)
        phone.submit("#say-out", {"out": "none"})
        assert "Nobody went out" in phone.page.words

    def test_the_second_of_two_phones_gets_a_message(self, table, seat, hands, phone_for, hands_of):
        phone = phone_for(table, "Bo")
        hands_of(phone)
        hands.out("Cara")
        phone.submit("#say-out", status=200)
        assert "Another phone has said that Cara is out." in phone.page.words

    def test_a_player_can_retract_it(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Cara")
        hands_of(phone)
        phone.submit("/out/withdrawal")
        assert states(phone.page)["Cara"] == "playing"
        assert hands.points() == {"Bo": 50}

    def test_another_player_cannot_retract_it(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        page = hands_of(phone_for(table, "Bo"))
        assert "withdrawal" not in page.text
        phone = phone_for(table, "Bo")
        path = f"{table.path}/rounds/1/hands/out/withdrawal"
        phone.post(path, {"csrf_token": phone.token()}, 403, Sec_Fetch_Site="same-origin")

    def test_the_round_was_saved_meanwhile(self, table, phone_for):
        phone = phone_for(table, "Cara")
        phone.get(f"{table.path}/rounds/1/hands")
        table.plays("Anna out, Bo 8, Cara K")
        phone.submit("#say-out")
        assert "That was saved in the meantime: Round 1: Anna out, Bo 50, Cara 20." in phone.page.words

    def test_the_next_player_draws_the_chain_by_default(self, game, phone_for):
        table = game("derange", "Anna Bo Cara")
        phone = phone_for(table, "Cara")
        phone.get(f"{table.path}/rounds/1/hands")
        phone.submit("#say-out", {"chain_cards": "2"})
        assert "Anna draws 4 for the chain before counting." in phone.page.words

    def test_it_cannot_be_declared_before_the_cut(self, game, phone_for, phone_of):
        table = game("swedish_pursuit", "Anna Bo Cara", rounds=2)
        table.plays(*["Anna out, Bo K, Cara 9"] * 5)
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/rounds/6/hands")
        assert phone.path == table.path
        scorer = phone_of(table, "scorer")
        scorer.get(f"{table.path}/rounds/6/hands")
        assert scorer.path == f"{table.path}/deal/cut"


class TestEveryPhone:
    def test_it_is_offered_its_pad(self, table, hands, phone_for):
        phone = phone_for(table, "Bo")
        tag = live_tag(phone, table)
        hands.out("Cara")
        phone.get(table.path, X_Fragment="1", If_None_Match=tag)
        assert f"/hands/{table.seat_id('Bo')}" in phone.answer.get_data(as_text=True)

    def test_it_gets_304_until_something_changes(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Bo")
        hands_of(phone, X_Fragment="1")
        tag = phone.answer.headers["ETag"]
        phone.get(f"{table.path}/rounds/1/hands", 304, X_Fragment="1", If_None_Match=tag)
        hands.sends("Anna", "K")
        assert "K" in hands_of(phone, X_Fragment="1", If_None_Match=tag).text

    def test_it_is_redirected_to_its_own_hand(self, table, seat, hands, phone_for, hands_of):
        hands.out("Cara")
        phone = phone_for(table, "Bo")
        hands_of(phone)
        assert phone.path.endswith(seat["Bo"])

    def test_it_shows_figures_after_sending_its_own_hand(self, table, hands, phone_for, hands_of):
        hands.out("Cara").sends("Anna", "=37")
        phone = phone_for(table, "Bo")
        assert "37" not in hands_of(phone).words
        hands.sends("Bo", "K")
        assert "37" in hands_of(phone).words

    def test_a_watcher_sees_figures_when_all_hands_are_in(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "8")
        phone = phone_of(table, "watcher")
        assert "50" not in hands_of(phone).words
        hands.sends("Bo", "K")
        assert "50" in hands_of(phone).words

    def test_it_returns_to_the_table_when_the_round_is_saved(self, table, hands, phone_for):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        phone = phone_for(table, "Bo")
        hands.saves()
        phone.get(f"{table.path}/rounds/1/hands")
        assert phone.path == table.path

    def test_an_address_of_a_saved_round_leads_to_the_current_hand(self, table, seat, hands, phone_for):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        hands.saves()
        phone = phone_for(table, "Cara")
        hands.out("Bo")
        for former in ("/rounds/1/hands", f"/rounds/1/hands/{seat['Bo']}"):
            scorer = phone_for(table, "Anna", role="scorer")
            scorer.get(table.path + former)
            assert scorer.path == f"{table.path}/rounds/2/hands/{seat['Anna']}"
        phone.get(f"{table.path}/rounds/1/hands")
        assert phone.path == f"{table.path}/rounds/2/hands/{seat['Cara']}"


class TestScorer:
    def test_missing_hands_are_listed(self, table, hands, phone_for, phone_of, hands_of):
        phone_for(table, "Bo")
        hands.out("Cara").sends("Anna", "8")
        page = hands_of(phone_of(table, "scorer"))
        assert states(page) == {"Cara": "out", "Anna": "in, Bo checks", "Bo": "counting"}
        assert page.texts(".dock button[disabled]") == ["Waits for Bo"]

    def test_the_collected_hands_can_be_saved(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "8 8").sends("Bo", "=25")
        phone = phone_of(table, "scorer")
        hands_of(phone)
        phone.submit("#round")
        assert phone.path == table.path
        assert table.totals() == {"Anna": 100, "Bo": 25, "Cara": 0}

    def test_chain_and_empty_hand_are_saved(self, game, phone_of):
        table = game("derange", "Anna Bo Cara")
        OwnHands(table).out("Cara", chain=(1, "Anna")).sends("Anna", "8 8 4").sends("Bo", "4")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1/hands")
        phone.submit("#round")
        drawer = str(table.seat_id("Anna"))
        with table.seen() as session:
            assert session.rounds[0].chain == LastCards(1, uuid.UUID(drawer))

    def test_unusual_hands_need_a_confirmation(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "-").sends("Bo", "K")
        phone = phone_of(table, "scorer")
        hands_of(phone)
        phone.submit("#round", status=422)
        assert "Anna has no cards but did not go out." in phone.page.words
        phone.submit("#round")
        assert table.totals() == {"Anna": 0, "Bo": 20, "Cara": 0}

    def test_hands_that_changed_meanwhile_need_a_confirmation(self, table, hands, phone_of, hands_of):
        hands.out("Cara").sends("Anna", "8").sends("Bo", "K")
        phone = phone_of(table, "scorer")
        hands_of(phone)
        hands.sends("Bo", "8 8")
        phone.submit("#round", status=422)
        assert "Bo’s phone has counted in the meantime. Bo: 100 points, two eights." in phone.page.words
        assert table.numbers() == []
        phone.submit("#round")
        assert table.totals()["Bo"] == 20

    def test_the_pad_contains_the_collected_hands(self, table, seat, hands, phone_of):
        hands.out("Cara").sends("Anna", "8")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        assert phone.value_of("out") == seat["Cara"]
        assert phone.value_of(f"cards-{seat['Anna']}-8") == "1"
        phone.submit("#round", {f"points-{seat['Bo']}": "20"})
        assert table.totals() == {"Anna": 50, "Bo": 20, "Cara": 0}

    def test_hands_sent_while_the_pad_was_open_are_added(self, table, seat, hands, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        hands.out("Cara").sends("Anna", "8")
        phone.submit("#round", {"out": seat["Cara"], f"points-{seat['Bo']}": "20"}, status=422)
        assert "Anna’s phone has counted in the meantime." in phone.page.words
        phone.submit("#round")
        assert table.totals() == {"Anna": 50, "Bo": 20, "Cara": 0}

    def test_the_history_names_the_phone_of_a_changed_count(self, table, seat, hands, phone_of):
        hands.out("Cara").sends("Anna", "8").sends("Bo", "K")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        phone.submit("#round", {f"cards-{seat['Bo']}-Q-J": "0", f"cards-{seat['Anna']}-8": "2"})
        phone.get(f"{table.path}/history")
        assert "Anna 50 (8) on Anna’s phone" in phone.page.words

    def test_a_code_for_more_phones_is_shown(self, app, table, phone_of, hands_of):
        phone = phone_of(table, "owner")
        hands_of(phone)
        phone.submit("/phones")
        assert phone.path == f"{table.path}/phones"
        assert phone.page.select(".qr svg")
        assert f"?game={table.session_id}" in phone.page.soup.textarea.get_text()

    def test_the_code_is_the_same_until_it_is_revoked(self, app, table, phone_of):
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
    def test_the_code_is_for_owners_only(self, table, phone_of, role):
        phone = phone_of(table, role)
        assert "Another phone joins" not in phone.get(table.path).words
        phone.get(f"{table.path}/phones", 403)


class TestTheLeftNeighbour:
    def test_a_hand_can_be_confirmed(self, table, seat, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Cara")
        assert "Look at Bo’s cards" in hands_of(phone).words
        check(phone, seat["Bo"], "yes")
        assert states(phone.page)["Bo"] == "in, checked by Cara"

    def test_a_rejected_hand_is_shown_to_all(self, table, seat, hands, phone_for, phone_of, hands_of):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        phone = phone_for(table, "Cara")
        hands_of(phone)
        check(phone, seat["Bo"], "no")
        for viewer in (phone_for(table, "Bo"), phone_of(table, "scorer")):
            assert states(hands_of(viewer))["Bo"] == "Cara says: not right"
        scorer = phone_of(table, "scorer")
        assert "Cara, on the left, says: not right." in scorer.get(f"{table.path}/rounds/1").words

    def test_the_own_hand_is_counted_first(self, table, hands, phone_for, hands_of):
        hands.out("Anna").sends("Bo", "8")
        assert "Look at Bo’s cards" not in hands_of(phone_for(table, "Cara")).words

    def test_a_hand_changed_meanwhile_gets_a_message(self, table, seat, hands, phone_for, hands_of):
        hands.out("Cara").sends("Bo", "8")
        phone = phone_for(table, "Cara")
        hands_of(phone)
        hands.sends("Bo", "K")
        check(phone, seat["Bo"], "yes")
        assert "Bo has counted again in the meantime: 20 points, a king" in phone.page.words
        assert states(phone.page)["Bo"] == "in, Cara checks"

    def test_only_the_left_neighbour_checks(self, table, seat, hands, phone_for):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K")
        phone = phone_for(table, "Anna")
        path = f"{table.path}/rounds/1/hands/{seat['Bo']}/check"
        phone.post(path, {"csrf_token": phone.token(), "right": "yes x"}, 403, Sec_Fetch_Site="same-origin")

    def test_there_are_no_checks_unless_the_option_is_set(self, game, phone_for):
        table = game("derange", "Anna Bo Cara")
        OwnHands(table).out("Cara").sends("Bo", "8")
        page = phone_for(table, "Cara").get(f"{table.path}/rounds/1/hands")
        assert "Look at Bo’s cards" not in page.words
        assert states(page)["Bo"] == "in"


def check(phone, seat, right):
    """Press one of the two buttons below the hand of that seat."""
    action, _method, sent = phone.filled(f"{seat}/check")
    _answer, _blank, mark = sent["right"].partition(" ")
    sent["right"] = f"{right} {mark}"
    phone.post(action, sent, Sec_Fetch_Site="same-origin")


def live_tag(phone, table):
    """The ETag of the live part of the table page on this phone."""
    phone.get(table.path, X_Fragment="1")
    return phone.answer.headers["ETag"]


def test_hands_are_not_counted_if_only_wins_count(game, phone_for, phone_of):
    table = game("vatikan", "Anna Bo Cara")
    OwnHands(table).out("Cara")
    phone = phone_for(table, "Bo")
    phone.get(f"{table.path}/rounds/1/hands")
    assert phone.path.endswith("/hands")
    scorer = phone_of(table, "scorer")
    scorer.get(f"{table.path}/rounds/1/hands")
    scorer.submit("#round")
    assert table.totals() == {"Anna": 0, "Bo": 0, "Cara": 1}


def test_the_hand_of_a_player_who_left_cannot_be_checked(table, seat, hands, phone_for):
    table.plays("Cara out, Anna K, Bo 8")
    phone = phone_for(table, "Cara")
    table.leaves("Bo")
    path = f"{table.path}/rounds/2/hands/{seat['Bo']}/check"
    phone.post(path, {"csrf_token": phone.token(), "right": "yes x"}, 403, Sec_Fetch_Site="same-origin")


class TestPlayerDeclaredOutAfterSending:
    """A player sent a hand and is then declared out."""

    def test_the_hand_is_empty_in_the_pad(self, table, hands, seat, phone_of):
        hands.sends("Bo", "8").sends("Anna", "K").out("Bo", on="Anna", seen=None)
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        assert phone.value_of(f"cards-{seat['Bo']}-8") == ""
        phone.submit("#round", {f"points-{seat['Cara']}": "20"})
        assert table.totals() == {"Anna": 20, "Bo": 0, "Cara": 20}

    def test_being_out_overrules_a_hand_sent_while_the_pad_was_open(self, table, hands, seat, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        hands.sends("Bo", "8")
        points = {f"points-{seat['Cara']}": "20", f"points-{seat['Anna']}": "30"}
        phone.submit("#round", {"out": seat["Bo"], **points})
        assert table.totals() == {"Anna": 30, "Bo": 0, "Cara": 20}


class TestThePad:
    def test_seats_with_their_own_phone_are_marked(self, table, phone_for, phone_of):
        phone_for(table, "Bo")
        scorer = phone_for(table, "Anna", role="scorer")
        page = scorer.get(f"{table.path}/rounds/1")
        assert [text.split(" ")[0] for text in page.texts("[data-elsewhere]")] == ["Bo"]
        assert page.select("[data-hands]")

    def test_there_are_no_marks_without_other_phones(self, table, phone_for):
        scorer = phone_for(table, "Anna", role="scorer")
        page = scorer.get(f"{table.path}/rounds/1")
        assert not page.select("[data-elsewhere], [data-hands]")
