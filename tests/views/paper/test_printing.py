"""Score sheets to print: blank or filled, of a session or from the form of a new game."""

import re
import sys
from urllib.parse import parse_qs, urlsplit

import pytest

from forms.paper.game import planned_game, query_of
from game.variants import VARIANTS
from models.table.starting import SessionSetup
from models.table.whole_sheets import unsaved_session
from tests.custom import preset, typed
from tests.sampling import full_only
from tests.table import Table, at_work, start
from views.paper.print_sheet import Paper


def lines(phone):
    """The lines of the sheet: the head and the cells of each."""
    rows = phone.page.select(".leaf-table tbody tr:not(.sums):not(.block)")
    return [
        (
            " ".join(row.th.get_text(" ").split()),
            [" ".join(c.get_text(" ").split()) for c in row.select("td")],
        )
        for row in rows
    ]


pytestmark = [full_only, pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short")]


def test_a_blank_sheet_has_names_dealers_and_cards(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print?fill=blank")
    assert phone.page.texts(".leaf-table thead th") == ["Round", "Anna", "Bo", "Cara"]
    assert [head for head, _cells in lines(phone)] == [
        "1 4 cards Anna deals",
        "2 3 cards Bo deals",
        "3 2 cards Cara deals",
        "4 1 card Anna deals",
        "5 2 cards Bo deals",
        "6 3 cards Cara deals",
        "7 4 cards Anna deals",
    ]
    assert {cell for _head, cells in lines(phone) for cell in cells} == {""}


def test_a_filled_sheet_has_points_cards_totals_and_empty_lines(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print")
    heads_and_cells = lines(phone)
    assert heads_and_cells[0] == ("1 4 cards Anna deals", ["60 8, 5 ×2 60", "20 K 20", "× out 0"])
    assert heads_and_cells[1][1] == ["", "", ""]


def test_card_values_and_reminders_are_printed(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print?fill=blank")
    values = dict(zip(phone.page.texts(".leaf-values dt"), phone.page.texts(".leaf-values dd"), strict=True))
    assert values["8"] == "50"
    assert values["3·10"] == "30"
    assert "The dealer names the suit." in phone.page.words
    assert "%(" not in phone.page.words


def test_a_finished_sheet_names_the_winner_and_has_no_empty_lines(game, phone_of):
    table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8", "Bo out, Anna 4").stops()
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print")
    assert len(lines(phone)) == 2
    assert phone.page.texts(".leaf-table tfoot td") == ["4 won", "50"]


def test_absent_and_late_players(game, phone_of):
    table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8 5")
    table.sits_down("Eva", start="worst").plays("Bo out, Anna 4, Eva 4")
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print")
    assert phone.page.texts(".leaf-table tbody tr.sums td") == ["", "", "55"]
    assert lines(phone)[0][1][2] == "/ 55"


def test_a_new_cut_has_its_own_line_with_a_blank_dealer(game, phone_of):
    table = game("swedish_pursuit", "Anna Bo Cara", rounds=2)
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print")
    assert phone.page.texts(".leaf-table tr.block") == ["Round 1", "Round 2: cut again for the deal"]
    heads = [head for head, _cells in lines(phone)]
    assert heads[4:6] == ["5 5 cards Bo deals", "6 5 cards Dealer"]
    assert phone.page.texts(".leaf-table thead th")[0] == "Game"


def test_an_open_ended_game_has_fifteen_lines_and_more_when_needed(game, phone_of):
    table = game("vatikan", "Anna Bo")
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print")
    assert len(lines(phone)) == 15
    table.plays(*["Anna out, Bo ?"] * 15)
    phone.get(f"{table.path}/print")
    assert len(lines(phone)) == 30
    assert len(phone.page.select(".leaf")) == 2
    phone.get(f"{table.path}/print?fill=blank")
    assert len(lines(phone)) == 30


def test_totals_are_carried_over_to_the_next_page(game, phone_of):
    table = game("vandatta", "Anna Bo", rounds=20).plays(*["Anna out, Bo 8"] * 16)
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print")
    first, second = phone.page.select(".leaf")
    assert len(first.select("tbody tr")) == 15
    assert [c.get_text().strip() for c in first.select("tfoot td")] == ["0", "150"]
    assert [c.get_text().strip() for c in second.select("tr.sums")[0].select("td")] == ["0", "150"]
    assert [c.get_text().strip() for c in second.select("tfoot td")] == ["", ""]


@pytest.mark.parametrize("names", [2, 8, 10])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_more_than_eight_players_are_printed_in_landscape(game, phone_of, names, size):
    table = game("swedish_pursuit", " ".join("ABCDEFGHIJ"[:names]))
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print?size={size}")
    orientation = "landscape" if names > 8 else "portrait"
    assert f"css/page-{size}-{orientation}.css" in phone.page.text


def test_invalid_parameters_are_replaced_by_defaults(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/print?size=a3&fill=golden")
    assert "css/page-a4-portrait.css" in phone.page.text
    assert phone.page.texts("[aria-current]") == ["With the score", "A4"]


def test_the_code_links_to_the_session_without_a_secret(app, table, phone_of, monkeypatch):
    addresses = []
    monkeypatch.setattr(
        sys.modules["views.paper.printing"], "qr_code", lambda address, **_how: addresses.append(address)
    )
    phone_of(table, "watcher").get(f"{table.path}/print")
    assert addresses == [f"http://localhost{table.path}"]


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_fits_the_sheet(app, key):
    with app.test_request_context():
        session = unsaved_session(SessionSetup(VARIANTS[key], {}, ["Anna", "Bo", "Cara"], 1))
        paper = Paper(session, group="", day=None, place="", filled=False, size="a4", code=None)
    assert paper.leaves[0].rows[0].dealer == "Bo"
    assert all(len(leaf.rows) <= 15 for leaf in paper.leaves)


class TestWithoutASession:
    """A sheet from the form of a new game; no session is created."""

    def sheet(self, phone, group="", status=200, **values):
        phone.get(f"/new/derange{group}")
        return phone.submit(
            "/sheet", {"name": ["Anna", "Bo", "Cara"], "first_dealer": "1", **values}, status=status
        )

    def test_the_sheet_has_the_names_and_options_of_the_form(self, phone):
        self.sheet(phone, **{"option-mode": "short"})
        assert phone.path.startswith("/sheets/blank?")
        assert phone.page.texts(".leaf-table thead th") == ["Round", "Anna", "Bo", "Cara"]
        assert lines(phone)[0][0] == "1 4 cards Bo deals"
        assert len(lines(phone)) == 7
        assert not phone.page.select(".leaf-code")

    def test_the_address_contains_no_secret(self, phone):
        self.sheet(phone)
        params = parse_qs(urlsplit(phone.path).query)
        assert set(params) == {"variant", "name", "first"}

    def test_a_random_dealer_is_drawn(self, phone):
        self.sheet(phone, first_dealer="random")
        assert re.search("[?&]first=[012]", phone.path)

    def test_errors_are_shown_on_the_form(self, phone):
        self.sheet(phone, status=422, name=["Anna", "anna"])
        assert phone.page.texts(".wrong")
        assert phone.value_of("name") == "Anna"

    def test_in_a_group_the_code_links_to_the_form_for_entering_the_sheet(self, table, phone_of, monkeypatch):
        addresses = []
        monkeypatch.setattr(
            sys.modules["views.paper.printing"], "qr_code", lambda address, **_how: addresses.append(address)
        )
        phone = phone_of(table, "scorer")
        self.sheet(phone, group=f"?group={table.group_id}")
        address = addresses[0].removeprefix("http://localhost")
        assert address.startswith(f"{table.group_path}/sheets/new/derange?")
        phone.get(address)
        assert [f["value"] for f in phone.page.select("[name=name]")][:3] == ["Anna", "Bo", "Cara"]
        assert phone.value_of("first_dealer") == "1"

    def test_a_watcher_cannot_print_a_sheet_of_the_group(self, table, phone_of):
        watcher = phone_of(table, "watcher")
        watcher.get(f"/sheets/blank?group={table.group_id}&variant=derange&name=Anna&name=Bo", 403)
        watcher.get("/sheets/blank?group=x", 404)

    @pytest.mark.parametrize(
        "query",
        [
            "",
            "variant=chess&name=Anna&name=Bo",
            "variant=derange&name=Anna",
            "variant=derange&name=Anna&name=anna",
            "variant=derange&name=Anna&name=",
            "variant=derange&name=Anna&name=Bo&first=2",
            "variant=derange&name=Anna&name=Bo&first=-1",
            "variant=derange&name=Anna&name=Bo&first=٣",
            "variant=derange&name=Anna&name=Bo&decks=9",
            "variant=derange&name=Anna&name=Bo&team=1",
            "variant=derange&decks=1&" + "&".join(f"name=Player+{n}" for n in range(7)),
        ],
    )
    def test_an_invalid_address_redirects_to_a_new_game(self, phone, query):
        phone.get(f"/sheets/blank?{query}")
        assert phone.path.startswith("/new")
        assert phone.page.flashes

    @pytest.mark.parametrize("key", VARIANTS)
    def test_every_setup_can_be_read_from_its_address(self, app, key):
        variant = VARIANTS[key]
        teams = ["x" * 40, "2"] if variant.option("teams") else []
        options = {o.key: o.choices[-1].value for o in variant.options if o.choices}
        options |= {o.key: not o.default_for(2) for o in variant.options if o.kind == "yes_no"}
        sent = ["x" * 41, "2"] if teams else []  # cut to the length of a team name
        setup = SessionSetup(variant, options, ["Åsa & Bo", "Zoë"], 1, sent)
        with app.test_client() as client:
            client.get("/sheets/blank", query_string=query_of(setup))
            from flask import request  # noqa: PLC0415

            read = planned_game(request.args, "en")
        assert read is not None
        assert (read.names, read.first_dealer, list(read.teams)) == (["Åsa & Bo", "Zoë"], 1, teams)
        assert variant.resolve(read.options, 2) == variant.resolve(options, 2)


def test_a_stranger_gets_404(game, phone):
    phone.get(f"{game().path}/print", 404)


def test_a_session_of_another_group_is_not_found(game, phone_of):
    one, other = game(), game()
    phone_of(one, "owner").get(f"{one.group_path}/sessions/{other.session_id}/print", 404)


def test_printing_changes_nothing(app, table, phone_of):
    before = table.snapshot(), table.changes()
    phone_of(table, "owner").get(f"{table.path}/print")
    assert (table.snapshot(), table.changes()) == before
    with at_work(app):
        assert isinstance(table, Table)


class TestCustomGames:
    def filled(self, app, phone_of, definition, *rounds, fill="filled"):
        table = start(app, definition, "Anna Bo Cara").plays(*rounds)
        return phone_of(table, "scorer").get(f"{table.path}/print?fill={fill}")

    def foot(self, page):
        return page.texts(".leaf-foot p")

    def rows(self, page, count):
        rows = page.select(".leaf-table tbody tr")[:count]
        return [[" ".join(cell.get_text(" ").split()) for cell in row.select("td")] for row in rows]

    def test_typed_points_as_they_were_typed(self, app, phone_of):
        page = self.filled(app, phone_of, preset("points_only"), "Anna =12+11, Bo =-5, Cara =0")
        assert self.rows(page, 2) == [["12+11 23", "−5 −5", "0 0"], ["", "", ""]]
        assert self.foot(page) == ["The highest total wins.", "Left: this deal. Right: the total so far."]

    def test_a_blank_sheet_says_how_it_is_won(self, app, phone_of):
        page = self.filled(app, phone_of, preset("crazy_eights"), fill="blank")
        assert self.foot(page)[0] == (
            "Who wins a round gets the points of all others; the highest total wins. "
            "The game ends when somebody has 100."
        )
        page = self.filled(app, phone_of, preset("mau_mau"), fill="blank")
        assert self.foot(page)[0] == "The game ends when somebody has 300. ×2: Out with a jack."
        assert page.texts(".leaf-values dd")

    def test_a_collected_round_adds_up_by_column(self, app, phone_of):
        page = self.filled(app, phone_of, preset("crazy_eights"), "Anna out, Bo 8, Cara K")
        assert self.rows(page, 1) == [["× out 60", "50 8 0", "10 K·Q·J·10 0"]]

    def test_eliminated_players_have_no_room_to_write(self, app, phone_of):
        page = self.filled(app, phone_of, preset("last_one"), "Anna out, Bo 8 8, Cara 5", "Anna 3, Cara out")
        assert self.rows(page, 3) == [
            ["× out 0", "100 8 ×2 100", "5 5 5"],
            ["3 3 3", "– 100", "× out 5"],
            ["", "–", ""],
        ]

    def test_places(self, app, phone_of):
        places = typed(scoring="places", rounds=2)
        page = self.filled(app, phone_of, places, "Anna =1, Bo =2, Cara =2", "Anna =2, Bo =1, Cara =3")
        assert self.rows(page, 2) == [["1 1", "2 2", "2 2"], ["2 3", "1 3", "3 5"]]
        assert self.foot(page)[0] == "Places are added up; the lowest total wins."
