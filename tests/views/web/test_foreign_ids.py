"""Forms with the id of a row of another group, of no row, or of a row of another kind: nothing happens."""

from __future__ import annotations

import re
import shutil
import uuid
from collections import defaultdict
from dataclasses import dataclass
from itertools import count, product
from urllib.parse import parse_qsl, urlsplit

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from models.database import new_id
from models.statistics.version import CACHE
from tests import sampling
from tests.databases import let_go, replace_database, sqlite_file
from tests.phone import Phone
from tests.table import start
from tests.views.endpoints import ANYBODY, OWNER, PLAYER, SCORER, WATCHER, address, values_for
from tests.views.forms import ID, Form, forms_of, full_group
from tests.views.rows import ACROSS, Rows
from tests.views.web.test_gate import unsafe
from views.web.limits import limiter

NOT_IDS = ("csrf_token", "change_id", "back")  # change_id: tested below; back: an address
FILLED = {  # for empty inputs, so that the form is accepted with the ids of its page
    re.compile(r"points(-|$)"): "40",
    re.compile(r"reason$"): "Said nothing.",
    re.compile(r"(t1-)?c-\d+-0$"): "0",
    re.compile(r"(t1-)?c-\d+-\d+$"): "8",
    re.compile(r"names?$"): "Nina",
    re.compile(r"note$"): "She has waited longest.",
}
# Inputs with an id: "points-…" is one with the id in its name, "?group" one in the address of the form.
INPUTS = {
    "files.apply_import": {"game-0", "who", "who-…"},
    "files.save_choices": {"game-0", "who", "who-…"},
    "games.add_game": {"?group", "start"},
    "games.copy": {"to"},
    "home.begin_merge": {"into"},
    "home.create_game": {"?group", "accept_another"},
    "home.confirm_join": {"?game", "?night"},
    "home.make_link": {"night"},
    "home.merge_players": {"into"},
    "home.print_blank": {"?group"},
    "live.declare_out": {"out", "chain_drawer"},
    "live.save_identity": {"player"},
    "live.send_hand": {"cards-…", "points-…"},
    "paper.save_late_rounds": {"columns"},
    "paper.save_slips": {"t1-columns"},
    "table.add_seat": {"after"},
    "table.change_dealer": {"dealer"},
    "table.insert_round": {"cards-…", "points-…", "out", "dealer", "shown_dealer", "chain_drawer"},
    "table.save_adjustment": {"seat"},
    "table.save_cut_winner": {"dealer"},
    "table.save_round": {
        *("cards-…", "points-…", "out", "dealer", "shown_dealer", "chain_drawer"),
        *("counted", "seen"),
    },
    "table.start_rematch": {"dealer"},
    "table.swap_seats": {"one", "other"},
    "tournaments.add_entrants": {"player"},
    "tournaments.create": {"game", "player"},
    "tournaments.save_cut": {"player"},
    "tournaments.save_draw": {"seats", "table-…"},
    "tournaments.save_order": {"place-…"},
}
# Inputs that only some pages have: the table whose ids they take.
RARE = {
    ("home.create_game", "accept_another"): "sessions",
    ("home.confirm_join", "?game"): "sessions",
    ("home.confirm_join", "?night"): "nights",
    ("table.save_round", "seen"): "changes",
    ("table.start_rematch", "dealer"): "seats",
}
# Not accepted, or without effect, even with the ids of the page.
WITHOUT_EFFECT = {
    ("games.add_game", "start"): "fills the form",
    ("home.create_game", "?group"): "asks first, because a game is running",
    ("home.create_game", "accept_another"): "the same",
    ("home.print_blank", "?group"): "changes nothing",
    ("home.confirm_join", "?game"): "changes only what this phone knows",
    ("home.confirm_join", "?night"): "the same",
    ("table.change_dealer", "dealer"): "this player deals already",
}
# Accepted with another id. What is saved has the ids of the page only.
IGNORED = {
    ("files.apply_import", "game-0"): "stored as left out with the choices of this import",
    ("files.save_choices", "game-0"): "the same",
    ("files.apply_import", "who"): "stored with the choices of this import, which is then refused",
    ("files.apply_import", "who-…"): "stored with the choices of this import: nobody of that name is in it",
    ("files.save_choices", "who"): "stored with the choices of this import",
    ("files.save_choices", "who-…"): "the same",
    ("home.make_link", "night"): "makes a link to the group",
    ("live.declare_out", "chain_drawer"): "without a chain",
    ("live.save_identity", "player"): "this phone is nobody’s",
    ("live.send_hand", "cards-…"): "no cards of this class",
    ("live.send_hand", "points-…"): "no points typed",
    ("table.add_seat", "after"): "sits down last",
    ("table.insert_round", "cards-…"): "no cards of this class",
    ("table.insert_round", "points-…"): "no points typed",
    ("table.insert_round", "shown_dealer"): "only compared",
    ("table.save_round", "cards-…"): "no cards of this class",
    ("table.save_round", "counted"): "only compared",
    ("table.save_round", "points-…"): "no points typed",
    ("table.save_round", "seen"): "only compared",
    ("table.save_round", "shown_dealer"): "only compared",
    ("table.start_rematch", "dealer"): "the usual dealer",
    ("tournaments.add_entrants", "player"): "adds the name that was typed",
    ("tournaments.create", "player"): "the tournament has no such entrant",
    ("tournaments.save_draw", "table-…"): "stays at the table that was drawn",
}
HAS_CHOICES = "imports"  # the table that stores the choices of an import as they were sent
PLAIN = {"files.create_job": [("kind", "csv")]}  # fields of forms that are on no page in this state
OTHER_IDS = ("of another group", "of no row", "of another kind")


