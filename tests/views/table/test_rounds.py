"""Scoring rounds with the plain form: saving, errors with input preserved, conflicts, corrections."""

import uuid

import pytest
from msgspec.structs import replace

from game.scoring.facts import LastCards
from game.scoring.shown import shown_of
from game.variants import KEYS
from models.table.rounds import correct
from tests.phone import Phone
from tests.sampling import full_only

ROUND = "Cara out, Anna 8, Bo K"


pytestmark = pytest.mark.phone("scorer")


@pytest.fixture
def seat(table):
    return {name: str(table.seat_id(name)) for name in table.seats()}


def pad(phone, table, number=1):
    return phone.get(f"{table.path}/rounds/{number}")


def typed(seat, out="Cara", **points):
    """The fields of a round: points by name."""
    return {"out": seat.get(out, out), **{f"points-{seat[name]}": text for name, text in points.items()}}


def score(phone, table, fields, number=1, status=200):
    pad(phone, table, number)
    return phone.submit("#round", fields, status=status)


class TestTheNextRound:
    def test_cards_are_counted_and_the_saved_round_is_shown(self, phone, table, seat):
        score(
            phone,
            table,
            {
                "out": seat["Cara"],
                f"cards-{seat['Anna']}-8": "1",
                f"cards-{seat['Anna']}-5": "2",
                f"cards-{seat['Bo']}-K": "1",
            },
        )
        assert phone.path == table.path
        assert phone.page.flashes == ["Round 1: Cara out, Anna 60, Bo 20"]
        assert table.totals() == {"Anna": 60, "Bo": 20, "Cara": 0}

    def test_the_response_names_the_saved_draft(self, phone, table, seat):
        pad(phone, table)
        draft = phone.page.soup.select_one("[data-draft]")["data-draft"]
        phone.submit("#round", typed(seat, Anna="60", Bo="20"))
        assert [element["data-saved"] for element in phone.page.select("[data-saved]")] == [draft]

    @pytest.mark.parametrize(
        ("text", "points"),
        [
            ("60", 60),
            (" 60 ", 60),
            ("12+11+7", 30),
            ("12 + 11 + 7", 30),
            ("007", 7),
            ("٣٠", 30),
            ("9", 9),
        ],
    )
    def test_points_are_a_number_or_a_sum(self, phone, table, seat, text, points):
        score(phone, table, typed(seat, Anna=text, Bo="20"))
        assert table.totals()["Anna"] == points

    @pytest.mark.parametrize(
        "texts",
        [
            ("-3", "1.5", "12+", "ten", "10000", "<b>60</b>"),
            pytest.param(
                (
                    *("1e9", "12++7", "+", "12-3", "0x10", "²", "∞", "999999+1", "9" * 400),
                    *("1+" * 100 + "1", "1" + " " * 500 + "+5", "12;DROP TABLE"),
                ),
                marks=full_only,
            ),
        ],
        ids=["usual", "unusual"],
    )
    def test_invalid_points_are_refused_and_preserved(self, phone, table, seat, texts, subtests):
        for text in texts:
            with subtests.test(text[:80]):
                score(phone, table, typed(seat, Anna=text, Bo="20+1"), status=422)
                assert table.numbers() == []
                assert phone.value_of(f"points-{seat['Anna']}").rstrip("…") in text
                assert phone.value_of(f"points-{seat['Bo']}") == "20+1"
                assert phone.value_of("out") == seat["Cara"]
                assert len(phone.page.texts(".wrong")) == 1
                field = phone.page.soup.with_id(f"points-{seat['Anna']}")
                assert field["aria-invalid"] == "true"

    @pytest.mark.parametrize(
        ("text", "fits"), [("1", True), ("007", True), (" 2 ", True), ("", False), ("0", False)]
    )
    def test_valid_counts(self, phone, table, seat, text, fits):
        fields = {
            "out": seat["Cara"],
            f"cards-{seat['Anna']}-5": text,
            f"points-{seat['Bo']}": "20",
            "accepted": "",
        }
        score(phone, table, fields, status=200 if fits else 422)

    @pytest.mark.parametrize(
        "texts",
        [
            ("-1", "1.5", "105"),
            pytest.param(
                ("1e3", "two", "٣", "99999", "9" * 400, "1 2", "²", "3" + " " * 450), marks=full_only
            ),
        ],
        ids=["usual", "unusual"],
    )
    def test_invalid_counts_are_refused_and_preserved(self, phone, table, seat, texts, subtests):
        for text in texts:
            with subtests.test(text[:80]):
                fields = {"out": seat["Cara"], f"cards-{seat['Anna']}-5": text, f"points-{seat['Bo']}": "20"}
                score(phone, table, fields, status=422)
                assert table.numbers() == []
                assert (
                    phone.value_of(f"cards-{seat['Anna']}-5").rstrip("…")
                    == text[: len(phone.value_of(f"cards-{seat['Anna']}-5").rstrip("…"))]
                )
                assert phone.value_of(f"points-{seat['Bo']}") == "20"
                assert len(phone.page.texts(".wrong")) == 1

    def test_a_missing_hand_is_refused(self, phone, table, seat):
        score(phone, table, typed(seat, Anna="60"), status=422)
        assert table.numbers() == []
        assert len(phone.page.texts(".wrong")) == 1

    def test_who_is_out_must_be_chosen(self, phone, table, seat):
        score(phone, table, typed(seat, Anna="60", Bo="20", Cara="20", out="") | {"out": None}, status=422)
        assert phone.page.texts(".problem")
        assert phone.value_of(f"points-{seat['Cara']}") == "20"

    @pytest.mark.parametrize("out", ["", "somebody", "00000000-0000-0000-0000-000000000000", "x" * 5000])
    def test_who_is_out_must_be_a_player_of_the_table(self, phone, table, seat, out):
        score(phone, table, {**typed(seat, Anna="60", Bo="20"), "out": out}, status=422)
        assert table.numbers() == []

    def test_a_blocked_round(self, phone, table, seat):
        score(phone, table, typed(seat, Anna="60", Bo="20", Cara="5", out="none"))
        assert table.totals() == {"Anna": 60, "Bo": 20, "Cara": 5}

    def test_the_player_who_is_out_has_no_points(self, phone, table, seat):
        score(phone, table, typed(seat, Anna="60", Bo="20", Cara="5"), status=422)
        assert "Cara" in phone.page.texts(".wrong")[0]
        score(phone, table, typed(seat, Anna="60", Bo="20", Cara="0"))
        assert table.numbers() == [1]

    def test_cards_and_points_must_agree(self, phone, table, seat):
        fields = {
            **typed(seat, Anna="59", Bo="20"),
            f"cards-{seat['Anna']}-8": "1",
            f"cards-{seat['Anna']}-5": "2",
        }
        score(phone, table, fields, status=422)
        assert "60" in phone.page.texts(".wrong")[0]
        assert "59" in phone.page.texts(".wrong")[0]
        score(phone, table, {**fields, f"points-{seat['Anna']}": "60"})
        with table.seen() as session:
            cards = {str(hand.seat): hand.cards for hand in session.rounds[0].hands}
        assert cards[seat["Anna"]] == {"8": 1, "5": 2}

    def test_unknown_fields_are_ignored(self, phone, table, seat):
        score(
            phone,
            table,
            {**typed(seat, Anna="60", Bo="20"), f"cards-{seat['Anna']}-JK": "9", "points-x": "9"},
        )
        assert table.totals()["Anna"] == 60


