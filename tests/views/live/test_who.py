"""Who is this phone? Asked once when it joins by the code, and changed in two taps."""

from datetime import UTC, datetime, timedelta

import pytest

pytestmark = pytest.mark.table(neighbour_checks=True)


def chip(table, name):
    """The button with that name."""
    return f"player={table.player_id(name)}"


class TestJoiningByTheCode:
    def test_asks_a_player_who_it_is(self, table, phone):
        phone.get(f"{table.link('player')}?game={table.session_id}")
        assert phone.path == f"{table.path}/identity"
        assert phone.page.texts(".people-grid .name") == ["Anna", "Bo", "Cara"]

    def test_asks_once(self, table, phone):
        link = f"{table.link('player')}?game={table.session_id}"
        phone.get(link)
        phone.submit("#who", button=chip(table, "Bo"))
        assert phone.path == f"{table.path}/identity/confirmation"
        assert phone.page.heading == "You are Bo"
        assert "You check the cards of Anna, and Cara checks yours." in phone.page.words
        phone.get(link)
        assert phone.path == table.path
        assert phone.page.texts(".standing:has(.you) .name") == ["Bo"]

    def test_a_change_of_mind_is_confirmed_at_the_table(self, table, phone):
        phone.get(f"{table.link('player')}?game={table.session_id}")
        phone.submit("#who", button=chip(table, "Bo"))
        phone.get(f"{table.path}/identity")
        phone.submit("#who", button=chip(table, "Cara"))
        assert phone.path == table.path
        assert phone.page.flashes == ["This phone counts for Cara."]
        assert phone.page.texts(".standing:has(.you) .name") == ["Cara"]

    def test_a_link_without_a_table_leads_to_the_running_one(self, table, phone):
        phone.get(table.link("player"))
        assert phone.path == f"{table.path}/identity"

    def test_but_not_to_one_of_another_evening(self, game, phone):
        table = game("derange", "Eva Frans", at=datetime.now(UTC) - timedelta(days=2))
        phone.get(table.link("player"))
        assert phone.path == table.group_path

    def test_only_watching_is_an_answer(self, table, phone):
        link = f"{table.link('player')}?game={table.session_id}"
        phone.get(link)
        phone.submit("#who", button="I only watch")
        phone.get(link)
        assert phone.path == table.path

    def test_asks_no_watcher(self, table, phone):
        phone.get(f"{table.link('watcher')}?game={table.session_id}")
        assert phone.path == table.path

    def test_asks_nothing_where_the_game_is_over(self, table, phone):
        table.stops()
        phone.get(f"{table.link('player')}?game={table.session_id}")
        assert phone.path == table.path


class TestWho:
    def test_a_phone_without_a_name_is_called_after_its_person(self, table, phone_for):
        phone = phone_for(table, "Bo")
        phone.get("/phone")
        assert phone.value_of("name") == "Bo"

    def test_a_phone_with_a_name_keeps_it(self, table, phone_of):
        phone = phone_of(table, "scorer")
        phone.get("/phone")
        phone.submit("/phone", {"name": "The old tablet"})
        phone.get(f"{table.path}/identity")
        phone.submit("#who", button=chip(table, "Bo"))
        phone.get("/phone")
        assert phone.value_of("name") == "The old tablet"

    def test_it_is_changed_in_two_taps(self, table, phone_for, hands_of):
        phone = phone_for(table, "Bo")
        hands_of(phone)
        phone.get(next(href for href in phone.page.hrefs() if href.endswith("/identity")))
        phone.submit("#who", button=chip(table, "Cara"))
        phone.get(f"{table.path}/identity")
        assert phone.page.texts("[aria-pressed=true] .name") == ["Cara"]

    def test_others_see_which_seats_have_a_phone(self, table, phone_for, phone_of):
        phone_for(table, "Bo")
        page = phone_of(table, "player").get(f"{table.path}/identity")
        assert page.texts(".people-grid small") == ["on another phone"]
        assert page.texts(".people-grid .occupied .name") == ["Bo"]

    def test_a_seat_that_was_given_up_is_free(self, table, phone_for):
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/identity")
        phone.submit("#who", button=chip(table, "Cara"))
        phone.get(f"{table.path}/identity")
        assert phone.page.texts(".people-grid small") == ["this phone"]

    def test_several_people_share_a_phone(self, table, phone_for, seat):
        phone = phone_for(table, "Anna", "Bo")
        page = phone.get(f"{table.path}/identity")
        assert page.texts("[aria-pressed=true] .name") == ["Anna", "Bo"]

    def test_a_player_of_another_group_is_nobody_here(self, table, game, phone_of):
        phone = phone_of(table, "player")
        phone.get(f"{table.path}/identity")
        stranger = str(game().player_id("Anna"))
        phone.submit("#who", {"player": [stranger]}, button="I only watch")
        assert phone.get(f"{table.path}/identity").select("[aria-pressed=true]") == []

    @pytest.mark.parametrize("role", ["player", "scorer"])
    def test_it_gives_no_rights(self, table, phone_for, role):
        phone_for(table, "Anna", role=role).get(f"{table.group_path}/settings", 403)