@dataclass(frozen=True)
class Input:
    """An input of a form, with its value there and the table of its id."""

    endpoint: str
    label: str
    form: Form
    name: str
    value: str
    table: str

    def sent(self, some_id: uuid.UUID | None = None) -> tuple[str, MultiDict]:
        """Address and fields of the form, with the id instead of the page’s."""
        found = ID.search(self.name if self.label.endswith("-…") else self.value)
        own = found[0] if found else ""
        new = own if some_id is None else str(some_id) if "-" in own or not own else some_id.hex
        fields = MultiDict(filled(self.form, self.endpoint, self.label))
        if self.label.startswith("?"):
            return self.form.action.replace(own, new), fields
        if self.label.endswith("-…"):
            value = fields.poplist(self.name)[:1] or [self.value]
            fields.setlist(self.name.replace(own, new), value)
        else:
            fields.setlist(self.name, [self.value.replace(own, new, 1) if own else new])
        return self.form.action, fields


def filled(form: Form, endpoint: str = "", label: str = "") -> list[tuple[str, str]]:
    """The fields of the form with texts in the empty ones, as they go with the input of that label."""
    out = dict(form.fields).get("out", "nobody")
    is_named = any(name == "name" and value for name, value in form.fields)
    places, fields = count(1), []
    for name, value in form.fields:
        if label == "points-…" and name.startswith("cards-"):
            continue
        is_for_cards = label == "cards-…" and endpoint == "live.send_hand"
        if name == "chain_cards":
            text = "1" if label == "chain_drawer" else ""
        elif out in name or is_for_cards or (name == "name" and is_named):
            text = ""
        else:
            text = next((text for pattern, text in FILLED.items() if pattern.match(name)), "")
        fields.append((name, str(next(places)) if name.startswith("place-") else value or text))
    return fields


