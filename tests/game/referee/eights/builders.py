"""Questions to the referee in the words of players: `ask("derange", "9H", "3H 3C 9C", hand=5)`."""

from game.referee.cards import read_card, read_cards
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.variants import VARIANTS
from tests.game.referee.eights.grid import game_of

KEYS = ("called", "pending", "starter", "again", "follow", "skip", "drew", "drawn", "hand", "left", "two")


def ask(key, top, play, **keywords):
    """The verdict on these cards. Keywords are parts of the situation or options of the table."""
    situation = {name: keywords.pop(name) for name in KEYS if name in keywords}
    if "drawn" in situation:
        situation |= {"drew": situation.get("drew", 1), "drawn": read_card(situation["drawn"])}
    if "left" in situation:
        situation["left"] = read_cards(situation["left"])
    return judge(game_of(key, **keywords), Situation(top=read_card(top), **situation), read_cards(play))


def answer(key, top, play, **keywords):
    return ask(key, top, play, **keywords).answer


def reason(key, top, play, **keywords):
    """The answer, and the first fact cited for it."""
    verdict = ask(key, top, play, **keywords)
    return verdict.answer, verdict.because.facts[0]


def follows(key, top, play, **keywords):
    """The laws of the consequences of a play."""
    return [reason.law for reason in ask(key, top, play, **keywords).then]


def number(key, top, play, law, **keywords):
    """The number of cards that a consequence names."""
    return next(reason.about["n"] for reason in ask(key, top, play, **keywords).then if reason.law == law)


def asides(key, top, play, **keywords):
    return [reason.law for reason in ask(key, top, play, **keywords).aside]


def facts_of_law(key, law):
    return VARIANTS[key].play["laws"][law]
