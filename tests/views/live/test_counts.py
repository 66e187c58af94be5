"""A hand counted on the phone of its player: sending it, and the messages if it is rejected."""

import pytest

from models import Link, db
from tests.counting import OwnHands
from tests.table import at_work

pytestmark = pytest.mark.table(neighbour_checks=True)


@pytest.fixture
def hands(table):
    return OwnHands(table).out("Cara")


@pytest.fixture
def bos_phone(table, hands, phone_for):
    """Bo’s phone with his pad open."""
    bos_phone = phone_for(table, "Bo")
    bos_phone.get(f"{table.path}/rounds/1/hands")
    return bos_phone


def send(bos_phone, seat, cards, status=200):
    return bos_phone.submit(
        "#hand", {f"cards-{seat}-{key}": many for key, many in cards.items()}, status=status
    )


class TestSending:
    def test_a_sent_hand_is_stored(self, seat, hands, bos_phone):
        send(bos_phone, seat["Bo"], {"8": "2"})
        assert hands.points() == {"Bo": 100}
        assert bos_phone.page.texts(".own h2") == ["Bo’s handin, Cara checks"]

    def test_points_may_be_typed(self, seat, hands, bos_phone):
        bos_phone.submit("#hand", {f"points-{seat['Bo']}": "20+10"})
        assert hands.points() == {"Bo": 30}

    def test_the_response_names_the_saved_draft(self, seat, bos_phone):
        draft = bos_phone.page.soup.select_one("[data-draft]")["data-draft"]
        send(bos_phone, seat["Bo"], {"8": "2"})
        assert [element["data-saved"] for element in bos_phone.page.select("[data-saved]")] == [draft]

    def test_a_hand_can_be_changed_until_the_round_is_saved(self, table, seat, hands, bos_phone):
        send(bos_phone, seat["Bo"], {"8": "2"})
        bos_phone.get(f"{table.path}/rounds/1/hands/{seat['Bo']}")
        assert bos_phone.value_of(f"cards-{seat['Bo']}-8") == "2"
        send(bos_phone, seat["Bo"], {"8": "1"})
        assert hands.points() == {"Bo": 50}

    @pytest.mark.parametrize("typed", ["-1", "x", "9999"])
    def test_invalid_counts_are_refused_and_all_input_is_preserved(self, seat, hands, bos_phone, typed):
        send(bos_phone, seat["Bo"], {"8": typed, "A": "1"}, status=422)
        assert bos_phone.page.select(".wrong")
        assert bos_phone.value_of(f"cards-{seat['Bo']}-8") == typed
        assert bos_phone.value_of(f"cards-{seat['Bo']}-A") == "1"
        assert hands.points() == {}

    def test_an_empty_form_is_refused(self, bos_phone, hands):
        bos_phone.submit("#hand", status=422)
        assert "Not entered yet" in bos_phone.page.words

    def test_a_player_cannot_count_for_another(self, table, seat, bos_phone):
        bos_phone.get(f"{table.path}/rounds/1/hands/{seat['Anna']}", 403)

    def test_a_scorer_can_count_for_a_player_without_a_phone(self, table, seat, hands, phone_of):
        scorer = phone_of(table, "scorer")
        scorer.get(f"{table.path}/rounds/1/hands/{seat['Anna']}")
        assert scorer.page.heading == "Count for Anna"
        send(scorer, seat["Anna"], {"8": "1"})
        assert hands.points() == {"Anna": 50}
        scorer.get(f"{table.path}/identity")
        assert scorer.page.texts(".people-grid small") == []


class TestOtherHands:
    def test_they_are_shown_without_figures(self, hands, bos_phone, table, seat):
        hands.sends("Anna", "8")
        page = bos_phone.get(f"{table.path}/rounds/1/hands/{seat['Bo']}")
        assert page.texts(".seats .seat b") == ["out", "in", "…counting"]

    def test_their_progress_is_updated(self, hands, bos_phone, table, seat):
        path = f"{table.path}/rounds/1/hands/{seat['Bo']}"
        bos_phone.get(path, X_Fragment="1")
        tag = bos_phone.answer.headers["ETag"]
        bos_phone.get(path, 304, X_Fragment="1", If_None_Match=tag)
        hands.sends("Anna", "8")
        assert bos_phone.get(path, X_Fragment="1", If_None_Match=tag).select(".seats")


