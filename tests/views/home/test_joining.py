"""Merging two groups on a phone that owns both, and undoing that."""

from datetime import UTC, datetime

import pytest

from models import Group, Import, db, imported_file
from models.people.people import rename_group
from models.recycle_bin import RETENTION, purge_expired
from tests.files.document.files import exported
from tests.files.importing.files import LOG_TABLES, TOTALS, rows_except
from tests.jobs import work_off
from tests.models.rows import row_counts
from tests.sampling import full_only
from tests.table import Table, at_work
from tests.views.files.importing.test_imports import apply_import, upload
from views.home import merging

pytestmark = [full_only, pytest.mark.usefixtures("no_pauses")]

STAYS = "This can no longer be taken back: something has changed here since, or the app was updated."
NIGHT = datetime(2026, 3, 6, 18, tzinfo=UTC)


@pytest.fixture
def target(game):
    table = game("derange", "Anna Bo Cara", group_name="Sunday table", at=NIGHT)
    return table.plays("Cara out, Anna 8, Bo K").stops()


@pytest.fixture
def source(game, target):
    """Created by mistake, a week later."""
    table = game("derange", "Anna Bo Dilan", group_name="Sunday table", at=NIGHT.replace(day=13))
    return table.plays("Anna out, Bo 8, Dilan K").stops()


@pytest.fixture
def owner(target, source, phone_of):
    """A phone that owns both groups."""
    owner = phone_of(target, "owner")
    owner.open_link(source.link("owner"))
    return owner


def preview(owner, target, source):
    owner.get(f"{source.group_path}/merge")
    return owner.submit("#merge", {"into": str(target.group_id)})


def merge(owner, target, source):
    preview(owner, target, source)
    return owner.submit("#apply", button="Put together")


def merge_links(owner):
    """Links to the merge page on the current page."""
    return [path for path in owner.page.hrefs() if "/merge" in path]


class TestEntry:
    def test_the_settings_link_to_it(self, target, source, owner):
        owner.get(f"{source.group_path}/settings")
        assert f"{source.group_path}/merge" in owner.page.hrefs()
        owner.get(f"{source.group_path}/merge")
        assert len(owner.page.select("[name=into]")) == 1
        assert owner.page.select("[name=into][checked]")[0]["value"] == str(target.group_id)

    def test_the_group_of_the_same_name_is_preselected(self, target, source, owner, game):
        owner.open_link(game("derange", "Anna Eva", group_name="Club").link("owner"))
        owner.get(f"{source.group_path}/merge")
        assert len(owner.page.select("[name=into]")) == 2
        assert owner.page.select("[name=into][checked]")[0]["value"] == str(target.group_id)

    def test_without_a_group_of_the_same_name_none_is_preselected(self, app, target, source, owner, game):
        owner.open_link(game("derange", "Anna Eva", group_name="Club").link("owner"))
        with at_work(app):
            rename_group(db.session.get_one(Group, source.group_id), "Chess club", source.change_stamp())
            db.session.commit()
        assert owner.get(f"{source.group_path}/merge").select("[name=into][checked]") == []

    def test_the_list_of_groups_links_from_the_newer_to_the_older_of_one_name(self, target, source, owner):
        owner.get("/groups")
        assert "Two groups are called “Sunday table”" in owner.page.words
        assert merge_links(owner) == [f"{source.group_path}/merge?into={target.group_id}"]

    def test_there_is_no_link_for_other_names_or_without_ownership(
        self, app, target, source, owner, phone_of
    ):
        other = phone_of(target, "owner")
        other.open_link(source.link("scorer"))
        other.get("/groups")
        assert merge_links(other) == []
        with at_work(app):
            rename_group(db.session.get_one(Group, source.group_id), "Chess club", source.change_stamp())
            db.session.commit()
        owner.get("/groups")
        assert merge_links(owner) == []

    def test_a_phone_with_one_group_cannot_merge(self, target, phone_of):
        phone = phone_of(target, "owner")
        assert f"{target.group_path}/merge" not in phone.get(f"{target.group_path}/settings").hrefs()
        phone.get(f"{target.group_path}/merge")
        assert "This phone owns no other group." in phone.page.words
        assert not phone.page.select("#merge")

    def test_an_unfinished_game_is_named_and_prevents_merging(self, app, target, source, owner, game):
        owner.get(f"{source.group_path}/merge")
        open_table = game("vandatta", "Anna Bo", group_id=source.group_id)
        owner.submit("#merge", {"into": str(target.group_id)}, status=422)
        assert "Something here is not finished." in owner.page.texts(".problem")[0]
        assert open_table.path in owner.page.hrefs()
        assert row_counts(app)["imports"] == 0

    @pytest.mark.parametrize("into", ["", "nonsense", "itself", "x" * 5000])
    def test_the_target_must_be_another_group_owned_by_this_phone(self, app, source, owner, into):
        into = str(source.group_id) if into == "itself" else into
        owner.get(f"{source.group_path}/merge")
        owner.submit("#merge", {"into": into}, status=422)
        assert owner.page.texts('.problem[role="alert"]') == ["Choose a group."]
        assert row_counts(app)["imports"] == 0


