"""Hands of the next round counted by phones: valid counts, refused counts, and the saved round."""

import pytest

from models.change import Change
from models.table.counting import CountRejected, who_is_out
from tests.counting import OwnHands
from tests.models.rows import facts_of

FIRST = "Cara out, Anna K, Bo 8 5 5"


pytestmark = [pytest.mark.both_databases, pytest.mark.table(mode="short")]


@pytest.fixture
def hands(table):
    return OwnHands(table)


def refusal(act):
    with pytest.raises(CountRejected) as refused:
        act()
    return refused.value


class TestRound:
    def test_contains_the_counts_of_the_phones(self, hands):
        hands.out("Cara").sends("Bo", "8 5 5").sends("Anna", "K")
        assert hands.saves().totals() == {"Anna": 20, "Bo": 60, "Cara": 0}

    def test_equals_a_round_typed_by_one_person(self, game, hands):
        typed = game("derange", "Anna Bo Cara", mode="short").plays(
            "Cara out, Anna K, Bo 8 5 5, chain 1 Anna"
        )
        hands.out("Cara", chain=(1, "Anna")).sends("Bo", "8 5 5").sends("Anna", "K")
        assert facts_of(hands.saves()) == facts_of(typed)

    def test_may_end_without_a_player_out(self, hands):
        hands.out(None, seen=None).sends("Bo", "8").sends("Anna", "K").sends("Cara", "4")
        assert hands.saves().totals() == {"Anna": 20, "Bo": 50, "Cara": 4}

    def test_is_not_stored_before_it_is_saved(self, table, hands):
        before = table.snapshot(), table.changes()
        hands.out("Cara").sends("Bo", "8")
        assert (table.snapshot(), table.changes()) == before

    def test_each_count_changes_the_version_for_all_phones(self, table, hands):
        before = table.version()
        hands.out("Cara")
        assert table.version() == before + 1
        hands.sends("Bo", "8").checks("Bo", right=True, on="Cara")
        assert table.version() == before + 3

    def test_counting_restarts_after_it_is_saved(self, hands):
        hands.out("Cara").sends("Bo", "8 5 5").sends("Anna", "K").saves()
        assert not hands.now().has_begun


class TestDeclaringOut:
    def test_declaring_twice_has_no_further_effect(self, table, hands):
        hands.out("Cara")
        before = table.version()
        hands.out("Cara", seen="")
        assert table.version() == before

    def test_the_second_of_two_phones_is_refused(self, hands):
        hands.out("Cara")
        assert refusal(lambda: hands.out("Bo")).reason == "out"
        assert who_is_out(hands.now()) == str(hands.table.seat_id("Cara"))

    def test_declaring_again_without_its_chain_keeps_the_chain(self, hands):
        hands.out("Cara", chain=(2, "Anna")).out("Cara", on="Anna", seen=None)
        assert hands.now().chain.cards == 2

    def test_the_scorer_may_override_it(self, hands):
        hands.out("Cara").out("Bo", on="Anna", seen=None)
        assert who_is_out(hands.now()) == str(hands.table.seat_id("Bo"))

    def test_retracting_it_keeps_the_counts(self, hands):
        hands.out("Cara").sends("Bo", "8").not_out()
        assert who_is_out(hands.now()) == ""
        assert hands.points() == {"Bo": 50}

    def test_a_seat_that_left_cannot_be_out(self, table, hands):
        table.leaves("Cara")
        assert refusal(lambda: hands.out("Cara")).reason == "left"


class TestHand:
    def test_can_be_changed_by_its_phone_until_the_round_is_saved(self, hands):
        hands.out("Cara").sends("Bo", "8 5 5").sends("Bo", "8 5")
        assert hands.points() == {"Bo": 55}

    def test_a_repeated_request_counts_once(self, table, hands):
        hands.out("Cara").sends("Bo", "8")
        before = table.version()
        hands.sends("Bo", "8", seen="")
        assert table.version() == before

    def test_the_second_of_two_phones_must_confirm(self, hands):
        hands.out("Cara").sends("Bo", "8")
        refused = refusal(lambda: hands.sends("Bo", "K", on="Eva", seen=""))
        assert (refused.reason, refused.count.by, refused.count.hand.points) == ("other", "Bo’s phone", 50)
        assert hands.points() == {"Bo": 50}
        hands.sends("Bo", "K", on="Eva", seen=refused.count.token)
        assert hands.points() == {"Bo": 20}

    def test_may_be_typed(self, hands):
        hands.out("Cara").sends("Bo", "=35")
        assert hands.points() == {"Bo": 35}

    def test_may_be_sent_before_a_player_is_out(self, hands):
        hands.sends("Bo", "8").out("Cara")
        assert hands.points() == {"Bo": 50}

    def test_of_the_player_who_is_out_is_refused(self, hands):
        hands.out("Cara")
        assert refusal(lambda: hands.sends("Cara", "8")).reason == "out"

    def test_of_a_player_who_has_left_is_refused(self, table, hands):
        table.plays(FIRST).leaves("Bo")
        assert refusal(lambda: hands.sends("Bo", "8")).reason == "left"

    def test_of_a_saved_round_is_refused_with_the_saved_hand(self, table, hands):
        table.plays(FIRST)
        refused = refusal(lambda: hands.sends("Bo", "8", number=1))
        assert (refused.reason, refused.saved.number) == ("saved", 1)
        assert table.totals()["Bo"] == 60

    def test_of_a_later_round_is_refused_after_an_undo(self, table, hands):
        table.plays(FIRST).takes_back()
        assert refusal(lambda: hands.sends("Bo", "8", number=2)).reason == "early"

    def test_of_an_ended_session_is_refused(self, table, hands):
        table.plays(FIRST).stops()
        assert refusal(lambda: hands.sends("Bo", "8", number=2)).reason == "over"