class Place:
    """A group with a form of every kind, beside one whose rows the forms shall not reach.

    phone: owns the group. phones: one of each role. both: owns the other group too. forms: those of every
    endpoint that changes something; without inputs where no page has one in this state.
    """

    def __init__(self, app, folder):
        full = full_group(app)
        foreign = start(app, "derange", "Anna Bo Cara", group_name="Foreign").plays("Cara out, Anna 8, Bo K")
        values_for(foreign)
        self.app, self.phone = app, full.phone
        self.own, self.foreign = full.table.group_id, foreign.group_id
        self.forms = forms_of(app, full.phone, *full.starts)
        values = values_for(full.table) | {"secret": full.table.link("player").removeprefix("/join/")}
        for rule in unsafe(app):
            fields = [("change_id", str(new_id())), *PLAIN.get(rule.endpoint, ())]
            plain = Form(address(app, rule.endpoint, values), fields)
            self.forms.setdefault(rule.endpoint, [plain])
        self.phones = {ANYBODY: self.phone, OWNER: self.phone}
        for role in (WATCHER, PLAYER, SCORER):
            self.phones[role] = Phone(app)
            self.phones[role].open_link(full.table.link(role))
        self.both = self.phone.twin()
        self.both.open_link(foreign.link("owner"))
        self.token = self.phone.token()
        let_go(app)
        self.file = folder / "before.sqlite3"
        shutil.copyfile(sqlite_file(app), self.file)
        self.before = Rows(app)
        self.foreign_ids = self.before.ids_of(self.foreign)
        self.own_ids = self.before.ids_of(self.own)

    def inputs(self) -> list[Input]:
        """One of each kind of each endpoint."""
        found = {}
        for endpoint, forms in self.forms.items():
            for form in forms:
                for label, name, value in _with_ids(form):
                    table = self.before.table_of(name if label.endswith("-…") else value) or "players"
                    if (endpoint, label) not in found or _is_better(found[endpoint, label], form):
                        found[endpoint, label] = Input(endpoint, label, form, name, value, table)
        for (endpoint, label), table in RARE.items():
            form = self.forms[endpoint][0]
            if label.startswith("?"):
                own = self.own_ids[table]
                form = Form(f"{form.action}?{label[1:]}={own}", form.fields)
                found[endpoint, label] = Input(endpoint, label, form, label[1:], str(own), table)
            else:
                found[endpoint, label] = Input(endpoint, label, form, label, "", table)
        return list(found.values())

    def other_id(self, table: str, kind: str) -> uuid.UUID:
        """An id that an input for a row of this table must not accept."""
        if kind == "of no row":
            return new_id()
        if kind == "of another group":
            return self.foreign_ids[table]
        return self.own_ids["nights" if table != "nights" else "players"]

    def new_rows(self, after: Rows) -> str:
        """The rows of the group that are new or changed, as text, without the choices of imports."""
        before = self.before.of_group(self.own)
        return "\n".join(
            row
            for table, rows in after.of_group(self.own).items()
            for row in set(rows) - set(before.get(table, ()))
            if table != HAS_CHOICES
        )

    def send(
        self, phone: Phone, action: str, fields: MultiDict, token: str | None = None, method: str = "POST"
    ) -> TestResponse:
        """The answer of a database that is as at first. token: "" sends none, None that of the owner."""
        let_go(self.app)
        replace_database(self.file, sqlite_file(self.app))
        CACHE.clear()
        self.app.extensions.pop("turn8_live", None)
        fields = MultiDict(fields)
        fields.setlist("csrf_token", [self.token if token is None else token] if token != "" else [])
        headers = {**phone.headers, "Sec-Fetch-Site": "same-origin"}
        phone = phone.twin()  # cookies of one answer are no part of the next request
        about = {"method": method, "headers": headers, "base_url": phone.base, "buffered": True}
        return phone.client.open(action, data=fields, **about)


def _is_better(found: Input, form: Form) -> bool:
    """Who draws for a chain, and whose hand it is, is not the player who is out."""
    whose = {"chain_drawer": found.value, "points-…": found.name.removeprefix("points-")}
    return form is found.form and dict(form.fields).get("out", "") == whose.get(found.label)


