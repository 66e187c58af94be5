"""Questions to the referee in table words: `ask("derange", "9H", "3H 3C 9C", hand=5)`."""

from game.referee.cards import read_card, read_cards
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.variants import VARIANTS
from tests.game.referee.eights.grid import game_of

TOLD = ("called", "pending", "starter", "again", "follow", "skip", "drew", "drawn", "hand", "left", "two")


def ask(key, top, play, **said):
    """The verdict on these cards; what is not a situation is an option of the table."""
    situation = {name: said.pop(name) for name in TOLD if name in said}
    if "drawn" in situation:
        situation |= {"drew": situation.get("drew", 1), "drawn": read_card(situation["drawn"])}
    if "left" in situation:
        situation["left"] = read_cards(situation["left"])
    return judge(game_of(key, **said), Situation(top=read_card(top), **situation), read_cards(play))


def answer(key, top, play, **said):
    return ask(key, top, play, **said).answer


def reason(key, top, play, **said):
    """The answer, and the first fact that it rests on."""
    verdict = ask(key, top, play, **said)
    return verdict.answer, verdict.reason.facts[0]


def follows(key, top, play, **said):
    """What follows from a play, rule by rule."""
    return [reason.rule_key for reason in ask(key, top, play, **said).consequences]


def number(key, top, play, rule_key, **said):
    """How many cards a rule names in what follows."""
    return next(
        reason.about["n"]
        for reason in ask(key, top, play, **said).consequences
        if reason.rule_key == rule_key
    )


def rules_before(key, top, play, **said):
    return [reason.rule_key for reason in ask(key, top, play, **said).before]


def stands(key, rule_key):
    """The facts of a rule."""
    return VARIANTS[key].play["citations"][rule_key]
