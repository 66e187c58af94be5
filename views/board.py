"""The table page's live part: the deal to come, the prompts, the standings, what was done last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Change, Session
from scoring.blocks import block_results
from scoring.deal import Deal
from scoring.rules import Rules
from variants.text import in_language
from views.addresses import rules_of, table_of
from views.language import current_language
from views.standings import Row, rows_of
from views.trail import change_in_words
from views.wording import listed, name_of, the_word

MOST_BARS = 30
BAR_HEIGHT = 34
LEAST_BAR = 6


@dataclass(frozen=True)
class Bar:
    """One deal in the picture of the plan: where it stands, how high, and whether it is done or now."""

    x: int
    y: int
    height: int
    state: str


@dataclass(frozen=True)
class Prompt:
    lead: str | None
    text: str


@dataclass(frozen=True)
class Board:
    deal: Deal
    rounds_planned: int | None
    progress: str
    dealer: str | None
    leader: str | None
    decks: str
    bars: list[Bar]
    prompts: list[Prompt]
    rows: list[Row]
    last_change: Change | None
    last_words: str
    misdeals: int
    unit: str
    blocks: list[str]
    rules: str | None


def board_of(session: Session, *, may_score: bool) -> Board:
    """Everything the table page shows, replayed from the facts."""
    rules, deals = session.rules_in_force, session.plan()
    deal = next((d for d in deals if not d.played), session.deal_to_come())
    last = Change.last_of(session) if may_score else None
    dealer = name_of(deal.dealer, session) if deal.dealer else None
    leader = name_of(deal.leader, session) if deal.leader else None
    return Board(
        deal=deal,
        rounds_planned=rules.rounds,
        progress=progress_in_words(session, deal, rules),
        dealer=dealer,
        leader=leader,
        decks=decks_in_words(rules, deal.hand_size),
        bars=_bars(deals, deal),
        prompts=prompts_of(session, "deal", deal, dealer, leader),
        rows=rows_of(session, deal),
        last_change=last,
        last_words=change_in_words(last, session) if last else "",
        misdeals=session.misdeals(),
        unit=_("rounds won") if rules.counts_wins else _("points"),
        blocks=blocks_in_words(session),
        rules=rules_of(session, back=table_of(session)),
    )


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


def _bars(deals: Sequence[Deal], now: Deal) -> list[Bar]:
    """The shape of the deals, around the one to come where there are very many."""
    first = max(0, min(now.number - MOST_BARS // 2, len(deals) - MOST_BARS))
    shown = deals[first : first + MOST_BARS]
    if len(shown) < 2:  # noqa: PLR2004 - one bar has no shape
        return []
    largest = max(deal.hand_size for deal in shown)
    bars = []
    for place, deal in enumerate(shown):
        height = max(LEAST_BAR, round(BAR_HEIGHT * deal.hand_size / largest))
        state = "done" if deal.played else "now" if deal.number == now.number else "todo"
        bars.append(Bar(place * 10, BAR_HEIGHT - height, height, state))
    return bars
