"""Table page, TV board and end of custom games: targets, eliminations, and games that record no deal."""

import pytest

from tests.custom import preset, typed
from tests.phone import Phone
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only

EIGHTS, LAST_ONE, CHICAGO = preset("crazy_eights"), preset("last_one"), preset("chicago")
NAMES = "Anna Bo Cara"
REMINDERS = [{"moment": "deal", "text": "Cut 100 % of it."}]


@pytest.fixture
def opened(app, phone_of):
    """The page of a session: opened(definition, "Anna out, Bo 8, Cara K")."""

    def open_page(definition, *rounds, role="scorer", path="", names=NAMES):
        table = start(app, definition, names).plays(*rounds)
        return phone_of(table, role).get(table.path + path)

    return open_page


def subtitle(page):
    return page.texts(".top p")[0].partition(" · ")[2]


def notes(page):
    return dict(zip(page.texts(".standing .name"), page.texts(".standing .under small"), strict=True))


class TestProgress:
    def test_the_first_to_a_total(self, opened):
        assert subtitle(opened(EIGHTS)) == "Round 1, first to 100"

    def test_where_the_lowest_wins_it_is_over_at_a_total(self, opened):
        assert subtitle(opened(preset("mau_mau"))) == "Round 1, over at 300"

    def test_a_player_is_out_at_a_total(self, opened):
        assert subtitle(opened(LAST_ONE)) == "Round 1, out at 100"

    def test_a_number_of_rounds_is_at_most_if_a_total_may_end_it(self, opened):
        assert subtitle(opened(preset("chicago", rounds=9))) == "Hand 1 of at most 9, first to 52"
        assert subtitle(opened(preset("plump"))) == "Hand 1 of 19"

    def test_a_game_without_an_end_counts_on(self, opened):
        page = opened(preset("points_only"), "Anna =5, Bo =7, Cara =1", "Anna =5, Bo =7, Cara =1")
        assert subtitle(page) == "Round 3"
        assert "End the game" in page.texts(".button")


class TestTheRoad:
    def test_everybody_is_on_the_way(self, opened):
        page = opened(EIGHTS, "Anna out, Bo 8, Cara K A", "Bo out, Anna -, Cara 5")
        (road,) = page.select(".deal .road")
        assert road["aria-label"] == "On the way to 100: Anna 61, Bo 5, Cara 0"
        assert page.texts(".road .goal") == ["100"]
        assert [len(road.select(each)) for each in ("g", "g.leads", ".zero")] == [3, 1, 0]
        assert not page.select(".bars")

    def test_discs_that_meet_are_stacked(self, opened):
        page = opened(EIGHTS, names="Anna Bo Cara Dilan Eva Frans")
        circles = page.select(".road circle")
        assert [circle["cy"] for circle in circles] == ["-8", "14", "36", "58"]
        assert page.texts(".road g text") == ["+3", "C", "B", "A"]
        assert page.select(".road")[0]["viewbox"] == "0 -23 323 99"

    def test_totals_below_zero_have_a_mark_at_zero(self, opened):
        page = opened(CHICAGO, "Anna =26, Bo =-26, Cara =0")
        (road,) = page.select(".road")
        assert len(road.select(".zero")) == 1
        assert [circle["cx"] for circle in road.select("circle")] == ["16.0", "103.0", "190.0"]

    def test_an_eliminated_player_leaves_it(self, opened):
        page = opened(LAST_ONE, "Anna out, Bo 8 8, Cara 5")
        assert page.select(".road")[0]["aria-label"] == "On the way to 100: Anna 0, Cara 5"

    def test_there_is_none_without_a_target(self, opened):
        assert not opened(preset("plump")).select(".road")

    def test_the_tv_board_has_it(self, opened):
        page = opened(EIGHTS, "Anna out, Bo 8, Cara K A", path="/board", role="watcher")
        assert page.select(".next .road")
        assert page.texts(".next > b") == ["5"]


