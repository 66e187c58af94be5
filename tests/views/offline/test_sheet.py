"""Data with which a phone computes standings itself."""

from msgspec.structs import replace

from game.scoring.facts import Adjustment
from tests.game.scoring.builders import multiplier, seated, typed_rules
from views.offline.board_json import DEFAULTS, sheet, sheet_of

PIPS = {"9": 9, "7": 7, "6": 6, "5": 5, "4": 4}


def test_a_sheet_contains_rules_seats_and_rounds(game):
    table = game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8 5 5, Bo =12")
    table.leaves("Bo").sits_down("Dilan", after="Anna", start="average").lets_deal("Cara")
    anna, bo, cara, dilan = (str(table.seat_id(name)) for name in ("Anna", "Bo", "Cara", "Dilan"))
    with table.seen() as session:
        sheet = sheet_of(session)
    stays = {"joined": 1, "away": [], "start": 0, "team": None, "origin": None}
    assert sheet == {
        "rules": {
            "tally": "points",
            "teams": False,
            "rounds": 7,
            "first_to": None,
            "block": None,
            "hand_sizes": [4, 3, 2, 1, 2, 3, 4],
            "points": {"8": 50, "2": 30, "3-10": 30, "K": 20, "A": 15, "Q-J": 10} | PIPS,
        },
        "seats": [
            {"id": anna, **stays},
            {"id": dilan, **stays, "joined": 2, "start": 30},
            {"id": bo, **stays, "away": [{"since": 2, "until": None, "points": 0}]},
            {"id": cara, **stays},
        ],
        "first_dealers": [anna],
        "chosen": cara,
        "rounds": [
            {
                "dealer": anna,
                "hand_size": 4,
                "out": cara,
                "hands": [
                    {"seat": anna, "points": 60, "cards": 3},
                    {"seat": bo, "points": 12, "cards": None},
                    {"seat": cara, "points": 0, "cards": 0},
                ],
            }
        ],
    }


def test_seats_are_in_current_order(game):
    table = game("vandatta", "Anna Bo Cara").swaps("Anna", "Cara")
    with table.seen() as session:
        seats = [seat["id"] for seat in sheet_of(session)["seats"]]
    assert seats == [str(table.seat_id(name)) for name in ("Cara", "Bo", "Anna")]


def test_an_extended_session_has_no_end(game):
    table = game("vatikan", "Anna Bo", first_to=1).plays("Anna out, Bo ?")
    with table.seen() as session:
        ends = sheet_of(session)["rules"]["first_to"]
    table.reopens()
    with table.seen() as session:
        assert (ends, sheet_of(session)["rules"]["first_to"]) == (1, None)


def test_cards_have_no_points_if_wins_are_counted(game):
    table = game("vatikan", "Anna Bo", teams=True).plays("Anna out, Bo ?")
    with table.seen() as session:
        sheet = sheet_of(session)
    assert (sheet["rules"]["tally"], sheet["rules"]["teams"]) == ("wins", True)
    assert sheet["rules"]["points"] == {"cards": None}
    hands = {hand["seat"]: (hand["points"], hand["cards"]) for hand in sheet["rounds"][0]["hands"]}
    assert hands == {str(table.seat_id("Anna")): (None, 0), str(table.seat_id("Bo")): (None, None)}


def test_a_sheet_names_the_rules_and_points_that_the_variants_do_not_have():
    changed = {
        "entry": "typed",
        "highest_wins": True,
        "collects": True,
        "blocked": "difference",
        "tie": "play_on",
        "eliminate_at": 100,
        "negative": True,
    }
    rules = typed_rules(**changed, multipliers=(multiplier("jack", 2, "round"),))
    anna, bo = seated("Anna", "Bo")
    adjusted = replace(anna, adjustments=(Adjustment(0, 10), Adjustment(2, -5)))
    made = sheet(rules, [adjusted, bo], [], first_dealers=[], chosen=None)
    assert set(changed) == set(DEFAULTS)
    assert made["rules"].items() >= {**changed, "multipliers": {"jack": {"factor": 2, "of": "round"}}}.items()
    assert [seat.get("adjustments") for seat in made["seats"]] == [
        [{"after": 0, "points": 10}, {"after": 2, "points": -5}],
        None,
    ]


def test_a_sheet_omits_what_has_its_default():
    made = sheet(typed_rules(entry="cards"), seated("Anna"), [], first_dealers=[], chosen=None)
    assert not set(made["rules"]) & {*DEFAULTS, "multipliers"}
