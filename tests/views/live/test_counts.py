"""One hand on its own phone: what it sends, and the sentence for each way in which it cannot count."""

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
    """Bo's, with his pad open."""
    bos_phone = phone_for(table, "Bo")
    bos_phone.get(f"{table.path}/rounds/1/hands")
    return bos_phone


def sends(bos_phone, seat, cards, status=200):
    return bos_phone.submit(
        "#hand", {f"cards-{seat}-{key}": many for key, many in cards.items()}, status=status
    )


class TestSending:
    def test_a_hand_comes_to_the_table(self, seat, hands, bos_phone):
        sends(bos_phone, seat["Bo"], {"8": "2"})
        assert hands.points() == {"Bo": 100}
        assert bos_phone.page.texts(".own h2") == ["Bo’s handin, Cara checks"]

    def test_points_may_be_typed(self, seat, hands, bos_phone):
        bos_phone.submit("#hand", {f"points-{seat['Bo']}": "20+10"})
        assert hands.points() == {"Bo": 30}

    def test_the_phone_is_told_to_drop_its_draft(self, seat, bos_phone):
        draft = bos_phone.page.soup.select_one("[data-draft]")["data-draft"]
        sends(bos_phone, seat["Bo"], {"8": "2"})
        assert [said["data-saved"] for said in bos_phone.page.select("[data-saved]")] == [draft]

    def test_it_is_changed_until_the_round_is_saved(self, table, seat, hands, bos_phone):
        sends(bos_phone, seat["Bo"], {"8": "2"})
        bos_phone.get(f"{table.path}/rounds/1/hands/{seat['Bo']}")
        assert bos_phone.value_of(f"cards-{seat['Bo']}-8") == "2"
        sends(bos_phone, seat["Bo"], {"8": "1"})
        assert hands.points() == {"Bo": 50}

    @pytest.mark.parametrize("typed", ["-1", "x", "9999"])
    def test_what_makes_no_sense_is_refused_with_everything_still_there(self, seat, hands, bos_phone, typed):
        sends(bos_phone, seat["Bo"], {"8": typed, "A": "1"}, status=422)
        assert bos_phone.page.select(".wrong")
        assert bos_phone.value_of(f"cards-{seat['Bo']}-8") == typed
        assert bos_phone.value_of(f"cards-{seat['Bo']}-A") == "1"
        assert hands.points() == {}

    def test_nothing_at_all_is_no_hand(self, bos_phone, hands):
        bos_phone.submit("#hand", status=422)
        assert "Not entered yet" in bos_phone.page.words

    def test_a_player_counts_for_nobody_else(self, table, seat, bos_phone):
        bos_phone.get(f"{table.path}/rounds/1/hands/{seat['Anna']}", 403)

    def test_whoever_keeps_the_score_counts_for_one_without_a_phone(self, table, seat, hands, phone_of):
        keeper = phone_of(table, "scorer")
        keeper.get(f"{table.path}/rounds/1/hands/{seat['Anna']}")
        assert keeper.page.heading == "Count for Anna"
        sends(keeper, seat["Anna"], {"8": "1"})
        assert hands.points() == {"Anna": 50}
        keeper.get(f"{table.path}/identity")
        assert keeper.page.texts(".people-grid small") == []


class TestTheOthers:
    def test_are_shown_without_figures(self, hands, bos_phone, table, seat):
        hands.sends("Anna", "8")
        page = bos_phone.get(f"{table.path}/rounds/1/hands/{seat['Bo']}")
        assert page.texts(".seats .seat b") == ["out", "in", "…counting"]

    def test_are_followed_while_one_counts(self, hands, bos_phone, table, seat):
        path = f"{table.path}/rounds/1/hands/{seat['Bo']}"
        bos_phone.get(path, X_Fragment="1")
        tag = bos_phone.answer.headers["ETag"]
        bos_phone.get(path, 304, X_Fragment="1", If_None_Match=tag)
        hands.sends("Anna", "8")
        assert bos_phone.get(path, X_Fragment="1", If_None_Match=tag).select(".seats")


