"""Two groups that should have been one: put together on the phone that owns both, and taken apart again."""

import uuid
from datetime import UTC, datetime

import pytest

from models import Group, db, imported_file
from models.people.people import rename_group
from tests.exchange.document.files import exported
from tests.exchange.importing.files import LOG_TABLES, TOTALS, rows_except
from tests.jobs import work_off
from tests.models.rows import row_counts
from tests.table import Table, at_work
from tests.views.files.importing.test_imports import bring, import_document
from views.home import merging

pytestmark = pytest.mark.usefixtures("no_pauses")

EVENING = datetime(2026, 3, 6, 18, tzinfo=UTC)


@pytest.fixture
def kept(game):
    table = game("derange", "Anna Bo Cara", group_name="Sunday table", at=EVENING)
    return table.plays("Cara out, Anna 8, Bo K").stops()


@pytest.fixture
def gone(game, kept):
    """Founded by mistake, the week after."""
    table = game("derange", "Anna Bo Dilan", group_name="Sunday table", at=EVENING.replace(day=13))
    return table.plays("Anna out, Bo 8, Dilan K").stops()


@pytest.fixture
def owner(kept, gone, phone_of):
    """Of an owner of both."""
    owner = phone_of(kept, "owner")
    owner.open_link(gone.link("owner"))
    return owner


def look(owner, kept, gone):
    owner.get(f"{gone.group_path}/merge")
    return owner.submit("#merge", {"into": str(kept.group_id)})


def put_together(owner, kept, gone):
    look(owner, kept, gone)
    return owner.submit("#apply", button="Put together")


def offered(owner):
    """What the list of groups leads to, of joining."""
    return [path for path in owner.page.hrefs() if "/merge" in path]


class TestTheWay:
    def test_it_begins_in_the_settings_of_the_wrong_one(self, kept, gone, owner):
        owner.get(f"{gone.group_path}/settings")
        assert f"{gone.group_path}/merge" in owner.page.hrefs()
        owner.get(f"{gone.group_path}/merge")
        assert len(owner.page.select("[name=into]")) == 1
        assert owner.page.select("[name=into][checked]")[0]["value"] == str(kept.group_id)

    def test_of_several_the_one_of_the_same_name_is_meant(self, kept, gone, owner, game):
        owner.open_link(game("derange", "Anna Eva", group_name="Club").link("owner"))
        owner.get(f"{gone.group_path}/merge")
        assert len(owner.page.select("[name=into]")) == 2
        assert owner.page.select("[name=into][checked]")[0]["value"] == str(kept.group_id)

    def test_of_several_others_none_is_meant(self, app, kept, gone, owner, game):
        owner.open_link(game("derange", "Anna Eva", group_name="Club").link("owner"))
        with at_work(app):
            rename_group(db.session.get_one(Group, gone.group_id), "Chess club", gone.author())
            db.session.commit()
        assert owner.get(f"{gone.group_path}/merge").select("[name=into][checked]") == []

    def test_or_with_a_line_in_the_list_of_groups_that_takes_the_newer_into_the_older(
        self, kept, gone, owner
    ):
        owner.get("/groups")
        assert "Two groups are called “Sunday table”" in owner.page.words
        assert offered(owner) == [f"{gone.group_path}/merge?into={kept.group_id}"]

    def test_there_is_no_such_line_for_other_names_or_what_others_own(self, app, kept, gone, owner, phone_of):
        other = phone_of(kept, "owner")
        other.open_link(gone.link("scorer"))
        other.get("/groups")
        assert offered(other) == []
        with at_work(app):
            rename_group(db.session.get_one(Group, gone.group_id), "Chess club", gone.author())
            db.session.commit()
        owner.get("/groups")
        assert offered(owner) == []

    def test_with_one_group_there_is_nothing_to_put_together(self, kept, phone_of):
        phone = phone_of(kept, "owner")
        assert f"{kept.group_path}/merge" not in phone.get(f"{kept.group_path}/settings").hrefs()
        phone.get(f"{kept.group_path}/merge")
        assert "This phone owns no other group." in phone.page.words
        assert not phone.page.select("#merge")

    def test_what_is_not_finished_is_named_and_stops_it(self, app, kept, gone, owner, game):
        owner.get(f"{gone.group_path}/merge")
        open_table = game("vandatta", "Anna Bo", group_id=gone.group_id)
        owner.submit("#merge", {"into": str(kept.group_id)}, status=422)
        assert "Something here is not finished." in owner.page.texts(".problem")[0]
        assert open_table.path in owner.page.hrefs()
        assert row_counts(app)["imports"] == 0

    @pytest.mark.parametrize("into", ["", "nonsense", "itself", "x" * 5000])
    def test_only_into_another_group_that_this_phone_owns(self, app, gone, owner, into):
        into = str(gone.group_id) if into == "itself" else into
        owner.get(f"{gone.group_path}/merge")
        owner.submit("#merge", {"into": into}, status=422)
        assert owner.page.texts('.problem[role="alert"]') == ["Choose a group."]
        assert row_counts(app)["imports"] == 0


