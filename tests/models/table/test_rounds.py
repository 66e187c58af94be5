"""Recording, correcting, inserting and removing rounds: facts are stored, totals computed."""

import pytest

from game.scoring.shown import shown_of
from models.table.rounds import RoundTaken, fingerprint, has_same_hands, record
from tests.table import round_of


def test_a_round_is_counted_under_the_rules_of_the_session(game):
    table = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8 5 5, Bo K")
    assert table.totals() == {"Anna": 60, "Bo": 20, "Cara": 0}
    assert table.dealers() == ["Anna"]
    assert table.next_dealer() == "Bo"


def test_totals_follow_from_all_rounds(game):
    # Derange    Anna   Bo  Cara
    # 1            60   20   out
    # 2           out    7    12   typed 12
    # 3            30   37     0   nobody out, Cara holds nothing
    table = game("derange", "Anna Bo Cara")
    table.plays(
        "Cara out, Anna 8 5 5, Bo K", "Anna out, Bo 7, Cara =12", "nobody out, Anna 2, Bo 10 7, Cara -"
    )
    assert table.totals() == {"Anna": 90, "Bo": 64, "Cara": 12}
    assert table.ranks() == {"Anna": 3, "Bo": 2, "Cara": 1}
    assert table.numbers() == [1, 2, 3]


def test_the_same_round_twice_is_one_round(game):
    table = game().plays("Cara out, Anna 8, Bo K")
    with table.open() as session:
        again = round_of("Cara out, Anna 8, Bo K", session, session.rounds[0])
        assert record(session, again, table.change_stamp()) is session.rounds[0]
    assert table.numbers() == [1]
    assert table.kinds() == ["record"]


def test_the_same_round_with_another_dealer_is_still_the_same_round(game):
    """Two phones may disagree about the dealer, but not about the hands."""
    table = game().plays("Cara out, Anna 8, Bo K")
    with table.seen() as session:
        one = round_of("Cara out, Anna 8, Bo K", session, session.rounds[0])
        other = round_of("Cara out, Anna 8, Bo K", session)
        assert other.dealer != one.dealer
        assert has_same_hands(one, other)
        assert fingerprint(one) != fingerprint(other)


@pytest.mark.parametrize(
    "other",
    [
        "Cara out, Anna 8, Bo Q",
        "Cara out, Anna =50, Bo K",
        "Anna out, Cara 8, Bo K",
        "nobody out, Anna 8, Bo K, Cara -",
        "Cara out, Anna 8, Bo K, chain 1 Bo",
    ],
)
def test_a_round_with_other_content_requires_a_decision(game, other):
    table = game().plays("Cara out, Anna 8, Bo K")
    before = table.snapshot()
    with table.open() as session:
        with pytest.raises(RoundTaken) as taken:
            record(session, round_of(other, session, session.rounds[0]), table.change_stamp())
        assert taken.value.saved is session.rounds[0]
    assert table.snapshot() == before


def test_a_correction_replaces_the_round_and_is_in_the_history(game):
    table = game().plays("Cara out, Anna 8, Bo K", "Anna out, Bo 4, Cara 4")
    table.corrects(1, "Bo out, Anna 8, Cara 5 5")
    assert table.totals() == {"Anna": 50, "Bo": 4, "Cara": 14}
    assert table.dealers() == ["Anna", "Bo"]
    assert table.kinds() == ["record", "record", "correct"]


def test_a_correction_that_changes_nothing_is_no_change(game):
    table = game().plays("Cara out, Anna 8, Bo K")
    version = table.version()
    table.corrects(1, "Cara out, Anna 8, Bo K")
    assert table.kinds() == ["record"]
    assert table.version() == version


def test_a_correction_of_a_round_corrected_meanwhile_requires_a_confirmation(game):
    table = game().plays("Cara out, Anna 8, Bo K")
    with table.seen() as session:
        seen = shown_of(session.rounds[0])
    table.corrects(1, "Cara out, Anna 7, Bo K")
    with pytest.raises(RoundTaken):
        table.corrects(1, "Cara out, Anna 6, Bo K", seen=seen)
    assert table.totals()["Anna"] == 7


def test_equal_corrections_from_two_phones_are_accepted(game):
    table = game().plays("Cara out, Anna 8, Bo K")
    with table.seen() as session:
        seen = shown_of(session.rounds[0])
    table.corrects(1, "Cara out, Anna 7, Bo K").corrects(1, "Cara out, Anna 7, Bo K", seen=seen)
    assert table.kinds() == ["record", "correct"]