class TestWhatCannotCount:
    """Each has its sentence; what was tapped stays on the page, and nothing is lost or doubled."""

    def said(self, bos_phone, seat, status=409):
        sends(bos_phone, seat["Bo"], {"8": "1"}, status=status)
        assert bos_phone.value_of(f"cards-{seat['Bo']}-8") == "1"
        return " ".join(bos_phone.page.texts("[role=alert]"))

    def test_sent_twice_it_counts_once(self, table, seat, hands, bos_phone):
        action, _method, data = bos_phone.filled("#hand", {f"cards-{seat['Bo']}-8": "1"})
        for _tap in range(2):
            bos_phone.post(action, data, Sec_Fetch_Site="same-origin")
        assert hands.points() == {"Bo": 50}

    def test_the_round_is_saved(self, table, seat, bos_phone):
        table.plays("Cara out, Anna K, Bo 8 8")
        assert (
            self.said(bos_phone, seat)
            == "That was saved in the meantime: Round 1: Cara out, Anna 20, Bo 100."
        )
        assert table.totals()["Bo"] == 100

    def test_whoever_keeps_the_score_is_led_to_correct_it(self, table, seat, hands, phone_for):
        keeper = phone_for(table, "Bo", role="scorer")
        keeper.get(f"{table.path}/rounds/1/hands")
        table.plays("Cara out, Anna K, Bo 8 8")
        self.said(keeper, seat)
        assert f"{table.path}/rounds/1" in keeper.page.hrefs()

    def test_rounds_before_it_were_taken_back(self, table, seat, phone_for):
        table.plays("Cara out, Anna K, Bo 8 8")
        OwnHands(table).out("Cara")
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/rounds/2/hands")
        table.takes_back()
        assert "This would be number 1 now." in self.said(phone, seat)

    def test_the_round_was_corrected(self, table, seat, bos_phone):
        table.plays("Cara out, Anna K, Bo 8 8").corrects(1, "Cara out, Anna K, Bo 8 8 8")
        assert "Bo 150" in self.said(bos_phone, seat)

    def test_another_phone_has_sent_the_hand(self, table, seat, hands, bos_phone):
        hands.sends("Bo", "K", on="Eva")
        assert self.said(bos_phone, seat) == "Eva’s phone has already sent this hand: 20 points, a king."
        assert hands.points() == {"Bo": 20}
        bos_phone.submit("#hand", button="Send mine instead")
        assert hands.points() == {"Bo": 50}

    def test_the_person_has_left(self, table, seat, bos_phone):
        table.plays("Cara out, Anna K, Bo 8 8")
        OwnHands(table).out("Cara")
        bos_phone.get(f"{table.path}/rounds/2/hands")
        table.leaves("Bo")
        assert self.said(bos_phone, seat) == "Bo does not play round 2."

    def test_the_person_is_said_to_be_out(self, table, seat, hands, bos_phone):
        hands.out("Bo", on="Anna", seen=None)
        assert self.said(bos_phone, seat) == "Another phone has said that Bo is out."

    def test_the_game_was_ended(self, table, seat, phone_for):
        table.plays("Cara out, Anna K, Bo 8 8")
        OwnHands(table).out("Cara")
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/rounds/2/hands")
        table.stops()
        assert self.said(phone, seat) == "The game was ended in the meantime."

    def test_the_link_was_revoked(self, app, table, seat, hands, bos_phone):
        with at_work(app):
            for link in db.session.scalars(db.select(Link).where(Link.role == "player")):
                link.revoked_at = table.clock.now()
            db.session.commit()
        sends(bos_phone, seat["Bo"], {"8": "1"}, status=404)
        assert bos_phone.page.heading == "This phone’s link was revoked"
        assert hands.points() == {}
