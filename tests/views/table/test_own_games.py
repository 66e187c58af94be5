"""Scoring rounds of a group's own games with the plain form."""

import pytest

from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only


def preset(key):
    return presets()[key].definition("en")


def own_game(**decided):
    return definition_of({"name": "Ours", "letters": "O", "hand_sizes": [5], **decided})


PLACES = own_game(scoring="places", rounds=3)
WINS = own_game(scoring="wins", rounds=3)
ZERO_SUM = own_game(scoring="typed", winner="highest", negative=True, zero_sum=True)
COLLECTS_TYPED = own_game(scoring="typed", winner="collects", first_to=100)
DOUBLED = own_game(scoring="typed", multipliers=[{"factor": 2, "of": "hand", "reason": "Called it"}])


@pytest.fixture
def open_pad(app, phone_of):
    """A scorer's phone with the pad of the next round, and the table."""

    def open_pad(game, *played, names="Anna Bo Cara", number=None, insertion=False):
        table = start(app, game, names).plays(*played)
        phone = phone_of(table, "scorer")
        number = number or len(played) + 1
        phone.get(f"{table.path}/rounds/{number}{'/insertion' if insertion else ''}")
        return phone, table

    return open_pad


def fields(table, out=None, **typed):
    """The fields of a round: points by name, cards as {"K": 1}."""
    sent = {"out": str(table.seat_id(out)) if out else "none"} if out != "" else {}
    for name, value in typed.items():
        seat = table.seat_id(name)
        if isinstance(value, dict):
            sent |= {f"cards-{seat}-{key}": str(count) for key, count in value.items()}
        else:
            sent[f"points-{seat}"] = value
    return sent


def ticked(table, name, key="1"):
    return {f"multiplier-{table.seat_id(name)}-{key}": "on"}


class TestTypedPoints:
    def test_a_sum_below_zero_is_stored_as_typed(self, open_pad):
        phone, table = open_pad(preset("chicago"))
        assert phone.page.soup.select_one("[name=out]") is None
        phone.submit("#round", fields(table, out="", Anna="12 + 11 − 30", Bo="7", Cara="0"))
        assert phone.page.flashes == ["Hand 1: Anna −7, Bo 7, Cara 0"]
        with table.seen() as session:
            assert session.rounds[0].out is None
            assert sorted(str(hand.typed) for hand in session.rounds[0].hands) == ["12+11-30", "None", "None"]
        phone.get(f"{table.path}/rounds/1")
        assert phone.value_of(f"points-{table.seat_id('Anna')}") == "12+11-30"

    def test_points_below_zero_are_refused_where_the_game_has_none(self, open_pad):
        phone, table = open_pad(preset("plump"))
        phone.submit("#round", fields(table, out="", Anna="-5", Bo="7", Cara="0"), status=422)
        assert "Points cannot be below zero here." in phone.page.words
        assert table.numbers() == []

    def test_every_hand_is_needed(self, open_pad):
        phone, table = open_pad(preset("plump"))
        phone.submit("#round", fields(table, out="", Anna="5", Bo="7"), status=422)
        assert "Not entered yet: give the points." in phone.page.words

    def test_nobody_is_out(self, open_pad):
        phone, table = open_pad(preset("plump"))
        phone.submit("#round", fields(table, out="Bo", Anna="5", Bo="7", Cara="0"))
        assert table.totals() == {"Anna": 5, "Bo": 7, "Cara": 0}
        with table.seen() as session:
            assert session.rounds[0].out is None

    def test_the_same_points_typed_in_another_way_are_a_correction(self, open_pad):
        phone, table = open_pad(preset("plump"), "Anna =5, Bo =7, Cara =0", number=1)
        phone.submit("#round", fields(table, out="", Anna="2+3"))
        assert table.kinds() == ["record", "correct"]

    def test_a_forgotten_round_is_put_in(self, open_pad):
        phone, table = open_pad(preset("plump"), "Anna =5, Bo =7, Cara =0", number=1, insertion=True)
        phone.submit("#round", fields(table, out="", Anna="1", Bo="2", Cara="3"))
        assert table.numbers() == [1, 2]
        assert table.totals() == {"Anna": 6, "Bo": 9, "Cara": 3}

    def test_another_phone_has_saved_other_points(self, open_pad):
        phone, table = open_pad(preset("chicago"))
        table.plays("Anna =12-20, Bo =7, Cara =0")
        phone.submit("#round", fields(table, out="", Anna="5", Bo="7", Cara="0"), status=409)
        assert "−812-20" in phone.page.words.replace("−20", "-20").replace(" ", "")
        phone.submit("form[method=post]:has([name^=points])")
        assert table.totals()["Anna"] == 5

    def test_usual_figures_are_offered_most_used_first(self, open_pad):
        rounds = ("Anna =0, Bo =10, Cara =11", "Anna =10, Bo =5+5, Cara =0")
        phone, _table = open_pad(preset("plump"), *rounds)
        assert [figure["data-figure"] for figure in _figures(phone)] == ["10", "0", "11"]

    def test_two_different_figures_are_too_few(self, open_pad):
        phone, _table = open_pad(preset("plump"), "Anna =0, Bo =10, Cara =10")
        assert not _figures(phone)

    def test_the_deal_is_not_asked_for_where_it_is_not_recorded(self, app, phone_of):
        points_only = own_game(scoring="typed", hand_sizes=[])
        table = start(app, points_only, "Anna Bo")
        phone = phone_of(table, "scorer")
        phone.get(f"{table.path}/rounds/1")
        assert phone.page.soup.select_one("[name=hand_size]") is None
        assert "dealt" not in phone.page.soup.select_one(".top p").text


