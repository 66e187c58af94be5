"""Tables in which the player who went out has no 0 but an empty cell, a dash or a cross."""

import pytest

from tests.files.readers.tables.drawing import draft_of, games, questions, unanswered

# Anna 4, 0, 4, 0 · Bo 5, 2, 0, 8 · Cara 12, 3, 9, 2
PICTURE = "Round,Anna,Bo,Cara\n1,{0},5,12\n2,7,{1},3\n3,4,9,{2}\n4,{0},8,2\n"
PLAYED = ["2026-11-24 Anna 11 Bo 22 Cara 17"]


def with_signs(*signs):
    return PICTURE.format(*(signs * 3)[:3])


@pytest.mark.parametrize("sign", ["", "-", "–", "—", "."])
class TestEmptyCells:
    def test_it_is_asked_what_they_are(self, sign):
        assert unanswered(draft_of(with_signs(sign))) == ["empty"]

    def test_they_may_be_zero(self, sign):
        draft = draft_of(with_signs(sign), empty="out")
        assert games(draft) == PLAYED
        assert draft["sessions"][0]["played"][0] == [0, 5, 12]
        assert unanswered(draft) == []

    def test_they_may_be_players_who_did_not_play(self, sign):
        draft = draft_of(with_signs(sign), empty="absent")
        assert draft["sessions"][0]["played"][0] == [None, 5, 12]


@pytest.mark.parametrize(
    "text",
    [
        "Round,Anna,Bo,Cara\n1,,5,12\n2,7,0,3\n3,4,9,\n4,,8,2\n",
        "Round,Anna,Bo,Cara\n1,1,5,12\n2,7,4,3\n3,4,9,6\n4,,8,2\n",
        "Date;Player;Points\n2024-05-17;Anna;1\n2024-05-17;Bo;2\n2024-05-18;Anna;1\n2024-05-18;Cara;2\n",
        "Date;Anna;Bo;Cara;Dan\n2024-05-17;1;2;;\n2024-05-18;1;;4;\n2024-05-19;;;4;5\n",
    ],
    ids=["with zeros", "mostly full", "a row for each player", "games of some of the players"],
)
def test_nothing_is_asked_where_it_is_clear(text):
    assert "empty" not in questions(draft_of(text))


def test_games_with_one_empty_cell_each_are_asked_about():
    text = "Date,Anna,Bo,Cara\n2024-05-01,,5,12\n2024-05-02,7,,3\n2024-05-03,4,9,\n"
    assert unanswered(draft_of(text)) == ["empty"]
    assert games(draft_of(text, empty="out"))[0] == "2024-05-01 Anna 0 Bo 5 Cara 12"
    assert games(draft_of(text, empty="absent"))[0] == "2024-05-01 Bo 5 Cara 12"


@pytest.mark.parametrize("empty", ["", "-"])
def test_one_player_scores_in_each_round(empty):
    text = "Round,Anna,Bo,Cara\n1,_,_,12\n2,7,_,_\n3,_,9,_\n4,_,_,2\n".replace("_", empty)
    assert unanswered(draft_of(text)) == ["empty"]
    assert games(draft_of(text, empty="out")) == ["2026-11-24 Anna 7 Bo 9 Cara 14"]


def test_two_players_of_whom_one_went_out():
    text = "Round,Anna,Bo\n1,,12\n2,7,\n3,,9\n"
    assert unanswered(draft_of(text)) == ["empty"]
    assert games(draft_of(text, empty="out")) == ["2026-11-24 Anna 7 Bo 21"]


def test_a_player_who_left_is_not_taken_for_one_who_went_out():
    text = "Round,Anna,Bo,Cara,Dan\n1,,5,12,4\n2,7,,3,5\n3,4,9,,\n4,,8,2,\n"
    assert unanswered(draft_of(text)) == ["empty"]
    (left_out,) = draft_of(text, empty="out")["left_out"]
    assert left_out["reason"].endswith("write 0 for the player who went out")


@pytest.mark.parametrize("sign", ["x", "X", "×"])
class TestCrosses:
    def test_a_cross_is_zero(self, sign):
        draft = draft_of(with_signs(sign))
        assert games(draft) == PLAYED
        assert unanswered(draft) == []
        assert draft["sessions"][0]["played"][0] == [0, 5, 12]

    @pytest.mark.parametrize("row", ["2,{0},{0},3", "2,{0},0,3"])
    def test_only_one_player_goes_out(self, sign, row):
        text = "Round,Anna,Bo,Cara\n1,0,5,12\n" + row.format(sign) + "\n"
        (left_out,) = draft_of(text)["left_out"]
        assert left_out["at"] == "B3"
