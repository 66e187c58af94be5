"""Every reachable page in both languages and every role passes `Page.check`; every template is rendered."""

import re
from collections import deque
from datetime import timedelta
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from flask import template_rendered
from jinja2 import meta

from game.variants.custom.presets import presets
from models import Group, db
from models.job import JobState
from models.recycle_bin import delete_session
from models.season import make_season
from serving.certificates import Certificates
from tests import sampling
from tests.club import opened
from tests.counting import OwnHands
from tests.jobs import FILE, put
from tests.once import played_once
from tests.phone import Phone
from tests.table import at_work, start
from tests.views.endpoints import kind_of_link

MOST = 400
PLAYS_THE_TOP_CARD = re.compile(r"[?&]top=(\w+)&.*\bplay=\1(&|$)")  # of one deck: refused, with the reason
SESSION = re.compile(r"/groups/[^/]+/sessions/[^/]+(/export)?")
SAMPLES = Path(__file__).parents[1] / "files" / "samples"


@pytest.fixture(scope="module")
def rendered():
    """Names of the templates rendered by tests of this module."""
    names = set()

    def remember(_sender, template, **_context):
        names.add(template.name)

    template_rendered.connect(remember)
    yield names
    template_rendered.disconnect(remember)


@played_once
def lively(app):
    """A group with content for every page."""
    table = start(app, "derange", "Anna Bo Cara", mode="short")
    table.plays("Cara out, Anna 8 5 5, Bo K 2 2, chain 1 Bo", "Anna out, Bo =12, Cara 4").misdeals()
    table.sits_down("Dilan", start="average").leaves("Bo").plays("nobody out, Anna 8, Cara 4, Dilan -")
    table.corrects(1, "Bo out, Anna 8, Cara 4").takes_back()
    in_group = {"group_id": table.group_id, "at": table.clock.now()}
    start(app, "swedish_pursuit", "Anna Bo", rounds=2, **in_group).plays(*["Anna out, Bo 8"] * 5)
    start(app, "vandatta", "Anna Bo", rounds=1, **in_group).plays("nobody out, Anna 8, Bo 8")
    start(app, "vandatta_pagat", "Anna Bo", **in_group)
    last_year = {**in_group, "at": table.clock.now() - timedelta(days=366)}
    start(app, "vandatta", "Anna Bo", rounds=1, **last_year).plays("Anna out, Bo 8")
    teams = start(app, "vatikan", "Anna Bo Cara Dilan", teams=True, sides="1 2 1 2", **in_group)
    teams.plays("Anna out, Bo ?, Cara 4, Dilan ?").stops()
    counted = start(app, "derange", "Anna Bo Cara", neighbour_checks=True, **in_group)
    OwnHands(counted).out("Anna").sends("Bo", "8 5").checks("Bo", right=False, on="Cara")
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        make_season(group, table.change_stamp(), name="Autumn", first_day=None, last_day=None)
        db.session.commit()
    start(app, presets()["vandatta_25"].definition("en"), "Anna Bo Cara", **in_group).plays(
        "Anna out, Bo 8, Cara 5"
    )
    return table


def page_of(path):
    """The part of an address that identifies a page: parameters count only for a new game."""
    bare = path.partition("#")[0].partition("?")[0]
    return path if bare.startswith("/new") else bare


@sampling.full_only
@pytest.mark.both_databases
def test_an_owner_can_open_every_address(app, rendered, database):
    """On PostgreSQL, whose queries can differ, one page of each kind."""
    follow_links(app, "owner", "en", page_of if database == "sqlite" else page_identity(app))


@pytest.mark.parametrize("language", ["en", "sv"])
def test_an_owner_can_follow_every_link(app, rendered, language):
    follow_links(app, "owner", language, page_identity(app))


@sampling.full_only
@pytest.mark.parametrize(
    ("role", "language"),
    sampling.one_of_each_kind(
        product(("scorer", "player", "watcher"), ("en", "sv")),
        lambda case: case[0],
        sampling.chance_for("languages of roles"),
    ),
)
def test_every_role_can_follow_every_link(app, rendered, role, language):
    follow_links(app, role, language, page_identity(app))


def page_identity(app):
    """Each address with --whole, otherwise every session and one page of each other kind."""
    return page_of if sampling.is_whole() else partial(session_or_kind, app)


