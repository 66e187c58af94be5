"""The form of a new game: variant, seats, options, first dealer, group."""

import re
import unicodedata
import uuid
from functools import partial
from random import Random

import pytest

from game.variants import KEYS, VARIANTS
from models import Group, Player, Session, db
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import Table, at_work
from tests.views.weird_names import HARMFUL, weird_names

FOUR = ["Anna", "Bo", "Cara", "Dilan"]


def count(app, model):
    with at_work(app):
        return db.session.scalar(db.select(db.func.count()).select_from(model))


def session_of(app):
    with at_work(app):
        session = db.session.scalars(db.select(Session).order_by(Session.id.desc())).first()
        db.session.expunge(session)
        return session


def table_of(phone):
    """The table on the current page."""
    group_id, session_id = map(uuid.UUID, re.findall(r"[0-9a-f-]{36}", phone.path))
    return Table(phone.app, group_id, session_id, None)


def names_of(app):
    with at_work(app):
        session = db.session.scalars(db.select(Session).order_by(Session.id.desc())).first()
        return [seat.player.name for seat in session.seats]


def deal(phone, key="derange", names=FOUR, status=200, **values):
    phone.get(f"/new/{key}?new_people=1")
    return phone.submit("#new-game", {"name": names, "first_dealer": "0", **values}, status=status)


def test_every_variant_is_offered_with_its_own_line(phone):
    phone.get("/new")
    links = [href for href in phone.page.hrefs(".variants .row-link") if href.startswith("/new/")]
    assert [href.removeprefix("/new/") for href in links] == list(KEYS)
    lines = phone.page.texts(".variants small")
    assert len(set(lines)) == len(KEYS) + 1
    assert "/games/new" in " ".join(phone.page.hrefs())


@pytest.mark.parametrize("key", KEYS)
def test_the_form_starts_a_game_in_a_new_group(app, phone, key):
    deal(phone, key)
    assert names_of(app) == FOUR
    assert session_of(app).variant == key
    assert phone.path.startswith("/groups/")
    assert phone.page.flashes
    phone.get("/")
    assert "Anna" in phone.page.words


def test_an_unknown_variant_is_not_found(phone):
    phone.get("/new/chess", 404)
    phone.get("/new/Derange", 404)
    phone.get("/new/..%2fderange", 404)


def test_a_group_without_a_name_is_named_after_the_day(app, phone):
    deal(phone, group_name="  The   cousins ")
    with at_work(app):
        assert db.session.scalars(db.select(Group.name)).all() == ["The cousins"]
    deal(phone, names=["Eva", "Frans"])
    with at_work(app):
        assert re.search("day table$", max(db.session.scalars(db.select(Group)), key=lambda g: g.id).name)


def test_a_group_name_of_81_characters_is_refused_and_preserved(app, phone):
    deal(phone, group_name="x" * 81, status=422)
    assert phone.value_of("group_name") == "x" * 81
    assert count(app, Group) == 0


@full_only
@pytest.mark.parametrize("name", weird_names("of seats of a new game"))
def test_names_of_any_script_are_shown_unchanged(app, phone, name):
    deal(phone, names=[name, "Bo"])
    name = unicodedata.normalize("NFC", name)
    assert names_of(app) == [name, "Bo"]
    assert name in phone.page.words
    assert all(harm not in phone.page.text for harm in HARMFUL)
    phone.get(f"{phone.path}/rounds/1")
    assert name in phone.page.soup.select_one("fieldset").get_text()


def test_a_name_has_at_most_40_characters(app, phone):
    deal(phone, names=["Å" * 40, "Bo"])
    assert names_of(app)[0] == "Å" * 40
    deal(phone, names=["Å" * 41, "Bo"], status=422)
    assert "41" in phone.page.words
    assert phone.value_of("name") == "Å" * 41
    assert count(app, Session) == 1


@pytest.mark.parametrize("other", ["Anna", "anna", " ANNA "])
def test_duplicate_names_are_refused(app, phone, other):
    deal(phone, names=["Anna", "Bo", other], status=422)
    assert count(app, Session) == 0
    assert len(phone.page.texts(".wrong")) == 1
    assert other.strip() in phone.page.texts(".wrong")[0]


def test_blank_names_are_ignored(app, phone):
    deal(phone, names=["Anna", "", "Cara", "  "], first_dealer="2")
    assert names_of(app) == ["Anna", "Cara"]
    assert table_of(phone).next_dealer() == "Cara"