def _figures(phone):
    template = phone.page.soup.select_one("template[data-digits]")
    return template.select("[data-figure]")


class TestPlaces:
    def test_places_are_typed_and_may_be_shared(self, open_pad):
        phone, table = open_pad(PLACES)
        phone.submit("#round", fields(table, out="", Anna="1", Bo="3", Cara="1"))
        assert phone.page.flashes == ["Round 1: 1 Anna, 1 Cara, 3 Bo"]

    @pytest.mark.parametrize("place", ["0", "4", "1+1", "x"])
    def test_no_place_at_this_table(self, open_pad, place):
        phone, table = open_pad(PLACES)
        phone.submit("#round", fields(table, out="", Anna=place, Bo="3", Cara="1"), status=422)
        assert "A place is a number from 1 to 3." in phone.page.words

    def test_places_that_do_not_fit_are_questioned(self, open_pad):
        phone, table = open_pad(PLACES)
        phone.submit("#round", fields(table, out="", Anna="2", Bo="3", Cara="2"), status=422)
        assert "The places do not fit" in phone.page.words
        phone.submit("#round", fields(table, out="", Anna="2", Bo="3", Cara="2"))
        assert table.numbers() == [1]


class TestWins:
    def test_only_the_winner_is_asked_for(self, open_pad):
        phone, table = open_pad(WINS)
        assert phone.page.texts("legend") == ["Who won?"]
        assert "Nobody won" in phone.page.words
        phone.submit("#round", fields(table, out="Bo"))
        assert phone.page.flashes == ["Round 1: Bo won"]
        assert table.totals() == {"Anna": 0, "Bo": 1, "Cara": 0}

    def test_without_a_choice_it_asks_who_won(self, open_pad):
        phone, _table = open_pad(WINS)
        phone.submit("#round", {}, status=422)
        assert "Who won? Choose a player, or “Nobody won”." in phone.page.words

    def test_a_correction_to_nobody(self, open_pad):
        phone, table = open_pad(WINS, "Bo out, Anna ?, Cara ?", number=1)
        phone.submit("#round", fields(table))
        assert phone.page.flashes == ["Round 1: nobody won"]


class TestCollecting:
    def test_the_winner_gets_the_points_of_the_others(self, open_pad):
        phone, table = open_pad(preset("crazy_eights"))
        phone.submit("#round", fields(table, out="Cara", Anna={"8": 1}, Bo="12+3"))
        assert phone.page.flashes == ["Round 1: Cara +65 (Anna 50, Bo 15)"]

    def test_a_blocked_round(self, open_pad):
        phone, table = open_pad(preset("crazy_eights"))
        phone.submit("#round", fields(table, Anna={"9": 1}, Bo={"2": 1}, Cara={"3": 1}))
        assert phone.page.flashes == ["Round 1: nobody out, Bo +8 (Anna 9, Bo 2, Cara 3)"]

    def test_the_winner_types_nothing(self, open_pad):
        phone, table = open_pad(COLLECTS_TYPED)
        assert phone.page.texts("legend")[0] == "Who won?"
        phone.submit("#round", fields(table, out="Bo", Anna="7", Bo="3", Cara="1"), status=422)
        phone.submit("#round", fields(table, out="Bo", Anna="7", Bo="", Cara="1"))
        assert phone.page.flashes == ["Round 1: Bo +8 (Anna 7, Cara 1)"]


