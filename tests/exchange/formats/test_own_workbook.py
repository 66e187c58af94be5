"""Our own workbook is read again: the totals of its first sheet, whatever its language."""

import io
from collections import Counter
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from flask_babel import force_locale

from exchange.document.scope import Scope
from exchange.export.workbook import write_workbook
from exchange.export.workbook.rows import summary_columns
from exchange.formats.own_workbook import FIELDS, HEADS
from game.variants.text import LANGUAGES
from models import Session, db
from models.names import folded
from tests.exchange.document.test_round_trip import lively
from tests.exchange.drafts import kind_of, plays_in, read, reasons
from tests.sampling import full_only
from tests.table import at_work

STOCKHOLM = ZoneInfo("Europe/Stockholm")
NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)


def workbook_of(app, group_id, language):
    file = io.BytesIO()
    with at_work(app):
        write_workbook(file, Scope(group_id), NOW, language=language, zone=STOCKHOLM)
    return file.getvalue()


def games_here(app, group_id):
    """Finished games with the totals of their players, as the group has them."""
    with at_work(app):
        sessions = db.session.scalars(db.select(Session).where(Session.group_id == group_id))
        return Counter(
            (
                session.night.date.isoformat(),
                session.wording.name["en"],
                *sorted((seat.player.name, seat.final_total) for seat in session.seats),
            )
            for session in sessions
            if session.is_finished
        )


def games_in(draft):
    return Counter((day, game, *sorted(totals.items())) for day, game, totals in plays_in(draft))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_heads_are_those_that_are_written(app, language):

    with app.test_request_context(), force_locale(language):
        assert tuple(folded(str(head)) for head, _width in summary_columns()) == HEADS[language]
    assert len(HEADS[language]) == len(FIELDS)


@pytest.mark.parametrize("language", sorted(HEADS))
def test_two_games_of_a_day_and_one_in_progress(app, game, language):
    table = game("vandatta", "Anna Bo Cara", rounds=1).plays("Anna out, Bo 8 5, Cara K")
    group = {"group_id": table.group_id}
    game("vandatta", "Anna Bo Cara", rounds=1, **group).plays("Bo out, Anna 8, Cara 5")
    game("vatikan", "Anna Bo", first_to=1, **group).plays("Anna out, Bo ?")
    game("derange", "Anna Bo", **group).plays("Anna out, Bo 8")
    content = workbook_of(app, table.group_id, language)
    draft = read(content, STOCKHOLM)
    assert kind_of(content) == "totals"
    assert games_in(draft) == games_here(app, table.group_id)
    assert list(reasons(draft).values()) == ["not played to the end"]
    assert all(session["timed"] for session in draft["sessions"])


@full_only
@pytest.mark.parametrize("language", sorted(HEADS))
def test_every_kind_of_game(app, language):
    table = lively(app)
    assert games_in(read(workbook_of(app, table.group_id, language), STOCKHOLM)) == games_here(
        app, table.group_id
    )


def test_the_same_workbook_has_the_same_ids_in_both_languages(app, game):
    table = game("vandatta", "Anna Bo", rounds=1).plays("Anna out, Bo 8 5")
    ids = [
        {session["id"] for session in read(workbook_of(app, table.group_id, language), STOCKHOLM)["sessions"]}
        for language in sorted(HEADS)
    ]
    assert ids[0] == ids[1] != set()
