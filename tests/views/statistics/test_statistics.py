"""Pages of statistics: the group, a player, the filter, records and honours."""

from datetime import UTC, datetime, timedelta

import pytest

from models import db
from models.group import Group
from models.night import Night
from models.people.anonymising import anonymise
from models.player import Player
from tests.custom import typed
from tests.golden.nights import golden_group
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import NOBODY, at_work, start

pytestmark = full_only

LONG_AGO = datetime.now(UTC) - timedelta(days=300)


@pytest.fixture
def nights(app):
    return golden_group(app)


@pytest.fixture
def watcher(nights, phone_of):
    return phone_of(nights[0].tables[0], "watcher")


@pytest.fixture
def group_path(nights):
    return nights[0].group_path


def person(nights, name):
    return f"{nights[0].group_path}/statistics/players/{nights[0].tables[0].player_id(name)}"


def pairs(page):
    """The left part of each line with its right part."""
    lines = page.select(".pairs > li")
    spoken = [[" ".join(part.get_text(" ").split()) for part in li.children] for li in lines]
    return dict(spoken)


class Season:
    """A group that plays two-player Vändåtta, one game a day."""

    def __init__(self, app):
        self.app, self.table = app, None

    def plays(self, winner, times=1):
        for _ in range(times):
            group = {"group_id": self.table.group_id, "clock": self.table.clock} if self.table else {}
            self.table = start(self.app, "vandatta_pagat", "Anna Bo", rounds=1, at=LONG_AGO, **group)
            other = "Bo" if winner == "Anna" else "Anna"
            self.table.plays(f"{winner} out, {other} 8 8")
            self.table.clock.time += timedelta(days=1)
        return self.table

    def plays_with(self, name):
        """One player plays a game against Bo, or all these players do."""
        names = name if " " in name else f"{name} Bo"
        group = {"group_id": self.table.group_id, "clock": self.table.clock}
        first, *others = names.split()
        other = start(self.app, "vandatta_pagat", names, rounds=1, **group)
        other.plays(", ".join([f"{first} out", *(f"{one} 8" for one in others)]))