def test_input_of_every_field_is_preserved(phone, table, seat):
    pad(phone, table)
    _action, _method, sent = phone.filled("#round")
    ours = (
        "csrf_token",
        "change_id",
        "shown",
        "accepted",
        "out",
    )
    fields = {
        name: f"“{place}” <x>" for place, name in enumerate(sent) if name not in (*ours, "out", "dealer")
    }
    fields["chain_drawer"], fields["out"] = seat["Bo"], seat["Anna"]
    phone.submit("#round", {**fields, "dealer": seat["Cara"]}, status=422)
    assert len(fields) > 30
    for name, text in {**fields, "dealer": seat["Cara"]}.items():
        assert phone.value_of(name) == text, name
    assert phone.value_of("change_id") == sent["change_id"]


@full_only
class TestOddities:
    def test_more_eights_than_in_the_decks_need_a_confirmation(self, phone, table, seat):
        fields = {**typed(seat, Bo="20"), f"cards-{seat['Anna']}-8": "9"}
        score(phone, table, fields, status=422)
        assert phone.page.select("[data-warnings]")
        assert table.numbers() == []
        assert phone.value_of(f"cards-{seat['Anna']}-8") == "9"
        phone.submit("#round")
        assert table.totals()["Anna"] == 450

    def test_a_confirmation_covers_only_what_was_shown(self, phone, table, seat):
        score(phone, table, {**typed(seat, Bo="20"), f"cards-{seat['Anna']}-8": "9"}, status=422)
        phone.submit("#round", {f"cards-{seat['Anna']}-8": "10"}, status=422)
        assert table.numbers() == []

    @pytest.mark.parametrize("points", ["1", "2", "3"])
    def test_impossible_points_need_a_confirmation(self, phone, table, seat, points):
        score(phone, table, typed(seat, Anna=points, Bo="20"), status=422)
        assert "Anna" in phone.page.texts("[data-warnings]")[0]
        phone.submit("#round")
        assert table.totals()["Anna"] == int(points)

    def test_an_empty_hand_needs_a_confirmation(self, phone, table, seat):
        score(phone, table, {**typed(seat, Bo="20"), f"cards-{seat['Anna']}-8": "0"}, status=422)
        phone.submit("#round")
        assert table.totals()["Anna"] == 0

    @full_only
    @pytest.mark.parametrize(
        ("typing", "extra", "warning"),
        [
            (
                {"Anna": "0", "Bo": "20", "Cara": "4", "out": "none"},
                {},
                "Nobody went out, so Anna still holds a card: is 0 right?",
            ),
            (
                {"Anna": "200"},
                {"chain_cards": "8", "cards-Bo-2": "1"},
                "With those of the chain 9 twos are counted, but there are only 8.",
            ),
            (
                {"Anna": "19", "Bo": "20"},
                {"chain_cards": "2"},
                "Anna drew for the chain, so the hand must cost at least 20 points; 19 is too few.",
            ),
        ],
    )
    def test_impossible_combinations_need_a_confirmation(self, phone, table, seat, typing, extra, warning):
        extra = {name.replace("Bo", seat["Bo"]): text for name, text in extra.items()}
        drawer = {"chain_drawer": seat["Anna"]} if extra else {}
        score(phone, table, {**typed(seat, **typing), **extra, **drawer}, status=422)
        assert phone.page.texts("[data-warnings] p")[1:-1] == [warning]
        assert table.numbers() == []
        phone.submit("#round")
        assert table.totals()["Anna"] == int(typing["Anna"])