class TestRejected:
    """Each rejection has a message; the input stays on the page, and nothing is lost or stored twice."""

    def rejection(self, bos_phone, seat, status=409):
        send(bos_phone, seat["Bo"], {"8": "1"}, status=status)
        assert bos_phone.value_of(f"cards-{seat['Bo']}-8") == "1"
        return " ".join(bos_phone.page.texts("[role=alert]"))

    def test_sending_the_form_twice_stores_one_hand(self, table, seat, hands, bos_phone):
        action, _method, data = bos_phone.filled("#hand", {f"cards-{seat['Bo']}-8": "1"})
        for _ in range(2):
            bos_phone.post(action, data, Sec_Fetch_Site="same-origin")
        assert hands.points() == {"Bo": 50}

    def test_the_round_was_saved(self, table, seat, bos_phone):
        table.plays("Cara out, Anna K, Bo 8 8")
        assert (
            self.rejection(bos_phone, seat)
            == "That was saved in the meantime: Round 1: Cara out, Anna 20, Bo 100."
        )
        assert table.totals()["Bo"] == 100

    def test_the_scorer_gets_a_link_to_correct_the_round(self, table, seat, hands, phone_for):
        scorer = phone_for(table, "Bo", role="scorer")
        scorer.get(f"{table.path}/rounds/1/hands")
        table.plays("Cara out, Anna K, Bo 8 8")
        self.rejection(scorer, seat)
        assert f"{table.path}/rounds/1" in scorer.page.hrefs()

    def test_an_earlier_round_was_undone(self, table, seat, phone_for):
        table.plays("Cara out, Anna K, Bo 8 8")
        OwnHands(table).out("Cara")
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/rounds/2/hands")
        table.takes_back()
        assert "This would be number 1 now." in self.rejection(phone, seat)

    def test_the_round_was_corrected(self, table, seat, bos_phone):
        table.plays("Cara out, Anna K, Bo 8 8").corrects(1, "Cara out, Anna K, Bo 8 8 8")
        assert "Bo 150" in self.rejection(bos_phone, seat)

    def test_another_phone_sent_the_hand(self, table, seat, hands, bos_phone):
        hands.sends("Bo", "K", on="Eva")
        assert self.rejection(bos_phone, seat) == "Eva’s phone has already sent this hand: 20 points, a king."
        assert hands.points() == {"Bo": 20}
        bos_phone.submit("#hand", button="Send mine instead")
        assert hands.points() == {"Bo": 50}

    def test_the_player_left(self, table, seat, bos_phone):
        table.plays("Cara out, Anna K, Bo 8 8")
        OwnHands(table).out("Cara")
        bos_phone.get(f"{table.path}/rounds/2/hands")
        table.leaves("Bo")
        assert self.rejection(bos_phone, seat) == "Bo does not play round 2."

    def test_the_player_was_declared_out(self, table, seat, hands, bos_phone):
        hands.out("Bo", on="Anna", seen=None)
        assert self.rejection(bos_phone, seat) == "Another phone has said that Bo is out."

    def test_the_session_ended(self, table, seat, phone_for):
        table.plays("Cara out, Anna K, Bo 8 8")
        OwnHands(table).out("Cara")
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/rounds/2/hands")
        table.stops()
        assert self.rejection(phone, seat) == "The game was ended in the meantime."

    def test_the_link_was_revoked(self, app, table, seat, hands, bos_phone):
        with at_work(app):
            for link in db.session.scalars(db.select(Link).where(Link.role == "player")):
                link.revoked_at = table.clock.now()
            db.session.commit()
        send(bos_phone, seat["Bo"], {"8": "1"}, status=404)
        assert bos_phone.page.heading == "This phone’s link was revoked"
        assert hands.points() == {}