class TestTheGroup:
    def test_a_group_without_finished_games_gets_a_hint(self, game, phone_of):
        table = game("derange", "Anna Bo")
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert "No game has been finished yet" in page.words

    def test_a_session_in_progress_is_not_counted(self, game, phone_of):
        table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert "No game has been finished yet" in page.words

    def test_totals_of_games_deals_and_hands(self, watcher, group_path):
        page = watcher.get(f"{group_path}/statistics")
        assert page.texts(".figures p") == ["8games", "27deals", "107hands"]

    def test_shares_and_places_need_ten_sessions(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 6)
        season.plays("Bo", 3)
        phone = phone_of(table, "watcher")
        page = phone.get(f"{table.group_path}/statistics")
        assert page.texts(".people .name") == ["Anna", "Bo"]
        assert not page.select(".people .rank, .people .tick")
        assert "%" not in page.select(".people")[0].get_text()
        season.plays("Bo", 1)
        page = phone.get(f"{table.group_path}/statistics")
        ranked = page.soup.select_one("[aria-labelledby=ranking]")
        assert [each.get_text() for each in ranked.select(".rank")] == ["1", "2"]
        assert [each.get_text() for each in ranked.select(".name")] == ["Anna", "Bo"]
        assert page.texts("[aria-labelledby=ranking] .value") == [
            "won 60%, chance 50%",
            "won 40%, chance 50%",
        ]
        assert page.texts("[aria-labelledby=ranking] small")[0] == "6 wins, average place 1.4"
        assert "The tick is what chance alone would give: 50%." in page.words
        assert page.texts(".duels .name") == ["Anna ahead of Bo"]

    def test_a_winner_is_named_only_if_luck_does_not_explain_it(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 6)
        season.plays("Bo", 4)
        phone = phone_of(table, "watcher")
        page = phone.get(f"{table.group_path}/statistics")
        assert "Nobody wins more than luck explains: too close to tell." in page.words
        assert page.texts(".champion small")[1] == "too close to tell: 2 may well be best"
        assert page.texts(".duels small") == ["6 of 10 games, too close to tell"]
        season.plays("Anna", 20)
        page = phone.get(f"{table.group_path}/statistics")
        assert "More wins than luck explains: Anna. Of nobody else here can that be said." in page.words
        assert "too close" not in page.texts("[aria-labelledby=champions]")[0]
        assert page.texts(".duels small") == ["26 of 30 games"]

    def test_equal_players_share_a_place(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 5)
        season.plays("Bo", 5)
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert page.texts(".rank") == ["1", "1"]
        assert page.texts(".champion a span:last-child") == ["Anna", "Bo"]

    def test_there_are_no_champions_of_games_that_are_played_seldom(self, game, phone_of):
        table = None
        for variant in ("vandatta", "vandatta_pagat"):
            for _ in range(6):
                options = {"group_id": table.group_id} if table else {}
                table = game(variant, "Anna Bo", rounds=1, **options).plays("Anna out, Bo 8")
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert page.texts("[aria-labelledby=ranking] .rank") == ["1", "2"]
        assert "Who wins what" not in page.texts("h2")

    def test_players_with_few_games_are_listed_once(self, app, phone_of):
        season = Season(app)
        season.plays("Anna", 10)
        for name, games in (("Cara", 3), ("Dilan", 1)):
            for _ in range(games):
                season.plays_with(name)
        page = phone_of(season.table, "watcher").get(f"{season.table.group_path}/statistics")
        assert page.texts("[aria-labelledby=ranking] .people .name") == ["Anna", "Bo"]
        assert page.texts(".few-games") == ["Cara and Dilan have 3 and 1 games. A place takes 10."]
        assert len(page.select(".few-games a[href*='/statistics/players/']")) == 2

    def test_many_players_with_few_games_are_one_line(self, app, phone_of):
        season = Season(app)
        season.plays("Anna", 10)
        for name in ["Cara", "Dilan", "Eva", "Frans"]:
            season.plays_with(name)
        page = phone_of(season.table, "watcher").get(f"{season.table.group_path}/statistics")
        assert "4 players have fewer than 10 games" in page.words
        assert len(page.select("details .chips a[href*='/statistics/players/']")) == 4

    def test_each_row_has_its_own_tick_if_chances_differ(self, app, phone_of):
        """Chances depend on table sizes, so the tick is at another place in each row."""
        season = Season(app)
        season.plays("Anna", 10)
        season.plays_with("Anna Cara Dilan")
        page = phone_of(season.table, "watcher").get(f"{season.table.group_path}/statistics")
        assert "The tick is what chance alone would give at the tables one sat at." in page.words
        assert len({tick["x1"] for tick in page.select("[aria-labelledby=ranking] .tick")}) == 2


