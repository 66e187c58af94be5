"""Pages that list the exports of a group, a night and a session."""

import pytest

from files.export.formats import SCOPES, formats_of

pytestmark = [pytest.mark.table(plays=["Cara out, Anna 8, Bo K"]), pytest.mark.phone("scorer")]


def listed(phone):
    """The names in the lists of files and of other apps; links elsewhere on the page do not count."""
    hrefs = phone.page.hrefs("main section .list a, nav[aria-label='Other apps'] a")
    return [href.rsplit("/", 1)[1] for href in hrefs]


FILES = {scope: [each.file_name for each in formats_of(scope).values()] for scope in SCOPES}
FROM_AFAR = ["nights.ics", "results.atom"]


@pytest.mark.parametrize(
    ("role", "files"),
    [("watcher", FROM_AFAR), ("scorer", FILES["group"] + FROM_AFAR), ("owner", FILES["group"] + FROM_AFAR)],
)
def test_the_page_of_the_group_lists_what_each_role_may_download(table, phone_of, role, files):
    phone = phone_of(table, role)
    phone.get(f"{table.group_path}/export")
    assert listed(phone) == files
    assert bool(phone.actions()) == (role == "owner")
    for href in phone.page.hrefs():
        phone.get(href)


def test_the_document_is_described(table, phone_of):
    phone = phone_of(table, "owner")
    for place in (table.group_path, table.path):
        phone.get(f"{place}/export")
        assert "every game and every card, to keep in a safe place or to move with" in phone.page.words


def test_the_page_of_a_night_lists_all_files(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.group_path}/nights/{table.night_id()}/export")
    assert listed(phone) == FILES["night"]


def test_the_page_of_a_finished_session_adds_bg_stats(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/export")
    assert listed(phone) == FILES["session"]
    table.stops()
    phone.get(f"{table.path}/export")
    assert listed(phone) == [*FILES["session"], "bg-stats"]


def test_other_pages_link_to_the_exports(table, phone_of):
    table.stops()
    phone = phone_of(table, "watcher")
    night = f"{table.group_path}/nights/{table.night_id()}"
    for page in (table.group_path, night, table.path):
        phone.get(page)
        assert f"{page}/export" in phone.page.hrefs()