class TestTheChain:
    def test_it_is_stored_with_the_round(self, phone, table, seat):
        fields = {
            **typed(seat, Bo="20"),
            f"cards-{seat['Anna']}-K": "3",
            "chain_cards": "1",
            "chain_drawer": seat["Anna"],
        }
        score(phone, table, fields)
        with table.seen() as session:
            assert session.rounds[0].chain == LastCards(1, uuid.UUID(seat["Anna"]))

    @pytest.mark.parametrize(
        ("cards", "drawer"),
        [
            ("9", "Anna"),
            ("-1", "Anna"),
            ("x", "Anna"),
            ("1", ""),
            ("1", "Cara"),
            ("1", "nobody"),
            ("0000019999", "Anna"),
            ("²", "Anna"),
        ],
    )
    def test_invalid_input_is_refused(self, phone, table, seat, cards, drawer):
        fields = {
            **typed(seat, Anna="60", Bo="20"),
            "chain_cards": cards,
            "chain_drawer": seat.get(drawer, drawer),
        }
        score(phone, table, fields, status=422)
        assert phone.page.texts(".problem")
        assert phone.value_of("chain_cards") == cards
        assert table.numbers() == []

    def test_it_is_refused_in_a_blocked_round(self, phone, table, seat):
        fields = {
            **typed(seat, Anna="60", Bo="20", Cara="4", out="none"),
            "chain_cards": "1",
            "chain_drawer": seat["Anna"],
        }
        score(phone, table, fields, status=422)


class TestDealerAndCards:
    def test_they_can_be_corrected(self, phone, table, seat):
        score(phone, table, {**typed(seat, Anna="60", Bo="20"), "dealer": seat["Cara"], "hand_size": "5"})
        assert table.dealers() == ["Cara"]
        assert table.next_dealer() == "Anna"

    def test_at_most_52_cards_are_dealt(self, phone, table, seat):
        score(phone, table, {**typed(seat, Anna="60", Bo="20"), "hand_size": "52"})
        assert table.numbers() == [1]

    @pytest.mark.parametrize(
        "sizes",
        [
            ("0", "53", "x"),
            pytest.param(("-1", "0001999", "00019999999999999", "1.5", "²"), marks=full_only),
        ],
        ids=["usual", "unusual"],
    )
    def test_an_invalid_number_of_cards_is_refused(self, phone, table, seat, sizes, subtests):
        for size in sizes:
            with subtests.test(size):
                score(phone, table, {**typed(seat, Anna="60", Bo="20"), "hand_size": size}, status=422)
                assert phone.value_of("hand_size") == size
                assert table.numbers() == []

    @pytest.mark.parametrize("dealer", ["x", "00000000-0000-0000-0000-000000000000"])
    def test_an_unknown_dealer_is_refused(self, phone, table, seat, dealer):
        score(phone, table, {**typed(seat, Anna="60", Bo="20"), "dealer": dealer}, status=422)
        assert table.numbers() == []