class TestRows:
    def test_what_is_missing_stands_after_the_last_gain(self, opened):
        page = opened(EIGHTS, "Anna out, Bo 8, Cara K A", "Bo out, Anna 3, Cara 5")
        assert notes(page) == {"Anna": "39 to go", "Bo": "+8, 92 to go", "Cara": "100 to go"}
        assert not page.select(".standing .under small .icon")

    def test_where_the_lowest_wins_it_is_left(self, opened):
        page = opened(preset("mau_mau"), "Anna out, Bo J, Cara 7")
        assert notes(page) == {"Anna": "out, 300 left", "Cara": "+7, 293 left", "Bo": "+20, 280 left"}

    def test_eliminated_players_stand_at_the_end(self, opened):
        page = opened(LAST_ONE, "Anna out, Bo 8 8, Cara 5", "Anna 8, Cara out")
        assert page.texts(".standing .name") == ["Cara", "Anna", "Bo"]
        assert notes(page)["Bo"] == "out of the game in round 1"
        assert len(page.select(".standing.absent")) == 1

    def test_nothing_is_missing_before_the_first_round(self, opened):
        assert opened(EIGHTS).texts(".standing small") == []

    def test_swedish(self, app):
        table = start(app, EIGHTS, NAMES).plays("Anna out, Bo 8, Cara K A")
        phone = Phone(app, language="sv")
        phone.open_link(table.link("watcher"))
        assert phone.get(table.path).select(".road")


class TestTotalsWithoutPoints:
    def test_places_are_added_up(self, opened):
        places = typed(scoring="places", rounds=3)
        page = opened(places, "Anna =1, Bo =2, Cara =2")
        assert notes(page) == {"Anna": "place 1", "Bo": "place 2", "Cara": "place 2"}
        assert page.texts(".standing .total") == ["1 sum of places", "2 sum of places", "2 sum of places"]
        assert page.texts("#standings") == ["Standings, sum of places"]
        assert "Places are added up; the lowest total wins." in page.texts("p.note")

    def test_rounds_won_are_counted(self, opened):
        page = opened(typed(scoring="wins"), "Anna out, Bo ?, Cara ?")
        assert page.texts(".standing .total") == ["1 round won", "0 rounds won", "0 rounds won"]
        assert "Rounds won are counted; the most rounds won wins." in page.texts("p.note")

    def test_the_podium_names_them(self, app, phone_of):
        table = start(app, typed(scoring="wins"), NAMES).plays("Anna out, Bo ?, Cara ?").stops()
        page = phone_of(table, "watcher").get(table.path)
        assert page.texts(".podium-player b") == ["1 round won", "0 rounds won", "0 rounds won"]

    def test_one_point_is_one_point(self, opened):
        page = opened(typed(), "Anna =1, Bo =2, Cara =0")
        assert page.texts(".standing .total") == ["0 points", "1 point", "2 points"]
        assert not page.texts("p.note")


class TestSittingDownBelowZero:
    @pytest.mark.parametrize(
        ("winner", "reached", "average", "what"),
        [
            ("highest", (-30, -10, 10), "−10", "0 would be a head start."),
            ("highest", (30, 10, -10), "10", "0 would be far behind."),
            ("lowest", (-30, -10, 10), "−10", "0 would be far behind."),
            ("lowest", (30, 10, -10), "10", "0 would be a head start."),
            ("lowest", (10, -10, 0), "0", ""),
        ],
    )
    def test_the_page_says_what_0_would_be(self, opened, winner, reached, average, what):
        played = "Anna ={}, Bo ={}, Cara ={}".format(*reached)
        page = opened(typed(winner=winner, negative=True), played, path="/seats")
        assert f"The average at this table is {average} now. {what}".strip() in page.texts("p.note")
        assert f"average, {average}" in page.texts(".choice")

    def test_start_points_below_zero_have_a_real_minus(self, app, phone_of):
        table = start(app, typed(winner="highest", negative=True), "Anna Bo")
        table.plays("Anna =-5, Bo =-15").sits_down("Ann-Charlotte", start="average")
        phone = phone_of(table, "scorer")
        assert notes(phone.get(table.path))["Ann-Charlotte"] == "starts with −10"
        sentence = "Ann-Charlotte sat down with −10 points"
        assert sentence in phone.get(f"{table.path}/history").texts(".history p")


