"""The deal to come in words: where in the plan, how many decks, what the variant reminds of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Session
from scoring.blocks import block_results
from scoring.deal import Deal
from scoring.rules import Rules
from variants.text import in_language
from views.web.language import current_language
from views.wording.hands import name_of, the_word
from views.wording.phrases import listed


@dataclass(frozen=True)
class Prompt:
    lead: str | None
    text: str


def blocks_in_words(session: Session) -> list[str]:
    """Who won each block that is played out: "Round 1: Bo, 30 points"."""
    return [
        ngettext(
            "%(block)s %(number)d won: %(names)s, %(num)d point",
            "%(block)s %(number)d won: %(names)s, %(num)d points",
            result.total,
            block=the_word(session, "Block"),
            number=result.number,
            names=listed([name_of(seat, session) for seat in result.winners]),
        )
        for result in block_results(session.scoring_rules, session.round_facts())
    ]


def progress_in_words(session: Session, deal: Deal, rules: Rules) -> str:
    """ "Round 6 of 15", or "Game 3 of 5, round 2 of 2" where rounds come in blocks."""
    word = the_word(session, "Round")
    if rules.block and rules.rounds:
        return _(
            "%(round)s %(number)d of %(total)d, %(block)s %(block_number)d of %(blocks)d",
            round=word,
            number=deal.number_in_block,
            total=rules.block,
            block=the_word(session, "block"),
            block_number=deal.block,
            blocks=rules.rounds // rules.block,
        )
    if rules.rounds:
        return _("%(round)s %(number)d of %(total)d", round=word, number=deal.number, total=rules.rounds)
    if rules.first_to:
        target = rules.first_to
        return _("%(round)s %(number)d, first to %(target)d", round=word, number=deal.number, target=target)
    return _("%(round)s %(number)d", round=word, number=deal.number)


def decks_in_words(rules: Rules, cards: int) -> str:
    """What stands beside the number of cards dealt: "cards each, two decks"."""
    decks = {1: _("one deck"), 2: _("two decks"), 3: _("three decks"), 4: _("four decks")}
    text = decks.get(rules.decks, _("%(count)d decks", count=rules.decks))
    if rules.jokers:
        return ngettext(
            "card each, %(decks)s and %(jokers)d jokers",
            "cards each, %(decks)s and %(jokers)d jokers",
            cards,
            decks=text,
            jokers=rules.jokers,
        )
    return ngettext("card each, %(decks)s", "cards each, %(decks)s", cards, decks=text)


def prompts_of(session: Session, at: str, deal: Deal, dealer: str | None, leader: str | None) -> list[Prompt]:
    """What this variant reminds of at a moment of the round: "deal" or "count"."""
    language = current_language()
    values = {"dealer": dealer or "", "leader": leader or "", "cards": deal.hand_size}
    return [
        Prompt(
            in_language(p["lead"], language) % values if p.get("lead") else None,
            in_language(p["text"], language) % values,
        )
        for p in session.rules["prompts"]
        if p["moment"] == at and _applies(p, deal)
    ]


def _applies(prompt: Mapping[str, Any], deal: Deal) -> bool:
    return not prompt.get("first_in_block") or deal.number_in_block == 1
