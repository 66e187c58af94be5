"""Hands of a group's own games on the phones of the players."""

import pytest

from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from models import Change
from tests.counting import OwnHands
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only


def preset(key):
    return presets()[key].definition("en")


def own_game(**decided):
    return definition_of({"name": "Ours", "letters": "O", "hand_sizes": [5], **decided})


DOUBLED = own_game(
    scoring="cards",
    values={**dict.fromkeys(("A", "2", "3", "4", "5", "6", "7", "9", "10", "J", "Q", "K"), 5), "8": 50},
    multipliers=[
        {"factor": 2, "of": "hand", "reason": "Alone"},
        {"factor": 3, "of": "round", "reason": "Night"},
    ],
)


@pytest.fixture
def table_of(app):
    def start_table(game, names="Anna Bo Cara"):
        return start(app, game, names)

    return start_table


def hands_page(phone, table):
    return phone.get(f"{table.path}/rounds/1/hands")


def offered_pad(page):
    """The address of the pad that the table page opens; None without one."""
    return page.soup.select_one("[data-state]").get("data-go")


def main_action(phone):
    (action,) = phone.page.texts(".bar .dock .button")
    return action


class TestWithoutARoundWinner:
    def test_a_player_types_the_own_points_and_the_scorer_saves_them(self, table_of, phone_for, phone_of):
        table = table_of(preset("chicago"))
        for name, text in (("Anna", "12+11"), ("Bo", "-5"), ("Cara", "0")):
            phone = phone_for(table, name)
            hands_page(phone, table)
            assert phone.page.heading == f"{name}’s points"
            phone.submit("#hand", {f"points-{table.seat_id(name)}": text})
        assert OwnHands(table).points() == {"Anna": 23, "Bo": -5, "Cara": 0}
        scorer = phone_of(table, "scorer")
        hands_page(scorer, table)
        scorer.submit("#round")
        assert scorer.page.flashes == ["Hand 1: Anna 23, Bo −5, Cara 0"]
        with table.seen() as session:
            assert "12+11" in {hand.typed for hand in session.rounds[0].hands}

    def test_the_table_page_opens_the_pad_from_the_first_hand_on(self, table_of, phone_for):
        table = table_of(preset("chicago"))
        phone = phone_for(table, "Anna")
        assert offered_pad(phone.get(table.path)) is None
        hands = OwnHands(table).sends("Bo", "=7")
        pad = f"{table.path}/rounds/1/hands/{table.seat_id('Anna')}"
        assert offered_pad(phone.get(table.path)) == pad
        assert phone.page.texts(".hint") == ["1 of 3 entered · Waits for Anna and Cara"]
        hands.sends("Anna", "=2")
        assert offered_pad(phone.get(table.path)) is None
        assert main_action(phone) == "2 of 3 entered"
        hands.sends("Cara", "=0")
        assert "Enter again: Anna" in hands_page(phone, table).texts(".own a")
        phone.get(table.path)
        assert main_action(phone) == "Everything is entered"

    @pytest.mark.parametrize(
        ("game", "words"),
        [(preset("plump"), "Enter your points"), (own_game(scoring="places"), "Enter your place")],
    )
    def test_the_table_page_leads_to_the_pad(self, table_of, phone_for, game, words):
        table = table_of(game)
        phone = phone_for(table, "Anna")
        phone.get(table.path)
        assert main_action(phone) == words
        phone.get(phone.page.select(".bar .dock a.button")[0]["href"])
        assert phone.path == f"{table.path}/rounds/1/hands/{table.seat_id('Anna')}"

    def test_a_scorer_sees_how_many_hands_are_entered(self, table_of, phone_of):
        table = table_of(preset("chicago"))
        scorer = phone_of(table, "scorer")
        scorer.get(table.path)
        assert main_action(scorer) == "Score hand 1"
        OwnHands(table).sends("Bo", "=7")
        scorer.get(table.path)
        assert main_action(scorer) == "1 of 3 entered"

    def test_nobody_can_be_declared_out(self, table_of, phone_for):
        table = table_of(preset("chicago"))
        phone = phone_for(table, "Anna")
        hands_page(phone, table)
        path = f"{table.path}/rounds/1/hands/out"
        phone.post(path, {"csrf_token": phone.token(), "out": "none"}, 404, Sec_Fetch_Site="same-origin")

    def test_the_pad_shows_what_a_phone_has_typed(self, table_of, phone_of):
        table = table_of(preset("chicago"))
        OwnHands(table).sends("Bo", "=12+11")
        scorer = phone_of(table, "scorer")
        scorer.get(f"{table.path}/rounds/1")
        assert scorer.value_of(f"points-{table.seat_id('Bo')}") == "12+11"
        others = {f"points-{table.seat_id(name)}": "1" for name in ("Anna", "Cara")}
        scorer.submit("#round", others)
        assert table.totals() == {"Anna": 1, "Bo": 23, "Cara": 1}

    def test_the_place_of_a_player(self, table_of, phone_for):
        table = table_of(own_game(scoring="places"))
        phone = phone_for(table, "Anna")
        hands_page(phone, table)
        phone.submit("#hand", {f"points-{table.seat_id('Anna')}": "4"}, status=422)
        phone.submit("#hand", {f"points-{table.seat_id('Anna')}": "2"})
        assert OwnHands(table).points() == {"Anna": 2}


