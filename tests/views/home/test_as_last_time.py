"""A new game starts with the length and house rules of the last game of that variant in the group."""

import uuid
from datetime import timedelta

import pytest

from models import Group, Session, db
from models.custom_games import change_game, game_of
from tests.custom import preset
from tests.phone import Phone
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = full_only

LINE = "[data-as-last-time]"


def last_options(app):
    with at_work(app):
        return db.session.scalars(db.select(Session.options).order_by(Session.id.desc())).first()


@pytest.fixture
def open_new(phone_of):
    """Open the page of a new game as the card on the group page does."""

    def open_page(table, key="derange"):
        phone = phone_of(table, "scorer")
        phone.get(f"/new/{key}?group={table.group_id}&seats_of={table.session_id}")
        return phone

    return open_page


def test_length_and_house_rules_are_those_of_the_last_game(app, game, open_new):
    table = game("derange", "Anna Bo Cara", mode="short", decks=3, eight_follows=False).stops()
    phone = open_new(table)
    assert phone.value_of("option-mode") == "short"
    line = "as last time: three decks, no 8 after a 3 or 10, a turned-up 2 counts"
    assert phone.page.texts("[data-line]") == [line]
    assert phone.page.texts(LINE) == ["as last time"]
    phone.submit("#new-game")
    chosen = {"mode": "short", "decks": 3, "eight_follows": False}
    assert last_options(app) == {"flipped_two": True, "neighbour_checks": False} | chosen


def test_an_unfinished_game_counts_and_the_newest_of_the_variant_is_used(game, open_new):
    table = game("derange", "Anna Bo Cara", mode="short")
    at = table.clock.now() + timedelta(minutes=5)
    game("derange", "Anna Bo", group_id=table.group_id, decks=4, at=at)
    game("vandatta", "Anna Bo", group_id=table.group_id, rounds=5, at=at + timedelta(minutes=5))
    phone = open_new(table)
    assert phone.value_of("option-mode") == "full"
    assert "four decks" in phone.page.texts("[data-line]")[0]


