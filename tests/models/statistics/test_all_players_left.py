"""A session that all players had left before its end is not counted."""

from models.statistics.choices import choices_of
from models.statistics.selection import Selection
from models.statistics.tally import overview_of, tallies_of
from tests.files.document.files import ANNA, BO, CARA, brief, import_document
from tests.table import at_work


def test_neither_its_night_nor_its_rounds_count(app, game):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    document = brief()
    record = document["sessions"][0]
    del record["rounds"][1:]
    record["seats"] = [{"player": player, "left_round": 2} for player in (ANNA, BO, CARA)]
    record |= {"started_at": "2024-03-08T19:00:00+00:00", "finished_at": "2024-03-08T20:00:00+00:00"}
    import_document(app, document, table.group_id)
    with at_work(app):
        everything = Selection(table.group_id)
        seen = overview_of(everything, tallies_of(everything))
        assert (
            seen.nights,
            seen.all_sessions,
            seen.total.all_rounds_dealt,
            seen.total.all_rounds_played,
        ) == (
            1,
            1,
            1,
            2,
        )
        assert choices_of(table.group_id).players == [2]
