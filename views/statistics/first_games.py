"""The first evenings, before anybody has a place: plain figures of who has won and what it cost."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.names import isolated
from models.statistics.points import Account, accounts_in, caught_with, classes_in
from models.statistics.records import WORST_HAND, Record, records_of
from models.statistics.selection import Selection
from models.statistics.tally import Tally
from views.statistics.costs import Cost, DrawnHand, costs_of, drawn
from views.wording.phrases import listed, number_word, opening


class Line(NamedTuple):
    """account: what the points come from, None where they cannot be told in one figure."""

    person: Player
    tally: Tally
    account: Account | None


class FirstGames:
    """played: everybody who stayed to an end, with a tally. Six queries, however many they are."""

    def __init__(
        self, selection: Selection, played: Sequence[tuple[Player, Tally]], people: Mapping[uuid.UUID, Player]
    ) -> None:
        self.selection, self.played, self.people = selection, played, people
        self.accounts = accounts_in(selection)

    @property
    def lines(self) -> list[Line]:
        """Most wins first, then the better average place."""
        order = sorted(self.played, key=lambda one: (-one[1].wins, one[1].average_place or 0, one[0].name))
        return [Line(person, tally, self._only_account(person)) for person, tally in order]

    def _only_account(self, person: Player) -> Account | None:
        """Points of different games are never added."""
        if len({account.key for own in self.accounts.values() for account in own}) != 1:
            return None
        own = self.accounts.get(person.id, [])
        return own[0] if own and own[0].all.average is not None else None

    def headline(self, games: int) -> str:
        """ "One game in: Dilan leads 1 to nothing."."""
        best = max(tally.wins for _person, tally in self.played)
        names = listed([isolated(person.name) for person, tally in self.played if tally.wins == best])
        if games == 1:
            return (
                _("One game in: %(names)s leads 1 to nothing.", names=names)
                if self._one_leads
                else _("One game in: %(names)s share the win.", names=names)
            )
        said = ngettext("%(count)s game in", "%(count)s games in", games, count=opening(number_word(games)))
        wins = ngettext("%(num)d win", "%(num)d wins", best)
        if self._one_leads:
            return _("%(so_far)s: %(name)s leads with %(wins)s.", so_far=said, name=names, wins=wins)
        return _("%(so_far)s: %(names)s have %(wins)s each.", so_far=said, names=names, wins=wins)

    @property
    def _one_leads(self) -> bool:
        wins = sorted((tally.wins for _person, tally in self.played), reverse=True)
        return wins[0] > [*wins, 0][1]

    @cached_property
    def _dearest(self) -> Record | None:
        """Of the game that was played most."""
        records = {(r.variant, r.scale): r for r in records_of(self.selection, (WORST_HAND,))}
        by_sheets: dict[tuple[str, str], int] = {}
        for account in (account for own in self.accounts.values() for account in own):
            by_sheets[account.key] = by_sheets.get(account.key, 0) + account.sessions
        return max(records.values(), key=lambda r: by_sheets.get((r.variant, r.scale), 0), default=None)

    @cached_property
    def dearest(self) -> DrawnHand | None:
        if self._dearest is None:
            return None
        session_id = self._dearest.holders[0].session_id
        classes = classes_in([session_id])[session_id]
        return drawn([self._dearest], self.people, classes)[WORST_HAND.key]

    @cached_property
    def costliest(self) -> Cost | None:
        """The class of cards that has cost most in the same game."""
        if self._dearest is None or self.dearest is None:
            return None
        caught = caught_with(self.selection).get((self._dearest.variant, self._dearest.scale), [])
        return next((cost for cost in costs_of(caught, self.dearest.classes) if cost.named), None)