@pytest.mark.parametrize(("names", "least"), [([], 2), (["Anna"], 2)])
def test_too_few_players_are_refused(app, phone, names, least):
    deal(phone, names=names or [""], status=422)
    assert count(app, Session) == 0
    assert str(least) in phone.page.texts(".problem")[0]


def test_too_few_cards_for_the_players_are_refused(app, phone):
    phone.get("/new/derange")
    names = ["Anna", "Bo", "Cara", "Dilan", "Eva", "Frans", "Gun"]
    phone.submit("#new-game", {"name": names, "option-decks": "1"}, status=422)
    assert phone.page.texts(".problem") == [
        "One deck cannot deal 8 cards to 7 players: take two decks or play the short game."
    ]
    assert [field["value"] for field in phone.page.select("[name=name]")] == names
    assert count(app, Session) == 0


def test_a_thin_stock_needs_a_confirmation(app, phone):
    phone.get("/new/vandatta")
    names = ["Anna", "Bo", "Cara", "Dilan", "Eva", "Frans"]
    phone.submit("#new-game", {"name": names, "option-decks": "1", "first_dealer": "3"}, status=422)
    assert phone.page.texts(".problem.thin")
    assert count(app, Session) == 0
    phone.submit("#new-game", button="accept_thin=1")
    assert names_of(app) == names
    assert table_of(phone).next_dealer() == "Dilan"


def test_a_confirmed_thin_stock_does_not_hide_another_error(app, phone):
    phone.get("/new/vandatta")
    names = ["Anna", "Bo", "Cara", "Dilan", "Eva", "Eva"]
    phone.submit("#new-game", {"name": names, "option-decks": "1", "accept_thin": "1"}, status=422)
    assert count(app, Session) == 0
    assert phone.value_of("accept_thin") == "1"


def test_too_many_players_are_refused(phone):
    phone.get("/new/vatikan")
    phone.submit("#new-game", {"name": [f"Player {n}" for n in range(6)]}, status=422)
    assert "2 to 5" in phone.page.texts(".problem")[0]


@full_only
def test_an_invalid_option_is_refused_and_the_input_preserved(app, phone, subtests):
    for key, option, value in [
        ("derange", "decks", "5"),
        ("derange", "decks", ""),
        ("derange", "mode", "long"),
        ("vandatta", "rounds", "0"),
        ("vandatta", "rounds", "100"),
        ("vandatta", "rounds", "-1"),
        ("vandatta", "rounds", "1.5"),
        ("vandatta", "rounds", "٣"),
        ("vandatta", "rounds", "many"),
        ("vandatta", "rounds", "9" * 40),
        ("vandatta", "decks", "9"),
        ("vatikan", "first_to", "99999"),
        ("vatikan", "points-K", "ten"),
        ("vatikan", "points-K", "1000"),
        ("vatikan", "points-K", "-1"),
        ("vatikan", "points-K", ""),
    ]:
        with subtests.test(f"{key}: {option} = {value}"):
            deal(phone, key, status=422, **{f"option-{option}": value})
            assert count(app, Session) == 0
            assert [field["value"] for field in phone.page.select("[name=name]")][:4] == FOUR
            assert phone.page.texts(".wrong")
            stored = phone.page.select(f"input:not([type=radio])[name='option-{option}']")
            assert not stored or stored[0]["value"] == value[:40][: 10 if "points" in option else 40]