def test_an_inserted_round_moves_later_ones_up(game):
    table = game().plays("Cara out, Anna 8, Bo K", "Anna out, Bo 4, Cara 4")
    table.inserts(2, "Bo out, Anna 6, Cara 6")
    assert table.numbers() == [1, 2, 3]
    assert table.totals() == {"Anna": 56, "Bo": 24, "Cara": 10}
    assert table.dealers() == ["Anna", "Bo", "Bo"], "the later round keeps its dealer"


def test_a_removed_round_moves_later_ones_down(game):
    table = game().plays("Cara out, Anna 8, Bo K", "Anna out, Bo 4, Cara 4", "Bo out, Anna 6, Cara 6")
    table.removes(1)
    assert table.numbers() == [1, 2]
    assert table.totals() == {"Anna": 6, "Bo": 4, "Cara": 10}
    assert table.dealers() == ["Bo", "Cara"]


class TestLaterDeals:
    """Rounds that get another number keep dealer and cards, or take those of their neighbour."""

    NAMES = "Anna Bo Cara Dag"

    @pytest.fixture
    def played(self, game):
        # Derange, short: 4 3 2 1 2 3 4 cards
        # 1  Anna deals 4
        # 2  Bo   deals 3
        # 3  Cara deals 2
        return game("derange", self.NAMES, mode="short").plays(*["Anna out, Bo 4, Cara 4, Dag 4"] * 3)

    def deals(self, table):
        with table.seen() as session:
            names = {seat.id: seat.name for seat in session.seats}
            return [(names[deal.dealer], deal.hand_size) for deal in session.plan()]

    def test_an_insertion_moves_them_on(self, played):
        planned = self.deals(played)
        played.inserts(2, "Bo out, Anna 6, Cara 6, Dag 6", moves_deals=True)
        assert self.deals(played) == planned, "the round that was forgotten is played, the plan is the same"
        assert self.deals(played)[3:5] == [("Dag", 1), ("Anna", 2)]

    def test_an_insertion_leaves_them(self, played):
        played.inserts(2, "Bo out, Anna 6, Cara 6, Dag 6")
        assert self.deals(played)[:5] == [("Anna", 4), ("Bo", 3), ("Bo", 3), ("Cara", 2), ("Dag", 2)]

    def test_a_removal_moves_them_back(self, played):
        planned = self.deals(played)
        played.removes(1, moves_deals=True)
        assert self.deals(played) == planned

    def test_a_removal_leaves_them(self, played):
        played.removes(1)
        assert self.deals(played)[:3] == [("Bo", 3), ("Cara", 2), ("Dag", 2)]

    def test_undoing_restores_them_and_redoing_moves_them_again(self, played):
        before = played.snapshot()
        played.inserts(2, "Bo out, Anna 6, Cara 6, Dag 6", moves_deals=True)
        after = played.snapshot()
        for expected in (before, after, before):
            played.takes_back(played.last_change() if played.kinds()[-1] == "undo" else None)
            assert played.snapshot() == expected

    def test_a_round_played_since_keeps_its_deal_when_the_insertion_is_undone(self, played):
        played.inserts(2, "Bo out, Anna 6, Cara 6, Dag 6", moves_deals=True)
        inserted = played.last_change()
        played.plays("Anna out, Bo 4, Cara 4, Dag 4").takes_back(inserted)
        assert self.deals(played)[:4] == [("Anna", 4), ("Bo", 3), ("Cara", 2), ("Anna", 2)]

    @pytest.mark.parametrize("moves_deals", [False, True])
    def test_a_dealer_and_misdeals_of_the_next_round_stay(self, played, moves_deals):
        played.lets_deal("Bo").misdeals()
        played.inserts(2, "Bo out, Anna 6, Cara 6, Dag 6", moves_deals=moves_deals)
        assert played.next_dealer() == "Bo"
        with played.seen() as session:
            assert session.sheet.misdeals == 1
        played.removes(2, moves_deals=moves_deals)
        assert played.next_dealer() == "Bo"

    def test_nobody_deals_a_round_without_playing_it(self, game):
        table = game("derange", "Anna Bo").plays("Anna out, Bo 4").sits_down("Cara", after="Bo")
        table.plays("Anna out, Bo 4, Cara 4", "Anna out, Bo 4, Cara 4")
        assert table.dealers() == ["Anna", "Bo", "Cara"]
        table.removes(1, moves_deals=True)
        assert table.dealers() == ["Anna", "Bo"]
        table.inserts(1, "Anna out, Bo 4, Cara 4", moves_deals=True)
        assert table.dealers() == ["Anna", "Bo", "Cara"]

    def test_the_last_round_keeps_its_dealer_where_the_next_waits_for_a_cut(self, game):
        table = game("swedish_pursuit", "Anna Bo", rounds=2).plays(*["Anna out, Bo 8"] * 5)
        table.inserts(1, "Anna out, Bo 8", moves_deals=True)
        assert table.dealers() == ["Anna", "Bo", "Anna", "Bo", "Anna", "Anna"]