class TestLeftNeighbour:
    """SP28: the player on the left checks the score."""

    def test_confirms_or_rejects_a_hand(self, hands):
        hands.out("Cara").sends("Bo", "8").checks("Bo", right=False, on="Cara")
        (count,) = hands.now().counts.values()
        assert (count.is_right, count.checked_by) == (False, "Cara’s phone")

    def test_blocks_nothing(self, hands):
        hands.out("Cara").sends("Bo", "8").sends("Anna", "K").checks("Bo", right=False, on="Cara")
        assert hands.saves().totals() == {"Anna": 20, "Bo": 50, "Cara": 0}

    def test_checks_a_changed_hand_again(self, hands):
        hands.out("Cara").sends("Bo", "8").checks("Bo", right=True, on="Cara").sends("Bo", "K")
        (count,) = hands.now().counts.values()
        assert count.is_right is None

    def test_cannot_confirm_a_hand_that_was_changed_meanwhile(self, hands):
        hands.out("Cara").sends("Bo", "8")
        (before,) = hands.now().counts.values()
        hands.sends("Bo", "K")
        refused = refusal(lambda: hands.checks("Bo", right=True, on="Cara", seen=before.token))
        assert (refused.reason, refused.count.hand.points) == ("changed", 20)


class TestHistory:
    def about(self, table):
        with table.seen() as session:
            return Change.last_of(session).about

    def test_has_no_entry_where_every_hand_is_saved_as_sent(self, hands):
        assert "counts" not in self.about(hands.out("Cara").sends("Bo", "8").sends("Anna", "K").saves())

    def test_has_an_entry_for_a_count_changed_by_another_phone(self, hands):
        hands.out("Cara").sends("Bo", "8 5 5").sends("Anna", "K").sends("Bo", "8 5", on="Anna")
        about = self.about(hands.saves())
        assert about["counts"] == {
            str(hands.table.seat_id("Bo")): [{"by": "Bo’s phone", "cards": {"8": 1, "5": 2}, "points": 60}]
        }

    def test_has_an_entry_for_a_count_saved_with_another_value(self, table, hands):
        hands.out("Cara").sends("Bo", "8 5 5").sends("Anna", "K")
        table.plays("Cara out, Anna K, Bo 8")
        (entry,) = self.about(table)["counts"][str(table.seat_id("Bo"))]
        assert (entry["by"], entry["points"]) == ("Bo’s phone", 60)


class TestUndo:
    def test_counts_are_restored_when_the_round_is_undone(self, table, hands):
        hands.out("Cara").sends("Bo", "8 5 5").sends("Anna", "K").saves().takes_back()
        assert hands.points() == {"Anna": 20, "Bo": 60}
        assert hands.sends("Bo", "8 5").saves().totals() == {"Anna": 20, "Bo": 55, "Cara": 0}

    def test_undoing_an_earlier_round_leaves_the_counts_in_place(self, table, hands):
        table.plays(FIRST)
        hands.out("Anna").sends("Bo", "8")
        table.takes_back()
        assert not hands.now().has_begun
        table.plays(FIRST)
        assert hands.points() == {"Bo": 50}

    def test_inserting_an_earlier_round_moves_the_counts(self, table, hands):
        table.plays(FIRST)
        hands.out("Anna").sends("Bo", "8")
        table.inserts(1, "Bo out, Anna 4, Cara 4")
        assert hands.points() == {"Bo": 50}
        table.takes_back()
        assert hands.points() == {"Bo": 50}

    def test_removing_an_earlier_round_moves_the_counts(self, table, hands):
        table.plays(FIRST, "Bo out, Anna 4, Cara 4")
        hands.out("Anna").sends("Bo", "8")
        table.removes(1)
        assert hands.points() == {"Bo": 50}