class TestMerge:
    def test_the_preview_changes_nothing(self, app, target, source, owner):
        before = rows_except(app, "imports")
        preview(owner, target, source)
        assert owner.page.heading == "What comes in"
        assert owner.page.texts(".counts li") == ["1 game comes in", "1 new player", "1 new night"]
        assert len(owner.page.select(".choosing")) == 3
        assert rows_except(app, "imports") == before

    @pytest.mark.both_databases
    def test_merging_can_be_undone(self, app, target, source, owner):
        rows, files = (
            rows_except(app, *LOG_TABLES),
            [exported(app, each.group_id) for each in (target, source)],
        )
        merge(owner, target, source)
        assert owner.page.flashes == ["The two groups are one now."]
        assert owner.page.heading == "One group now"
        for href in owner.page.hrefs():
            owner.get(href)
        owner.get("/groups")
        assert owner.page.hrefs("main .row-link") == [target.group_path, "/new?new_people=1"]
        owner.get(source.group_path, 410)
        owner.get(next(path for path in owner.page.hrefs() if "/imports/" in path))
        owner.submit("/revert")
        assert owner.path == source.group_path
        assert owner.page.flashes == ["Taken back: “Sunday table” is a group of its own again."]
        assert rows_except(app, *LOG_TABLES) == rows
        assert [exported(app, each.group_id) for each in (target, source)] == files

    def test_players_are_matched_as_in_an_import(self, app, target, source, owner):
        preview(owner, target, source)
        field = next(s["name"] for s in owner.page.select("select") if "Dilan" in s.parent.get_text())
        owner.submit("#apply", {field: str(target.player_id("Cara"))}, button="Look again with these choices")
        assert owner.page.texts(".counts li") == ["1 game comes in", "1 new night"]

    def test_the_history_of_the_group_lists_both(self, target, source, owner):
        merge(owner, target, source)
        owner.submit("/revert")
        owner.get(f"{target.group_path}/players")
        assert "“Sunday table” put together with this group: 1 game" in owner.page.words
        assert "“Sunday table” is a group of its own again: 1 game went with it" in owner.page.words

    def test_sending_each_form_twice_merges_once(self, app, target, source, owner):
        owner.get(f"{source.group_path}/merge")
        other = owner.twin()
        for each in (owner, other):
            each.submit("#merge", {"into": str(target.group_id)})
        assert row_counts(app)["imports"] == 1
        for each in (owner, other):
            each.submit("#apply", button="Put together")
        assert owner.path == other.path
        for each in (owner, other):
            each.get(owner.path)
        owner.submit("/revert")
        other.submit("/revert")
        assert row_counts(app)["sessions"] == 2

    def test_the_report_leads_to_a_new_start_after_undo(self, target, source, owner):
        merge(owner, target, source)
        report = owner.path
        owner.submit("/revert")
        owner.get(report)
        assert owner.path.startswith(f"{source.group_path}/merge")

    def test_a_game_played_meanwhile_requires_another_preview(self, app, target, source, owner, game):
        preview(owner, target, source)
        game("derange", "Anna Bo", group_id=source.group_id).plays("Anna out, Bo 8").stops()
        owner.submit("#apply", button="Put together", status=422)
        assert "That group has changed since you looked at it." in owner.page.texts(".problem")[0]
        owner.get(source.group_path)

    @pytest.mark.parametrize("is_earlier", [False, True], ids=["changed", "by an earlier version"])
    def test_undo_is_no_longer_offered_after_another_change(self, app, target, source, owner, is_earlier):
        merge(owner, target, source)
        report = owner.path
        action, _method, data = owner.filled("/revert")
        if is_earlier:
            with at_work(app):
                file = db.session.scalars(db.select(Import)).one()
                file.result = {key: value for key, value in file.result.items() if key != "seen"}
                db.session.commit()
        else:
            Table(app, target.group_id, target.session_id, target.clock).reopens()
        before = rows_except(app)
        owner.get(report)
        assert not owner.page.select("form.panel")
        assert STAYS in owner.page.texts("main .note")
        owner.post(action, data)
        assert (owner.path, owner.page.flashes) == (report, [STAYS])
        assert rows_except(app) == before
        owner.get(source.group_path, 410)
        assert not [path for path in owner.page.hrefs() if "/imports/" in path]