class TestLength:
    def segments(self, phone, key):
        phone.get(f"/new/{key}")
        return phone.page.texts(".segments label")

    def test_segments_show_rounds_and_minutes(self, phone):
        assert self.segments(phone, "derange") == [
            "Full game 15 rounds, about 90 min",
            "Short game 7 rounds, about 40 min",
        ]
        assert self.segments(phone, "swedish_pursuit") == [
            "One round 5 games, about 30 min",
            "Two rounds 10 games, about 60 min",
        ]
        each = ["One per player about 6 min a round", "5 30 min", "10 60 min", "Other"]
        assert self.segments(phone, "vandatta") == each
        assert self.segments(phone, "vatikan")[0] == "Until you stop about 6 min a round"

    @pytest.mark.parametrize("key", KEYS)
    def test_the_length_is_not_repeated_among_the_options(self, phone, key):
        self.segments(phone, key)
        assert phone.page.select(".segments input[checked]")
        name = phone.page.soup.select_one(".segments input")["name"]
        assert not phone.page.select(f".options [name={name}]")

    @pytest.mark.parametrize(
        ("sent", "rounds"),
        [([""], 4), (["5"], 5), (["own", "12"], 12), (["own", ""], 4), (["10", "12"], 10), (["", "12"], 4)],
    )
    def test_a_segment_or_a_custom_number(self, app, phone, sent, rounds):
        deal(phone, "vandatta", **{"option-rounds": [*sent, None][:2]})
        assert session_of(app).rules.rounds == rounds

    def test_an_invalid_custom_number_is_preserved(self, phone):
        phone.get("/new/vandatta")
        phone.submit("#new-game", {"option-rounds": ["own", "many"]}, status=422)
        assert phone.page.select("[data-other][checked]")
        assert phone.page.soup.select_one("#own-length")["value"] == "many"
        assert not phone.page.select("details[open]")

    def test_an_open_end(self, app, phone):
        deal(phone, "vatikan")
        assert session_of(app).rules.rounds is None


class TestHouseRules:
    """A line summarises the house rules; it opens the options."""

    @pytest.mark.parametrize(
        ("key", "line"),
        [
            ("derange", "two decks, an 8 may follow a 3 or 10, a turned-up 2 counts"),
            ("swedish_pursuit", "trick cards follow by suit only, the left neighbour checks"),
            ("vatikan", "wins are counted"),
        ],
    )
    def test_the_line_of_the_defaults(self, phone, key, line):
        phone.get(f"/new/{key}")
        assert phone.page.texts("[data-line]") == [line]

    def test_the_line_of_changed_options(self, phone):
        phone.get("/new/derange")
        changed = {"option-decks": "3", "option-eight_follows": None, "option-flipped_two": None}
        phone.submit("#new-game", {**changed, "arrange": "keep"})
        line = "three decks, no 8 after a 3 or 10, a turned-up 2 is a plain card"
        assert phone.page.texts("[data-line]") == [line]

    def test_the_line_shows_a_number_that_was_set(self, phone):
        phone.get("/new/vatikan")
        phone.submit("#new-game", {"option-first_to": "7", "arrange": "keep"})
        assert phone.page.texts("[data-line]") == ["first to: 7, wins are counted"]


def test_options_are_stored_with_the_session(app, phone):
    deal(phone, "derange", **{"option-mode": "short", "option-decks": "3", "option-eight_follows": None})
    session = session_of(app)
    decided = {"decks": 3, "mode": "short", "eight_follows": False}
    assert session.options == {**decided, "flipped_two": True, "neighbour_checks": False}
    assert session.rules.rounds == 7


def test_house_points_can_be_edited(app, phone):
    deal(phone, "vatikan", **{"option-tally": "house_points", "option-points-K": "12"})
    session = session_of(app)
    assert session.options["points"]["K"] == 12
    assert session.rules.tally == "points"