class TestTogether:
    def test_first_it_is_shown(self, app, kept, gone, owner):
        before = rows_except(app, "imports")
        look(owner, kept, gone)
        assert owner.page.heading == "What comes in"
        assert owner.page.texts(".counts li") == ["1 game comes in", "1 new player", "1 new night"]
        assert len(owner.page.select(".choosing")) == 3
        assert rows_except(app, "imports") == before

    @pytest.mark.both_databases
    def test_one_button_does_it_and_another_takes_it_back(self, app, kept, gone, owner):
        rows, files = rows_except(app, *LOG_TABLES), [exported(app, each.group_id) for each in (kept, gone)]
        put_together(owner, kept, gone)
        assert owner.page.flashes == ["The two groups are one now."]
        assert owner.page.heading == "One group now"
        for href in owner.page.hrefs():
            owner.get(href)
        owner.get("/groups")
        assert owner.page.hrefs("main .row-link") == [kept.group_path, "/new?new_people=1"]
        owner.get(gone.group_path, 410)
        owner.get(next(path for path in owner.page.hrefs() if "/imports/" in path))
        owner.submit("/revert")
        assert owner.path == gone.group_path
        assert owner.page.flashes == ["Taken back: “Sunday table” is a group of its own again."]
        assert rows_except(app, *LOG_TABLES) == rows
        assert [exported(app, each.group_id) for each in (kept, gone)] == files

    def test_who_is_who_is_chosen_as_with_a_file(self, app, kept, gone, owner):
        look(owner, kept, gone)
        field = next(s["name"] for s in owner.page.select("select") if "Dilan" in s.parent.get_text())
        owner.submit("#apply", {field: str(kept.player_id("Cara"))}, button="Look again with these choices")
        assert owner.page.texts(".counts li") == ["1 game comes in", "1 new night"]

    def test_the_history_of_the_group_tells_of_both(self, kept, gone, owner):
        put_together(owner, kept, gone)
        owner.submit("/revert")
        owner.get(f"{kept.group_path}/players")
        assert "“Sunday table” put together with this group: 1 game" in owner.page.words
        assert "“Sunday table” is a group of its own again: 1 game went with it" in owner.page.words

    def test_sent_twice_it_is_one(self, app, kept, gone, owner):
        owner.get(f"{gone.group_path}/merge")
        other = owner.twin()
        for each in (owner, other):
            each.submit("#merge", {"into": str(kept.group_id)})
        assert row_counts(app)["imports"] == 1
        for each in (owner, other):
            each.submit("#apply", button="Put together")
        assert owner.path == other.path
        for each in (owner, other):
            each.get(owner.path)
        owner.submit("/revert")
        other.submit("/revert")
        assert row_counts(app)["sessions"] == 2

    def test_after_it_was_taken_back_it_begins_anew(self, kept, gone, owner):
        put_together(owner, kept, gone)
        report = owner.path
        owner.submit("/revert")
        owner.get(report)
        assert owner.path.startswith(f"{gone.group_path}/merge")

    def test_what_was_played_meanwhile_makes_it_look_again(self, app, kept, gone, owner, game):
        look(owner, kept, gone)
        game("derange", "Anna Bo", group_id=gone.group_id).plays("Anna out, Bo 8").stops()
        owner.submit("#apply", button="Put together", status=422)
        assert "That group has changed since you looked at it." in owner.page.texts(".problem")[0]
        owner.get(gone.group_path)

    def test_what_was_corrected_since_needs_a_second_yes(self, app, kept, gone, owner):
        put_together(owner, kept, gone)
        report = owner.path
        (there,) = [path for path in owner.page.hrefs("section .row-link") if "/sessions/" in path]
        came_in = Table(app, kept.group_id, uuid.UUID(there.rpartition("/")[2]), kept.clock)
        came_in.corrects(1, "Anna out, Bo 8 8, Dilan K")
        owner.get(report)
        owner.submit("/revert", status=422)
        owner.submit("/revert", {"sure": "1"})
        owner.get(gone.group_path)


