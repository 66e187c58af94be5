"""Links: opening, creating with a code, revoking."""

import re

import pytest

from tests.models.rows import every_text, row_counts

pytestmark = pytest.mark.phone("owner", "{table.group_path}/links")


def address_on(page):
    return re.search(r"/join/[\w-]+", page.soup.textarea.get_text())[0]


@pytest.mark.parametrize("role", ["owner", "scorer", "watcher"])
def test_a_created_link_is_shown_and_opens_the_group(app, table, phone, role, request):
    phone.submit("/links", {"role": role})
    link = address_on(phone.page)
    assert phone.page.soup.textarea.get_text().startswith("http://localhost/join/")
    assert phone.page.select("svg path")
    assert link.removeprefix("/join/") not in " ".join(every_text(app))
    other = phone.__class__(app)
    other.get(link)
    assert other.path == (table.path if role == "watcher" else table.group_path)
    assert ("New game" in other.get(table.group_path).words) == (role != "watcher")


def test_titles_and_addresses_contain_no_secret(phone):
    phone.submit("/links", {"role": "scorer"})
    secret = address_on(phone.page).removeprefix("/join/")
    assert secret not in phone.path
    assert secret not in str(phone.page.soup.title)
    assert secret not in " ".join(phone.page.hrefs())
    assert phone.answer.headers["Referrer-Policy"] == "same-origin"


def test_a_link_is_shown_until_another_is_created(table, phone):
    phone.submit("/links", {"role": "scorer"})
    first = phone.path
    phone.get(first)
    phone.get(f"{table.group_path}/links")
    phone.submit("/links", {"role": "watcher"})
    phone.get(first)
    assert phone.path == f"{table.group_path}/links"
    assert phone.page.flashes


def test_sending_the_form_twice_creates_and_shows_one_link(app, phone):
    action, _method, data = phone.filled("/links", {"role": "scorer"})
    impatient = phone.twin()  # the cookie from before the first answer
    phone.post(action, data)
    made = row_counts(app)["links"]
    impatient.post(action, data)
    assert row_counts(app)["links"] == made
    assert address_on(impatient.page) == address_on(phone.page)
    phone.__class__(app).get(address_on(impatient.page))


def test_the_used_form_with_another_role_creates_another_link(app, phone):
    action, _method, data = phone.filled("/links", {"role": "scorer"})
    phone.post(action, data)
    first, made = address_on(phone.page), row_counts(app)["links"]
    data["role"] = "watcher"
    phone.post(action, data)
    assert row_counts(app)["links"] == made + 1
    assert address_on(phone.page) != first


def test_two_phones_create_two_links_with_one_form(app, table, phone, phone_of):
    action, _method, data = phone.filled("/links", {"role": "scorer"})
    phone.post(action, data)
    other = phone_of(table, "owner")
    other.get(f"{table.group_path}/links")
    other.post(action, {**data, "csrf_token": other.token()})
    assert address_on(other.page) != address_on(phone.page)


def test_another_owners_phone_does_not_see_the_secret(app, table, phone, phone_of):
    phone.submit("/links", {"role": "scorer"})
    other = phone_of(table, "owner")
    other.get(phone.path)
    assert not other.page.soup.textarea


@pytest.mark.parametrize("role", ["", "god", "OWNER"])
def test_an_unknown_role_is_refused(app, phone, role):
    before = row_counts(app)["links"]
    phone.submit("/links", {"role": role}, status=422)
    assert row_counts(app)["links"] == before


def test_revoking_a_link_keeps_the_others(table, phone, phone_of):
    watcher, scorer = phone_of(table, "watcher"), phone_of(table, "scorer")
    phone.get(f"{table.group_path}/links")
    newest = next(action for action in phone.actions() if "revocation" in action)
    phone.submit(newest)
    scorer.get(table.path, 404)
    watcher.get(table.path)
    phone.submit(newest) if newest in phone.actions() else None
    assert newest not in phone.actions()


def test_the_last_owner_link_cannot_be_revoked(game, app, phone):
    from tests.phone import Phone  # noqa: PLC0415

    owner = Phone(app)
    owner.get("/new/derange?new_people=1")
    owner.submit("#new-game", {"name": ["Anna", "Bo"]})
    group = "/".join(owner.path.split("/")[:3])
    owner.get(f"{group}/links")
    owner.submit("revocation")
    assert owner.page.flashes
    owner.get(group)


def test_an_unknown_secret_is_not_found_and_not_repeated(phone):
    phone.get("/join/guessed-secret", 404)
    assert "guessed-secret" not in phone.page.words


@pytest.mark.parametrize("secret", ["x" * 5000, "%00", "%ff%fe", "ä", "..%2f..%2f", "a b", "<script>"])
def test_any_invalid_secret_is_not_found(phone, secret):
    phone.get(f"/join/{secret}", 404)


def test_opening_a_link_twice_stores_it_once(table, phone):
    link = table.link("watcher")
    for _ in range(3):
        phone.get(link)
    phone.get("/phone")
    assert len([action for action in phone.page.forms if "removal" in str(action.get("action"))]) == 1


def test_the_cookie_contains_no_secret(app, table, phone):
    link = table.link("scorer")
    phone.get(link)
    assert link.removeprefix("/join/") not in phone.client.get_cookie("turn8").value


def test_a_new_group_offers_a_second_owners_link_on_paper(app):
    from tests.phone import Phone  # noqa: PLC0415

    owner = Phone(app)
    owner.get("/new/derange?new_people=1")
    owner.submit("#new-game", {"name": ["Anna", "Bo"]})
    assert "Only this phone can manage the group." in owner.page.text
    owner.get(owner.page.hrefs(".flashes a")[0])
    owner.submit("form[action$='/links']:has([name=paper])")
    assert owner.page.heading == "An owner’s link on paper"
    assert len(owner.page.select(".leaf .qr svg")) == 1
    (address,) = [text for text in owner.page.texts(".leaf p") if "/join/" in text]
    other = Phone(app)
    other.open_link(address.removeprefix("http://localhost"))
    group = "/".join(owner.path.split("/")[:3])
    other.get(f"{group}/settings")
    other.get(f"{group}/links")
    assert "Print an owner’s link" not in other.page.text


def test_only_an_owners_link_is_printed(table, phone):
    phone.submit("form[action$='/links']:not(:has([name=paper]))", {"role": "watcher", "paper": "1"})
    assert phone.page.heading == "A link for watchers"


def test_a_new_club_evening_with_its_group_offers_it_too(app):
    from tests.phone import Phone  # noqa: PLC0415

    owner = Phone(app)
    owner.get("/tournaments/new?new_people=1")
    owner.submit("#new-tournament", {"names": "Anna, Bo, Cara"})
    assert "Only this phone can manage the group." in owner.page.text
