"""Forms with the id of a row of another group, of no row, or of a row of another kind: nothing happens."""

from __future__ import annotations

import uuid
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import product
from urllib.parse import parse_qsl, urlsplit

from werkzeug.datastructures import MultiDict

from models.database import new_id
from tests import sampling
from tests.sampling import full_only
from tests.views.forms import ID, Form
from tests.views.rows import ACROSS, Rows
from tests.views.web.place import Place, filled

pytestmark = full_only

NOT_IDS = ("csrf_token", "change_id", "back")  # change_id: tested below; back: an address
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
    "table.insert_round": {"cards-…", "points-…", "out", "dealer", "chain_drawer", "shown"},
    "table.save_adjustment": {"seat"},
    "table.save_cut_winner": {"dealer"},
    "table.save_round": {
        *("cards-…", "points-…", "out", "dealer", "chain_drawer", "shown"),
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
    ("table.save_round", "cards-…"): "no cards of this class",
    ("table.insert_round", "shown"): "only compared",
    ("table.save_round", "points-…"): "no points typed",
    ("table.save_round", "shown"): "only compared",
    ("table.start_rematch", "dealer"): "the usual dealer",
    ("tournaments.add_entrants", "player"): "adds the name that was typed",
    ("tournaments.create", "player"): "the tournament has no such entrant",
    ("tournaments.save_draw", "table-…"): "stays at the table that was drawn",
}
HAS_CHOICES = "imports"  # the table that stores the choices of an import as they were sent
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


@cache
def inputs_of(place: Place) -> list[Input]:
    """One of each kind of each endpoint."""
    found = {}
    for endpoint, forms in place.forms.items():
        for form in forms:
            for label, name, value in _with_ids(form):
                table = place.before.table_of(name if label.endswith("-…") else value) or "players"
                if (endpoint, label) not in found or _is_better(found[endpoint, label], form):
                    found[endpoint, label] = Input(endpoint, label, form, name, value, table)
    for (endpoint, label), table in RARE.items():
        form = place.forms[endpoint][0]
        if label.startswith("?"):
            own = place.own_ids[table]
            form = Form(f"{form.action}?{label[1:]}={own}", form.fields)
            found[endpoint, label] = Input(endpoint, label, form, label[1:], str(own), table)
        else:
            found[endpoint, label] = Input(endpoint, label, form, label, "", table)
    return list(found.values())


def other_id(place: Place, table: str, kind: str) -> uuid.UUID:
    """An id that an input for a row of this table must not accept."""
    if kind == "of no row":
        return new_id()
    if kind == "of another group":
        return place.foreign_ids[table]
    return place.own_ids["nights" if table != "nights" else "players"]


def new_rows(place: Place, after: Rows) -> str:
    """The rows of the group that are new or changed, as text, without the choices of imports."""
    before = place.before.of_group(place.own)
    return "\n".join(
        row
        for table, rows in after.of_group(place.own).items()
        for row in set(rows) - set(before.get(table, ()))
        if table != HAS_CHOICES
    )


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


def test_every_input_with_an_id_is_tested(place):
    found = defaultdict(set)
    for each in inputs_of(place):
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
    checked = place.before.references.keys()
    assert columns - checked == ACROSS
    assert place.before.across_groups == []
    for table in ("players", "seats", "changes", "links", "tournaments", "entrants", "jobs", "seasons"):
        assert place.before.of_group(place.foreign)[table]


def test_forms_are_accepted_with_the_ids_of_their_pages(place, subtests):
    """Otherwise the other tests of this file would not reach what uses the ids."""
    for each in inputs_of(place):
        with subtests.test(f"{each.endpoint}: {each.label}"):
            answer = place.send(place.phone, *each.sent())
            changed = place.rows().as_text != place.before.as_text
            is_effective = (each.endpoint, each.label) not in WITHOUT_EFFECT
            assert (answer.status_code == 303 and changed) or not is_effective, answer.status_code


def test_a_form_with_another_id_changes_nothing(place, subtests):
    """Even for a phone that owns both groups, where the id is not that of a group."""
    cases = sampling.one_of_each_kind(
        product(inputs_of(place), OTHER_IDS),
        lambda case: (case[0].endpoint, case[0].label),
        sampling.chance_for("other ids in forms"),
    )
    for each, kind in cases:
        with subtests.test(f"{each.endpoint}: {each.label} {kind}"):
            sent_id = other_id(place, each.table, kind)
            phone = place.phone if each.table == "groups" else place.both
            answer = place.send(phone, *each.sent(sent_id))
            after = place.rows()
            assert answer.status_code == 303 or 400 <= answer.status_code < 500
            assert_separate(place, after)
            if (each.endpoint, each.label) in IGNORED:
                assert str(sent_id) not in new_rows(place, after)
            else:
                assert after.as_text == place.before.as_text


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
            assert_separate(place, place.rows())


def assert_separate(place, after):
    """The other group is as before, and no row of one group refers to one of another."""
    assert after.of_group(place.foreign) == place.before.of_group(place.foreign)
    assert after.across_groups == []