class TestMergedGroup:
    def test_its_pages_link_to_the_target(self, app, target, source, owner):
        merge(owner, target, source)
        for path in ("", "/settings", "/nights", "/statistics", "/links", "/export", "/merge", "/players"):
            owner.get(source.group_path + path, 410)
            assert owner.page.texts(".lead") == [
                "All that was played here is in another group called “Sunday table” now."
            ]
            assert owner.page.hrefs("main .button.main") == [target.group_path]

    def test_a_session_and_a_night_link_to_their_copies(self, app, target, source, owner):
        merge(owner, target, source)
        for path, there in (
            (source.path, "/sessions/"),
            (f"{source.group_path}/nights/{source.night_id()}", "/nights/"),
        ):
            owner.get(path, 410)
            (link,) = owner.page.hrefs("main .button.main")
            assert link.startswith(target.group_path + there)
            assert "Dilan" in owner.get(link).words

    def test_a_form_sent_to_it_is_not_saved(self, app, target, source, owner):
        owner.get(f"{source.group_path}/settings")
        other = owner.twin()
        merge(owner, target, source)
        before = rows_except(app)
        other.submit("/name", {"name": "Monday table"}, status=410)
        assert "What you just sent was not saved." in other.page.words
        assert rows_except(app) == before

    def test_its_live_pages_answer_410(self, target, source, owner):
        merge(owner, target, source)
        owner.get(source.path, 410, X_Fragment="1")

    def test_no_game_can_be_started_in_it(self, target, source, owner):
        merge(owner, target, source)
        owner.get(f"/new/derange?group={source.group_id}", 410)
        assert source.group_path not in " ".join(owner.get("/new").hrefs())

    @pytest.mark.parametrize("role", ["owner", "scorer", "watcher"])
    def test_a_link_to_it_shows_only_that_it_was_merged(self, target, source, owner, phone_of, role):
        early = phone_of(source, role)
        link = source.link(role)
        merge(owner, target, source)
        early.get("/", 410)
        assert early.path == source.group_path
        late = early.twin()
        late.get(link, 410)
        assert "This phone has no link to that group." in late.page.words
        assert not late.page.select("main .button.main")
        assert not [path for path in late.page.hrefs() if "/imports/" in path]
        late.get(target.group_path, 404)

    def test_a_phone_can_remove_it(self, target, source, owner, phone_of):
        early = phone_of(source, "scorer")
        merge(owner, target, source)
        early.get("/", 410)
        early.submit("removal")
        assert early.get("/").heading == "Turn Eight keeps the score"

    def test_its_calendar_keeps_its_nights(self, target, source, owner):
        feed = source.link("feed").rpartition("/")[2]
        merge(owner, target, source)
        answer = owner.client.get(f"/feeds/{feed}/nights.ics")
        assert (answer.status_code, answer.text.count("BEGIN:VEVENT")) == (200, 1)

    def test_the_calendar_of_the_target_includes_its_nights(self, target, source, owner):
        feed = target.link("feed").rpartition("/")[2]
        merge(owner, target, source)
        assert owner.client.get(f"/feeds/{feed}/nights.ics").text.count("BEGIN:VEVENT") == 2

    def test_deleting_the_target_for_good_restores_it(self, target, source, owner):
        merge(owner, target, source)
        owner.get(f"{target.group_path}/deletion")
        assert "is a group of its own again after these days" in owner.page.texts("main .note")[0]
        owner.submit("/deletion", {"name": "Sunday table"})
        assert "recycle bin" in owner.get(source.group_path, 410).words
        assert not owner.page.hrefs("main .button.main, main .list a")
        with at_work(owner.app):
            purge_expired(datetime.now(UTC) + RETENTION)
            db.session.commit()
        owner.get(source.group_path)

    def test_a_chain_of_merges_links_to_the_last_group(self, target, source, owner, game):
        last = game("derange", "Anna Eva", group_name="Club", at=NIGHT.replace(day=20))
        last.plays("Eva out, Anna 8").stops()
        owner.open_link(last.link("owner"))
        merge(owner, target, source)
        merge(owner, last, target)
        owner.get(source.path, 410)
        assert owner.page.texts(".lead") == ["All that was played here is in “Club” now."]
        (link,) = owner.page.hrefs("main .button.main")
        assert link.startswith(f"{last.group_path}/sessions/")
        assert not [path for path in owner.page.hrefs() if "/imports/" in path]


