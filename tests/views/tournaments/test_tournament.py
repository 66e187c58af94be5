"""The pages of a tournament, from setting it up to the result, without JavaScript."""

from __future__ import annotations

import re

import pytest

from models import Change, Link, Role, Tournament, db
from tests.club import opened
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import NOBODY, Table, at_work

FOUR = "Anna Bo Cara Dilan"


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2)


@pytest.fixture
def umpire(app, club):
    return phone_with(app, club.link("owner"))


def phone_with(app, link: str) -> Phone:
    phone = Phone(app)
    phone.open_link(link)
    return phone


def text(phone) -> str:
    return " ".join(phone.page.text.split())


def last_change(club, kind: str) -> str:
    """The address that undoes the last change of that kind."""
    with at_work(club.app):
        own = db.select(Change.id).where(Change.tournament_id == club.id, Change.kind == kind)
        return f"history/{db.session.scalars(own.order_by(Change.id.desc())).first()}/undo"


class TestSettingUp:
    def test_the_form_leads_to_the_first_draw(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = phone_with(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        phone.submit("tournaments/new", {"name": "The cup", "names": "Dilan, Eva\nFinn", "player": None})
        assert "3 people sit down next" in text(phone)
        with at_work(app):
            made = db.session.scalar(db.select(Tournament))
            assert (made.name, made.rounds, made.cut, made.carried) == ("The cup", 2, 10, False)
            assert [entrant.player.name for entrant in made.playing] == ["Dilan", "Eva", "Finn"]

    def test_a_known_player_ticked_and_typed_takes_part_once(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = phone_with(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        anna = str(table.player_id("Anna"))
        phone.submit(
            "tournaments/new", {"name": "The cup", "names": "anna; Eva", "player": [anna, None, None]}
        )
        with at_work(app):
            made = db.session.scalar(db.select(Tournament))
            assert [entrant.player.name for entrant in made.playing] == ["Anna", "Eva"]

    def test_two_people_of_one_name_are_named_with_their_lines(self, app, game):
        """The second one was left out without a word."""
        table = game("derange", "Anna Bo Cara")
        phone = phone_with(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        names = "Dag\nJos\u00e9\n dag\u00a0\nEva\nJose\u0301, EVA"
        page = phone.submit(
            "tournaments/new", {"name": "The cup", "names": names, "player": None}, status=422
        )
        twins = "dag (lines 1 and 3), José (lines 2 and 5), EVA (lines 4 and 5)"
        assert f"One name stands twice: {twins}. Add a letter," in page.text
        assert page.soup.select_one("textarea").get_text().strip() == names
        with at_work(app):
            assert db.session.scalar(db.select(Tournament)) is None

    def test_errors_are_shown_and_the_input_preserved(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = phone_with(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        typed = {"name": "", "names": "Eva\n" + "x" * 41, "player": None, "cut": "1"}
        page = phone.submit("tournaments/new", typed, status=422)
        assert "A name may have 40 characters" in text(phone)
        assert "x" * 41 in str(page.soup)
        assert len(page.soup.select(".wrong")) == 3

    @full_only
    def test_the_longest_name_and_the_maximum_of_rounds_and_players_are_accepted(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = phone_with(app, table.link("owner"))
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

    def test_a_player_above_the_maximum_is_refused(self, app):
        club = opened(app, " ".join(f"P{number}" for number in range(100)))
        phone = phone_with(app, club.link("owner"))
        phone.get(f"{club.path}/entrants")
        page = phone.submit(f"{club.path}/entrants", {"names": "Eva"}, status=409)
        assert page.texts(".wrong") == ["At most 100 people can take part."]
        assert phone.value_of("names") == "Eva"

    def test_all_tables_use_the_chosen_variant_and_options(self, app, game):
        table = game("derange", "Anna Bo Cara")
        phone = phone_with(app, table.link("owner"))
        phone.get(f"{table.group_path}/tournaments/new")
        assert phone.page.texts("#f-game option")[-1].startswith("Derange Order of Eight, Short")
        typed = {"name": "The cup", "names": "Dilan, Eva, Finn", "game": "derange short"}
        phone.submit("tournaments/new", typed | {"player": None})
        with at_work(app):
            made = db.session.scalar(db.select(Tournament))
            assert (made.variant, made.options) == ("derange", {"mode": "short"})

    def test_only_an_owner_can_set_one_up(self, app, game):
        table = game("derange", "Anna Bo Cara")
        for role in ("scorer", "player", "watcher"):
            phone_with(app, table.link(role)).get(f"{table.group_path}/tournaments/new", status=403)
        Phone(app).get(f"{table.group_path}/tournaments/new", status=404)


class TestWholeTournament:
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
        chosen = {"player": [bo, bo, None]}  # the same player twice instead of two
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


@full_only
class TestLaterCorrection:
    @pytest.fixture
    def first(self, app):
        """The first table of a tournament whose play-off of Anna and Bo is drawn."""
        self.club = opened(app, FOUR, rounds=1, cut=2).draws(1, FOUR)
        (first,) = self.club.scores(Anna=10, Bo=20, Cara=30, Dilan=40).tables()
        self.club.draws()
        return first

    def page_text(self, app):
        return phone_with(app, self.club.link("watcher")).get(self.club.path).text

    def test_players_who_would_have_qualified_are_named(self, app, first):
        first.corrects(1, "nobody out, Anna =10, Bo =50, Cara =30, Dilan =40")
        assert "After a later correction Cara would have gone on. The draw stays." in self.page_text(app)

    def test_players_who_became_level_are_named(self, app, first):
        first.corrects(1, "nobody out, Anna =50, Bo =20, Cara =30, Dilan =30")
        shown = self.page_text(app)
        assert "Level at the cut after a later correction: Cara and Dilan. The draw stays." in shown
        assert "would have gone on" not in shown

    def test_a_player_who_left_the_play_off_is_no_correction(self, app, first):
        self.club.withdraws("Bo", after=1, at=self.club.tables()[0])
        assert "correction" not in self.page_text(app)


@full_only
class TestTheDraw:
    def test_the_seed_determines_the_draw(self, club, umpire):
        def seated(seed):
            return umpire.get(f"{club.path}/draw?seed={seed}").soup.select_one("[name=seats]")["value"]

        assert seated(7) == seated(7)
        assert len({seated(seed) for seed in range(1, 8)}) > 1

    def test_a_draw_can_be_changed_by_hand_and_previewed(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva Finn Gun Hugo", cut=None)
        umpire = phone_with(app, club.link("owner"))
        page = umpire.get(f"{club.path}/draw?seed=3")
        first = page.soup.select_one("select")
        umpire.submit("draw", {first["name"]: "2"}, button="look=1")
        assert [len(s.select("li")) for s in umpire.page.soup.select(".tables section")] == [3, 5]
        umpire.submit("draw", button="Sit down")
        assert sorted(len(table.seats()) for table in club.tables()) == [3, 5]

    def test_a_table_of_one_is_refused(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva", cut=None)
        umpire = phone_with(app, club.link("owner"))
        page = umpire.get(f"{club.path}/draw?seed=3")
        umpire.submit("draw", {page.soup.select_one("select")["name"]: "2"}, button="Sit down")
        assert "too few or too many people" in text(umpire)
        assert club.phase() == "draw"

    def test_repeated_meetings_are_compared_with_random_draws(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva Finn Gun Hugo", cut=None).draws()
        everybody = [name for table in club.tables() for name in table.seats()]
        club.scores(**dict.fromkeys(everybody, 5))
        umpire = phone_with(app, club.link("owner"))
        umpire.get(f"{club.path}/draw?seed=3")
        assert re.search(r"Two people meet again \d+ times", text(umpire))
        assert "Of a thousand draws by lot alone" in text(umpire)

    def test_sending_the_form_twice_draws_once(self, club, umpire):
        umpire.get(f"{club.path}/draw?seed=3")
        other = umpire.twin()
        umpire.submit("draw", button="Sit down")
        other.submit("draw", button="Sit down")
        assert len(club.tables()) == 1


@full_only
class TestPlayers:
    def test_a_player_requests_to_take_part_and_is_admitted(self, app, club, umpire):
        player = phone_with(app, club.link("player"))
        player.get(f"{club.path}/entrants/request")
        player.submit("entrants/request", {"name": "Eva"})
        assert "The umpire sees your name now." in text(player)
        umpire.get(club.path)
        assert "Ask to take part" in text(umpire)
        umpire.submit("admission")
        assert "Eva" in [name for name, _total, _rank in club.places()]

    def test_a_watcher_cannot_request_to_take_part(self, app, club):
        watcher = phone_with(app, club.link("watcher"))
        watcher.get(club.path)
        watcher.post(f"{club.path}/entrants/request", {"name": "Eva"}, status=400)

    def test_a_late_player_starts_with_the_average(self, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        page = umpire.get(f"{club.path}/entrants")
        assert page.soup.select_one("[name=start_points]")["value"] == "25"
        umpire.submit("/entrants", {"names": "Eva", "player": None})
        assert ("Eva", 25, 3) in club.places()

    def test_no_player_can_join_after_the_last_draw(self, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        umpire.get(f"{club.path}/entrants")
        late = umpire.twin()
        club.draws()
        late.submit("/entrants", {"names": "Eva", "player": None})
        assert "nobody can join any more" in text(late)
        assert "Eva" not in [name for name, _total, _rank in club.places()]

    def test_a_player_cannot_take_part_twice(self, club, umpire):
        umpire.get(f"{club.path}/entrants")
        umpire.submit("/entrants", {"names": "anna"}, status=409)
        assert "Anna takes part already." in text(umpire)

    def test_a_player_withdrawn_between_rounds_has_no_rank(self, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        page = umpire.get(f"{club.path}/entrants")
        bo = next(li for li in page.soup.select("li.row") if "Bo" in li.text).select_one("form")
        umpire.submit(bo["action"])
        assert ("Bo", 20, None) in club.places()


@full_only
class TestWithdrawingDuringARound:
    def withdraw(self, club, umpire, name):
        page = umpire.get(f"{club.path}/entrants")
        row = next(li for li in page.soup.select("[aria-labelledby=here] li") if name in li.text)
        umpire.submit(row.select_one("form")["action"])

    def test_withdrawing_removes_the_player_from_tournament_and_table(self, club, umpire):
        club.draws()
        self.withdraw(club, umpire, "Bo")
        assert "Bo goes home. Table 1 plays on with the others." in text(umpire)
        assert "Bo" not in club.tables()[0].who_plays(1)

    def test_a_withdrawn_player_is_not_shown_at_the_table(self, club, umpire):
        club.draws()
        self.withdraw(club, umpire, "Bo")
        sitting = umpire.get(f"{club.path}/seating").texts(".table-card .name")
        assert sorted(sitting) == ["Anna", "Cara", "Dilan"]
        umpire.get(club.path)
        assert "{}, {} and {} · not begun".format(*sitting) in text(umpire)

    def test_no_other_dealer_is_named_if_the_first_one_withdrew(self, club, umpire):
        club.draws()
        first, *_others = club.tables()[0].seats()
        self.withdraw(club, umpire, first)
        assert umpire.get(f"{club.path}/seating").texts(".table-card .tag") == []

    def test_withdrawing_is_undone_in_the_tournament_only(self, club, umpire):
        club.draws()
        (table,) = club.tables()
        self.withdraw(club, umpire, "Bo")
        umpire.get(f"{table.path}/history")
        umpire.submit(f"{table.last_change()}/undo")
        assert "The umpire said so of the whole evening, and takes it back there." in text(umpire)
        umpire.get(f"{club.path}/history")
        umpire.submit(last_change(club, "withdraw"))
        assert "Taken back: Bo goes home" in text(umpire)
        assert "Bo" in table.who_plays(1)

    def test_undo_after_later_rounds_explains_how_to_return_to_the_table(self, club, umpire):
        club.draws()
        self.withdraw(club, umpire, "Bo")
        club.tables()[0].plays("Anna out, Cara K, Dilan 5 4")
        umpire.get(f"{club.path}/history")
        umpire.submit(last_change(club, "withdraw"))
        assert "they sit down again there, under Seats." in text(umpire)

    def test_one_of_two_players_keeps_the_seat(self, app):
        club = opened(app, "Anna Bo", cut=None).draws()
        umpire = phone_with(app, club.link("owner"))
        self.withdraw(club, umpire, "Bo")
        assert "Nobody got up at table 1" in text(umpire)


class TestPermissions:
    def test_a_stranger_gets_404(self, app, club):
        for path in ("", "/entrants", "/draw", "/history", "/seating", "/decisions/cut"):
            Phone(app).get(club.path + path, status=404)

    def test_an_unknown_tournament_is_not_found(self, app, club, umpire):
        umpire.get(f"{club.group_path}/tournaments/{NOBODY}", status=404)

    def test_a_scorer_sees_the_tournament_and_decides_nothing(self, app, club):
        scorer = phone_with(app, club.link("scorer"))
        scorer.get(club.path)
        for path in ("/entrants", "/draw", "/seating", "/decisions/cut"):
            scorer.get(club.path + path, status=403)

    def test_an_umpire_link_is_limited_to_its_tournament(self, app, club):
        other = opened(app, "Eva Finn Gun", group_id=club.group_id)
        umpire = phone_with(app, club.link("umpire", tournament_id=club.id))
        assert umpire.path == club.path
        umpire.get(f"{club.path}/draw")
        umpire.get(f"{other.path}/draw", status=403)
        umpire.get(f"{club.group_path}/links", status=403)
        club.draws()
        (table,) = club.tables()
        umpire.get(f"{table.path}/rounds/1", status=200)

    def test_a_table_link_is_limited_to_its_table(self, app):
        club = opened(app, "Anna Bo Cara Dilan Eva Finn Gun Hugo", cut=None).draws()
        own, other = club.tables()
        scorer = phone_with(app, club.link("table", session_id=own.session_id, tournament_id=club.id))
        assert scorer.path == own.path
        scorer.get(f"{own.path}/rounds/1")
        scorer.get(f"{other.path}/rounds/1", status=403)
        scorer.get(f"{club.path}/draw", status=403)
        scorer.get(f"{club.group_path}/settings", status=403)

    @pytest.mark.parametrize(
        ("role", "heading", "to"), [("umpire", "an umpire", ""), ("player", "players", "/entrants/request")]
    )
    def test_a_created_code_leads_to_the_tournament(self, app, club, umpire, role, heading, to):
        umpire.get(club.path)
        umpire.submit(f"seating/link/{role}")
        assert umpire.page.heading == f"A link for {heading}"
        other = Phone(app)
        other.get(umpire.page.select("textarea")[0].get_text().strip().removeprefix("http://localhost"))
        assert other.path == club.path + to

    def test_an_umpire_by_link_can_invite_players_but_no_umpire(self, app, club):
        by_link = phone_with(app, club.link("umpire", tournament_id=club.id))
        by_link.get(club.path)
        by_link.submit("seating/link/player")
        assert by_link.page.heading == "A link for players"
        by_link.get(club.path)
        assert "link/umpire" not in str(by_link.page.soup)
        token = {"csrf_token": by_link.token()}
        by_link.post(f"{club.path}/seating/link/umpire", token, 403, Sec_Fetch_Site="same-origin")

    def test_new_table_codes_revoke_the_former_ones(self, app, club, umpire):
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


@full_only
class TestLiveUpdates:
    def test_an_unchanged_page_gets_304_and_a_round_at_any_table_changes_it(self, app, club):
        club.draws()
        (table,) = club.tables()
        watcher = phone_with(app, club.link("watcher"))
        watcher.get(club.path)
        tag = self.fetch(watcher, club, None)
        assert self.fetch(watcher, club, tag) == 304
        table.plays("Anna out, Bo 8, Cara K, Dilan 5 4")
        assert self.fetch(watcher, club, tag) not in (tag, 304)

    def test_the_wall_screen_shows_tables_and_totals_without_codes(self, app, club):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        wall = phone_with(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert page.texts(".wall-places .name") == ["Anna", "Bo", "Cara", "Dilan"]
        assert page.select(".code") == page.select(".dock") == []

    def test_the_wall_screen_shows_the_cut_then_the_playoff_then_the_podium(self, app):
        club = opened(app, f"{FOUR} Eva Finn Gun Hugo", rounds=1, cut=2).draws()
        club.scores(**{name: number for number, name in enumerate(f"{FOUR} Eva Finn Gun Hugo".split())})
        wall = phone_with(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert page.texts(".wall-places .last-qualified .cut") == ["2 go on"]
        club.draws()
        page = wall.get(f"{club.path}/board")
        assert page.texts("#now")[0] in [f"Play-off not begun · {name} deals" for name in ("Anna", "Bo")]
        assert page.texts(".final small") == ["came in with 0", "came in with 1"]
        assert page.texts(".final .rank") == ["–", "–"], "the play-off has not begun"
        assert page.texts(".wall-others") == ["3 Cara · 4 Dilan · 5 Eva · 6 Finn · 7 Gun · 8 Hugo"]
        club.scores(Anna=8, Bo=7)
        page = wall.get(f"{club.path}/board")
        assert page.texts(".stage h2") == ["Bo wins with 7"]
        assert page.texts(".podium .name") == ["Bo", "Anna"]

    def test_there_are_no_ranks_before_the_first_round(self, app, club):
        club.draws()
        wall = phone_with(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert set(page.texts(".wall-places .rank")) == {"–"}
        assert page.select(".wall-places .name small") == []

    def test_a_large_wall_screen_shows_seats_first_and_totals_during_play(self, app):
        names = [f"P{number}" for number in range(1, 21)]
        club = opened(app, " ".join(names), cut=None).draws()
        wall = phone_with(app, club.link("watcher"))
        page = wall.get(f"{club.path}/board")
        assert page.select(".wall-places") == []
        assert all(name in page.text for name in names)
        club.tables()[0].plays("nobody out, " + ", ".join(f"{name} =1" for name in club.tables()[0].seats()))
        page = wall.get(f"{club.path}/board")
        assert len(page.select(".wall-places li")) == 20
        assert page.texts(".wall-tables li")[0].split() == ["1", "1", "deal", "played"]

    def fetch(self, phone, club, tag):
        headers = {"X-Fragment": "1"} | ({"If-None-Match": tag} if tag else {})
        answer = phone.client.get(club.path, base_url=phone.base, headers=phone.headers | headers)
        return answer.status_code if answer.status_code == 304 else answer.headers["ETag"]


@full_only
class TestLinks:
    def test_the_night_and_a_table_link_to_the_tournament(self, app, club):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        (table,) = club.tables()
        phone = phone_with(app, club.link("watcher"))
        assert club.path in phone.get(f"{club.group_path}/nights/{table.night_id()}").hrefs()
        assert club.path in phone.get(table.path).hrefs()

    def test_the_group_page_lists_the_tournament_without_its_tables(self, app, club):
        club.draws()
        page = phone_with(app, club.link("owner")).get(club.group_path)
        assert club.path in page.hrefs()
        assert club.tables()[0].path not in page.hrefs()

    def test_a_table_has_no_rematch(self, app, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        (table,) = club.tables()
        assert "encore" not in str(umpire.get(table.path).soup)
        assert umpire.get(f"{table.path}/rematch").heading == "The cup"


class TestHistory:
    def test_a_draw_can_be_undone_until_a_table_has_played(self, club, umpire):
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


@full_only
class TestTablePages:
    """With several phones in use, each page of a table names the table."""

    @pytest.fixture
    def second(self, app):
        self.club = opened(app, f"{FOUR} Eva Finn Gun Hugo", rounds=1, cut=2).draws(
            1, FOUR, "Eva Finn Gun Hugo"
        )
        _first, second = self.club.tables()
        return second.plays("Eva out, Finn =1, Gun =2, Hugo =3")

    def test_table_round_and_tournament_are_in_the_header(self, app, second):
        phone = phone_with(app, second.link("scorer"))
        page = phone.get(second.path)
        assert page.heading == "Round 1 of 1"
        assert page.texts(".top div p") == ["The cup · Game 2 of 5"]
        assert page.texts("title") == ["Round 1 of 1 · Table 2 · Turn Eight"]
        for path in ("", "/rounds", "/rounds/2", "/rounds/1"):
            assert phone.get(second.path + path).texts(".placard") == ["Table 2"], path

    def test_the_header_of_the_playoff(self, app, second):
        self.club.scores(**{name: n for n, name in enumerate(f"{FOUR} Eva Finn Gun Hugo".split())}).draws()
        (table,) = self.club.tables()
        page = phone_with(app, table.link("watcher")).get(table.path)
        assert page.heading == "Play-off"
        assert page.texts(".placard") == ["Play-off 1"]

    def test_other_sessions_have_no_table_number(self, app, game):
        table = game("derange", "Anna Bo Cara")
        page = phone_with(app, table.link("scorer")).get(table.path)
        assert not page.select(".placard, link[href*=placard]")
