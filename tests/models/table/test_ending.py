"""The end of a session: the stored result always equals the one computed from the hands."""

import pytest

from game.scoring.standings import standings

SHORT = ["Cara out, Anna 8, Bo K"] * 7


def rebuilt(table):
    """Total, rank and win of each seat, from the hands alone."""
    with table.seen() as session:
        found = standings(session.rules, session.scored.seats, session.rounds)
        of = {seat: s for s in found for seat in s.seats}
        return {s.name: (of[s.id].total, of[s.id].rank, of[s.id].rank == 1) for s in session.seats}


def test_the_last_round_of_the_plan_ends_the_session(game):
    table = game(mode="short").plays(*SHORT[:6])
    assert not table.is_finished()
    assert set(table.finals().values()) == {(None, None, None)}
    table.plays(SHORT[6])
    assert table.is_finished()
    assert table.finals() == rebuilt(table)
    assert table.finals() == {"Anna": (350, 3, False), "Bo": (140, 2, False), "Cara": (0, 1, True)}


def test_joint_winners_all_win(game):
    table = game("derange", "Anna Bo", mode="short").plays(*["nobody out, Anna 8, Bo 8"] * 7)
    assert table.finals() == {"Anna": (350, 1, True), "Bo": (350, 1, True)}


@pytest.mark.parametrize(
    "then",
    [
        lambda t: t.corrects(3, "Anna out, Cara 8 8, Bo 8"),
        lambda t: t.swaps("Anna", "Bo"),
        lambda t: t.inserts(2, "Anna out, Cara 8 8, Bo 8"),
        lambda t: t.inserts(2, "Anna out, Cara 8 8, Bo 8").takes_back(),
        lambda t: t.leaves("Cara"),
    ],
)
def test_a_change_after_the_end_updates_the_stored_result(game, then):
    table = then(game(mode="short").plays(*SHORT))
    assert table.is_finished()
    assert table.finals() == rebuilt(table)


def test_a_session_that_loses_its_last_round_goes_on(game):
    table = game(mode="short").plays(*SHORT).removes(7)
    assert not table.is_finished()
    assert set(table.finals().values()) == {(None, None, None)}


def test_first_to_ends_it_and_a_correction_can_reopen_it(game):
    table = game("vatikan", "Anna Bo Cara", first_to=2).plays(
        "Anna out, Bo ?, Cara ?", "Anna out, Bo ?, Cara ?"
    )
    assert table.finals() == {"Anna": (2, 1, True), "Bo": (0, 2, False), "Cara": (0, 2, False)}
    table.corrects(2, "Bo out, Anna ?, Cara ?")
    assert not table.is_finished()
    assert table.totals() == {"Anna": 1, "Bo": 1, "Cara": 0}


def test_a_table_may_stop_early_and_play_on(game):
    table = game(mode="short").plays(*SHORT[:2]).stops()
    assert table.finals() == rebuilt(table)
    table.reopens()
    assert not table.is_finished()
    table.plays(*SHORT[:5])
    assert table.is_finished()


def test_a_reopened_session_goes_on_until_it_is_stopped(game):
    table = game(mode="short").plays(*SHORT).reopens()
    assert not table.is_finished()
    table.plays("Cara out, Anna 8, Bo K")
    assert not table.is_finished()
    table.stops()
    assert table.is_finished()
    assert table.finals() == rebuilt(table)


def test_a_stopped_session_whose_plan_is_completed_later_can_be_reopened(game):
    """Stopped one round early, then a missing round is inserted: it can still be reopened."""
    table = game(mode="short").plays(*SHORT[:6]).stops().inserts(2, SHORT[0])
    assert table.is_finished()
    table.reopens()
    assert not table.is_finished()


def test_a_session_stopped_before_the_first_round_has_no_winner(game):
    table = game().stops()
    assert table.is_finished()
    assert table.finals() == dict.fromkeys(("Anna", "Bo", "Cara"), (0, 1, False))


def test_a_team_wins_together(game):
    table = game("vatikan", "Anna Bo Cara Dilan", teams=True, sides="1 2 1 2", games=1)
    table.plays("Anna out, Bo ?, Cara ?, Dilan ?")
    assert table.finals()["Cara"] == (1, 1, True)
    assert table.finals()["Bo"] == (0, 2, False)
