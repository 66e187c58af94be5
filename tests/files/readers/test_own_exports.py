"""Our own tables do not hold all of the games: only the session document is read again."""

import io
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from flask_babel import force_locale

from files.document.scope import Export
from files.export.formats import formats_of
from files.readers.xlsx import sheets_of
from game.texts import LANGUAGES
from tests.files.drafts import kind_of, read, refused
from tests.files.export.test_formats import scopes_of

REFUSAL = (
    "Turn Eight made this table, and it does not hold all of the games. Import the session document (JSON)"
    " instead: the same page saves it, and it brings everything back"
)
AT = datetime(2026, 9, 11, 20, tzinfo=UTC)


pytestmark = pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8, Bo K"], mode="short")


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize(("scope", "lists"), [("group", 2), ("session", 1), ("tournament", 2)])
def test_only_the_session_document_is_read(app, table, scope, lists, language):
    """lists: the sheets of a workbook before its score sheets; each is refused by itself as well."""
    wanted, kinds = scopes_of(app, table)[scope], {}
    for key, each in formats_of(scope).items():
        file = io.BytesIO()
        with app.test_request_context(), force_locale(language):
            each.write(Export(wanted, AT, language, ZoneInfo("Europe/Stockholm")), file)
        content = file.getvalue()
        if key == "json":
            kinds[key] = kind_of(content)
            continue
        kinds[key] = str(refused(content))
        for sheet in sheets_of(content)[:lists] if key == "xlsx" else ():
            assert str(refused(sheet.text)) == REFUSAL, sheet.title
    assert kinds == {**dict.fromkeys(kinds, REFUSAL), "json": "document"}
    assert {"json", "csv", "xlsx"} <= kinds.keys()


def test_a_table_of_totals_may_have_ranks_and_winners():
    heads = "date,game,player,total,rank,winner\n"
    rows = "2026-11-20,Derange,Anna,0,1,1\n2026-11-20,Derange,Bo,50,2,0\n"
    (session,) = read(heads + rows)["sessions"]
    assert session["totals"] == [0, 50]
