"""Any custom game with random rounds: no page breaks, and the page computes as the server does."""

from random import Random

from flask import url_for
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.variants.custom.definitions import definitions
from tests.models.table.test_any_custom_game import play
from tests.phone import Phone
from tests.sampling import examples, full_only
from tests.table import start

pytestmark = full_only

NAMES = "Anna Bo Cara Dan"


OF_SESSION = (
    *("table.show", "table.rounds", "table.history", "table.chances", "table.rescoring", "table.seats"),
    *(
        "table.screen",
        "table.show_deal",
        "table.confirm_end",
        "paper.print_sheet",
        "files.exports_of_session",
    ),
    *("table.result_text", "table.result_picture", "paper.edit_late_rounds"),
)
OF_GROUP = (
    *("home.show_group", "games.index", "nights.index", "statistics.show", "statistics.records"),
    *("statistics.honours", "statistics.ratings", "statistics.rivals", "statistics.years", "paper.choose"),
)


def pages_of(app, table):
    """The addresses of everything that shows the game or its session."""
    with table.seen() as session:
        number, is_finished = len(session.rounds), session.is_finished
        game = session.variant
    ids = {"group_id": table.group_id}
    of_session = ids | {"session_id": table.session_id}
    with app.test_request_context():
        yield from [url_for(endpoint, **ids) for endpoint in OF_GROUP]
        yield from [url_for(f"games.{page}", game_id=game, **ids) for page in ("show", "edit_game", "share")]
        yield url_for("home.new_game", key=game, group=table.group_id)
        yield url_for("statistics.player", player_id=table.player_id("Anna"), variant=game, **ids)
        yield url_for("nights.show", night_id=table.night_id(), **ids)
        yield from [url_for(endpoint, **of_session) for endpoint in OF_SESSION]
        yield from [url_for("table.edit_round", number=each, **of_session) for each in {1, number} if each]
        if not is_finished:
            for endpoint in ("table.edit_round", "live.hands"):
                yield url_for(endpoint, number=number + 1, **of_session)


@settings(max_examples=examples(60))
@given(definitions(), st.integers(0, 2**32), st.sampled_from(("en", "sv")))
def test_no_page_breaks(app, game, seed, language):
    chance = Random(seed)
    table = start(app, game, " ".join(NAMES.split()[: game.players[1]]))
    play(table, chance, chance.randint(0, 6))
    phone = Phone(app, language=language)
    phone.checks_quotes = False  # the names of the games may contain them
    phone.open_link(table.link("owner"))
    for path in list(pages_of(app, table)):
        phone.get(path)
        assert phone.statuses[-1] == 200, path
