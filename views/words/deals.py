"""The next deal in words: position in the plan, number of decks, reminders of the variant."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from flask_babel import ngettext

from game.scoring.deal import Deal, block_results
from game.scoring.rules import Rules
from game.scoring.targets import target
from models import Session, TournamentTable
from views.words.hands import name_of, the_word
from views.words.phrases import listed, stage_of, words

DECKS = {1: N_("one deck"), 2: N_("two decks"), 3: N_("three decks"), 4: N_("four decks")}


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
        for result in block_results(session.rules, session.rounds)
    ]


def progress_in_words(session: Session, deal: Deal, rules: Rules) -> str:
    """ "Round 6 of 15", "Round 6, first to 100", "Game 3 of 5, round 2 of 2" with several blocks, or "Round 6
    of at most 15, first to 100" where a total may end it earlier.
    """
    word = the_word(session, "Round")
    if rules.block and rules.rounds and rules.rounds > rules.block:
        return _(
            "%(round)s %(number)d of %(total)d, %(block)s %(block_number)d of %(blocks)d",
            round=word,
            number=deal.number_in_block,
            total=rules.block,
            block=the_word(session, "block"),
            block_number=deal.block,
            blocks=rules.rounds // rules.block,
        )
    if rules.rounds is None:
        counted = _("%(round)s %(number)d", round=word, number=deal.number)
    elif target(rules) is not None:
        counted = _(
            "%(round)s %(number)d of at most %(total)d", round=word, number=deal.number, total=rules.rounds
        )
    else:
        return _("%(round)s %(number)d of %(total)d", round=word, number=deal.number, total=rules.rounds)
    return ", ".join(filter(None, (counted, _goal_in_words(rules))))


def _goal_in_words(rules: Rules) -> str:
    """ "first to 100"; where the lowest wins "over at 100", or "out at 100"; "" without a target."""
    if rules.eliminate_at is not None:
        return _("out at %(target)d", target=rules.eliminate_at)
    if rules.first_to is None:
        return ""
    if rules.higher_is_better:
        return _("first to %(target)d", target=rules.first_to)
    return _("over at %(target)d", target=rules.first_to)


def stage_in_words(table: TournamentTable) -> str:
    """Which draw of a club evening a table belongs to: "Round 1 of 2"."""
    return stage_of(table.tournament, table.stage)


def decks_in_words(rules: Rules, cards: int) -> str:
    """The text beside the number of cards dealt: "cards each, two decks"; "" if no deal is recorded."""
    if not cards:
        return ""
    text = str(DECKS[rules.decks]) if rules.decks in DECKS else _("%(count)d decks", count=rules.decks)
    if rules.jokers:
        return ngettext(
            "card each, %(decks)s and %(jokers)d jokers",
            "cards each, %(decks)s and %(jokers)d jokers",
            cards,
            decks=text,
            jokers=rules.jokers,
        )
    return ngettext("card each, %(decks)s", "cards each, %(decks)s", cards, decks=text)


def prompts_of(
    session: Session, at: str, deal: Deal, dealer: str | None, leader: str | None
) -> list[tuple[str, str]]:
    """The variant's reminders at a moment of the round, "deal" or "count": lead ("" without one) and text.

    Reminders of the first deal of a block are left out for the very first: the new game's form asked for
    them.
    """
    begins_block = deal.number_in_block == 1 and deal.number > 1
    values = {"dealer": dealer or "", "leader": leader or "", "cards": deal.hand_size}
    return [
        (words(prompt.lead) % values if prompt.lead else "", words(prompt.text) % values)
        for prompt in session.rules.prompts
        if prompt.moment == at and (begins_block or not prompt.first_in_block)
    ]
