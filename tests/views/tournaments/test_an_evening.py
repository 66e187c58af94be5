"""A whole club evening through its pages, as the umpire walks through it, without a script."""

from __future__ import annotations

import re

import pytest

from models import Change, Link, Role, Tournament, db
from tests.club import opened
from tests.phone import Phone
from tests.table import NOBODY, Table, at_work

FOUR = "Anna Bo Cara Dilan"


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2)


@pytest.fixture
def umpire(app, club):
    return opening(app, club.link("owner"))


def opening(app, link: str) -> Phone:
    phone = Phone(app)
    phone.open_link(link)
    return phone


def text(phone) -> str:
    return " ".join(phone.page.text.split())


def last_change(club, kind: str) -> str:
    """Where the last change of that kind is taken back."""
    with at_work(club.app):
        own = db.select(Change.id).where(Change.tournament_id == club.id, Change.kind == kind)
        return f"history/{db.session.scalars(own.order_by(Change.id.desc())).first()}/undo"


class TestSettingUp:
    def test_from_the_groups_page_to_the_first_draw(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = opening(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        phone.submit("tournaments/new", {"name": "The cup", "names": "Dilan, Eva\nFinn", "player": None})
        assert "3 people sit down next" in text(phone)
        with at_work(app):
            made = db.session.scalar(db.select(Tournament))
            assert (made.name, made.rounds, made.cut, made.carried) == ("The cup", 2, 10, False)
            assert [entrant.player.name for entrant in made.playing] == ["Dilan", "Eva", "Finn"]

    def test_whoever_is_known_is_ticked_and_typed_again_is_one_person(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = opening(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        anna = str(table.player_id("Anna"))
        phone.submit(
            "tournaments/new", {"name": "The cup", "names": "anna; Eva", "player": [anna, None, None]}
        )
        with at_work(app):
            made = db.session.scalar(db.select(Tournament))
            assert [entrant.player.name for entrant in made.playing] == ["Anna", "Eva"]

    def test_what_is_wrong_is_said_and_everything_typed_stays(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = opening(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        typed = {"name": "", "names": "Eva\n" + "x" * 41, "player": None, "cut": "1"}
        page = phone.submit("tournaments/new", typed, status=422)
        assert "A name may have 40 characters" in text(phone)
        assert "x" * 41 in str(page.soup)
        assert len(page.soup.select(".wrong")) == 3

    def test_it_takes_its_longest_name_most_rounds_and_most_people(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = opening(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        assert phone.page.texts("[name=rounds] option") == [str(number) for number in range(1, 10)]
        names = [f"P{number}" for number in range(101)]
        longest = {"name": "x" * 80, "rounds": "9", "player": None, "cut": "100"}
        page = phone.submit("tournaments/new", {**longest, "names": ",".join(names)}, status=422)
        assert page.texts(".wrong") == ["At most 100 people can take part."]
        phone.submit("tournaments/new", {**longest, "names": ",".join(names[:100])})
        with at_work(app):
            made = db.session.scalar(db.select(Tournament))
            assert (len(made.name), made.rounds, made.cut, len(made.playing)) == (80, 9, 100, 100)

    def test_one_more_is_refused_by_name_with_everything_kept(self, app):
        club = opened(app, " ".join(f"P{number}" for number in range(100)))
        phone = opening(app, club.link("owner"))
        phone.get(f"{club.path}/entrants")
        page = phone.submit(f"{club.path}/entrants", {"names": "Eva"}, status=409)
        assert page.texts(".wrong") == ["At most 100 people can take part."]
        assert phone.value_of("names") == "Eva"

    def test_every_table_plays_the_length_that_is_chosen(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = opening(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        assert phone.page.texts("#f-game option")[-1].startswith("Derange Order of Eight, Short")
        typed = {"name": "The cup", "names": "Dilan, Eva, Finn", "game": "derange short"}
        phone.submit("tournaments/new", typed | {"player": None})
        with at_work(app):
            made = db.session.scalar(db.select(Tournament))
            assert (made.variant, made.options) == ("derange", {"mode": "short"})

    def test_only_an_owner_sets_one_up(self, app, game):
        table = game("derange", "Anna Bo Cara")
        for role in ("scorer", "player", "watcher"):
            opening(app, table.link(role)).get(f"{table.group_path}/tournaments/new", status=403)
        Phone(app).get(f"{table.group_path}/tournaments/new", status=404)


class TestTheWholeEvening:
    def test_from_the_draw_to_the_winner(self, app, club, umpire):
        umpire.get(club.path)
        self.draw(club, umpire, "Round 1")
        assert "Finished tables: 0 of 1" in text(umpire)
        assert umpire.page.texts(".tournament-table .rank") == ["–"] * 4
        assert not umpire.page.select(".tournament-table .best, .tournament-table .last-qualified")
        club.scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        self.draw(club, umpire, "Round 2")
        club.scores(Anna=40, Bo=30, Cara=20, Dilan=0)
        umpire.get(club.path)
        assert "3 are level at 50, and 1 of them goes on" in text(umpire)
        umpire.get(f"{club.path}/decisions/cut")
        bo = str(club.ids("Bo")[0])
        chosen = {"player": [bo, bo, None]}  # twice, and nobody else
        page = umpire.submit("decisions/cut", {**chosen, "note": "x" * 501}, status=422)
        assert page.texts(".wrong") == ["At most 500 characters; this has 501."]
        umpire.submit("decisions/cut", {**chosen, "note": "x" * 500})
        assert f"Goes on: Bo. {'x' * 500}" in text(umpire)
        self.draw(club, umpire, "Play-off")
        club.scores(Bo=7, Dilan=7)
        umpire.get(club.path)
        assert "Bo and Dilan won" in text(umpire) or "Dilan and Bo won" in text(umpire)
        umpire.get(f"{club.path}/decisions/order")
        dilan = str(club.ids("Dilan")[0])
        umpire.submit("decisions/order", {f"place-{dilan}": "1", f"place-{bo}": "2"})
        assert "Dilan won" in text(umpire)

    def draw(self, club, umpire, name):
        page = umpire.get(f"{club.path}/draw")
        is_one_table = name == "Play-off"
        assert page.heading == (f"Seats of {name}" if is_one_table else f"The draw of {name}")
        assert bool(page.select("select, [aria-labelledby=measure]")) is not is_one_table
        umpire.submit("draw", button="Sit down")
        assert f"Drawn: {name}." in text(umpire)


class TestALaterCorrection:
    @pytest.fixture
    def first(self, app):
        """The first table of an evening whose play-off of Anna and Bo is drawn."""
        self.club = opened(app, FOUR, rounds=1, cut=2).draws(1, FOUR)
        (first,) = self.club.scores(Anna=10, Bo=20, Cara=30, Dilan=40).tables()
        self.club.draws()
        return first

    def said(self, app):
        return opening(app, self.club.link("watcher")).get(self.club.path).text

    def test_says_who_would_have_gone_on(self, app, first):
        first.corrects(1, "nobody out, Anna =10, Bo =50, Cara =30, Dilan =40")
        assert "After a later correction Cara would have gone on. The draw stays." in self.said(app)

    def test_says_who_has_come_level(self, app, first):
        first.corrects(1, "nobody out, Anna =50, Bo =20, Cara =30, Dilan =30")
        said = self.said(app)
        assert "Level at the cut after a later correction: Cara and Dilan. The draw stays." in said
        assert "would have gone on" not in said

    def test_who_goes_home_from_the_play_off_is_none(self, app, first):
        self.club.withdraws("Bo", after=1, at=self.club.tables()[0])
        assert "correction" not in self.said(app)


class TestTheDraw:
    def test_the_same_seed_shows_the_same_and_another_one_another(self, club, umpire):
        def seated(seed):
            return umpire.get(f"{club.path}/draw?seed={seed}").soup.select_one("[name=seats]")["value"]

        assert seated(7) == seated(7)
        assert len({seated(seed) for seed in range(1, 8)}) > 1

    def test_people_are_moved_by_hand_looked_at_and_seated(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva Finn Gun Hugo", cut=None)
        umpire = opening(app, club.link("owner"))
        page = umpire.get(f"{club.path}/draw?seed=3")
        first = page.soup.select_one("select")
        umpire.submit("draw", {first["name"]: "2"}, button="look=1")
        assert [len(s.select("li")) for s in umpire.page.soup.select(".tables section")] == [3, 5]
        umpire.submit("draw", button="Sit down")
        assert sorted(len(table.seats()) for table in club.tables()) == [3, 5]

    def test_a_table_of_one_is_refused_in_words(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva", cut=None)
        umpire = opening(app, club.link("owner"))
        page = umpire.get(f"{club.path}/draw?seed=3")
        umpire.submit("draw", {page.soup.select_one("select")["name"]: "2"}, button="Sit down")
        assert "too few or too many people" in text(umpire)
        assert club.phase() == "draw"

    def test_it_says_who_meets_again_beside_a_thousand_draws_by_lot(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva Finn Gun Hugo", cut=None).draws()
        everybody = [name for table in club.tables() for name in table.seats()]
        club.scores(**dict.fromkeys(everybody, 5))
        umpire = opening(app, club.link("owner"))
        umpire.get(f"{club.path}/draw?seed=3")
        assert re.search(r"Two people meet again \d+ times", text(umpire))
        assert "Of a thousand draws by lot alone" in text(umpire)

    def test_drawn_twice_it_is_drawn_once(self, club, umpire):
        umpire.get(f"{club.path}/draw?seed=3")
        other = umpire.twin()
        umpire.submit("draw", button="Sit down")
        other.submit("draw", button="Sit down")
        assert len(club.tables()) == 1


class TestPeople:
    def test_somebody_asks_and_is_let_in(self, app, club, umpire):
        player = opening(app, club.link("player"))
        player.get(f"{club.path}/entrants/request")
        player.submit("entrants/request", {"name": "Eva"})
        assert "The umpire sees your name now." in text(player)
        umpire.get(club.path)
        assert "Ask to take part" in text(umpire)
        umpire.submit("admission")
        assert "Eva" in [name for name, _total, _rank in club.places()]

    def test_a_watcher_does_not_ask(self, app, club):
        watcher = opening(app, club.link("watcher"))
        watcher.get(club.path)
        watcher.post(f"{club.path}/entrants/request", {"name": "Eva"}, status=400)

    def test_who_comes_late_begins_with_the_average(self, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        page = umpire.get(f"{club.path}/entrants")
        assert page.soup.select_one("[name=start_points]")["value"] == "25"
        umpire.submit("/entrants", {"names": "Eva", "player": None})
        assert ("Eva", 25, 3) in club.places()

    def test_nobody_comes_once_all_rounds_are_drawn(self, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        umpire.get(f"{club.path}/entrants")
        late = umpire.twin()
        club.draws()
        late.submit("/entrants", {"names": "Eva", "player": None})
        assert "nobody can join any more" in text(late)
        assert "Eva" not in [name for name, _total, _rank in club.places()]

    def test_nobody_is_in_twice(self, club, umpire):
        umpire.get(f"{club.path}/entrants")
        umpire.submit("/entrants", {"names": "anna"}, status=409)
        assert "Anna takes part already." in text(umpire)

    def test_who_goes_home_after_a_round_is_drawn_no_more(self, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        page = umpire.get(f"{club.path}/entrants")
        bo = next(li for li in page.soup.select("li.row") if "Bo" in li.text).select_one("form")
        umpire.submit(bo["action"])
        assert ("Bo", 20, None) in club.places()


class TestGoingHomeWhileTheTablePlays:
    def goes_home(self, club, umpire, name):
        page = umpire.get(f"{club.path}/entrants")
        row = next(li for li in page.soup.select("[aria-labelledby=here] li") if name in li.text)
        umpire.submit(row.select_one("form")["action"])

    def test_one_tap_says_it_of_the_evening_and_at_the_table(self, club, umpire):
        club.draws()
        self.goes_home(club, umpire, "Bo")
        assert "Bo goes home. Table 1 plays on with the others." in text(umpire)
        assert "Bo" not in club.tables()[0].who_plays(1)

    def test_who_got_up_is_named_at_no_table(self, club, umpire):
        club.draws()
        self.goes_home(club, umpire, "Bo")
        sitting = umpire.get(f"{club.path}/seating").texts(".table-card .name")
        assert sorted(sitting) == ["Anna", "Cara", "Dilan"]
        umpire.get(club.path)
        assert "{}, {} and {} · not begun".format(*sitting) in text(umpire)

    def test_who_was_to_deal_first_is_not_followed_in_that(self, club, umpire):
        club.draws()
        first, *_others = club.tables()[0].seats()
        self.goes_home(club, umpire, first)
        assert umpire.get(f"{club.path}/seating").texts(".table-card .tag") == []

    def test_its_way_back_is_the_evenings_and_the_table_says_so(self, club, umpire):
        club.draws()
        (table,) = club.tables()
        self.goes_home(club, umpire, "Bo")
        umpire.get(f"{table.path}/history")
        umpire.submit(f"{table.last_change()}/undo")
        assert "The umpire said so of the whole evening, and takes it back there." in text(umpire)
        umpire.get(f"{club.path}/history")
        umpire.submit(last_change(club, "withdraw"))
        assert "Taken back: Bo goes home" in text(umpire)
        assert "Bo" in table.who_plays(1)

    def test_it_is_said_where_the_table_has_gone_on_since(self, club, umpire):
        club.draws()
        self.goes_home(club, umpire, "Bo")
        club.tables()[0].plays("Anna out, Cara K, Dilan 5 4")
        umpire.get(f"{club.path}/history")
        umpire.submit(last_change(club, "withdraw"))
        assert "they sit down again there, under Seats." in text(umpire)

    def test_of_two_nobody_gets_up(self, app):
        club = opened(app, "Anna Bo", cut=None).draws()
        umpire = opening(app, club.link("owner"))
        self.goes_home(club, umpire, "Bo")
        assert "Nobody got up at table 1" in text(umpire)


class TestRights:
    def test_a_stranger_sees_nothing(self, app, club):
        for path in ("", "/entrants", "/draw", "/history", "/seating", "/decisions/cut"):
            Phone(app).get(club.path + path, status=404)

    def test_what_is_not_there_is_not_found(self, app, club, umpire):
        umpire.get(f"{club.group_path}/tournaments/{NOBODY}", status=404)

    def test_a_scorer_follows_and_decides_nothing(self, app, club):
        scorer = opening(app, club.link("scorer"))
        scorer.get(club.path)
        for path in ("/entrants", "/draw", "/seating", "/decisions/cut"):
            scorer.get(club.path + path, status=403)

    def test_an_umpires_link_decides_on_its_evening_and_no_other(self, app, club):
        other = opened(app, "Eva Finn Gun", group_id=club.group_id)
        umpire = opening(app, club.link("umpire", tournament_id=club.id))
        assert umpire.path == club.path
        umpire.get(f"{club.path}/draw")
        umpire.get(f"{other.path}/draw", status=403)
        umpire.get(f"{club.group_path}/links", status=403)
        club.draws()
        (table,) = club.tables()
        umpire.get(f"{table.path}/rounds/1", status=200)

    def test_a_tables_link_scores_that_table_only(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva Finn Gun Hugo", cut=None).draws()
        own, other = club.tables()
        keeper = opening(app, club.link("table", session_id=own.session_id, tournament_id=club.id))
        assert keeper.path == own.path
        keeper.get(f"{own.path}/rounds/1")
        keeper.get(f"{other.path}/rounds/1", status=403)
        keeper.get(f"{club.path}/draw", status=403)
        keeper.get(f"{club.group_path}/settings", status=403)

    @pytest.mark.parametrize(
        ("role", "heading", "to"), [("umpire", "an umpire", ""), ("player", "players", "/entrants/request")]
    )
    def test_a_code_that_leads_to_the_evening_is_shown_once(self, app, club, umpire, role, heading, to):
        umpire.get(club.path)
        umpire.submit(f"seating/link/{role}")
        assert umpire.page.heading == f"A link for {heading}"
        other = Phone(app)
        other.get(umpire.page.select("textarea")[0].get_text().strip().removeprefix("http://localhost"))
        assert other.path == club.path + to

    def test_an_umpire_by_link_brings_players_and_no_other_umpire(self, app, club):
        by_link = opening(app, club.link("umpire", tournament_id=club.id))
        by_link.get(club.path)
        by_link.submit("seating/link/player")
        assert by_link.page.heading == "A link for players"
        by_link.get(club.path)
        assert "link/umpire" not in str(by_link.page.soup)
        token = {"csrf_token": by_link.token()}
        by_link.post(f"{club.path}/seating/link/umpire", token, 403, Sec_Fetch_Site="same-origin")

    def test_codes_of_tables_open_them_and_new_ones_close_the_old(self, app, club, umpire):
        umpire.get(f"{club.path}/draw")
        umpire.submit("draw", button="Sit down")
        umpire.get(f"{club.path}/seating")
        assert len(umpire.page.soup.select(".code svg")) == 1
        with at_work(app):
            link = db.session.scalar(db.select(Link).where(Link.role == Role.TABLE.value))
            first = link.id
        umpire.submit("seating/codes")
        with at_work(app):
            assert db.session.get(Link, first).revoked_at is not None
            living = db.select(Link).where(Link.role == Role.TABLE.value, Link.revoked_at.is_(None))
            assert len(db.session.scalars(living).all()) == 1


class TestFollowing:
    def test_nothing_new_costs_nothing_and_a_round_at_any_table_is_news(self, app, club):
        club.draws()
        (table,) = club.tables()
        watcher = opening(app, club.link("watcher"))
        watcher.get(club.path)
        tag = self.look(watcher, club, None)
        assert self.look(watcher, club, tag) == 304
        table.plays("Anna out, Bo 8, Cara K, Dilan 5 4")
        assert self.look(watcher, club, tag) not in (tag, 304)

    def test_a_screen_on_the_wall_shows_tables_and_totals_and_no_code(self, app, club):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        wall = opening(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert page.texts(".wall-places .name") == ["Anna", "Bo", "Cara", "Dilan"]
        assert page.select(".code") == page.select(".dock") == []

    def test_on_the_wall_a_line_stands_at_the_cut_the_playoff_fills_it_and_a_podium_ends_it(self, app):
        club = opened(app, f"{FOUR} Eva Finn Gun Hugo", rounds=1, cut=2).draws()
        club.scores(**{name: number for number, name in enumerate(f"{FOUR} Eva Finn Gun Hugo".split())})
        wall = opening(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert [row["data-cut"] for row in page.select(".wall-places .last-qualified")] == ["2 go on"]
        club.draws()
        page = wall.get(f"{club.path}/board")
        assert page.texts("#now")[0] in [f"Play-off not begun · {name} deals" for name in ("Anna", "Bo")]
        assert page.texts(".final small") == ["came in with 0", "came in with 1"]
        assert page.texts(".final .rank") == ["–", "–"], "nobody leads it yet"
        assert page.texts(".wall-others") == ["3 Cara · 4 Dilan · 5 Eva · 6 Finn · 7 Gun · 8 Hugo"]
        club.scores(Anna=8, Bo=7)
        page = wall.get(f"{club.path}/board")
        assert page.texts(".stage h2") == ["Bo wins with 7"]
        assert page.texts(".podium .name") == ["Bo", "Anna"]

    def test_nobody_has_a_place_before_anything_was_played(self, app, club):
        club.draws()
        wall = opening(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert set(page.texts(".wall-places .rank")) == {"–"}
        assert page.select(".wall-places .name small") == []

    def test_of_many_it_shows_who_sits_where_and_once_they_play_the_totals(self, app):
        names = [f"P{number}" for number in range(1, 21)]
        club = opened(app, " ".join(names), cut=None).draws()
        wall = opening(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert page.select(".wall-places") == []
        assert all(name in page.text for name in names)
        club.tables()[0].plays("nobody out, " + ", ".join(f"{name} =1" for name in club.tables()[0].seats()))
        page = wall.get(f"{club.path}/board")
        assert len(page.select(".wall-places li")) == 20
        assert page.texts(".wall-tables li")[0].split() == ["1", "1", "deal", "played"]

    def look(self, phone, club, tag):
        headers = {"X-Fragment": "1"} | ({"If-None-Match": tag} if tag else {})
        answer = phone.client.get(club.path, base_url=phone.base, headers=phone.headers | headers)
        return answer.status_code if answer.status_code == 304 else answer.headers["ETag"]


class TestAfterwards:
    def test_the_night_leads_to_the_evening_and_a_table_back_to_it(self, app, club):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        (table,) = club.tables()
        phone = opening(app, club.link("watcher"))
        assert club.path in phone.get(f"{club.group_path}/nights/{table.night_id()}").hrefs()
        assert club.path in phone.get(table.path).hrefs()

    def test_home_shows_the_evening_and_not_its_tables(self, app, club):
        club.draws()
        page = opening(app, club.link("owner")).get(club.group_path)
        assert club.path in page.hrefs()
        assert club.tables()[0].path not in page.hrefs()

    def test_nobody_plays_again_at_a_table_who_meets_next_is_drawn(self, app, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        (table,) = club.tables()
        assert "encore" not in str(umpire.get(table.path).soup)
        assert umpire.get(f"{table.path}/rematch").heading == "The cup"


class TestHistory:
    def test_a_draw_is_taken_back_and_a_played_one_is_not(self, club, umpire):
        club.draws()
        umpire.get(f"{club.path}/history")
        umpire.submit(last_change(club, "draw"))
        assert "Taken back: Round 1 drawn" in text(umpire)
        assert club.phase() == "draw"
        club.draws()
        table: Table = club.tables()[0]
        table.plays("Anna out, Bo 8, Cara K, Dilan 5 4")
        umpire.get(f"{club.path}/history")
        umpire.submit(last_change(club, "draw"))
        assert "A table of that draw has played." in text(umpire)


class TestAtATable:
    """Three phones go round: each page of a table says which one it is."""

    @pytest.fixture
    def second(self, app):
        self.club = opened(app, f"{FOUR} Eva Finn Gun Hugo", rounds=1, cut=2).draws(
            1, FOUR, "Eva Finn Gun Hugo"
        )
        _first, second = self.club.tables()
        return second.plays("Eva out, Finn =1, Gun =2, Hugo =3")

    def test_table_round_and_evening_stand_at_the_head(self, app, second):
        phone = opening(app, second.link("scorer"))
        page = phone.get(second.path)
        assert page.heading == "Round 1 of 1"
        assert page.texts(".top div p") == ["The cup · Game 2 of 5"]
        assert page.texts("title") == ["Round 1 of 1 · Table 2 · Turn Eight"]
        for path in ("", "/rounds", "/rounds/2", "/rounds/1"):
            assert phone.get(second.path + path).texts(".placard") == ["Table 2"], path

    def test_the_playoff_says_so(self, app, second):
        self.club.scores(**{name: n for n, name in enumerate(f"{FOUR} Eva Finn Gun Hugo".split())}).draws()
        (table,) = self.club.tables()
        page = opening(app, table.link("watcher")).get(table.path)
        assert page.heading == "Play-off"
        assert page.texts(".placard") == ["Play-off 1"]

    def test_no_other_table_has_a_number(self, app, game):
        table = game("derange", "Anna Bo Cara")
        page = opening(app, table.link("scorer")).get(table.path)
        assert not page.select(".placard, link[href*=placard]")