class TestAfterwards:
    def test_its_own_pages_say_where_it_went_and_lead_there(self, app, kept, gone, owner):
        put_together(owner, kept, gone)
        for path in ("", "/settings", "/nights", "/statistics", "/links", "/export", "/merge", "/players"):
            owner.get(gone.group_path + path, 410)
            assert owner.page.texts(".lead") == [
                "All that was played here is in another group called “Sunday table” now."
            ]
            assert owner.page.hrefs("main .button.main") == [kept.group_path]

    def test_a_game_and_a_night_lead_to_the_same_there(self, app, kept, gone, owner):
        put_together(owner, kept, gone)
        for path, there in (
            (gone.path, "/sessions/"),
            (f"{gone.group_path}/nights/{gone.night_id()}", "/nights/"),
        ):
            owner.get(path, 410)
            (way,) = owner.page.hrefs("main .button.main")
            assert way.startswith(kept.group_path + there)
            assert "Dilan" in owner.get(way).words

    def test_what_is_sent_there_is_not_saved(self, app, kept, gone, owner):
        owner.get(f"{gone.group_path}/settings")
        other = owner.twin()
        put_together(owner, kept, gone)
        before = rows_except(app)
        other.submit("/name", {"name": "Monday table"}, status=410)
        assert "What you just sent was not saved." in other.page.words
        assert rows_except(app) == before

    def test_a_live_page_of_it_stops(self, kept, gone, owner):
        put_together(owner, kept, gone)
        owner.get(gone.path, 410, X_Fragment="1")

    def test_no_new_game_begins_in_it(self, kept, gone, owner):
        put_together(owner, kept, gone)
        owner.get(f"/new/derange?group={gone.group_id}", 410)
        assert gone.group_path not in " ".join(owner.get("/new").hrefs())

    @pytest.mark.parametrize("role", ["owner", "scorer", "watcher"])
    def test_a_link_of_it_alone_opens_only_the_sign(self, kept, gone, owner, phone_of, role):
        early = phone_of(gone, role)
        link = gone.link(role)
        put_together(owner, kept, gone)
        early.get("/", 410)
        assert early.path == gone.group_path
        late = early.twin()
        late.get(link, 410)
        assert "This phone has no link to that group." in late.page.words
        assert not late.page.select("main .button.main")
        assert not [path for path in late.page.hrefs() if "/imports/" in path]
        late.get(kept.group_path, 404)

    def test_such_a_phone_can_forget_it(self, kept, gone, owner, phone_of):
        early = phone_of(gone, "scorer")
        put_together(owner, kept, gone)
        early.get("/", 410)
        early.submit("removal")
        assert early.get("/").heading == "Turn Eight keeps the score"

    def test_its_calendar_tells_on_what_was_played_in_it(self, kept, gone, owner):
        feed = gone.link("feed").rpartition("/")[2]
        put_together(owner, kept, gone)
        answer = owner.client.get(f"/feeds/{feed}/nights.ics")
        assert (answer.status_code, answer.text.count("BEGIN:VEVENT")) == (200, 1)

    def test_the_calendar_of_the_other_has_its_nights(self, kept, gone, owner):
        feed = kept.link("feed").rpartition("/")[2]
        put_together(owner, kept, gone)
        assert owner.client.get(f"/feeds/{feed}/nights.ics").text.count("BEGIN:VEVENT") == 2

    def test_whoever_deletes_the_other_is_told_that_it_comes_back(self, kept, gone, owner):
        put_together(owner, kept, gone)
        owner.get(f"{kept.group_path}/deletion")
        assert "is a group of its own again then" in owner.page.texts("main .note")[0]
        owner.submit("/deletion", {"name": "Sunday table"})
        owner.get(gone.group_path)

    def test_through_one_into_the_next(self, kept, gone, owner, game):
        last = game("derange", "Anna Eva", group_name="Club", at=EVENING.replace(day=20))
        last.plays("Eva out, Anna 8").stops()
        owner.open_link(last.link("owner"))
        put_together(owner, kept, gone)
        put_together(owner, last, kept)
        owner.get(gone.path, 410)
        assert owner.page.texts(".lead") == ["All that was played here is in “Club” now."]
        (way,) = owner.page.hrefs("main .button.main")
        assert way.startswith(f"{last.group_path}/sessions/")
        assert not [path for path in owner.page.hrefs() if "/imports/" in path]


