"""The live part of a table's page: next deal, prompts, standings, last change."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property

from game.scoring.deal import Deal
from game.scoring.targets import target
from models import Change, Session
from views.live.counting import CountingState
from views.live.fragments import SessionAccess
from views.offline.board_json import board_json
from views.offline.precache import precache_for_table, upcoming_deals
from views.table.road import Road
from views.table.standings import StandingsRow, standings_rows, unit_of_total
from views.web.addresses import ask_url, rules_url, session_url
from views.words.changes import change_in_words
from views.words.deals import blocks_in_words, decks_in_words, progress_in_words, prompts_of
from views.words.hands import name_of, own_hands_in_words
from views.words.results import out_word, winner_in_words
from views.words.targets import end_in_words

MAX_BARS = 30
MAX_BAR_HEIGHT = 34
MIN_BAR_HEIGHT = 6


class Board:
    """Everything the table page shows, replayed from the facts."""

    def __init__(self, session: Session, *, may_score: bool, access: SessionAccess | None = None) -> None:
        """access: of a phone that follows the table, and sees how far the hands are counted."""
        self.session = session
        self.may_score = may_score
        self.counted = CountingState(session, access) if access else None
        self.last_change = Change.last_of(session) if may_score else None

    @cached_property
    def plan(self) -> list[Deal]:
        return self.session.plan()

    @cached_property
    def deal(self) -> Deal:
        """The next deal."""
        return next((deal for deal in self.plan if not deal.played), None) or self.session.upcoming_deal()

    @cached_property
    def progress(self) -> str:
        return progress_in_words(self.session, self.deal, self.session.rules_in_force)

    @cached_property
    def dealer(self) -> str | None:
        return name_of(self.deal.dealer, self.session) if self.deal.dealer else None

    @cached_property
    def leader(self) -> str | None:
        return name_of(self.deal.leader, self.session) if self.deal.leader else None

    @property
    def decks(self) -> str:
        return decks_in_words(self.session.rules_in_force, self.deal.hand_size)

    @cached_property
    def prompts(self) -> list[tuple[str, str]]:
        return prompts_of(self.session, "deal", self.deal, self.dealer, self.leader)

    @property
    def rows(self) -> list[StandingsRow]:
        return standings_rows(self.session, self.deal)

    @cached_property
    def last_words(self) -> str:
        """The newest change, in words."""
        return change_in_words(self.last_change, self.session) if self.last_change else ""

    @cached_property
    def ahead(self) -> Sequence[Deal]:
        """The deals that this phone may have to score without a network."""
        return upcoming_deals(self.session, self.plan) if self.may_score else []

    @cached_property
    def precache(self) -> str:
        """The pages to cache with this one."""
        return precache_for_table(self.session, self.ahead, may_score=self.may_score)

    @property
    def on_phone(self) -> str:
        """Data for a phone to add up rounds that it saves without a network."""
        return json.dumps(board_json(self.session, self.plan, self.ahead, self.last_change))

    @property
    def out_word(self) -> str:
        return out_word(self.session.rules)

    @property
    def misdeals(self) -> int:
        return self.session.sheet.misdeals

    @property
    def unit(self) -> str:
        return unit_of_total(self.session)

    @property
    def unit_of_one(self) -> str:
        return unit_of_total(self.session, 1)

    @property
    def scoring(self) -> str:
        """Who wins, where no points are counted; "" elsewhere."""
        rules = self.session.rules
        return "" if rules.counts_points else winner_in_words(rules)

    @property
    def own_hands(self) -> str:
        """The name of the page on which players enter what they have."""
        return own_hands_in_words(self.session.rules)

    @property
    def block_winners(self) -> list[str]:
        return blocks_in_words(self.session)

    @cached_property
    def rules(self) -> str | None:
        """The address of this game's rules."""
        return rules_url(self.session, back=session_url(self.session))

    @property
    def ask(self) -> str | None:
        """The address of the search in this game's rules."""
        return ask_url(self.session, back=session_url(self.session))

    @cached_property
    def road(self) -> Road | None:
        """Everybody on the way to the target; None in a game without one."""
        goal = target(self.session.rules_in_force)
        return None if goal is None else Road(self.session, goal, self.session.standings())

    @cached_property
    def end_hint(self) -> str:
        return end_in_words(self.session)

    @cached_property
    def bars(self) -> list[tuple[int, int, str]]:
        """Bars of the deals' sizes, around the next one where there are many: position, height, and "done",
        "now" or "todo". Level ones if no deal is recorded.
        """
        rules = self.session.rules_in_force
        if self.road or (rules.rounds is None and not rules.hand_sizes):
            return []
        first = max(0, min(self.deal.number - MAX_BARS // 2, len(self.plan) - MAX_BARS))
        shown = self.plan[first : first + MAX_BARS]
        if len(shown) < 2:  # noqa: PLR2004 - one bar has no shape
            return []
        largest = max(deal.hand_size for deal in shown) or 1
        return [
            (
                place * 10,
                max(MIN_BAR_HEIGHT, round(MAX_BAR_HEIGHT * deal.hand_size / largest)),
                self._state(deal),
            )
            for place, deal in enumerate(shown)
        ]

    def _state(self, deal: Deal) -> str:
        if deal.played:
            return "done"
        return "now" if deal.number == self.deal.number else "todo"