class TestSentAgain:
    def test_sending_the_form_twice_saves_one_round(self, phone, table, seat):
        pad(phone, table)
        action, _method, data = phone.filled("#round", typed(seat, Anna="60", Bo="20"))
        for _ in range(3):
            phone.post(action, data)
            assert phone.page.flashes == ["Round 1: Cara out, Anna 60, Bo 20"]
        assert table.numbers() == [1]
        assert table.kinds() == ["record"]

    def test_the_same_round_from_two_phones_is_one_round(self, phone, table, seat, phone_of):
        other = phone_of(table, "owner")
        for one in (phone, other):
            pad(one, table)
        for one in (phone, other):
            one.submit("#round", typed(seat, Anna="60", Bo="20"))
        assert table.numbers() == [1]

    def test_the_same_points_as_cards_from_another_phone_are_a_conflict(self, phone, table, seat, phone_of):
        other = phone_of(table, "owner")
        for one in (phone, other):
            pad(one, table)
        phone.submit("#round", typed(seat, Anna="60", Bo="20"))
        other.submit(
            "#round",
            {**typed(seat, Bo="20"), f"cards-{seat['Anna']}-8": "1", f"cards-{seat['Anna']}-5": "2"},
            status=409,
        )


class TestTwoPhones:
    @pytest.fixture
    def other(self, table, phone_of):
        return phone_of(table, "owner")

    @pytest.fixture
    def conflict(self, phone, other, table, seat):
        for one in (phone, other):
            pad(one, table)
        phone.submit("#round", typed(seat, Anna="60", Bo="20"))
        other.submit("#round", typed(seat, Anna="50", Bo="20"), status=409)
        return other

    def test_both_versions_are_shown_and_nothing_is_changed(self, conflict, table):
        assert table.totals()["Anna"] == 60
        cells = conflict.page.texts("td")
        assert "60" in cells
        assert "50" in cells

    def test_replacing_the_saved_version_is_a_correction_that_can_be_undone(self, conflict, table):
        conflict.submit("/rounds/1")
        assert table.totals()["Anna"] == 50
        assert table.kinds() == ["record", "correct"]
        conflict.submit("/undo")
        assert table.totals()["Anna"] == 60

    def test_the_saved_version_is_kept_by_a_link(self, conflict, table):
        link = next(a for a in conflict.page.select("a[data-drop-draft]"))
        conflict.get(link["href"].partition("#")[0])
        assert conflict.path == table.path

    def test_a_further_correction_is_another_conflict(self, conflict, phone, table, seat):
        table.corrects(1, "Cara out, Anna 7, Bo K")
        conflict.submit("/rounds/1", status=409)
        assert table.totals()["Anna"] == 7
        conflict.submit("/rounds/1")
        assert table.totals()["Anna"] == 50

    def test_confirmed_warnings_stay_confirmed(self, phone, other, table, seat):
        for one in (phone, other):
            pad(one, table)
        other.submit("#round", typed(seat, Anna="1", Bo="20"), status=422)
        phone.submit("#round", typed(seat, Anna="60", Bo="20"))
        other.submit("#round", status=409)
        other.submit("/rounds/1")
        assert table.totals()["Anna"] == 1


class TestMeanwhile:
    """Changes at the table while the pad was open."""

    def test_an_earlier_round_was_undone(self, phone, table, seat):
        table.plays(ROUND)
        pad(phone, table, 2)
        table.takes_back()
        phone.submit("#round", typed(seat, Anna="60", Bo="20"), status=409)
        assert phone.value_of(f"points-{seat['Anna']}") == "60"
        phone.submit("#round")
        assert table.numbers() == [1]

    def test_the_session_was_stopped(self, phone, table, seat):
        table.plays(ROUND)
        pad(phone, table, 2)
        table.stops()
        phone.submit("#round", typed(seat, Anna="60", Bo="20"), status=409)
        assert phone.value_of(f"points-{seat['Anna']}") == "60"
        assert table.numbers() == [1]
        table.reopens()
        phone.submit("#round")
        assert table.numbers() == [1, 2]

    def test_a_player_joined(self, phone, table, seat):
        pad(phone, table)
        table.sits_down("Dilan")
        phone.submit("#round", typed(seat, Anna="60", Bo="20"), status=422)
        assert phone.value_of(f"points-{seat['Anna']}") == "60"
        phone.submit("#round", {f"points-{table.seat_id('Dilan')}": "4"})
        assert table.totals()["Dilan"] == 4

    def test_a_player_left(self, phone, table, seat):
        pad(phone, table)
        table.leaves("Bo")
        phone.submit("#round", typed(seat, Anna="60", Bo="20"))
        assert table.totals() == {"Anna": 60, "Bo": 0, "Cara": 0}

    def test_the_player_who_is_out_left(self, phone, table, seat):
        pad(phone, table)
        table.leaves("Cara")
        phone.submit("#round", typed(seat, Anna="60", Bo="20"), status=422)
        assert phone.page.texts(".problem")

    def test_the_round_was_saved_before_the_pad_was_opened(self, phone, table, seat):
        """The pad of a round that exists corrects it."""
        table.plays(ROUND)
        score(
            phone,
            table,
            typed(seat, Anna="60", Bo="20") | {f"cards-{seat['Anna']}-8": "", f"cards-{seat['Bo']}-K": ""},
        )
        assert table.kinds() == ["record", "correct"]

    def test_a_round_number_far_ahead(self, phone, table, seat):
        phone.get(f"{table.path}/rounds/22", 404)
        pad(phone, table)
        _action, _method, data = phone.filled("#round", typed(seat, Anna="60", Bo="20"))
        phone.post(f"{table.path}/rounds/{10**30}", data, 409)
        assert phone.value_of(f"points-{seat['Anna']}") == "60"
        phone.post(f"{table.path}/rounds/0", data, 404)
        phone.get(f"{table.path}/rounds/-1", 404)
        phone.get(f"{table.path}/rounds/one", 404)