class TestWhoMay:
    """Only a phone that owns both."""

    @pytest.mark.parametrize("role", ["scorer", "watcher"])
    def test_whoever_owns_only_the_one_that_goes(self, app, kept, gone, phone_of, role):
        phone = phone_of(kept, role)
        phone.open_link(gone.link("owner"))
        phone.get(f"{gone.group_path}/merge")
        assert not phone.page.select("#merge")
        said = {"csrf_token": phone.token(), "into": str(kept.group_id)}
        phone.post(f"{gone.group_path}/merge", said, 422, Sec_Fetch_Site="same-origin")
        assert row_counts(app)["imports"] == 0

    @pytest.mark.parametrize("role", ["scorer", "watcher", None])
    def test_whoever_owns_only_the_one_that_stays(self, app, kept, gone, owner, phone_of, role):
        look(owner, kept, gone)
        waiting = owner.path
        other = phone_of(kept, "owner")
        if role:
            other.open_link(gone.link(role))
        status = 403 if role else 404
        other.get(f"{gone.group_path}/merge", status)
        other.get(waiting, 403)
        said = {"csrf_token": other.token()}
        for form in ("choices", "apply"):
            other.post(f"{waiting}/{form}", said, 403, Sec_Fetch_Site="same-origin")
        owner.submit("#apply", button="Put together")
        other.get(waiting)
        assert not other.page.select("form.panel")
        assert "Only a phone that owns the old group too can take this back." in other.page.words
        other.post(f"{waiting}/revert", said, 403, Sec_Fetch_Site="same-origin")
        owner.get(gone.group_path, 410)

    def test_a_stranger_learns_nothing(self, app, kept, gone, owner):
        put_together(owner, kept, gone)
        stranger = owner.__class__(app)
        stranger.get(gone.group_path, 404)
        stranger.get(owner.path, 404)
        assert "Sunday" not in stranger.page.words


class TestLong:
    """What takes longer than a page may is done in the background."""

    @pytest.fixture(autouse=True)
    def _everything_is_long(self, monkeypatch):
        monkeypatch.setattr(merging, "MOST_AT_ONCE", 0)
        monkeypatch.setattr(imported_file, "LONG", 0)

    def followed(self, app, owner):
        assert "It waits for its turn." in owner.page.text
        work_off(app)
        owner.get(owner.path)
        return owner.get(str(owner.page.select("a.button.main")[0]["href"]))

    @pytest.mark.both_databases
    def test_it_is_read_put_together_and_taken_back(self, app, kept, gone, owner):
        before = rows_except(app, *LOG_TABLES, "jobs")
        look(owner, kept, gone)
        assert owner.page.heading == "A group is read"
        self.followed(app, owner)
        owner.submit("#apply", button="Put together")
        assert owner.page.heading == "Two groups are put together"
        self.followed(app, owner)
        assert owner.page.heading == "One group now"
        owner.submit("/revert")
        assert owner.page.heading == "Two groups are taken apart"
        self.followed(app, owner)
        assert owner.path.startswith(f"{gone.group_path}/merge")
        assert rows_except(app, *LOG_TABLES, "jobs") == before

    def test_its_job_is_for_owners_of_both(self, kept, gone, owner, phone_of):
        look(owner, kept, gone)
        phone_of(kept, "owner").get(owner.path, 403)

    def test_what_joined_another_meanwhile_is_refused(self, app, kept, gone, owner, monkeypatch):
        look(owner, kept, gone)
        job = owner.path
        monkeypatch.undo()
        put_together(owner, kept, gone)
        work_off(app)
        owner.get(job)
        assert "Nothing was changed." in owner.page.texts('[role="alert"]')[0]


def test_files_that_came_in_before_go_along(app, kept, gone, owner):
    bring(owner, gone, TOTALS)
    import_document(owner)
    look(owner, kept, gone)
    assert owner.page.texts(".counts li")[0] == "2 games come in"