class TestTheFirstNight:
    @pytest.fixture
    def page(self, game, phone_of):
        table = game("derange", "Anna Bo Cara", mode="short")
        table.plays(*["Cara out, Anna 8 5, Bo K"] * 6, "Anna out, Bo 9, Cara 8 2 4")
        return phone_of(table, "watcher").get(f"{table.group_path}/statistics")

    def test_one_game_is_summarised(self, page):
        assert page.texts(".result-text") == ["One game in: Cara leads 1 to nothing."]
        assert page.texts(".figures p") == ["1game", "7deals", "21hands"]
        assert page.texts(".people .name") == ["Cara", "Bo", "Anna"]
        assert page.texts(".people small:not(.value small)") == [
            "1 win of 1, 7 deals",
            "place 2, 7 deals",
            "place 3, 7 deals",
        ]
        assert page.texts(".people .value") == ["12.0a deal", "18.4a deal", "47.1a deal"]

    def test_an_average_covers_the_deals_of_the_player_only(self, game, phone_of):
        table = game("vandatta", "Anna Bo Cara", rounds=5).plays(*["Anna out, Bo =30, Cara =40"] * 2)
        table.sits_down("Eve", start="worst").plays(*["Eve out, Anna =1, Bo =2, Cara =3"] * 3)
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        figures = zip(page.texts(".people .name"), page.texts(".people small:not(.value small)"), strict=True)
        assert dict(figures)["Eve"] == "place 3, 3 deals"  # she began with 80 points, which are no hand

    def test_the_costliest_hand_is_drawn(self, page):
        assert page.texts(".moments b") == ["Cara, 84", "Seven eights for 350 points"]
        assert page.select(".moments .drawn")[0]["aria-label"] == "an eight, a two and a four"

    def test_there_are_no_empty_headings(self, page):
        assert not page.select(".nav-chips, .rank, .duels, .champion, .tick")
        assert page.texts("h2") == ["So far"]
        assert page.texts(".note") == [
            "Places, shares against chance, duels and ratings join after ten games."
        ]

    def test_ranks_need_a_second_player_with_ten_games(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 9)
        season.plays_with("Cara")
        phone, path = phone_of(table, "watcher"), f"{table.group_path}/statistics"
        page = phone.get(path)
        assert page.texts(".result-text") == ["Ten games in: Anna leads with 9 wins."]
        assert page.texts(".people .name") == ["Anna", "Cara", "Bo"]
        assert not page.select(".rank")
        assert "Records" in page.texts(".nav-chips a")
        season.plays("Anna")
        assert len(phone.get(path).select(".rank")) == 2

    def test_points_of_different_games_are_not_added(self, game, phone_of):
        table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8").stops()
        game("vandatta_pagat", "Anna Bo", rounds=1, group_id=table.group_id).plays("Anna out, Bo 8")
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert page.texts(".result-text") == ["Two games in: Anna leads with 2 wins."]
        assert page.texts(".people small:not(.value small)") == [
            "2 wins of 2, average place 1.0",
            "0 wins of 2, average place 2.0",
        ]
        assert page.texts(".people .value") == ["2wins", "0wins"]

    @pytest.mark.parametrize(
        ("winners", "message"),
        [
            (["nobody out, Anna 8, Bo 8"], "One game in: Anna and Bo share the win."),
            (["Anna out, Bo 8", "Bo out, Anna 8"], "Two games in: Anna and Bo have 1 win each."),
        ],
    )
    def test_equal_winners_are_named(self, game, phone_of, winners, message):
        table = None
        for result in winners:
            more = {"group_id": table.group_id} if table else {}
            table = game("vandatta_pagat", "Anna Bo", rounds=1, **more).plays(result)
        assert phone_of(table, "watcher").get(f"{table.group_path}/statistics").texts(".result-text") == [
            message
        ]

    def test_typed_points_are_shown_without_cards(self, game, phone_of):
        table = game("vandatta_pagat", "Anna Bo", rounds=1).plays("Anna out, Bo =12")
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert page.texts(".moments b") == ["Bo, 12"]
        assert not page.select(".moments .hand")

    def test_the_page_of_a_player_with_one_game(self, page, phone_of, game):
        table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8").stops()
        path = f"{table.group_path}/statistics/players/{table.player_id('Bo')}"
        page = phone_of(table, "watcher").get(path)
        assert page.texts(".figures p") == ["0wins of 1", "0%of games won", "2.0average place"]
        assert not page.select("#places")