class TestCorrecting:
    @pytest.fixture
    def played(self, table):
        return table.plays("Cara out, Anna 8 5 5, Bo K", "Anna out, Bo =12, Cara 4 4 4, chain 1 Cara")

    def test_the_pad_shows_the_saved_round(self, phone, played, seat):
        pad(phone, played, 1)
        assert phone.value_of("out") == seat["Cara"]
        assert phone.value_of(f"cards-{seat['Anna']}-8") == "1"
        assert phone.value_of(f"cards-{seat['Anna']}-5") == "2"
        assert phone.value_of(f"points-{seat['Anna']}") == ""
        pad(phone, played, 2)
        assert phone.value_of(f"points-{seat['Bo']}") == "12"
        assert phone.value_of("chain_cards") == "1"
        assert phone.value_of("dealer") == seat["Bo"]

    @pytest.mark.parametrize("number", [1, 2])
    def test_saving_without_a_change_has_no_effect(self, phone, played, number):
        pad(phone, played, number)
        phone.submit("#round")
        assert played.kinds() == ["record", "record"]

    @pytest.mark.parametrize("words", ["Cara out, Anna -, Bo K", "Cara out, Anna =0, Bo K"])
    def test_zero_points_and_an_empty_hand_are_preserved(self, phone, table, words):
        table.plays(words)
        before = table.snapshot()
        pad(phone, table, 1)
        phone.submit("#round", status=422)  # needs a confirmation, as the first time
        phone.submit("#round")
        assert table.snapshot() == before
        assert table.kinds() == ["record"]

    def test_a_correction_changes_totals_and_is_signed(self, phone, played, seat):
        pad(phone, played, 1)
        phone.submit("#round", {f"cards-{seat['Anna']}-8": ""})
        assert played.totals()["Anna"] == 10
        phone.get(f"{played.path}/history")
        assert "iPhone" in phone.page.texts(".history li")[0]
        assert "60" in phone.page.texts(".history li")[0]

    def test_another_phone_corrected_it_first(self, phone, played, seat):
        pad(phone, played, 1)
        played.corrects(1, "Cara out, Anna 7, Bo K")
        phone.submit("#round", {f"cards-{seat['Anna']}-8": "2"}, status=409)
        assert played.totals()["Anna"] == 7
        phone.submit("/rounds/1")
        assert played.totals()["Anna"] == 110

    def test_two_phones_correct_different_hands_of_a_round(self, phone, played, seat):
        pad(phone, played, 1)
        played.corrects(1, "Cara out, Anna 7, Bo K")
        phone.submit("#round", {f"cards-{seat['Bo']}-8": "1"})
        assert "Round 1" in phone.page.flashes[0]
        assert played.totals() == {"Anna": 7, "Bo": 82, "Cara": 12}

    def test_two_corrections_that_do_not_fit_together_are_shown(self, game, phone_of):
        """There are eight eights: six in one hand are possible, but not in two."""
        table = game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8, Bo 8")
        anna = table.seat_id("Anna")
        phone = phone_of(table)
        pad(phone, table, 1)
        table.corrects(1, "Cara out, Anna 8, Bo 8 8 8 8 8 8")
        phone.submit("#round", {f"cards-{anna}-8": "6"}, status=409)
        assert (table.totals()["Anna"], table.totals()["Bo"]) == (50, 300)

    def test_another_dealer_is_no_conflict(self, phone, played, seat):
        pad(phone, played, 1)
        with played.open() as session:
            dealt = replace(session.rounds[0], dealer=uuid.UUID(seat["Cara"]))
            correct(
                session, session.rounds[0], dealt, played.change_stamp(), shown=shown_of(session.rounds[0])
            )
        phone.submit("#round", {f"cards-{seat['Anna']}-8": "2"})
        assert (played.totals()["Anna"], played.dealers()[0]) == (110, "Cara")

    def test_a_round_that_moved_up_is_another_one(self, phone, played, seat):
        played.plays("Anna out, Bo =12, Cara 5")
        pad(phone, played, 2)
        played.removes(1)
        phone.submit("#round", {f"points-{seat['Bo']}": "13"}, status=409)
        assert played.totals()["Bo"] == 24

    def test_another_phone_removed_it_first(self, phone, played, seat):
        pad(phone, played, 2)
        played.removes(2)
        phone.submit("#round", {f"points-{seat['Bo']}": "13"})
        assert played.totals()["Bo"] == 33

    def test_a_form_without_a_version_is_a_conflict(self, phone, played, seat):
        """The form contains the version that it shows; one without it (an old draft) overwrites nothing."""
        pad(phone, played, 1)
        phone.submit("#round", {f"cards-{seat['Anna']}-8": "2", "shown": ""}, status=409)
        assert played.totals()["Anna"] == 60

    def test_a_round_of_a_finished_session(self, phone, table, seat):
        table.plays(ROUND).stops()
        pad(phone, table, 1)
        phone.submit("#round", {f"cards-{seat['Anna']}-8": "", f"cards-{seat['Anna']}-4": "1"})
        assert table.finals()["Anna"] == (4, 2, False)
        assert table.is_finished()

    def test_the_hand_of_a_player_who_left_can_be_corrected(self, phone, played, seat):
        played.leaves("Bo")
        pad(phone, played, 1)
        phone.submit("#round", {f"cards-{seat['Bo']}-K": "2"})
        assert played.totals()["Bo"] == 52