@full_only
class TestSwitchingVariants:
    """The cards of the deck switch the variant and keep the input."""

    @pytest.fixture
    def typed(self, phone):
        phone.get("/new/derange")
        names = {"name": [*FOUR, "Eva"], "first_dealer": "2", "group_name": "The cousins"}
        phone.submit("#new-game", {**names, "arrange": "keep"})
        return phone

    def choose(self, phone, key, **values):
        phone.submit(f"/new/{key}", values)
        assert phone.path == f"/new/{key}"

    def test_the_chosen_card_is_marked_and_the_order_is_unchanged(self, phone):
        phone.get("/new/vatikan")
        cards = phone.page.select(".deck button")
        assert len(cards) == len(KEYS)
        assert [card.get("aria-current") for card in cards] == [*[None] * (len(KEYS) - 1), "true"]
        assert "Vatikan" in cards[-1].get_text()

    @pytest.mark.parametrize("key", [key for key in KEYS if key != "derange"])
    def test_names_dealer_and_group_are_kept(self, app, typed, key):
        self.choose(typed, key)
        assert count(app, Session) == 0
        assert [field["value"] for field in typed.page.select("[name=name]")] == [*FOUR, "Eva"]
        typed.submit("#new-game")
        assert (session_of(app).variant, names_of(app)) == (key, [*FOUR, "Eva"])
        assert table_of(typed).next_dealer() == "Cara"
        with at_work(app):
            assert db.session.scalars(db.select(Group.name)).all() == ["The cousins"]

    def test_options_of_another_variant_are_not_used(self, app, typed):
        self.choose(typed, "vandatta", **{"option-decks": "4"})
        assert typed.page.select("[name=option-ace_on_ace][checked]")
        typed.submit("#new-game")
        assert session_of(app).options == VARIANTS["vandatta"].defaults(5)

    def test_options_are_restored_after_switching_back(self, app, typed):
        typed.submit("#new-game", {"option-mode": "short", "option-eight_follows": None, "arrange": "keep"})
        for key in ("vandatta", "vatikan", "derange"):
            self.choose(typed, key)
        assert typed.value_of("option-mode") == "short"
        assert not typed.page.select("[name=option-eight_follows][checked]")
        assert not typed.page.select("[name^=kept-derange]")
        typed.submit("#new-game")
        assert session_of(app).options["eight_follows"] is False

    def test_stored_options_are_limited_to_known_variants_and_field_lengths(self, typed):
        sent = {"kept-whist-option-mode": "x", "kept-vatikan-option-first_to": "9" * 500}
        self.choose(typed, "vandatta", **sent)
        stored = {field["name"]: field["value"] for field in typed.page.select("[name^=kept-]")}
        assert "kept-whist-option-mode" not in stored
        assert stored["kept-vatikan-option-first_to"] == "9" * 100

    def test_teams_alternate_by_default(self, typed):
        self.choose(typed, "vatikan")
        chosen = [option["value"] for option in typed.page.select("[name=team] option[selected]")]
        assert chosen == ["1", "2", "1", "2", "1"]

    def test_too_many_players_are_reported_immediately_and_kept(self, typed):
        names = [f"Player {n}" for n in range(8)]
        self.choose(typed, "vatikan", name=names)
        assert "2 to 5" in typed.page.texts(".problem")[0]
        assert [field["value"] for field in typed.page.select("[name=name]")] == names

    def test_a_confirmation_is_not_kept_for_another_variant(self, typed):
        self.choose(typed, "vandatta", accept_thin="1")
        assert typed.value_of("accept_thin") is None


def test_teams_need_two_sides(app, phone):
    teams = {"option-teams": "1"}
    deal(phone, "vatikan", status=422, team=["1", "1", "1", "1"], **teams)
    deal(phone, "vatikan", team=["1", "2", "1", "2"], **teams)
    with at_work(app):
        session = db.session.scalars(db.select(Session)).one()
        assert [seat.team for seat in session.seats] == ["1", "2", "1", "2"]