class TestTheFilter:
    def test_the_form_shows_the_possible_values(self, watcher, group_path):
        page = watcher.get(f"{group_path}/statistics")
        assert page.texts("#by-variant option")[0] == "all"
        assert len(page.select("#by-variant option")) == 5
        assert page.texts("#by-players option") == ["any number", "3", "4", "5"]
        assert page.texts("#by-year option") == ["all", "2026"]
        assert not page.select("#by-season")

    def test_the_filter_is_applied_shown_kept_in_links_and_cleared(self, watcher, group_path):
        watcher.get(f"{group_path}/statistics")
        page = watcher.submit("form[method=get]", {"variant": "vatikan", "players": "3"})
        assert page.texts(".figures b")[0] == "1"
        assert "Vatikan, 3 players" in page.texts(".filter summary")[0]
        assert page.texts(".filter-line > details > summary") == ["Only Vatikan, 3 players"]
        assert watcher.value_of("variant") == "vatikan"
        person = next(href for href in page.hrefs() if "/statistics/players/" in href)
        assert "variant=vatikan" in person
        assert "players=3" in person
        assert f"{group_path}/statistics" in page.hrefs()

    def test_place_weekday_and_players_are_applied_and_kept_in_links(self, app, watcher, nights, group_path):
        night_ids = [night.night_id for night in nights]
        with at_work(app):
            for night_id, place in zip(night_ids, ("Bo’s", "bo's", "the cabin"), strict=True):
                db.session.get_one(Night, night_id).place = place
            db.session.commit()
        watcher.get(f"{group_path}/statistics")
        assert watcher.page.texts("#by-place option") == ["anywhere", "Bo’s", "the cabin"]
        assert watcher.page.texts("#by-weekday option") == ["all", "Fridays", "Saturdays"]
        page = watcher.submit("form[method=get]", {"weekday": "5", "place": "Bo’s"})
        assert page.texts(".filter-line > details > summary") == ["Only Fridays, Bo’s"]
        assert page.texts(".figures b")[0] == "5"
        dilan = nights[0].tables[0].player_id("Dilan")
        page = watcher.submit("form[method=get]", {"who": str(dilan), "sat": "without"})
        assert page.texts(".filter-line > details > summary") == ["Only Fridays, Bo’s, without Dilan"]
        assert page.texts(".figures b")[0] == "3"
        records = next(href for href in page.hrefs() if "/statistics/records" in href)
        assert watcher.get(records).texts(".filter-line > details > summary") == [
            "Only Fridays, Bo’s, without Dilan"
        ]

    @full_only
    def test_invalid_filter_values_are_ignored(self, watcher, nights, group_path, subtests):
        for query in [
            "variant=chess",
            "players=0",
            "players=-1",
            "players=four",
            "year=1",
            "year=99999999999999999999",
            f"season={NOBODY}",
            "season=%00",
            "weekday=0",
            "weekday=8",
            "place=nowhere",
            "place=",
            f"who={NOBODY}&sat=only",
            "who=%00&sat=sideways",
            "variant=%F0%9F%98%80&players=3&players=4&x=" + "y" * 2000,
        ]:
            with subtests.test(query):
                for path in ("", "/records", "/honours"):
                    watcher.get(f"{group_path}/statistics{path}?{query}")
                watcher.get(f"{person(nights, 'Anna')}?{query}")

    def test_an_empty_selection_has_a_message(self, watcher, nights, group_path):
        query = "variant=swedish_pursuit&players=3"
        assert "No finished game is among these." in watcher.get(f"{group_path}/statistics?{query}").words
        assert "No finished game" in watcher.get(f"{group_path}/statistics/records?{query}").words
        assert "Dilan has not played" in watcher.get(f"{person(nights, 'Dilan')}?variant=derange").words


