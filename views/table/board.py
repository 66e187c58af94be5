"""The table page's live part: the deal to come, the prompts, the standings, what was done last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from models import Change, Session
from scoring.deal import Deal
from views.table.standings import Row, rows_of
from views.web.addresses import rules_of, table_of
from views.wording.changes import change_in_words
from views.wording.deals import blocks_in_words, decks_in_words, progress_in_words, prompts_of
from views.wording.hands import name_of

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
class Board:
    deal: Deal
    rounds_planned: int | None
    progress: str
    dealer: str | None
    leader: str | None
    decks: str
    bars: list[Bar]
    prompts: list[tuple[str, str]]
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