class TestTheLastRound:
    def test_it_is_announced_if_a_usual_gain_is_enough(self, opened):
        page = opened(EIGHTS, "Anna out, Bo 8, Cara K", "Bo out, Anna 3, Cara 5")
        assert page.texts(".deal .tag") == ["Last round?"]

    def test_it_is_not_announced_before_the_second_round(self, opened):
        assert opened(EIGHTS, "Anna out, Bo 8, Cara K").texts(".deal .tag") == []

    def test_a_tie_at_the_target_is_played_on(self, opened):
        page = opened(CHICAGO, "Anna =52, Bo =52, Cara =0")
        assert page.texts(".deal .tag") == ["Tie: one more hand"]


class TestWithoutADeal:
    DEFINITION = typed(winner="highest", first_to=100, reminders=REMINDERS)

    def test_no_cards_and_no_decks_are_named(self, opened):
        for path in ("", "/board", "/rounds", "/print", "/print?fill=blank", "/sheet"):
            page = opened(self.DEFINITION, "Anna =10, Bo =20, Cara =3", path=path)
            words = " ".join(page.texts("main")).lower()
            for unsaid in ("0 card", "deck", "nobody", "went out", "× for out"):
                assert unsaid not in words, (path, unsaid)

    def test_the_deal_has_no_number(self, opened):
        page = opened(self.DEFINITION)
        assert page.texts(".deal > b") == [""]
        assert page.texts(".deal .dealer") == ["Anna deals"]
        assert page.texts("p.hint") == ["Cut 100 % of it."]

    def test_rounds_are_level_bars_if_their_number_is_known(self, opened):
        page = opened(typed(rounds=3), "Anna =10, Bo =20, Cara =3")
        assert [(bar["class"], bar["height"]) for bar in page.select(".bars rect")] == [
            (["done"], "6"),
            (["now"], "6"),
            (["todo"], "6"),
        ]
        assert {bar["rx"] for bar in page.select(".bars rect")} == {"0"}  # stretched, it would be a lens
        assert not opened(typed()).select(".bars")


@pytest.mark.parametrize("path", ["", "/board", "/rounds", "/adjustment", "/print"])
def test_the_number_of_queries_does_not_grow(app, phone_of, path):
    counts = []
    for times in (1, 6):
        table = start(app, preset("mau_mau"), NAMES).plays(*["Anna out, Bo 8, Cara 7"] * times)
        for number in range(times):
            table.adjusts("Bo", 1, f"reason {number}")
        phone = phone_of(table, "scorer")
        counts.append(queries_of(app, lambda phone=phone, table=table: phone.get(table.path + path)))
    assert counts[0] == counts[1] <= 8


class TestWithoutCards:
    """Where no cards are held, a player wins a round, and nobody is out of cards."""

    GAMES = (typed(winner="collects", first_to=500, hand_sizes=[7]), typed(scoring="wins"))

    @pytest.mark.parametrize("game", GAMES, ids=["collects", "wins"])
    def test_a_round_without_a_winner(self, opened, game):
        held = "Anna =5, Bo =6, Cara =7" if game.counts_points else "Anna ?, Bo ?, Cara ?"
        page = opened(game, f"nobody out, {held}", path="/rounds")
        assert "nobody won" in page.texts(".round-sheet tbody th")[0]
        assert "nobody won" in page.texts(".sheet-legend span")
        assert "nobody out" not in page.text

    @pytest.mark.parametrize("game", GAMES, ids=["collects", "wins"])
    def test_the_paper(self, opened, game):
        held = "Bo =6, Cara =7" if game.counts_points else "Bo ?, Cara ?"
        page = opened(game, f"Anna out, {held}", path="/print?fill=filled")
        assert page.texts(".leaf-foot p")[-1] == "Left: this deal, × for the winner. Right: the total so far."
        assert page.texts(".leaf-table tbody td span.unseen")[0] == "won"

    def test_a_correction_of_the_winner(self, app, phone_of):
        table = start(app, typed(scoring="wins"), NAMES).plays("Anna out, Bo ?, Cara ?")
        table.corrects(1, "Bo out, Anna ?, Cara ?")
        page = phone_of(table, "watcher").get(f"{table.path}/history")
        assert page.texts(".history p")[0].endswith("won: Anna → Bo")

    def test_no_other_card_values_are_tried(self, app, phone_of):
        table = start(app, typed(scoring="wins"), NAMES).plays("Anna out, Bo ?, Cara ?").stops()
        phone = phone_of(table, "watcher")
        assert f"{table.path}/rescoring" not in phone.get(table.path).hrefs()
        page = phone.get(f"{table.path}/rescoring")
        assert page.texts(".lead") == [
            "In this game, points are not added up as in any game with other card values."
        ]