class TestAPlayer:
    def test_wins_are_shown_with_chance_and_confidence(self, watcher, nights):
        page = watcher.get(person(nights, "Anna"))
        assert page.heading == "Anna"
        assert page.texts(".figures p") == ["4wins of 7", "57%of games won", "2.0average place"]
        assert "has played since October 2026 · 3 nights" in page.words
        assert "won 1.6 times as often as chance gives" in page.words
        assert "Chance alone would give 35% at these tables, 2.4 wins" in page.words
        assert "between 25% and 84%" in page.words

    def test_streaks_and_cards_caught_with(self, watcher, nights):
        found = pairs(watcher.get(person(nights, "Anna")))
        assert found["Won in a row now"] == "0"
        assert found["Longest streak"].startswith("2 2 Oct 2026")
        assert found["Comebacks won after being last midway, alone or not"] == "0 of 4 wins"
        assert found["Caught with"] == "1.6 cards 17 hands counted card by card"

    def test_points_of_different_scoring_are_not_mixed(self, watcher, nights):
        page = watcher.get(person(nights, "Anna"))
        names = page.texts(".account h2")
        assert len(names) == 5
        assert [name for name in names if "where wins are counted" in name]
        assert [name for name in names if "counted as on 17 Oct 2026" in name]
        assert "Twos2 cards 45%" in "".join(page.texts(".shares li"))

    @pytest.mark.parametrize(
        ("rules", "plays", "accounts", "label"),
        [
            ({"scoring": "wins"}, "Anna out, Bo -", ["House game1 game, 3 deals"], "Won the deal"),
            ({"winner": "collects"}, "Anna out, Bo =9", ["House game1 game, 3 deals"], "Won the deal"),
            ({"scoring": "places"}, "Anna =1, Bo =2", [], None),
        ],
    )
    def test_a_custom_game_without_cards(self, game, phone_of, rules, plays, accounts, label):
        table = game(typed(**rules), "Anna Bo").plays(*[plays] * 3).stops()
        address = f"{table.group_path}/statistics/players/{table.player_id('Anna')}"
        page = phone_of(table, "watcher").get(address)
        assert page.texts(".account h2") == accounts
        assert "Went out" not in pairs(page)
        assert pairs(page).get("Won the deal") == (label and "100% 3 of 3 deals")

    def test_the_last_places_are_a_line_with_numbers(self, watcher, nights):
        page = watcher.get(person(nights, "Anna"))
        line = page.soup.select_one(".places-line")
        assert line["aria-label"] == "Places, oldest first: 1, 4, 1, 1, 3, 1, 3"
        assert [spot.get_text() for spot in line.select("text")] == ["1", "4", "1", "1", "3", "1", "3"]
        assert page.texts("#places") == ["Places so far"]
        assert "Four wins. On average 2.0." in page.words

    def test_only_the_last_ten_places_are_drawn(self, app, phone_of):
        season = Season(app)
        table = season.plays("Bo", 2)
        season.plays("Anna", 9)
        page = phone_of(table, "watcher").get(
            f"{table.group_path}/statistics/players/{table.player_id('Anna')}"
        )
        assert page.texts("#places") == ["Last ten places"]
        assert page.texts(".places-line text") == ["2", *["1"] * 9]
        assert "Nine wins. On average 1.1; over all the games 1.2." in page.words

    def test_card_costs_are_those_of_one_variant(self, watcher, nights):
        page = watcher.get(person(nights, "Anna"))
        costs = page.texts(".costs li")
        assert len(costs) <= 5
        assert sum(int(share.removesuffix("%")) for share in page.texts(".costs .value")) in (99, 100, 101)
        assert page.texts("#costs small") == ["Vändåtta"]

    def test_the_costliest_and_the_cheapest_hand_are_drawn(self, watcher, nights):
        page = watcher.get(person(nights, "Anna"))
        assert page.texts(".moments small") == ["Costliest hand", "Cheapest hand when caught"]
        assert all(hand["aria-label"] for hand in page.select(".moments .hand"))
        assert len(page.select(".moments a[href*='/nights/']")) == 2

    def test_an_owner_finds_rename_merge_and_forget_under_more(self, nights, phone_of):
        table = nights[0].tables[0]
        own = f"{table.group_path}/players/{table.player_id('Anna')}"
        owners = phone_of(table, "owner").get(person(nights, "Anna")).hrefs("#more a[href]")
        assert {own, f"{own}#twice", f"{own}/anonymization"} <= set(owners)
        watchers = phone_of(table, "watcher").get(person(nights, "Anna")).hrefs("#more a[href]")
        assert not [address for address in watchers if address.startswith(own)]

    def test_a_merged_player_leads_to_the_remaining_one(self, game, phone_of):
        table = game("vandatta_pagat", "Anna Bo", rounds=1).plays("Anna out, Bo 8")
        other = game("vandatta_pagat", "Bosse Anna", rounds=1, group_id=table.group_id)
        other.plays("Anna out, Bosse 8")
        bosse, phone = other.player_id("Bosse"), phone_of(table, "owner")
        phone.get(f"{table.group_path}/players/{bosse}/merge?into={table.player_id('Bo')}")
        phone.submit("/merge")
        page = phone.get(f"{table.group_path}/statistics/players/{bosse}")
        assert page.heading == "Bo"
        assert page.flashes[-1] == "Bosse and Bo are one now: Bo."
        phone.get(f"{table.group_path}/players")
        phone.submit("/undo")
        assert phone.get(f"{table.group_path}/statistics/players/{bosse}").heading == "Bosse"

    def test_a_session_left_early_is_counted_separately(self, watcher, nights):
        page = watcher.get(person(nights, "Dilan"))
        assert "1 game was not played to the end: its result counts nowhere here." in page.words

    def test_a_forgotten_player_keeps_the_figures_without_the_name(self, app, nights, watcher, group_path):
        table = nights[0].tables[0]
        anna, stamp = table.player_id("Anna"), table.change_stamp()
        with at_work(app):
            group, player = db.session.get_one(Group, table.group_id), db.session.get_one(Player, anna)
            anonymise(group, player, "Player 1", stamp)
            db.session.commit()
        page = watcher.get(f"{group_path}/statistics/players/{anna}")
        assert page.heading == "Player 1"
        assert page.texts(".figures p")[0] == "4wins of 7"
        assert "This name was forgotten." in page.words
        for path in ("", "/records", f"/players/{anna}"):
            assert "Anna" not in watcher.get(f"{group_path}/statistics{path}").words

    def test_a_player_merged_twice_leads_to_the_remaining_one(self, game, phone_of):
        table = game("vandatta_pagat", "Anna Bo", rounds=1).plays("Anna out, Bo 8")
        second = game("vandatta_pagat", "Bosse Anna", rounds=1, group_id=table.group_id)
        third = game("vandatta_pagat", "Bobo Anna", rounds=1, group_id=table.group_id)
        ids = {
            "Bobo": third.player_id("Bobo"),
            "Bosse": second.player_id("Bosse"),
            "Bo": table.player_id("Bo"),
        }
        phone = phone_of(table, "owner")
        for source, target in (("Bobo", "Bosse"), ("Bosse", "Bo")):
            phone.get(f"{table.group_path}/players/{ids[source]}/merge?into={ids[target]}")
            phone.submit("/merge")
        page = phone.get(f"{table.group_path}/statistics/players/{ids['Bobo']}")
        assert (page.heading, page.flashes[-1]) == ("Bo", "Bobo and Bo are one now: Bo.")

    def test_form_is_drawn_from_the_eleventh_session_on(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 10)
        phone = phone_of(table, "watcher")
        path = f"{table.group_path}/statistics/players/{table.player_id('Anna')}"
        assert not phone.get(path).select("svg.chart")
        season.plays("Bo", 1)
        page = phone.get(path)
        assert "now 90%" in page.select("svg.chart")[0]["aria-label"]

    def test_a_player_of_another_group_is_not_found(self, app, watcher, group_path):
        stranger = start(app, "derange", "Zoe Yan")
        watcher.get(f"{group_path}/statistics/players/{stranger.player_id('Zoe')}", 404)
        watcher.get(f"{group_path}/statistics/players/{NOBODY}", 404)


