"""The next deal: the cut, a misdeal, another dealer."""

import pytest

from tests.table import start

ROUND = "Cara out, Anna 8, Bo K"


@pytest.mark.table("swedish_pursuit", "Anna Bo Cara", plays=["Anna out, Bo 8, Cara 9"] * 5, rounds=2)
class TestTheCut:
    def test_the_sixth_game_needs_a_cut_and_its_winner_deals(self, table, phone_of):
        phone = phone_of(table, "scorer")
        page = phone.get(table.path)
        assert f"{table.path}/deal/cut" in page.hrefs()
        phone.get(f"{table.path}/deal/cut")
        phone.submit("/deal/cut", {"dealer": str(table.seat_id("Cara"))})
        assert table.next_dealer() == "Cara"
        assert "Cara" in phone.page.flashes[0]
        table.plays("Anna out, Bo 8, Cara 9")
        assert table.dealers()[5:] == ["Cara"]
        assert table.next_dealer() == "Anna"

    def test_the_first_game_has_no_reminder_of_the_cut(self, table, phone_of):
        reminder = "Cut the pack for the deal."
        begun = table.cuts("Cara")
        assert reminder in phone_of(begun, "scorer").get(begun.path).words
        new = start(begun.app, "swedish_pursuit", "Anna Bo", group_id=begun.group_id, clock=begun.clock)
        assert reminder not in phone_of(new, "scorer").get(new.path).words

    def test_a_winner_can_be_drawn_at_random(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/deal/cut")
        phone.submit("/deal/cut", button="dealer=random")
        assert table.next_dealer() in ("Anna", "Bo", "Cara")

    @pytest.mark.parametrize("dealer", ["", "nobody", "00000000-0000-0000-0000-000000000000"])
    def test_the_winner_must_be_a_player_of_the_table(self, table, phone_of, dealer):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/deal/cut")
        phone.submit("/deal/cut", {"dealer": dealer}, status=422)
        assert phone.page.texts(".problem")
        assert table.next_dealer() is None

    def test_the_first_of_two_phones_decides(self, table, phone_of):
        one, other = phone_of(table, "scorer"), phone_of(table, "owner")
        for phone in (one, other):
            phone.get(f"{table.path}/deal/cut")
        one.submit("/deal/cut", {"dealer": str(table.seat_id("Cara"))})
        other.submit("/deal/cut", {"dealer": str(table.seat_id("Bo"))})
        assert table.next_dealer() == "Cara"

    def test_a_player_who_left_cannot_win_the_cut(self, table, phone_of):
        cara = table.seat_id("Cara")
        table.leaves("Cara")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/deal/cut")
        phone.submit("/deal/cut", {"dealer": str(cara)}, status=422)


class TestAnotherDealer:
    def test_later_deals_continue_from_the_chosen_dealer(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/deal")
        phone.submit("/deal/dealer", {"dealer": str(table.seat_id("Cara"))})
        assert table.next_dealer() == "Cara"
        table.plays("Bo out, Anna 8, Cara K")
        assert table.dealers() == ["Cara"]
        assert table.next_dealer() == "Anna"

    def test_choosing_the_due_dealer_changes_nothing(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/deal")
        phone.submit("/deal/dealer", {"dealer": str(table.seat_id("Anna"))})
        assert table.kinds() == []

    @pytest.mark.parametrize("dealer", ["", "x", "00000000-0000-0000-0000-000000000000"])
    def test_a_dealer_must_be_a_player_of_the_table(self, table, phone_of, dealer):
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/deal")
        phone.submit("/deal/dealer", {"dealer": dealer}, status=422)
        assert table.next_dealer() == "Anna"


class TestAMisdeal:
    def test_it_is_recorded_with_one_tap_on_the_table_page(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(table.path)
        phone.submit("/deal/misdeal")
        assert phone.path == table.path
        assert phone.page.flashes
        assert table.next_dealer() == "Anna"
        assert table.kinds() == ["misdeal"]

    def test_sending_the_form_twice_records_one_misdeal(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(table.path)
        action, _method, data = phone.filled("/deal/misdeal")
        for _ in range(2):
            phone.post(action, data)
        assert table.kinds() == ["misdeal"]

    def test_two_forms_record_two_misdeals(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(table.path)
        for _ in range(2):
            phone.submit("/deal/misdeal")
        assert table.kinds() == ["misdeal", "misdeal"]

    def test_a_finished_session_has_none(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get(table.path)
        table.stops()
        phone.submit("/deal/misdeal", status=404)

    def test_a_page_from_the_browser_history_still_works(self, table, phone_of):
        """Its form was used already; its buttons still work."""
        phone = phone_of(table, "scorer")
        phone.get(table.path)
        remembered = phone.twin()
        phone.submit("/deal/misdeal")
        remembered.submit("/undo" if "/undo" in str(remembered.actions()) else "/deal/misdeal")
        assert len(table.kinds()) == 1
