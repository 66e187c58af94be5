"""What would change the referee’s answer about a card: a second deck, a table of two, another option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext

from forms.options import AskedOptions
from forms.questions.eights import EightsQuestion
from game.referee.cards import too_many
from game.referee.eights.game import Game
from game.referee.eights.turn import judge
from game.referee.verdict import Verdict
from game.variants import VARIANTS, Variant
from views.referee.options import otherwise
from views.wording.cards import card_name

OTHERWISE = {
    "yes": lazy_gettext("With “%(option)s: %(value)s” it would be yes."),
    "no": lazy_gettext("With “%(option)s: %(value)s” it would be no."),
    "ask": lazy_gettext("With “%(option)s: %(value)s” I would need to know more."),
}


@lru_cache(maxsize=256)
def game_of(key: str, options: frozenset[tuple[str, Any]], decks: int) -> Game:
    """How a table plays that chose these options."""
    variant = VARIANTS[key]
    return Game.from_dict(variant.played(dict(options), variant.players[0]), decks=decks)


def hints(variant: Variant, options: AskedOptions, question: EightsQuestion, found: Verdict) -> Iterator[str]:
    """What else the verdict `found` on the question hangs on, each in a sentence."""
    game = game_of(variant.key, frozenset(options.given.items()), question.decks)
    yield from _second_deck(variant, options, question)
    of_two = judge(game, replace(question.situation, two=True), question.play)
    if options.players is None and of_two.answer == "yes" != found.answer:
        yield _("With two players it would be yes.")
    for option, value, given in otherwise(variant, options.given):
        other = game_of(variant.key, frozenset(given.items()), question.decks)
        answer = judge(other, question.situation, question.play).answer
        if answer != found.answer:
            yield OTHERWISE[answer] % {"option": option, "value": value}


def _second_deck(variant: Variant, options: AskedOptions, question: EightsQuestion) -> Iterator[str]:
    """GV17: the same card twice, at a table of which nobody said how many decks it plays with."""
    fewest = variant.rules(options.given, options.players or variant.players[0]).decks
    doubled = too_many(question.seen, decks=fewest)
    if doubled:
        yield _("Only with two decks: one deck has only one %(card)s.", card=card_name(doubled))