class TestRecords:
    def test_each_record_shows_its_holder_and_links_to_its_night(self, watcher, nights, group_path):
        page = watcher.get(f"{group_path}/statistics/records")
        found = pairs(page)
        assert found["Longest night deals in finished games"] == "13 2 Oct 2026"
        assert found["Longest run of going out deals in a row gone out in, or won, in one game"].startswith(
            "2 C Cara 2 Oct 2026"
        )
        assert (
            found["Most eights caught with in one game in which they are special cards"]
            == "2 B Bo 2 Oct 2026 also Cara"
        )
        assert nights[0].path in page.hrefs()

    def test_a_record_repeated_by_one_player_is_counted(self, game, phone_of):
        table = game("vandatta", "Anna Bo", rounds=3)
        for _time in range(2):
            table.plays(*["Anna out, Bo 8"] * 3)
            table = game("vandatta", "Anna Bo", rounds=3, group_id=table.group_id)
        found = pairs(phone_of(table, "watcher").get(f"{table.group_path}/statistics/records"))
        clearest = next(right for left, right in found.items() if left.startswith("Clearest win"))
        assert clearest.startswith("30 A Anna")
        assert clearest.endswith("and 1 more time")

    def test_a_total_of_zero_is_no_clean_sheet_where_another_collects_the_points(self, game, phone_of):
        table = game(typed(winner="collects"), "Anna Bo").plays(*["Anna out, Bo =9"] * 3).stops()
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics/honours")
        not_earned = page.texts("details li")
        assert any("Clean sheet" in line and "against one for cards left" in line for line in not_earned), (
            not_earned
        )

    def test_honours_explain_their_rule(self, watcher, group_path):
        page = watcher.get(f"{group_path}/statistics/honours")
        found = pairs(page)
        eights = next(right for left, right in found.items() if left.startswith("Hands off the eights"))
        assert eights == "×3 A Anna most often, ×2, last 9 Oct 2026"
        assert not [left for left in found if left.startswith("Hat trick")], "Hat trick has a holder"
        folded = page.select("main section details")[0]
        assert folded.select_one("summary").get_text(strip=True).endswith("that nobody has earned yet")
        assert "Hat trick" in folded.get_text()

    @pytest.mark.parametrize(
        ("winners", "holder"),
        [
            ("Anna Anna Bo", "×3 A Anna most often, ×2, last {1}"),
            ("Anna Bo", "×2 A Anna the first of them, last {0}"),
        ],
    )
    def test_the_date_of_an_honour_is_the_last_one_of_its_named_holder(self, game, phone_of, winners, holder):
        days, begun = [], {}
        for winner in winners.split():
            other = "Bo" if winner == "Anna" else "Anna"
            table = game("vandatta", "Anna Bo", rounds=3, **begun).plays(*[f"{winner} out, {other} 8"] * 3)
            begun = {"group_id": table.group_id, "clock": table.clock}
            days.append(f"{table.clock.time:%-d %b %Y}")
            table.clock.time += timedelta(days=2)
        found = pairs(phone_of(table, "watcher").get(f"{table.group_path}/statistics/honours"))
        for honour in ("Hat trick", "From start to finish"):
            assert next(right for left, right in found.items() if left.startswith(honour)) == holder.format(
                *days
            )

    def test_milestones(self, watcher, group_path):
        assert "F Frans first win" in pairs(watcher.get(f"{group_path}/statistics/honours"))