def session_or_kind(app, path):
    return page_of(path) if SESSION.fullmatch(page_of(path)) else kind_of_link(app, path)


def follow_links(app, role, language, identity):
    """Open every page reachable from the start page and the group, once for each value of `identity`."""
    table = lively(app)
    phone = Phone(app, language=language)
    phone.get(table.link(role))
    waiting, visited = deque(["/", table.group_path]), set()
    while waiting and len(visited) < MOST:
        path = waiting.popleft()
        if path.startswith("/static") or PLAYS_THE_TOP_CARD.search(path) or identity(path) in visited:
            continue
        visited.add(identity(path))
        phone.get(path)
        if phone.answer.mimetype == "text/html":
            waiting.extend(href for href in phone.page.hrefs() if href.startswith("/"))
    assert not waiting, "more pages than this test looks at"
    assert len(visited) > 20


def test_pages_of_errors_and_confirmations(app, rendered):
    table = lively(app)
    phone = Phone(app)
    phone.get("/")
    phone.get("/nowhere", 404)
    phone.get("/rules/derange?mode=tiny", 422)
    phone.get("/rules/derange/referee?top=9H&play=KH")
    phone.get("/rules/derange/referee?top=11H", 422)
    phone.get("/rules/vatikan/referee?meld=5H+6H+7H&meld=JK+4S+4D&before=5H+6H+7H")
    phone.get("/rules/search?q=ace")
    phone.get("/rules/compare?hand=8+5+K")
    phone.get("/offline")
    phone.get("/rules/compare?variant=derange&hand=8+eight", 422)
    unplayed = start(app, "derange", "Anna Bo")
    phone.get(unplayed.link("owner"))
    with unplayed.open() as session:
        delete_session(session, unplayed.change_stamp())  # deletes its night, the only one, too
    phone.get(f"{unplayed.group_path}/statistics/years")
    phone.get(table.link("owner"))
    phone.post(f"{table.path}/result", {"csrf_token": "old"}, 400, Sec_Fetch_Site="same-origin")
    phone.get(f"{table.path}/rounds/2")
    phone.submit("#round", {"shown": "", f"points-{table.seat_id('Bo')}": "13"}, status=409)
    grown = start(app, "vandatta", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K").sits_down("Dag")
    phone.open_link(grown.link("scorer"))
    phone.get(f"{grown.path}/planned-rounds")
    phone.get(f"{table.group_path}/settings")
    action, _method, fields = phone.filled("/name", {"name": "Fridays"})
    for name, status in (("Fridays", 200), ("Saturdays", 409)):
        phone.post(action, {**fields, "name": name}, status, Sec_Fetch_Site="same-origin")
    phone.get(f"{table.group_path}/links")
    phone.submit("/links", {"role": "watcher"})
    phone.get(f"{table.group_path}/export")
    phone.submit("/links", {"role": "feed"})
    phone.get(f"{table.group_path}/seasons")
    phone.get(next(path for path in phone.page.hrefs() if "/seasons/" in path))
    phone.get(f"{table.group_path}/players/{table.player_id('Anna')}/merge?into={table.player_id('Bo')}")
    phone.get(f"{table.group_path}/players/{table.player_id('Anna')}/anonymization")
    sheet = f"{table.group_path}/sheets/grid?variant=derange&name=Anna&name=Bo&start=2024-03-08T20:00"
    phone.get(f"{sheet}&kind=rounds")
    phone.get(f"{sheet}&kind=totals")


def test_pages_of_an_import(app, rendered):
    table = lively(app)
    phone = Phone(app)
    phone.get(table.link("owner"))
    phone.get(f"{table.group_path}/imports")
    phone.submit("form[enctype]", {"file": ((SAMPLES / "totals.csv").open("rb"), "totals.csv")})
    phone.submit("#apply", button="Import it")
    phone.get(f"{table.group_path}/imports")
    phone.get(next(path for path in phone.page.hrefs() if "/imports/" in path))


def test_pages_of_merged_groups(app, rendered):
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    other = start(app, "derange", "Anna Bo").stops()
    phone = Phone(app)
    for each in (table, other):
        phone.open_link(each.link("owner"))
    phone.get(f"{table.group_path}/merge")
    phone.submit("#merge")
    phone.submit("#apply", button="Put together")
    phone.get(table.group_path, 410)


def test_pages_of_a_tournament_in_every_phase(app, rendered):
    club = opened(app, "Anna Bo Cara Dilan", cut=2)
    umpire = Phone(app)
    umpire.get(club.link("owner"))
    for page in ("", "/board", "/draw", "/entrants", "/entrants/request", "/history"):
        umpire.get(club.path + page)
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40).draws()
    for page in ("/seating", "/slips", "/slips/print"):
        umpire.get(club.path + page)
    umpire.get(f"{club.group_path}/tournaments")
    club.scores(Anna=40, Bo=30, Cara=20, Dilan=0)
    umpire.get(f"{club.path}/decisions/cut")
    club.chooses("Bo", "She has waited longest.").draws().scores(Bo=7, Dilan=7)
    for page in ("", "/board", "/decisions/order", "/history", "/print", "/export"):
        umpire.get(club.path + page)