class TestThePicture:
    @pytest.mark.parametrize(
        ("names", "size"),
        [("Anna Bo", "25"), ("Ann-Charlotte Bo", "18"), ("Ann-Charlotte Bartholomeus", "14")],
    )
    def test_the_names_of_the_winners_are_never_cut(self, app, phone_of, names, size):
        one, other = names.split()
        table = start(app, typed(winner="highest"), names).plays(f"{one} =5, {other} =5").stops()
        phone = phone_of(table, "watcher")
        phone.get(f"{table.path}/result.svg")
        headline = f"{one} and {other} win together</text>"
        (line,) = [each for each in phone.answer.text.splitlines() if headline in each]
        assert f'font-size="{size}"' in line


class TestTheEnd:
    def test_an_elimination_cannot_be_opened_again(self, app, phone_of):
        table = start(app, LAST_ONE, NAMES).plays("Anna out, Bo 8 8, Cara 5", "Anna out, Cara 8 8")
        phone = phone_of(table, "scorer")
        page = phone.get(table.path)
        why = "Only one is left, so the game cannot go on. Correct a round if something is wrong."
        assert page.texts("#more li.note") == [why]
        assert "Open again and play on" not in page.text
        phone.post(f"{table.path}/reopening", {"csrf_token": page.select("[name=csrf_token]")[0]["value"]})
        assert phone.page.flashes == [why]
        assert table.is_finished()
        assert "reopen" not in table.kinds()

    def test_one_that_the_table_stopped_can(self, app, phone_of):
        table = start(app, LAST_ONE, NAMES).plays("Anna out, Bo 8 8, Cara 5").stops()
        phone = phone_of(table, "scorer")
        phone.get(table.path)
        phone.submit("#act", button="Open again and play on")
        assert not table.is_finished()

    def test_the_score_of_the_winner(self, opened):
        page = opened(LAST_ONE, "Anna out, Bo 8 8, Cara 5", "Anna 3, Cara 8 8")
        assert page.texts(".stage h2 small") == ["last one in, with 3"]
        page = opened(EIGHTS, "Anna out, Bo 8, Cara 8 4")
        assert page.texts(".stage h2 small") == ["first to 100, with 104"]
        page = opened(preset("mau_mau", first_to=20), "Anna out, Bo J, Cara 7")
        assert page.texts(".stage h2 small") == ["wins with 0"]

    def test_the_story_follows_the_direction_of_the_game(self, opened):
        page = opened(CHICAGO, "Anna =40, Bo =10, Cara =0", "Anna =5, Bo =42, Cara =0")
        assert page.texts(".result-text") == ["Bo pulled ahead in the last hand."]

    def test_lines_go_below_zero(self, opened):
        page = opened(CHICAGO, "Anna =40, Bo =-10, Cara =0", "Anna =12, Bo =-5, Cara =0")
        ticks = page.texts(".chart .tick.end")
        assert {"−20", "0", "40"} <= set(ticks)
        assert len(page.select(".chart .zero")) == 1
        assert "Bo −15" in page.texts(".chart .label")