class TestPermissions:
    """Only a phone that owns both groups can merge."""

    @pytest.mark.parametrize("role", ["scorer", "watcher"])
    def test_an_owner_of_the_source_only_cannot_merge(self, app, target, source, phone_of, role):
        phone = phone_of(target, role)
        phone.open_link(source.link("owner"))
        phone.get(f"{source.group_path}/merge")
        assert not phone.page.select("#merge")
        fields = {"csrf_token": phone.token(), "into": str(target.group_id)}
        phone.post(f"{source.group_path}/merge", fields, 422, Sec_Fetch_Site="same-origin")
        assert row_counts(app)["imports"] == 0

    @pytest.mark.parametrize("role", ["scorer", "watcher", None])
    def test_an_owner_of_the_target_only_cannot_merge_or_undo(
        self, app, target, source, owner, phone_of, role
    ):
        other = phone_of(target, "owner")
        if role:
            other.open_link(source.link(role))
        preview(owner, target, source)
        waiting = owner.path
        status = 403 if role else 404
        other.get(f"{source.group_path}/merge", status)
        other.get(waiting, 403)
        fields = {"csrf_token": other.token()}
        for form in ("choices", "apply"):
            other.post(f"{waiting}/{form}", fields, 403, Sec_Fetch_Site="same-origin")
        owner.submit("#apply", button="Put together")
        other.get(waiting)
        assert not other.page.select("form.panel")
        assert "Only a phone that owns the old group too can take this back." in other.page.words
        other.post(f"{waiting}/revert", fields, 403, Sec_Fetch_Site="same-origin")
        owner.get(source.group_path, 410)

    def test_a_stranger_gets_404(self, app, target, source, owner):
        merge(owner, target, source)
        stranger = owner.__class__(app)
        stranger.get(source.group_path, 404)
        stranger.get(owner.path, 404)
        assert "Sunday" not in stranger.page.words


class TestJobs:
    """Merging that takes longer than a request may is done by a job."""

    @pytest.fixture(autouse=True)
    def _every_group_is_large(self, monkeypatch):
        monkeypatch.setattr(merging, "MAX_SESSIONS_PER_REQUEST", 0)
        monkeypatch.setattr(imported_file, "MAX_BYTES_PER_REQUEST", 0)

    def finish_job(self, app, owner):
        assert "It waits for its turn." in owner.page.text
        work_off(app)
        owner.get(owner.path)
        return owner.get(str(owner.page.select("a.button.main")[0]["href"]))

    @pytest.mark.both_databases
    def test_preview_merge_and_undo_are_jobs(self, app, target, source, owner):
        before = rows_except(app, *LOG_TABLES, "jobs")
        preview(owner, target, source)
        assert owner.page.heading == "A group is read"
        self.finish_job(app, owner)
        owner.submit("#apply", button="Put together")
        assert owner.page.heading == "Two groups are put together"
        self.finish_job(app, owner)
        assert owner.page.heading == "One group now"
        owner.submit("/revert")
        assert owner.page.heading == "Two groups are taken apart"
        self.finish_job(app, owner)
        assert owner.path.startswith(f"{source.group_path}/merge")
        assert rows_except(app, *LOG_TABLES, "jobs") == before

    def test_undo_after_another_change_is_refused_by_the_job(self, app, target, source, owner):
        preview(owner, target, source)
        self.finish_job(app, owner)
        owner.submit("#apply", button="Put together")
        self.finish_job(app, owner)
        owner.submit("/revert")
        Table(app, target.group_id, target.session_id, target.clock).reopens()
        work_off(app)
        owner.get(owner.path)
        assert STAYS in owner.page.texts('[role="alert"]')[0]
        owner.get(source.group_path, 410)

    def test_the_job_is_visible_to_owners_of_both_only(self, target, source, owner, phone_of):
        preview(owner, target, source)
        phone_of(target, "owner").get(owner.path, 403)

    def test_a_group_merged_meanwhile_is_refused(self, app, target, source, owner, monkeypatch):
        preview(owner, target, source)
        job = owner.path
        monkeypatch.undo()
        merge(owner, target, source)
        work_off(app)
        owner.get(job)
        assert "Nothing was changed." in owner.page.texts('[role="alert"]')[0]


def test_imported_sessions_are_merged_too(app, target, source, owner):
    upload(owner, source, TOTALS)
    apply_import(owner)
    preview(owner, target, source)
    assert owner.page.texts(".counts li")[0] == "2 games come in"