def test_counting_method_and_teams_are_copied(app, game, open_new):
    points = dict.fromkeys(("JK", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"), 7)
    chosen = {"games": 10, "first_to": 300, "tally": "house_points", "points": points, "teams": True}
    table = game("vatikan", "Anna Bo Cara Dilan", sides="1 1 2 2", **chosen).stops()
    phone = open_new(table, "vatikan")
    phone.submit("#new-game")
    assert last_options(app) == chosen | {"neighbour_checks": False}
    with at_work(app):
        session = db.session.scalars(db.select(Session).order_by(Session.id.desc())).first()
        assert [seat.team for seat in session.seats] == ["1", "1", "2", "2"]


def test_a_default_that_depends_on_the_number_of_players_stays_a_default(app, game, open_new):
    """The default is one round per player."""
    table = game("vandatta", "Anna Bo Cara Dilan").stops()
    phone = open_new(table, "vandatta")
    assert phone.page.texts(LINE) == []
    phone.submit("#new-game", {"name": ["Anna", "Bo", "Cara", None]})
    assert last_options(app)["rounds"] == "per_player"


def test_a_changed_option_is_used_and_removes_the_hint(app, game, open_new):
    table = game("derange", "Anna Bo Cara", mode="short", decks=3).stops()
    phone = open_new(table)
    phone.submit("#new-game", {"option-mode": "full", "option-decks": "2", "arrange": "keep"})
    assert phone.value_of("option-mode") == "full"
    assert phone.page.texts(LINE) == []
    phone.submit("#new-game")
    assert (last_options(app)["mode"], last_options(app)["decks"]) == ("full", 2)


def test_switching_variants_loads_last_options_and_switching_back_restores_the_input(game, open_new):
    table = game("vandatta", "Anna Bo Cara", rounds=5).stops()
    at = table.clock.now() + timedelta(minutes=5)
    derange = game("derange", "Anna Bo Cara", mode="short", group_id=table.group_id, at=at).stops()
    phone = open_new(derange)
    phone.submit(f"/new/vandatta?group={table.group_id}", {"option-mode": "full", "option-decks": "4"})
    assert phone.value_of("option-rounds") == "5"
    assert phone.page.texts(LINE) == ["as last time"]
    phone.submit(f"/new/derange?group={table.group_id}")
    assert (phone.value_of("option-mode"), phone.value_of("option-decks")) == ("full", "4")


def test_an_option_that_is_no_longer_valid_is_named_and_replaced_by_its_default(app, game, open_new):
    table = game("derange", "Anna Bo Cara", mode="short").stops()
    with at_work(app):
        session = db.session.get_one(Session, table.session_id)
        session.options = {**session.options, "decks": 9, "joker_hunt": True}
        db.session.commit()
    phone = open_new(table)
    message = (
        "Not as last time, because it is not possible now: Decks and a house rule that no longer exists."
    )
    assert phone.page.texts("[data-not-as-last-time]") == [message]
    assert phone.value_of("option-mode") == "short"
    assert phone.value_of("option-decks") == "2"
    phone.submit("#new-game", {"arrange": "keep"})
    assert phone.page.texts("[data-not-as-last-time]") == []
    phone.submit("#new-game")
    assert last_options(app)["mode"] == "short"


def test_an_option_with_too_few_cards_for_the_players_is_replaced_by_its_default(app, game, open_new):
    table = game("derange", "Anna Bo", decks=1, eight_follows=False).stops()
    at = table.clock.now() + timedelta(minutes=5)
    many = game("vandatta", "A B C D E F G H", group_id=table.group_id, at=at).stops()
    phone = open_new(many)
    message = "Not as last time, because it is not possible now: Decks."
    assert phone.page.texts("[data-not-as-last-time]") == [message]
    line = "as last time: two decks, no 8 after a 3 or 10, a turned-up 2 counts"
    assert phone.page.texts("[data-line]") == [line]


def test_options_of_another_group_are_not_used(game, open_new):
    game("derange", "Anna Bo", group_name="Sunday table", mode="short").stops()
    phone = open_new(game("vandatta", "Anna Bo").stops())
    assert phone.value_of("option-mode") == "full"
    assert phone.page.texts(LINE) == []


def test_in_swedish(app, game):
    table = game("derange", "Anna Bo Cara", mode="short").stops()
    phone = Phone(app, language="sv")
    phone.open_link(table.link("scorer"))
    phone.get(f"/new/derange?group={table.group_id}")
    assert phone.page.texts(LINE) == ["som förra gången"]


def test_query_count_does_not_grow_with_the_history(app, game, phone_of):
    table = game("derange", "Anna Bo Cara", mode="short").stops()
    phone = phone_of(table, "scorer")
    address = f"/new/derange?group={table.group_id}&seats_of={table.session_id}"
    few = queries_of(app, lambda: phone.get(address))
    for number in range(4):
        at = table.clock.now() + timedelta(minutes=5 * number)
        game("derange", "Anna Bo Cara", group_id=table.group_id, at=at).stops()
    assert queries_of(app, lambda: phone.get(address)) == few


@pytest.mark.parametrize(("changed", "total", "line"), [(False, "200", ["as last time"]), (True, "", [])])
def test_a_changed_game_starts_with_its_usual_choices(app, open_new, changed, total, line):
    """The total of the last game belongs to the old rules. "" is the usual one."""
    table = start(app, preset("crazy_eights"), "Anna Bo Cara", first_to=200)
    with table.open() as session:
        key = session.variant
        if changed:
            group = db.session.get_one(Group, table.group_id)
            game = game_of(group.id, uuid.UUID(key))
            change_game(group, game, preset("crazy_eights", first_to=300), table.change_stamp())
    phone = open_new(table, key)
    assert phone.value_of("option-first_to") == total
    assert phone.page.texts(LINE) == line