class TestTheScoreSheet:
    def test_every_hand_has_a_descriptive_link(self, phone, table, seat):
        table.plays(ROUND, "nobody out, Anna 8, Bo K, Cara 5")
        page = phone.get(f"{table.path}/rounds")
        links = page.select(".round-sheet td a")
        assert len(links) == 6
        assert links[0]["href"] == f"{table.path}/rounds/1?hand={seat['Anna']}#hand-{seat['Anna']}"
        words = " ".join(links[0].get_text(" ").split())
        assert words == "Round 1, Anna: +50 , 50 points, an eight 50 . Correct it"
        assert "Something wrong? Tap that hand to correct it." in page.words

    def test_a_watcher_gets_no_links(self, table, phone_of):
        table.plays(ROUND)
        watcher = phone_of(table, "watcher")
        page = watcher.get(f"{table.path}/rounds")
        assert not page.select(".round-sheet td a")
        assert "Something wrong?" not in page.words

    def test_it_shows_the_leader_the_distances_and_blocked_rounds(self, phone, table):
        table.plays(ROUND, "nobody out, Anna 8, Bo K, Cara 5")
        page = phone.get(f"{table.path}/rounds")
        assert page.texts(".round-sheet tfoot small") == ["+95", "+35", "leads"]
        assert [("nobody out" in row.get_text()) for row in page.select(".round-sheet tbody tr")] == [
            False,
            True,
        ]

    @pytest.mark.table("derange", "Anna Bo", mode="short")
    def test_it_names_the_next_round_and_after_the_last_one_the_date(self, phone, table):
        table.plays(*["Anna out, Bo 8"] * 6)
        assert "Round 7 of 7" in phone.get(f"{table.path}/rounds").words
        table.plays("Anna out, Bo 8")
        page = phone.get(f"{table.path}/rounds")
        assert "Round 8" not in page.words
        with table.seen() as session:
            day = session.night.date
        assert page.texts(".top p") == [f"Derange Order of Eight · {day:%A} {day.day} {day:%B %Y}"]

    def test_saving_an_unchanged_hand_has_no_effect(self, phone, table):
        table.plays(ROUND)
        phone.get(f"{table.path}/rounds/1?hand={table.seat_id('Anna')}")
        phone.submit("#round")
        assert phone.page.flashes == ["Nothing was changed."]
        assert table.kinds() == ["record"]