@full_only
class TestArranging:
    """The seat list without JavaScript: each button sends the whole form."""

    @pytest.fixture
    def seats(self, phone):
        phone.get("/new/derange")
        phone.submit("#new-game", {"name": FOUR, "first_dealer": "1"}, button="arrange=add")

        def names():
            return [field["value"] for field in phone.page.select("[name=name]")]

        assert names() == [*FOUR, ""]
        return names

    def press(self, phone, action, **values):
        phone.submit("#new-game", {"arrange": action, **values})

    def test_moving_a_seat_moves_the_dealer_along(self, phone, seats):
        self.press(phone, "up:1")
        assert seats()[:2] == ["Bo", "Anna"]
        assert phone.value_of("first_dealer") == "0"
        self.press(phone, "down:0")
        assert seats()[:2] == ["Anna", "Bo"]
        assert phone.value_of("first_dealer") == "1"

    def test_removing_a_seat(self, phone, seats):
        self.press(phone, "drop:0")
        assert seats()[:3] == ["Bo", "Cara", "Dilan"]
        assert phone.value_of("first_dealer") == "0"
        self.press(phone, "drop:0")
        assert phone.value_of("first_dealer") is None

    def test_shuffling_the_seats_keeps_players_and_dealer(self, phone, seats):
        orders = set()
        for _ in range(12):
            self.press(phone, "shuffle")
            orders.add(tuple(seats()[:4]))
            assert sorted(seats()[:4]) == FOUR
            assert seats()[int(phone.value_of("first_dealer"))] == "Bo"
        assert len(orders) > 1

    def test_drawing_the_dealer_keeps_the_seats_and_skips_empty_ones(self, phone, seats, monkeypatch):
        dealers = set()
        for seed in range(6):
            monkeypatch.setattr("views.home.new_game.chance", partial(Random, seed))
            self.press(phone, "dealer", name=["Anna", "", "Cara", ""])
            dealers.add(phone.value_of("first_dealer"))
            assert seats() == ["Anna", "", "Cara", "", ""]
        assert dealers == {"0", "2"}

    def test_drawing_a_dealer_without_players_has_no_effect(self, phone):
        phone.get("/new/derange")
        self.press(phone, "dealer")
        assert phone.value_of("first_dealer") is None

    def test_an_invalid_button_value_has_no_effect(self, phone, seats, subtests):
        for action in [
            "up:0",
            "down:9",
            "drop:99",
            "drop:-1",
            "up:",
            "up:x",
            "nonsense",
            ":::",
            "x" * 5000,
            "up:" + "9" * 90,
        ]:
            with subtests.test(action[:80]):
                before = seats()
                self.press(phone, action)
                assert seats() == before

    def test_known_names_can_be_added_with_one_tap(self, game, phone_of):
        table = game("derange", "Anna Bo Cara")
        phone = phone_of(table, "scorer")
        phone.get(f"/new/derange?group={table.group_id}")
        assert self.offered(phone) == {"Anna", "Bo", "Cara"}
        self.press(phone, "add:Bo")
        assert phone.value_of("name") == "Bo"
        assert self.offered(phone) == {"Anna", "Cara"}

    def offered(self, phone):
        return {
            chip["value"].removeprefix("add:")
            for chip in phone.page.select("[data-colour].chip:not([hidden])")
        }

    def test_a_known_player_keeps_their_colour_and_a_new_one_gets_another(self, game, phone_of):
        table = game("derange", "Anna Bo Cara")
        phone = phone_of(table, "scorer")
        phone.get(f"/new/derange?group={table.group_id}")
        self.press(phone, "keep", name=["BO", "Eva", "Anna"])
        bo, eva, anna, _empty = phone.page.select("[data-seat-row] .disc")
        assert [disc.get_text() for disc in (bo, eva, anna)] == ["B", "E", "A"]
        faces = {
            chip["value"]: chip.select_one(".disc")["class"]
            for chip in phone.page.select("[data-colour].chip")
        }
        assert "colour-2" in bo["class"]
        assert "colour-2" in faces["add:Bo"]
        assert "colour-1" in anna["class"]
        assert "colour-1" in faces["add:Anna"]
        assert "colour-4" in eva["class"]

    def test_seats_are_limited_to_the_maximum_of_the_variant(self, phone):
        phone.get("/new/vatikan")
        for _ in range(4):
            phone.submit("#new-game", {"arrange": "add"})
        assert len(phone.page.select("[name=name]")) == 5


@full_only
def test_a_random_dealer_is_one_of_the_players(app, monkeypatch):
    dealers = set()
    for seed in range(6):
        phone = Phone(app)
        monkeypatch.setattr("views.home.new_game.chance", partial(Random, seed))
        deal(phone, names=["Anna", "", "Cara"], first_dealer="random")
        dealers.add(table_of(phone).next_dealer())
    assert dealers == {"Anna", "Cara"}


@full_only
@pytest.mark.parametrize("dealer", ["9", "-1", "", "x", "٣", "9" * 50])
def test_an_invalid_dealer_is_replaced_by_a_random_one(app, phone, dealer):
    deal(phone, first_dealer=dealer)
    assert table_of(phone).next_dealer() in FOUR