def test_in_swedish(app, nights, phone_of):
    phone = Phone(app, language="sv")
    phone.get(nights[0].tables[0].link("watcher"))
    page = phone.get(f"{nights[0].group_path}/statistics")
    assert page.heading == "Spelare"
    page = phone.get(person(nights, "Anna"))
    assert "2,0" in page.texts(".figures b")


@pytest.mark.parametrize("page", ["", "/records", "/honours", "/rivals", "/ratings", "/periods"])
def test_an_unchanged_page_is_answered_with_304(watcher, group_path, page):
    address, headers = f"{group_path}/statistics{page}", {**watcher.headers, "Accept-Encoding": "gzip"}
    first = watcher.client.get(address, headers=headers)
    again = watcher.client.get(address, headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    swedish = {**headers, "If-None-Match": first.headers["ETag"], "Accept-Language": "sv"}
    assert watcher.client.get(address, headers=swedish).status_code == 200


def test_a_finished_game_changes_the_page(game, phone_of):
    table = game("vandatta", "Anna Bo", rounds=1)
    table.plays("Anna out, Bo 8")
    phone, address = phone_of(table, "watcher"), f"{table.group_path}/statistics/records"
    tag = phone.client.get(address, headers=phone.headers).headers["ETag"]
    assert phone.client.get(address, headers={**phone.headers, "If-None-Match": tag}).status_code == 304
    game("vandatta", "Anna Bo", rounds=1, group_id=table.group_id).plays("Bo out, Anna K K 8")
    assert phone.client.get(address, headers={**phone.headers, "If-None-Match": tag}).status_code == 200
