"""Choosing the players of a phone: on joining by a code, and later in two taps."""

from datetime import UTC, datetime, timedelta

import pytest

pytestmark = pytest.mark.table(neighbour_checks=True)


def chip(table, name):
    """The button with that name, as an argument for `submit`."""
    return f"player={table.player_id(name)}"


class TestJoiningByTheCode:
    def test_a_player_is_asked(self, table, phone):
        phone.get(f"{table.link('player')}?game={table.session_id}")
        assert phone.path == f"{table.path}/identity"
        assert phone.page.texts(".people-grid .name") == ["Anna", "Bo", "Cara"]

    def test_the_question_is_asked_once(self, table, phone):
        link = f"{table.link('player')}?game={table.session_id}"
        phone.get(link)
        phone.submit("#who", button=chip(table, "Bo"))
        assert phone.path == f"{table.path}/identity/confirmation"
        assert phone.page.heading == "You are Bo"
        assert "You check the cards of Anna, and Cara checks yours." in phone.page.words
        phone.get(link)
        assert phone.path == table.path
        assert phone.page.texts(".standing:has(.you) .name") == ["Bo"]

    def test_a_changed_answer_returns_to_the_table(self, table, phone):
        phone.get(f"{table.link('player')}?game={table.session_id}")
        phone.submit("#who", button=chip(table, "Bo"))
        phone.get(f"{table.path}/identity")
        phone.submit("#who", button=chip(table, "Cara"))
        assert phone.path == table.path
        assert phone.page.flashes == ["This phone counts for Cara."]
        assert phone.page.texts(".standing:has(.you) .name") == ["Cara"]

    def test_a_link_without_a_session_leads_to_the_current_one(self, table, phone):
        phone.get(table.link("player"))
        assert phone.path == f"{table.path}/identity"

    def test_a_link_does_not_lead_to_a_session_of_another_day(self, game, phone):
        table = game("derange", "Eva Frans", at=datetime.now(UTC) - timedelta(days=2))
        phone.get(table.link("player"))
        assert phone.path == table.group_path

    def test_watching_only_is_an_answer(self, table, phone):
        link = f"{table.link('player')}?game={table.session_id}"
        phone.get(link)
        phone.submit("#who", button="I only watch")
        phone.get(link)
        assert phone.path == table.path

    def test_a_watcher_is_not_asked(self, table, phone):
        phone.get(f"{table.link('watcher')}?game={table.session_id}")
        assert phone.path == table.path

    def test_a_finished_session_asks_no_question(self, table, phone):
        table.stops()
        phone.get(f"{table.link('player')}?game={table.session_id}")
        assert phone.path == table.path


class TestChoice:
    def test_a_phone_without_a_name_gets_that_of_its_player(self, table, phone_for):
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

    def test_it_can_be_changed_in_two_taps(self, table, phone_for, hands_of):
        phone = phone_for(table, "Bo")
        hands_of(phone)
        phone.get(next(href for href in phone.page.hrefs() if href.endswith("/identity")))
        phone.submit("#who", button=chip(table, "Cara"))
        phone.get(f"{table.path}/identity")
        assert phone.page.texts("[aria-pressed=true] .name") == ["Cara"]

    def test_seats_with_a_phone_are_marked_on_other_phones(self, table, phone_for, phone_of):
        phone_for(table, "Bo")
        page = phone_of(table, "player").get(f"{table.path}/identity")
        assert page.texts(".people-grid small") == ["on another phone"]
        assert page.texts(".people-grid .occupied .name") == ["Bo"]

    def test_a_seat_given_up_is_free(self, table, phone_for):
        phone = phone_for(table, "Bo")
        phone.get(f"{table.path}/identity")
        phone.submit("#who", button=chip(table, "Cara"))
        phone.get(f"{table.path}/identity")
        assert phone.page.texts(".people-grid small") == ["this phone"]

    def test_several_players_share_a_phone(self, table, phone_for, seat):
        phone = phone_for(table, "Anna", "Bo")
        page = phone.get(f"{table.path}/identity")
        assert page.texts("[aria-pressed=true] .name") == ["Anna", "Bo"]

    def test_a_player_of_another_group_is_ignored(self, table, game, phone_of):
        phone = phone_of(table, "player")
        phone.get(f"{table.path}/identity")
        stranger = str(game().player_id("Anna"))
        phone.submit("#who", {"player": [stranger]}, button="I only watch")
        assert phone.get(f"{table.path}/identity").select("[aria-pressed=true]") == []

    @pytest.mark.parametrize("role", ["player", "scorer"])
    def test_it_gives_no_rights(self, table, phone_for, role):
        phone_for(table, "Anna", role=role).get(f"{table.group_path}/settings", 403)