class TestMultipliers:
    def test_those_of_a_hand_are_counted_and_those_of_the_round_when_it_is_saved(
        self, table_of, phone_for, phone_of
    ):
        table = table_of(DOUBLED)
        hands = OwnHands(table).out("Cara")
        phone = phone_for(table, "Bo")
        hands_page(phone, table)
        seat = table.seat_id("Bo")
        phone.submit("#hand", {f"cards-{seat}-8": "1", f"multiplier-{seat}-1": "on"})
        hands.sends("Anna", "=10 ×1")
        assert hands.points() == {"Anna": 20, "Bo": 100}
        scorer = phone_of(table, "scorer")
        hands_page(scorer, table)
        scorer.submit("#round", {"multiplier-2": "on", "accepted": ""})
        said = "Round 1: Cara out, Anna 60 (30 ×2: Alone), Bo 300 (150 ×2: Alone) (×3: Night)"
        assert scorer.page.flashes == [said]
        assert table.totals() == {"Anna": 60, "Bo": 300, "Cara": 0}

    def test_a_count_of_another_phone_is_the_same_hand_in_a_multiplied_round(self, table_of, phone_of):
        table = table_of(DOUBLED)
        hands = OwnHands(table).out("Cara")
        scorer = phone_of(table, "scorer")
        scorer.get(f"{table.path}/rounds/1")
        hands.sends("Bo", "8 ×1")
        seats = {name: table.seat_id(name) for name in table.seats()}
        scorer.submit(
            "#round",
            {
                "out": str(seats["Cara"]),
                f"cards-{seats['Bo']}-8": "1",
                f"multiplier-{seats['Bo']}-1": "on",
                f"points-{seats['Anna']}": "10",
                "multiplier-2": "on",
            },
        )
        assert table.totals() == {"Anna": 30, "Bo": 300, "Cara": 0}
        with table.seen() as session:
            assert "counts" not in Change.history_of(session)[0].about


class TestWins:
    @pytest.mark.parametrize("scoring", [{"scoring": "wins"}, {"winner": "collects"}])
    def test_a_player_says_so_on_the_table_page(self, table_of, phone_for, scoring):
        table = table_of(own_game(**scoring))
        phone = phone_for(table, "Bo")
        phone.get(table.path)
        assert main_action(phone) == "I won"
        phone.submit("#act", button="I won")
        assert "Bo has won" in phone.page.words

    def test_two_on_one_phone(self, table_of, phone_for):
        phone = phone_for(table := table_of(own_game(scoring="wins")), "Anna", "Bo")
        phone.get(table.path)
        assert main_action(phone) == "One of us won"

    def test_the_result_is_there_at_once(self, table_of, phone_of):
        table = table_of(own_game(scoring="wins"))
        OwnHands(table).out("Bo")
        scorer = phone_of(table, "scorer")
        scorer.get(table.path)
        assert main_action(scorer) == "The result"
        assert scorer.page.texts("p.hint") == ["Bo has won."]
        assert scorer.get(f"{table.path}/board").texts("footer.last p")[0] == "Bo has won"

    def test_a_player_says_to_have_won(self, table_of, phone_for, phone_of):
        table = table_of(own_game(scoring="wins"))
        phone = phone_for(table, "Bo")
        hands_page(phone, table)
        assert "Did you win, Bo?" in phone.page.words
        phone.submit("#say-out")
        assert "Bo has won" in phone.page.words
        scorer = phone_of(table, "scorer")
        hands_page(scorer, table)
        scorer.submit("#round")
        assert scorer.page.flashes == ["Round 1: Bo won"]

    def test_there_is_no_hand_to_count(self, table_of, phone_of):
        table = table_of(own_game(scoring="wins"))
        OwnHands(table).out("Bo")
        scorer = phone_of(table, "scorer")
        scorer.get(f"{table.path}/rounds/1/hands/{table.seat_id('Anna')}")
        assert scorer.path == f"{table.path}/rounds/1/hands"
        assert "Count here" not in scorer.page.words


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (preset("crazy_eights"), "Own cards"),
        (preset("plump"), "Own points"),
        (own_game(scoring="places"), "Own places"),
        (own_game(scoring="wins"), "The result"),
    ],
)
def test_the_page_of_the_hands_is_named_after_what_is_entered(table_of, phone_of, game, name):
    table = table_of(game)
    scorer = phone_of(table, "scorer")
    scorer.get(table.path)
    assert name in scorer.page.texts(".tiles a")
    assert hands_page(scorer, table).heading == name


@pytest.mark.parametrize(
    ("game", "duty"),
    [
        (preset("crazy_eights"), "When somebody is out, the phone asks what you hold."),
        (own_game(winner="collects"), "When somebody has won, the phone asks for your points."),
        (preset("plump"), "After each hand you enter your points here."),
        (own_game(scoring="places"), "After each round you enter your place here."),
        (own_game(scoring="wins"), "When you have won, you say so here."),
    ],
)
def test_a_player_reads_what_the_phone_is_for(table_of, phone_of, game, duty):
    table = table_of(game)
    phone = phone_of(table, "player")
    phone.get(f"{table.path}/identity")
    phone.submit("#who", {"player": [str(table.player_id("Bo"))]}, button="I only watch")
    assert phone.path.endswith("/identity/confirmation")
    assert phone.page.texts(".identity-notes li")[0] == duty