def test_pages_of_joining_phones(app, rendered):
    table = start(app, "derange", "Anna Bo")
    phone = Phone(app)
    phone.get(table.link("owner"))
    phone.get(table.path)
    phone.submit("/phones")
    phone.get(f"{table.path}/identity")
    phone.submit("#who", button=f"player={table.player_id('Bo')}")


def test_pages_of_jobs(app, rendered):
    table = lively(app)
    phone = Phone(app)
    phone.get(table.link("owner"))
    phone.get(f"{table.group_path}/jobs/{put(table, JobState.DONE, result=FILE)}")


def test_page_of_the_certificate_authority(app, app_with, tmp_path, rendered):
    certificates = Certificates(tmp_path / "tls")
    certificates.folder.mkdir()
    certificates.authority.write_bytes(b"a certificate")
    Phone(app_with(TLS="1", PORT="8000", HTTPS_PORT="8443", CERTIFICATES=certificates)).get("/trust")


def test_pages_of_recycle_bins(app, rendered):
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    club = opened(app, "Anna Bo Cara Dilan", cut=None).draws()
    phone = Phone(app)
    for each in (table, club):
        phone.open_link(each.link("owner"))
    for path in (f"{table.group_path}/nights/{table.night_id()}", club.path):
        phone.get(f"{path}/deletion")
        phone.submit("/deletion")
    phone.get(f"{table.group_path}/bin")
    phone.get(f"{table.group_path}/deletion")
    phone.submit("/deletion", {"name": "Friday table"})
    phone.get(table.group_path, 410)
    phone.get("/groups/deleted")


def test_page_of_a_phone_with_too_many_links(app, rendered, monkeypatch):
    monkeypatch.setattr("views.web.stored_links.MAX_LINKS", 1)
    phone = Phone(app)
    phone.open_link(start(app, "derange", "Anna Bo").link("owner"))
    phone.get(start(app, "derange", "Anna Bo").link("scorer"), 409)


def test_pages_of_a_phone_that_forgets_a_group(app, rendered):
    phone = Phone(app)
    phone.get("/new/derange?new_people=1")
    phone.submit("#new-game", {"name": ["Anna", "Bo"]})
    phone.get("/phone")
    phone.submit("/removal")
    phone.submit("/removal")
    phone.get("/")


def test_page_of_an_owners_link_on_paper(app, rendered):
    table = start(app, "derange", "Anna Bo")
    phone = Phone(app)
    phone.open_link(table.link("owner"))
    phone.get(f"{table.group_path}/links")
    phone.submit("#new-link", {"role": "owner"})
    phone.get(next(path for path in phone.page.hrefs() if "paper=1" in path))


def test_page_of_a_past_table(app, rendered):
    club = opened(app, "Anna Bo Cara Dilan", cut=2).draws().scores(Anna=1, Bo=2, Cara=3, Dilan=4)
    table = club.tables(1)[0]
    phone = Phone(app)
    phone.open_link(club.link("table", session_id=table.session_id, tournament_id=club.id))
    club.draws()
    phone.get(f"{table.path}/rounds/1", 403)


def test_every_template_was_rendered(app, rendered):
    """By the tests above, directly or as a part of another template."""
    environment = app.jinja_env
    reached, waiting = set(), list(rendered)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            source = environment.loader.get_source(environment, name)[0]
            waiting += [n for n in meta.find_referenced_templates(environment.parse(source)) if n]
    assert set(environment.list_templates()) - reached == set()