class TestInAGroup:
    def test_known_players_are_not_duplicated(self, app, game, phone_of):
        table = game("derange", "Anna Bo")
        phone = phone_of(table, "scorer")
        phone.get(f"/new/derange?group={table.group_id}")
        phone.submit("#new-game", {"name": ["anna", "Eva"]})
        assert names_of(app) == ["Anna", "Eva"]
        assert count(app, Group) == 1
        assert count(app, Player) == 3

    def test_the_seats_of_a_session_can_be_reused_for_another_variant(self, game, phone_of):
        table = game("derange", "Cara Bo Anna")
        phone = phone_of(table, "scorer")
        phone.get(f"/new/vandatta?group={table.group_id}&seats_of={table.session_id}")
        assert [field["value"] for field in phone.page.select("[name=name]")][:3] == ["Cara", "Bo", "Anna"]

    @pytest.mark.parametrize(
        "query", ["group=x", "group=", "seats_of=x", "group=00000000-0000-0000-0000-000000000000"]
    )
    def test_an_unknown_group_is_not_found(self, phone, query):
        phone.get(
            f"/new/derange?{query}",
            404 if query in ("group=x", "group=00000000-0000-0000-0000-000000000000") else 200,
        )

    def test_a_watcher_cannot_start_a_game_in_the_group(self, game, phone_of):
        table = game()
        phone = phone_of(table, "watcher")
        phone.get(f"/new?group={table.group_id}", 403)
        phone.get(f"/new/derange?group={table.group_id}", 403)
        phone.get("/new/derange")
        token = phone.token()
        phone.post(f"/new/derange?group={table.group_id}", {"csrf_token": token, "name": FOUR}, 403)

    def test_sending_the_form_twice_starts_one_game(self, app, game, phone_of):
        table = game()
        phone = phone_of(table, "scorer")
        phone.get(f"/new/derange?group={table.group_id}")
        action, _method, data = phone.filled("#new-game", {"name": FOUR})
        for _ in range(3):
            phone.post(action, data)
            assert names_of(app) == FOUR
        assert count(app, Session) == 2


def test_sending_the_form_of_a_new_group_twice_starts_one_game(app, phone):
    """A double tap: the second request is sent before the first response sets the cookie."""
    phone.get("/new/derange")
    action, _method, data = phone.filled("#new-game", {"name": FOUR})
    twin = phone.twin()
    for one in (phone, twin):
        one.post(action, data)
        assert "Anna" in one.page.words
    assert count(app, Session) == 1
    assert count(app, Group) == 1


def test_the_id_of_another_groups_session_as_form_id_gives_no_access(app, game, phone):
    """The id of a session is part of its address; as the id of a form it must not give access."""
    table = game()
    phone.get("/new/derange")
    phone.submit("#new-game", {"name": FOUR, "change_id": str(table.session_id)})
    assert str(table.group_id) not in phone.path
    phone.get(table.path, 404)
    assert table.seats() == ["Anna", "Bo", "Cara"]


def test_swedish_pursuit_asks_who_won_the_cut(phone):
    assert "won the cut" in phone.get("/new/swedish_pursuit").words
    assert "won the cut" not in phone.get("/new/derange").words


def test_names_are_limited_to_twenty(phone):
    phone.get("/new/derange")
    phone.submit("#new-game", {"name": [f"Player {n}" for n in range(500)]}, status=422)


def test_a_form_without_a_csrf_token_is_refused(app):
    Phone(app).post("/new/derange", {"name": FOUR}, 400)
    assert count(app, Session) == 0


class TestGroupOfANewGame:
    """A phone that knows a group starts games there, with the seats of its last session."""

    def test_the_default_is_the_group_used_last_with_its_last_seats(self, game, phone_of):
        table = game("derange", "Anna Bo Cara")
        phone = phone_of(table, "owner")
        phone.get("/new/vandatta")
        assert phone.path == f"/new/vandatta?group={table.group_id}&seats_of={table.session_id}"
        assert [tag["value"] for tag in phone.page.select("input[name=name]")][:3] == ["Anna", "Bo", "Cara"]
        phone.get("/new")
        assert phone.path == f"/new?group={table.group_id}"
        assert any(f"seats_of={table.session_id}" in href for href in phone.page.hrefs("main a"))

    def test_a_new_group_is_the_last_choice_and_keeps_the_names(self, game, phone_of):
        table = game("derange", "Anna Bo Cara")
        other = game("derange", "Eva Frans", group_name="Sunday table")
        phone = phone_of(table, "owner")
        phone.get(other.link("scorer"))
        phone.get("/new/vandatta")
        choices = [
            str(button["formaction"])
            for button in phone.page.select("details:not(.chosen-game) button[formaction]")
        ]
        assert choices == [f"/new/vandatta?group={table.group_id}", "/new/vandatta?new_people=1"]
        phone.submit("new_people=1", {"name": ["Gun", "Hanna"]})
        assert [tag["value"] for tag in phone.page.select("input[name=name]")][:2] == ["Gun", "Hanna"]
        assert phone.value_of("group_name") == ""

    def test_a_watcher_starts_in_a_new_group(self, game, phone_of):
        phone = phone_of(game("derange", "Anna Bo Cara"), "watcher")
        phone.get("/new/vandatta")
        assert phone.path == "/new/vandatta"