class TestMultipliers:
    def test_a_round_counts_twice(self, open_pad):
        phone, table = open_pad(preset("mau_mau"))
        doubled = fields(table, out="Anna", Bo={"J": 1}, Cara="7") | {"multiplier-1": "on"}
        phone.submit("#round", doubled)
        assert phone.page.flashes == ["Round 1: Anna out, Bo 40, Cara 14 (×2: Out with a jack)"]
        phone.get(f"{table.path}/rounds/1")
        assert phone.value_of(f"points-{table.seat_id('Cara')}") == "7"
        phone.submit("#round", {"multiplier-1": None})
        assert table.totals() == {"Anna": 0, "Bo": 20, "Cara": 7}

    def test_a_hand_counts_twice(self, open_pad):
        phone, table = open_pad(DOUBLED)
        typed = fields(table, out="", Anna="12+8", Bo="5", Cara="6") | ticked(table, "Anna")
        phone.submit("#round", typed)
        assert phone.page.flashes == ["Round 1: Anna 40 (20 ×2: Called it), Bo 5, Cara 6"]
        phone.get(f"{table.path}/rounds/1")
        assert phone.value_of(f"points-{table.seat_id('Anna')}") == "12+8"
        phone.submit("#round")
        assert table.kinds() == ["record"]

    def test_too_many_points_after_multiplying(self, open_pad):
        phone, table = open_pad(DOUBLED)
        typed = fields(table, out="", Anna="6000", Bo="5", Cara="6") | ticked(table, "Anna")
        phone.submit("#round", typed, status=422)
        assert "12000 points in one hand?" in phone.page.words

    def test_the_conflict_page_shows_both_versions(self, open_pad):
        phone, table = open_pad(preset("mau_mau"))
        table.plays("×1, Anna out, Bo J, Cara 7")
        phone.submit("#round", fields(table, out="Anna", Bo={"J": 1}, Cara="7"), status=409)
        assert "×2: Out with a jack" in phone.page.words
        phone.submit("form[method=post]:has([name^=points])")
        assert table.totals()["Bo"] == 20


class TestZeroSum:
    def test_points_that_do_not_add_up_are_questioned(self, open_pad):
        phone, table = open_pad(ZERO_SUM)
        phone.submit("#round", fields(table, out="", Anna="5", Bo="-8", Cara="0"), status=422)
        assert "The points add up to −3, not to 0." in phone.page.words
        phone.submit("#round", fields(table, out="", Anna="5", Bo="-8", Cara="3"))
        assert table.totals() == {"Anna": 5, "Bo": -8, "Cara": 3}


def test_the_history_tells_the_rounds(open_pad):
    phone, table = open_pad(DOUBLED, "Anna =20 ×1, Bo =5, Cara =6")
    phone.get(f"{table.path}/history")
    assert "Round 1: Anna 40 (20 ×2: Called it), Bo 5, Cara 6" in phone.page.words


class TestSwedishWords:
    """A place in a ranking and the place of a night are one word in English."""

    @pytest.fixture
    def swedish(self, open_pad):
        phone, table = open_pad(PLACES)
        phone.get("/")
        phone.submit("form[action='/language']", button="language=sv")
        return phone, table

    def test_a_finishing_place_is_a_placering(self, swedish):
        phone, table = swedish
        phone.get(f"{table.path}/rounds/1")
        assert set(phone.page.texts(".typed label")) == {"Placering"}
        assert phone.page.soup.select_one("template[data-keys]").select_one(".note").text == "placering"

    def test_the_place_of_a_night_is_a_plats(self, swedish):
        phone, table = swedish
        phone.get(f"{table.group_path}/sheets/new/derange")
        assert "Plats" in " ".join(phone.page.texts("form label"))
