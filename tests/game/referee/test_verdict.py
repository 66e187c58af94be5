"""Contents of an answer in every family of games."""

from tests.game.referee.eights.builders import ask
from tests.game.referee.rummy.builders import meld


def test_a_yes_or_a_no_has_a_reason_and_needs_nothing():
    for verdict in (ask("derange", "9H", "5H"), ask("derange", "9H", "5D"), meld("5H 6H 7H"), meld("5H 6H")):
        assert verdict.answer in ("yes", "no")
        assert verdict.reason is not None
        assert verdict.needs == ""


def test_a_question_names_the_missing_value_and_has_no_reason():
    for verdict, needs in ((ask("vandatta", "8H", "5H"), "called"), (meld(""), "meld")):
        assert (verdict.answer, verdict.needs, verdict.reason) == ("ask", needs, None)
        assert (verdict.steps, verdict.before, verdict.consequences) == ((), (), ())