class TestHandsTakenBack:
    """The pad offers the hands of the round that was taken back."""

    OFFER = "[data-offered]"

    def test_they_are_offered_and_saved_again(self, phone, table):
        table.plays("Cara out, Anna 8 5 5, Bo =12+11").takes_back()
        offer = pad(phone, table).texts(self.OFFER)
        assert offer == ["Taken back: Round 1: Cara out, Anna 60, Bo 23 Enter it again"]
        assert phone.value_of(f"cards-{table.seat_id('Anna')}-8") == "", "only an offer"
        phone.get(f"{table.path}/rounds/1?again=1")
        assert not phone.page.texts(self.OFFER)
        phone.submit("#round")
        assert table.totals() == {"Anna": 60, "Bo": 23, "Cara": 0}

    def test_each_of_several_rounds_is_offered_in_its_turn(self, phone, table):
        table.plays(ROUND, "Anna out, Bo 4, Cara 5").takes_back().takes_back()
        assert "Anna 50" in pad(phone, table).texts(self.OFFER)[0]
        table.plays(ROUND)
        assert "Bo 4" in pad(phone, table, 2).texts(self.OFFER)[0]

    def test_not_where_others_play_it_now(self, phone, table):
        table.plays(ROUND).takes_back().sits_down("Dilan")
        assert not pad(phone, table).texts(self.OFFER)

    def test_not_after_it_was_put_back(self, phone, table):
        table.plays(ROUND).takes_back().takes_back(table.last_change())
        assert not pad(phone, table).texts(self.OFFER)
        assert not pad(phone, table, 2).texts(self.OFFER)

    def test_a_round_that_was_put_in(self, phone, table):
        table.plays(ROUND).inserts(1, "Anna out, Bo 4, Cara 5").takes_back()
        assert not pad(phone, table, 2).texts(self.OFFER)
        phone.get(f"{table.path}/rounds/1/insertion")
        assert "Bo 4" in phone.page.texts(self.OFFER)[0]
        phone.get(f"{table.path}/rounds/1/insertion?again=1")
        phone.submit("#round")
        assert table.totals() == {"Anna": 50, "Bo": 24, "Cara": 5}


class TestInsertingAndRemoving:
    @pytest.fixture
    def played(self, table):
        return table.plays(ROUND, "Anna out, Bo 4, Cara 4")

    def test_a_forgotten_round_can_be_inserted(self, phone, played, seat):
        phone.get(f"{played.path}/rounds")
        phone.get(f"{played.path}/rounds/2/insertion")
        phone.submit("#round", typed(seat, Anna="7", Bo="9"))
        assert played.totals() == {"Anna": 57, "Bo": 33, "Cara": 4}
        assert played.kinds()[-1] == "insert"

    @pytest.mark.parametrize(("answer", "dealers"), [("move", "Anna Bo Cara"), ("keep", "Anna Bo Bo")])
    def test_it_asks_what_becomes_of_later_dealers(self, phone, played, seat, answer, dealers):
        phone.get(f"{played.path}/rounds/2/insertion")
        assert "Move dealer and cards of the later rounds on by one?" in phone.page.words
        assert "3: Cara, 6 cards" in phone.page.words
        assert "3: Bo, 7 cards" in phone.page.words
        assert phone.value_of("later_deals") == "move"
        phone.submit("#round", {**typed(seat, Anna="7", Bo="9"), "later_deals": answer})
        assert played.dealers() == dealers.split()
        phone.get(f"{played.path}/history")
        assert ("later dealers moved on" in phone.page.words) == (answer == "move")

    @pytest.mark.parametrize("page", ["insertion", "removal"])
    def test_an_answer_is_required(self, phone, played, seat, page):
        phone.get(f"{played.path}/rounds/1/{page}")
        action, _method, data = phone.filled(f"{'#round' if page == 'insertion' else page}", {})
        answer = phone.post(action, {**data, **typed(seat, Anna="7", Bo="9"), "later_deals": ""}, status=422)
        assert "Say what becomes of the dealers of the later rounds." in answer.text
        assert played.numbers() == [1, 2]

    @pytest.mark.parametrize(("answer", "dealers"), [("move", "Anna"), ("keep", "Bo")])
    def test_a_removal_asks_it_too(self, phone, played, answer, dealers):
        phone.get(f"{played.path}/rounds/1/removal")
        assert "Move dealer and cards of the later rounds back by one?" in phone.page.words
        phone.submit("removal", {"later_deals": answer})
        assert played.dealers() == dealers.split()

    def test_the_last_round_is_removed_without_a_question(self, phone, played):
        phone.get(f"{played.path}/rounds/2/removal")
        assert "back by one" not in phone.page.words
        phone.submit("removal")
        assert played.dealers() == ["Anna"]

    def test_sending_the_form_twice_inserts_one_round(self, phone, played, seat):
        phone.get(f"{played.path}/rounds/1/insertion")
        action, _method, data = phone.filled("#round", typed(seat, Anna="7", Bo="9"))
        for _ in range(2):
            phone.post(action, data)
        assert played.numbers() == [1, 2, 3]

    def test_invalid_input_is_preserved(self, phone, played, seat):
        phone.get(f"{played.path}/rounds/1/insertion")
        phone.submit("#round", typed(seat, Anna="7", Bo="x"), status=422)
        assert phone.value_of(f"points-{seat['Anna']}") == "7"
        phone.submit("#round", {f"points-{seat['Bo']}": "9"})
        assert played.numbers() == [1, 2, 3]

    def test_removal_needs_a_confirmation(self, phone, played):
        phone.get(f"{played.path}/rounds/1/removal")
        assert "Anna 50" in phone.page.words
        phone.submit("removal")
        assert played.numbers() == [1]
        assert played.totals()["Anna"] == 0

    def test_sending_the_form_twice_removes_one_round(self, phone, played):
        phone.get(f"{played.path}/rounds/1/removal")
        action, _method, data = phone.filled("removal")
        for _ in range(2):
            phone.post(action, data)
        assert played.numbers() == [1]

    def test_another_round_with_that_number_is_not_removed(self, phone, played):
        phone.get(f"{played.path}/rounds/1/removal")
        action, _method, data = phone.filled("removal")
        played.removes(1)
        phone.post(action, data)
        assert played.numbers() == [1]
        assert phone.path.endswith("/removal")


