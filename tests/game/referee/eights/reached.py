"""Laws cited by a run of typical questions: one top card of each rank, hearts and clubs played."""

from functools import cache
from itertools import product

from game.referee.cards import RANKS, Card, read_cards
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.variants import VARIANTS
from tests.game.referee.eights.grid import game_of, tables

TOPS = [Card(rank, "H") for rank in RANKS]
PLAYED = [Card(rank, suit) for rank in RANKS for suit in "HC"]
WAYS = (
    {},
    {"starter": True},
    {"follow": True},
    {"skip": True},
    {"drew": 1},
    {"drew": 3},
    {"two": True},
    {"pending": 4},
    {"follow": True, "drew": 1},
    {"pending": 4, "drew": 1},
)
HELD = ({"hand": 1}, {"hand": 2}, {"hand": 3}, {"left": read_cards("5S")}, {})
TWO_HELD = ({"hand": 2}, {"hand": 5})


@cache
def laws_reached(key):
    """Every law cited, with its facts, over all tables that differ from the default in one option."""
    reached = {}
    for options in _chosen_once(key):
        game = game_of(key, **options)
        for situation, play in _questions():
            verdict = judge(game, situation, play)
            reasons = (verdict.because, *verdict.steps, *verdict.aside, *verdict.then)
            reached |= {reason.law: reason.facts for reason in reasons if reason}
    return reached


def _chosen_once(key):
    """The tables of a variant that differ from its defaults in at most one option."""
    defaults = VARIANTS[key].defaults(4)
    return [
        options
        for options in tables(key)
        if sum(options[option] != defaults[option] for option in options) <= 1
    ]


@cache
def _questions():
    single = [
        (Situation(top, called, **way, **held), (card,))
        for top, called, way, held, card in product(TOPS, ("", "C"), WAYS, HELD, PLAYED)
        if not called or top.rank == "8"
    ]
    drawn_other = [(Situation(top, drew=1, drawn=Card("6", "S")), (card,)) for top in TOPS for card in PLAYED]
    double = [
        (Situation(top, called, **held), play)
        for top, called, held, play in product(TOPS, ("H",), TWO_HELD, product(PLAYED, repeat=2))
        if top.rank in ("9", "8", "A", "3")
    ]
    return single + drawn_other + double
