"""Imported files: preview, apply, revert."""

import json
import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import Import, Player, Seat, Session, db
from tests import sampling
from tests.files.document.files import ANNA, brief, exported
from tests.files.drafts import SAMPLES, sample
from tests.files.importing.files import LOG_TABLES, TOTALS, rows_except
from tests.jobs import work_off
from tests.models.rows import every_text, row_counts
from tests.sampling import full_only
from tests.table import NOBODY, Table, at_work

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]


def upload(phone, table, content, status=200, name="night.json"):
    """Send a file as a browser does."""
    phone.get(f"{table.group_path}/imports")
    action, _method, fields = phone.filled("form[enctype]")
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields.items()
    ]
    parts += [f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n']
    body = "".join(parts).encode() + (content if isinstance(content, bytes) else content.encode())
    headers = {"Sec_Fetch_Site": "same-origin", "Content_Type": "multipart/form-data; boundary=edge"}
    return phone.post(action, body + b"\r\n--edge--\r\n", status, **headers)


def apply_import(phone, **values):
    return phone.submit("#apply", values, button="Import it")


def counts(phone):
    return phone.page.texts(".counts li")


class TestAFile:
    def test_the_preview_changes_nothing(self, app, table, phone):
        before = rows_except(app, "imports")
        upload(phone, table, TOTALS)
        assert phone.page.heading == "What would be imported"
        assert counts(phone) == ["1 game to import", "1 new night"]
        assert "Derange Order of Eight Bo 12, Anna 30" in phone.page.words
        assert rows_except(app, "imports") == before

    def test_an_import_is_applied(self, app, table, phone):
        upload(phone, table, TOTALS)
        apply_import(phone)
        assert phone.page.flashes == ["Imported."]
        assert phone.page.heading == "What was imported"
        assert row_counts(app)["sessions"] == 2
        for href in phone.page.hrefs():
            phone.get(href)

    def test_an_import_is_reverted_and_applied_again(self, app, table, phone):
        before = rows_except(app, *LOG_TABLES)
        upload(phone, table, TOTALS)
        apply_import(phone)
        phone.submit("/revert")
        assert phone.page.flashes == ["Taken back: 1 game is gone."]
        assert rows_except(app, *LOG_TABLES) == before
        phone.submit("#apply", button="Import it again")
        assert row_counts(app)["sessions"] == 2

    def test_imports_are_in_the_history_of_the_group(self, table, phone):
        upload(phone, table, TOTALS, name="sheet.csv")
        apply_import(phone)
        phone.submit("/revert")
        phone.get(f"{table.group_path}/players")
        assert "“sheet.csv” imported: 1 game" in phone.page.words
        assert "“sheet.csv” taken back: 1 game" in phone.page.words

    def test_all_imports_are_listed(self, table, phone):
        upload(phone, table, TOTALS, name="sheet.csv")
        upload(phone, table, sample("export.json"), name="export.json")
        phone.get(f"{table.group_path}/imports")
        words = " ".join(phone.page.texts("section li"))
        assert "sheet.csvTable of your own · not reviewed" in words
        assert "export.jsonBG Stats" in words

    def test_a_long_table_that_was_imported_once_is_listed(self, app, table, phone):
        upload(phone, table, json.dumps(brief()), name="rounds.csv")
        with at_work(app):
            db.session.scalar(db.select(Import)).kind = "rounds"
            db.session.commit()
        phone.get(f"{table.group_path}/imports")
        assert "rounds.csvLong table · not reviewed" in " ".join(phone.page.texts("section li"))
        phone.get(next(href for href in phone.page.hrefs() if "/imports/" in href and ".csv" not in href))
        apply_import(phone)
        assert phone.page.flashes == ["Imported."]

    def test_the_format_does_not_depend_on_the_file_name(self, table, phone):
        upload(phone, table, TOTALS, name="plays.xml")
        assert counts(phone)

    @pytest.mark.parametrize("name", ["", "<b>.csv", "x" * 400 + ".csv", "\u202ecsv.exe", "åäö.csv"])
    def test_any_file_name_is_accepted(self, table, phone, name):
        upload(phone, table, TOTALS, name=name, status=422 if not name else 200)
        phone.get(f"{table.group_path}/imports")

    def test_sending_each_form_twice_applies_and_reverts_once(self, app, table, phone):
        phone.get(f"{table.group_path}/imports")
        upload(phone, table, TOTALS)
        assert row_counts(app)["imports"] == 1
        path = phone.path
        other = phone.twin()
        apply_import(phone)
        apply_import(other)
        assert other.path == path
        assert row_counts(app)["sessions"] == 2
        twin = phone.twin()
        phone.submit("/revert")
        twin.submit("/revert")
        assert row_counts(app)["sessions"] == 1

    def test_a_file_with_nothing_new_cannot_be_applied(self, app, table, phone):
        upload(phone, table, json.dumps(exported(app, table.group_id)))
        assert "There is nothing new in this file." in phone.page.words
        assert not phone.page.select("footer button")
        assert counts(phone)[1] == "1 is here already and stays as it is"


class TestChoices:
    def test_a_player_of_the_file_can_be_matched_to_another_name(self, app, table, phone):
        upload(phone, table, TOTALS.replace("Bo", "Bosse"))
        field = next(
            s["name"]
            for s in phone.page.select("select")
            if "who-" in s["name"] and "Bosse" in _label(phone, s)
        )
        apply_import(phone, **{field: str(table.player_id("Bo"))})
        assert row_counts(app)["players"] == 3

    def test_a_chosen_variant_is_previewed_before_the_import(self, app, table, phone):
        upload(phone, table, TOTALS.replace("Derange Order of Eight", "Crazy Eights"))
        assert "choose a game above" in phone.page.words
        phone.submit("#apply", {"game-0": "vandatta"}, button="Look again with these choices")
        assert counts(phone)[0] == "1 game to import"
        phone.submit("#apply", {"game-0": "derange"}, button="Import it")
        assert "this is what would be imported" in phone.page.flashes[0]
        assert row_counts(app)["sessions"] == 1
        apply_import(phone)
        assert row_counts(app)["sessions"] == 2

    def test_a_choice_is_required_among_players_of_one_name(self, app, table, phone):
        with at_work(app):
            anna = db.session.get_one(Player, table.player_id("Anna"))
            db.session.add(Player(group_id=anna.group_id, name="Anna", colour=2, created_at=anna.created_at))
            db.session.commit()
        upload(phone, table, TOTALS)
        field = next(
            s["name"]
            for s in phone.page.select("select")
            if s.select('option[value=""][selected]') and "who-" in s["name"]
        )
        phone.submit("#apply", button="Import it", status=422)
        assert "Say who is who first." in phone.page.texts(".problem")[0]
        assert row_counts(app)["sessions"] == 1
        apply_import(phone, **{field: str(table.player_id("Anna"))})
        assert row_counts(app)["sessions"] == 2

    def test_two_players_of_one_session_cannot_be_the_same_and_choices_are_kept(self, app, table, phone):
        upload(phone, table, TOTALS)
        field = next(
            s["name"]
            for s in phone.page.select("select")
            if "Anna" in _label(phone, s) and "who-" in s["name"]
        )
        bo = str(table.player_id("Bo"))
        phone.submit("#apply", {field: bo}, button="Import it", status=422)
        assert "cannot be the same player" in " ".join(phone.page.texts(".problem"))
        assert phone.value_of(field) == bo
        assert row_counts(app)["sessions"] == 1

    @pytest.mark.parametrize("value", ["nonsense", "x" * 5000, NOBODY, "<b>", ""])
    def test_an_invalid_choice_leaves_the_player_open_and_the_game_out(self, app, table, phone, value):
        upload(phone, table, TOTALS)
        field = next(s["name"] for s in phone.page.select("select") if "who-" in s["name"])
        phone.submit("#apply", {field: value}, button="Import it", status=422)
        phone.submit("#apply", {"game-0": value}, button="Import it")
        assert row_counts(app)["sessions"] == 1

    def test_a_player_of_another_group_cannot_be_chosen(self, app, table, phone, game):
        other = game("vandatta", "Eva Frans")
        upload(phone, table, TOTALS)
        field = next(s["name"] for s in phone.page.select("select") if "who-" in s["name"])
        phone.submit("#apply", {field: str(other.player_id("Eva"))}, button="Import it", status=422)
        assert row_counts(app)["sessions"] == 2


class TestReverting:
    def test_reverting_after_a_change_requires_a_confirmation(self, app, table, phone):
        upload(phone, table, json.dumps(brief()))
        apply_import(phone)
        with at_work(app):
            ids = set(db.session.scalars(db.select(Session.id)))
        imported = Table(app, table.group_id, (ids - {table.session_id}).pop(), table.clock)
        imported.plays("Cara out, Anna 8, Bo 5")
        phone.get(phone.path)
        phone.submit("/revert", status=422)
        assert "Something has been changed here since." in phone.page.texts('.problem[role="alert"]')[0]
        assert row_counts(app)["sessions"] == 2
        phone.submit("/revert", {"sure": "1"})
        assert row_counts(app)["sessions"] == 1

    def test_players_that_remain_are_named(self, app, table, phone):
        upload(phone, table, TOTALS.replace("Anna", "Eva"))
        apply_import(phone)
        path, anna = phone.path, table.seat_id("Anna")
        with at_work(app):
            eva = db.session.scalar(db.select(Player).where(Player.name == "Eva"))
            db.session.get_one(Seat, anna).player_id = eva.id
            db.session.commit()
        phone.get(path)
        phone.submit("/revert")
        assert "Eva has played here since and stays." in phone.page.flashes[0]


WRONG_FILES = [
    "",
    "{",
    "null",
    "[]",
    "night",
    b"\xff\xfe",
    b"\x00" * 100,
    "[" * 100_000,
    '{"a":' * 50_000,
    "1" * 5000,
    "NaN",
    json.dumps(brief()).replace('"Anna"', '"\\ud800"'),
    json.dumps(brief()).replace('"Anna"', '"\\u0000"'),
    json.dumps(brief()).replace('"Anna"', '"<script>alert(1)</script>' + "x" * 100 + '"'),
    json.dumps(brief()).replace('"8": 1', '"<script>": 1'),
    json.dumps(brief()).replace('"8": 1', '"\\ud800": 1'),
    json.dumps(brief()).replace('"number": 1', '"number": NaN'),
    json.dumps(brief()).replace('"number": 1', '"number": 1e400'),
    json.dumps(brief()).replace(f'"{ANNA}"', "7"),
    sample("torn.csv"),
    '{"plays": 1}',
    '{"plays": [], "players": {}}',
    "<plays>" * 1000,
    "session_id,round\n",
    "player,points\n" + "x" * 200_000,
]


class TestWrongFiles:
    def test_our_own_spreadsheets_name_the_session_document(self, app, table, phone):
        before = every_text(app)
        for file in ("rounds.csv", "workbook.xlsx"):
            phone.get(f"{table.group_path}/export/{file}")
            upload(phone, table, phone.answer.data, name=file, status=422)
            assert "Import the session document (JSON) instead" in phone.page.texts("code")[0]
        assert every_text(app) == before

    def test_an_error_is_shown_with_its_position(self, app, table, phone):
        document = brief()
        document["sessions"][0]["rounds"][2]["hands"][1]["cards"] = {"11": 1}
        before = every_text(app)
        upload(phone, table, json.dumps(document), status=422)
        assert 'sessions[0].rounds[2].hands[1].cards: no card "11"' in phone.page.texts("code")[0]
        assert every_text(app) == before

    @full_only
    def test_any_invalid_file_gets_a_page(self, app, table, phone, subtests):
        before = every_text(app)
        for (number, content), language in product(enumerate(WRONG_FILES), ("en", "sv")):
            with subtests.test(f"file {number} in {language}"):
                phone.headers["Accept-Language"] = language
                upload(phone, table, content, status=422)
                assert phone.page.texts(".problem, .wrong")
                assert "<script>alert" not in phone.page.text
                assert every_text(app) == before

    @full_only
    @pytest.mark.parametrize(
        ("section", "words"),
        [
            ("whole", {"left_out": [{"x": 1}]}),
            ("whole", {"left_out": "abc"}),
            ("whole", {"left_out": [{"at": 1, "what": [2], "reason": {}, "values": [1]}]}),
            ("session", {"totals": [1, 2], "game": ["Derange"], "winners": 3, "day": "x", "at": 7}),
            ("session", {"timed": False, "day": "9999-99-99"}),
            ("session", {"note": {"a": 1}}),
            ("session", {"note": "a good game"}),
            ("session", {"ours": ["x"]}),
            ("player", {"told": {"a": 1}}),
            ("player", {"nameless": [1]}),
        ],
    )
    def test_internal_fields_in_a_document_are_ignored(self, app, table, phone, section, words):
        document = brief()
        parts = {"whole": document, "session": document["sessions"][0], "player": document["players"][0]}
        parts[section].update(words)
        upload(phone, table, json.dumps(document))
        apply_import(phone)
        assert row_counts(app)["sessions"] == 2

    @pytest.mark.parametrize("part", ["players", "nights"])
    def test_too_long_lists_are_refused(self, table, phone, part):
        document = {"nights": [{"id": ANNA, "date": "2026-11-20"}], **brief()}
        document[part] = document[part][:1] * 20_001
        upload(phone, table, json.dumps(document), status=422)
        assert "entries" in phone.page.texts(".problem, .wrong")[0] + phone.page.words

    def test_a_missing_file_is_refused(self, table, phone):
        phone.get(f"{table.group_path}/imports")
        phone.submit("form[enctype]", status=422)
        assert phone.page.texts(".wrong")

    @full_only
    def test_a_history_of_several_megabytes_can_be_imported(self, app, table, phone):
        """Ten years of history exceed the size limit of other forms."""
        document = brief()
        document["sessions"][0]["padding"] = "x" * 6_000_000
        upload(phone, table, json.dumps(document))
        work_off(app)
        phone.get(phone.path)
        phone.get(str(phone.page.select("a.button.main")[0]["href"]))
        apply_import(phone)
        assert row_counts(app)["sessions"] == 2

    @full_only
    def test_a_file_above_the_size_limit_is_refused(self, app, table, phone):
        upload(phone, table, b'"' + b"x" * (65 * 1024 * 1024) + b'"', status=413)
        assert row_counts(app)["imports"] == 0

    def test_other_forms_have_a_lower_size_limit(self, table, phone):
        phone.get(f"{table.group_path}/settings")
        phone.submit("/name", {"name": "x" * 3_000_000}, status=413)


def test_a_document_of_another_group_is_copied_without_changing_that_group(app, table, phone, game, phone_of):
    other = game("vandatta", "Eva Frans").plays("Eva out, Frans 8")
    theirs = phone_of(other, "owner")
    theirs.get(f"{other.group_path}/export/document.json")
    before = exported(app, other.group_id)["sessions"]
    upload(phone, table, theirs.answer.data)
    apply_import(phone)
    assert exported(app, other.group_id)["sessions"] == before
    assert row_counts(app)["sessions"] == 3
    phone.get(other.path, 404)


def test_an_import_of_another_group_is_not_found(app, table, phone, game, phone_of):
    other = game("vandatta", "Eva Frans")
    theirs = phone_of(other, "owner")
    upload(theirs, other, TOTALS)
    phone.get(f"{table.group_path}/imports/{theirs.path.rpartition('/')[2]}", 404)


@full_only
def test_a_long_file_has_a_short_preview(table, phone):
    rows = [
        f"{1900 + n // 4}-{n % 4 + 1:02}-{day},Derange,{name},{points or n}\n"
        for day, points in (("02", ""), ("03", "x"))
        for n in range(10, 400)
        for name in ("Anna", "Bo")
    ]
    upload(phone, table, "date,game,player,points\n" + "".join(rows))
    assert counts(phone)[0] == "390 games to import"
    assert "and 360 earlier games" in phone.page.words
    assert "and 360 more" in phone.page.words
    assert len(phone.page.text) < 60_000


pieces = st.sampled_from(
    [
        b"",
        b"0",
        b"-",
        b'"',
        b"{",
        b"]",
        b",",
        b";",
        b"\n",
        b"\x00",
        b"\xff",
        b"1e9",
        b"null",
        b"<",
        b"&x;",
        b"'=",
        "é".encode(),
    ]
)


@given(
    name=st.sampled_from(sorted(path.name for path in SAMPLES.iterdir())),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), pieces), max_size=6),
)
@settings(max_examples=sampling.examples(60))
def test_a_damaged_file_is_refused_or_previewed_without_an_error(app, table, phone, name, cuts):
    phone.checks_quotes = False  # names of games and players come from the file
    content = sample(name)
    for place, length, instead in cuts:
        at = int(place * len(content))
        content = content[:at] + instead + content[at + length :]
    phone.get(f"{table.group_path}/imports")
    action, _method, fields = phone.filled("form[enctype]")
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields.items()
    ]
    parts += ['--edge\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n']
    answer = phone.client.post(
        action,
        data="".join(parts).encode() + content + b"\r\n--edge--\r\n",
        headers={"Sec-Fetch-Site": "same-origin", "Content-Type": "multipart/form-data; boundary=edge"},
        base_url=phone.base,
    )
    assert answer.status_code in (303, 422)
    if answer.status_code == 303:
        phone.get(answer.location.replace("http://localhost", ""))
        if phone.page.select("footer button"):
            action, _method, fields = phone.filled("#apply")
            applied = phone.client.post(
                action, data=fields, headers={"Sec-Fetch-Site": "same-origin"}, base_url=phone.base
            )
            assert applied.status_code in (303, 422)


def _label(phone, select):
    return " ".join(phone.page.texts(f'label[for="{select["id"]}"]'))


def test_the_document_of_a_pending_import_is_compressed(app, table, phone):
    upload(phone, table, json.dumps(brief()))
    with at_work(app):
        assert len(db.session.scalar(db.select(Import.document))) < len(json.dumps(brief())) / 2
    assert re.search("Session document", phone.page.words)