@full_only
class TestPages:
    def test_the_cut_comes_before_the_next_round(self, game, phone_of):
        table = game("swedish_pursuit", "Anna Bo", rounds=2).plays(*["Anna out, Bo 8"] * 5)
        phone = phone_of(table, "scorer")
        pad(phone, table, 6)
        assert phone.path.endswith("/deal/cut")

    def test_the_pad_of_a_finished_session_redirects_to_the_result(self, phone, table):
        table.plays(ROUND).stops()
        pad(phone, table, 2)
        assert phone.path == table.path
        assert phone.page.flashes

    def test_hands_are_in_seat_order(self, phone, table):
        table.plays(ROUND)
        pad(phone, table, 2)
        assert phone.page.texts("fieldset.hand legend .name") == ["Anna", "Bo", "Cara"]

    def test_the_left_neighbour_checks_in_swedish_pursuit(self, game, phone_of):
        table = game("swedish_pursuit", "Anna Bo Cara")
        phone = phone_of(table, "scorer")
        pad(phone, table)
        notes = phone.page.texts("fieldset.hand .note")
        assert [note.partition(",")[0] for note in notes] == ["Bo", "Cara", "Anna"]

    def test_points_are_not_asked_if_wins_are_counted(self, game, phone_of):
        table = game("vatikan", "Anna Bo")
        phone = phone_of(table, "scorer")
        pad(phone, table)
        assert not phone.page.select("[name^=points]")
        phone.submit("#round", {"out": str(table.seat_id("Anna"))})
        assert table.totals() == {"Anna": 1, "Bo": 0}

    def test_points_are_refused_if_wins_are_counted(self, game, phone_of):
        table = game("vatikan", "Anna Bo")
        phone = phone_of(table, "scorer")
        pad(phone, table)
        phone.submit(
            "#round", {"out": str(table.seat_id("Anna")), f"points-{table.seat_id('Bo')}": "12"}, status=422
        )

    @pytest.mark.parametrize("key", KEYS)
    def test_every_variant_can_be_scored_with_cards(self, game, phone_of, key):
        table = game(key, "Anna Bo")
        phone = phone_of(table, "scorer")
        pad(phone, table)
        first = phone.page.soup.select_one(f"[name^='cards-{table.seat_id('Bo')}']")["name"]
        phone.submit("#round", {"out": str(table.seat_id("Anna")), first: "2"})
        assert table.numbers() == [1]


def test_a_request_of_ten_megabytes_is_refused(app, phone, table, seat):
    pad(phone, table)
    phone.submit("#round", typed(seat, Anna="1" * 10_000_000, Bo="20"), status=413)
    assert phone.page.heading
    assert table.numbers() == []


@full_only
def test_thousands_of_fields_do_no_harm(app, phone, table, seat):
    pad(phone, table)
    fields = {f"cards-{n}": "1" for n in range(5000)}
    _action, _method, data = phone.filled("#round", {**typed(seat, Anna="60", Bo="20"), **fields})
    answer = phone.client.post(f"{table.path}/rounds/1", data=data, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code in (303, 413)


def test_a_phone_without_a_cookie_gets_404(app, table):
    Phone(app).get(f"{table.path}/rounds/1", 404)