class TestJoiningAndLeaving:
    """Joining and leaving move with their rounds when earlier rounds are inserted or removed."""

    @pytest.fixture
    def changed_table(self, game):
        # Derange   Anna  Bo  Cara  Dilan
        # 1            8   K   out
        # 2          out   4    –     K      Dilan sits down, Cara leaves
        # 3            6  out   4     5      Cara comes back
        changed_table = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
        changed_table.sits_down("Dilan", after="Cara").leaves("Cara").plays("Anna out, Bo 4, Dilan K")
        return changed_table.comes_back("Cara").plays("Bo out, Anna 6, Cara 4, Dilan 5")

    def test_an_inserted_round_before_them(self, changed_table):
        before = changed_table.totals()
        changed_table.inserts(1, "Anna out, Bo 5, Cara 5")
        assert changed_table.who_plays(1) == ["Anna", "Bo", "Cara"]
        assert changed_table.who_plays(2) == ["Anna", "Bo", "Cara"]
        assert changed_table.who_plays(3) == ["Anna", "Bo", "Dilan"]
        assert changed_table.who_plays(4) == ["Anna", "Bo", "Cara", "Dilan"]
        assert changed_table.totals() == {**before, "Bo": before["Bo"] + 5, "Cara": before["Cara"] + 5}

    def test_a_removed_round_before_them(self, changed_table):
        changed_table.removes(1)
        assert changed_table.who_plays(1) == ["Anna", "Bo", "Dilan"]
        assert changed_table.who_plays(2) == ["Anna", "Bo", "Cara", "Dilan"]

    def test_a_removed_missed_round(self, changed_table):
        changed_table.removes(2)
        assert changed_table.who_plays(1) == ["Anna", "Bo", "Cara"]
        assert changed_table.who_plays(2) == ["Anna", "Bo", "Cara", "Dilan"]

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_a_player_with_a_hand_in_a_round_plays_it(self, changed_table, number):
        for change in (changed_table.removes, lambda n: changed_table.takes_back()):
            change(number)
            with changed_table.seen() as session:
                for played in session.rounds:
                    holding = {hand.seat for hand in played.hands}
                    assert holding == {s.id for s in session.seats if s.facts().plays(played.number)}


def test_a_misdeal_is_stored_with_the_round(game):
    table = game().misdeals().misdeals().plays("Cara out, Anna 8, Bo K")
    with table.seen() as session:
        assert session.rounds[0].misdeals == 2
        assert session.sheet.misdeals == 0
    assert table.dealers() == ["Anna"]


def test_a_chosen_dealer_deals_and_the_deal_goes_on_from_there(game):
    table = game("derange", "Anna Bo Cara Dilan").lets_deal("Cara").plays("Cara out, Anna 8, Bo K, Dilan 4")
    assert table.dealers() == ["Cara"]
    assert table.next_dealer() == "Dilan"


def test_choosing_the_same_dealer_again_is_no_change(game):
    table = game().lets_deal("Cara")
    version = table.version()
    table.lets_deal("Cara")
    assert table.kinds() == ["dealer"]
    assert table.version() == version


def test_swedish_pursuit_needs_a_cut_before_its_second_round(game):
    table = game("swedish_pursuit", "Anna Bo", rounds=2)
    table.plays(*["Anna out, Bo 8"] * 5)
    assert table.next_dealer() is None
    table.cuts("Bo").plays("Anna out, Bo 8")
    assert table.dealers() == ["Anna", "Bo", "Anna", "Bo", "Anna", "Bo"]


def test_a_change_of_seats_never_shifts_a_past_dealer(game):
    table = game("derange", "Anna Bo Cara Dilan").plays(
        "Cara out, Anna 8, Bo K, Dilan 4", "Cara out, Anna 8, Bo K, Dilan 4"
    )
    table.swaps("Anna", "Cara").sits_down("Eva", after="Anna").leaves("Bo")
    assert table.dealers() == ["Anna", "Bo"]