def _with_ids(form: Form):
    """The label, name and value of each input that has an id."""
    for name, value in form.every_text():
        if name in NOT_IDS:
            continue
        prefix = ID.split(name)[0]
        if ID.search(name):
            yield f"{prefix}…", name, value
        if ID.search(value):
            yield prefix.rstrip("-") if ID.search(name) else name, name, value
    for name, value in parse_qsl(urlsplit(form.action).query):
        if ID.search(value) and name not in NOT_IDS:
            yield f"?{name}", name, value


@pytest.fixture(scope="module")
def place(sqlite_app, migrated_file, tmp_path_factory):
    return new_place(sqlite_app, migrated_file, tmp_path_factory.mktemp("foreign"))


def new_place(app, migrated_file, folder):
    """In an empty database."""
    let_go(app)
    replace_database(migrated_file, sqlite_file(app))
    limiter.enabled = False
    return Place(app, folder)


def test_every_input_with_an_id_is_tested(place):
    found = defaultdict(set)
    for each in place.inputs():
        found[each.endpoint].add(each.label)
    assert found == INPUTS


def test_every_reference_between_tables_is_checked(place):
    """The groups have a row for each."""
    columns = {
        (table.name, column.name)
        for table in place.before.tables
        for column in table.c
        if column.foreign_keys
    }
    checked = place.before.references().keys()
    assert columns - checked == ACROSS
    assert place.before.across_groups() == []
    for table in ("players", "seats", "changes", "links", "tournaments", "entrants", "jobs", "seasons"):
        assert place.before.of_group(place.foreign)[table]


def test_forms_are_accepted_with_the_ids_of_their_pages(place, subtests):
    """Otherwise the other tests of this file would not reach what uses the ids."""
    for each in place.inputs():
        with subtests.test(f"{each.endpoint}: {each.label}"):
            answer = place.send(place.phone, *each.sent())
            changed = Rows(place.app).as_text() != place.before.as_text()
            is_effective = (each.endpoint, each.label) not in WITHOUT_EFFECT
            assert (answer.status_code == 303 and changed) or not is_effective, answer.status_code


def test_a_form_with_another_id_changes_nothing(place, subtests):
    """Even for a phone that owns both groups, where the id is not that of a group."""
    cases = sampling.half_of_each_kind(
        product(place.inputs(), OTHER_IDS),
        lambda case: (case[0].endpoint, case[0].label),
        sampling.chance_for("other ids in forms"),
    )
    for each, kind in cases:
        with subtests.test(f"{each.endpoint}: {each.label} {kind}"):
            other_id = place.other_id(each.table, kind)
            phone = place.phone if each.table == "groups" else place.both
            answer = place.send(phone, *each.sent(other_id))
            after = Rows(place.app)
            assert answer.status_code == 303 or 400 <= answer.status_code < 500
            assert_separate(place, after)
            if (each.endpoint, each.label) in IGNORED:
                assert str(other_id) not in place.new_rows(after)
            else:
                assert after.as_text() == place.before.as_text()


def test_a_form_whose_own_id_is_a_row_of_another_group_changes_nothing_there(place, subtests):
    """The id that a form brings for what it makes. In this group it is refused, or that of a row."""
    cases = sampling.one_of_each_kind(
        [(e, t) for e, t in product(place.forms, place.foreign_ids) if t != "changes"],
        lambda case: case[0],
        sampling.chance_for("own ids of forms"),
    )
    for endpoint, table in [*product(place.forms, ["changes"]), *cases]:
        with subtests.test(f"{endpoint}: {table}"):
            form = place.forms[endpoint][0]
            fields = MultiDict(filled(form))
            fields["change_id"] = str(place.foreign_ids[table])
            answer = place.send(place.both, form.action, fields)
            assert answer.status_code < 500
            assert_separate(place, Rows(place.app))


def assert_separate(place, after):
    """The other group is as before, and no row of one group refers to one of another."""
    assert after.of_group(place.foreign) == place.before.of_group(place.foreign)
    assert after.across_groups() == []
