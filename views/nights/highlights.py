"""What stood out in a night, as small cards: the dearest hand, the closest finish, the eights, the runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.night import sum_by_player, top_players
from game.analysis.outcome import scale_of
from models import Session
from models.names import isolated
from views.nights.session_recap import SessionRecap, counts_in_words
from views.words.hands import name_of, the_word
from views.words.phrases import listed, words


@dataclass(frozen=True)
class Highlight:
    """One card: what it is of, the figure, where that was, and the cards to draw in their session's words."""

    label: str
    figure: str
    where: str = ""
    cards: Mapping[str, int] | None = None
    session: Session | None = None

    @property
    def line(self) -> str:
        """The highlight as a line of a message."""
        return f"{self.label}: {self.figure}" + (f" ({self.where})" if self.where else "")


class Highlights:
    """sessions: finished ones. Points are compared only within a variant and scale."""

    def __init__(self, sessions: Sequence[SessionRecap]) -> None:
        self.sessions = sessions
        self.players = {seat.player_id: seat.name for one in sessions for seat in one.session.seats}
        known = sorted((one for one in sessions if one.is_known), key=_account)
        self.comparable = [list(same) for _key, same in groupby(known, key=_account)]

    def __iter__(self) -> Iterator[Highlight]:
        yield from self._worst_hand()
        yield from self._closest()
        yield from self._eights()
        yield from self._runs()
        yield from self._misdealt()

    def _worst_hand(self) -> Iterator[Highlight]:
        for same in self.comparable:
            worst = [(number, hand, one) for one in same for number, hand in one.recap.worst_hands]
            top = max((hand.points or 0 for _number, hand, _one in worst), default=0)
            worst_hands = [entry for entry in worst if entry[1].points == top]
            if worst_hands:
                number, hand, one = worst_hands[0]
                whose = dict.fromkeys(name_of(held.seat, game.session) for _number, held, game in worst_hands)
                where = self._where(
                    one, f"{the_word(one.session, 'round')} {number}" if len(worst_hands) == 1 else ""
                )
                yield Highlight(
                    _("Costliest hand"), f"{listed([*whose])}, {top}", where, hand.cards or None, one.session
                )

    def _closest(self) -> Iterator[Highlight]:
        """The closest finish of two sessions or more; a shared win is not one."""
        for same in self.comparable:
            close = [(one.margin, one) for one in same if one.margin]
            if len(close) > 1:
                margin, one = min(close, key=lambda pair: pair[0])
                figure = ngettext("%(num)d point", "%(num)d points", margin)
                ahead = [total for side, total in zip(one.standings, one.totals, strict=True) if side.leads]
                yield Highlight(
                    _("Closest finish"), figure, ", ".join(one.totals[: len(ahead) + 1]), session=one.session
                )

    def _eights(self) -> Iterator[Highlight]:
        known = [one for one in self.sessions if one.recap.eights is not None]
        highest, caught = top_players([_by_player(one, one.recap.eights) for one in known])
        if known and not highest:
            yield Highlight(_("Caught with eights"), _("nobody all night"))
        elif known:
            names = listed([isolated(self.players[player]) for player in caught])
            cards = {known[0].class_of_eights or "": highest}
            yield Highlight(
                _("Most eights caught"), f"{names}, {highest}", cards=cards, session=known[0].session
            )

    def _runs(self) -> Iterator[Highlight]:
        """The longest run of going out, or of winning rounds, and where."""
        runs = [(run, one) for one in self.sessions for run in one.recap.runs]
        longest = max((run.length for run, _one in runs), default=0)
        for run, one in runs:
            if run.length == longest:
                label = (
                    _("Out %(count)d times running", count=run.length)
                    if one.session.rules.holds_cards
                    else _("Won %(count)d times running", count=run.length)
                )
                rounds = f"{the_word(one.session, 'rounds')} {run.first}–{run.last}"
                yield Highlight(label, name_of(run.seat, one.session), self._where(one, rounds))

    def _misdealt(self) -> Iterator[Highlight]:
        wrong = sum_by_player(_by_player(one, one.recap.misdealt) for one in self.sessions)
        if wrong:
            named = {self.players[player]: count for player, count in wrong.items()}
            yield Highlight(_("Dealt wrongly"), counts_in_words(named))

    def _where(self, one: SessionRecap, place: str) -> str:
        """The game too, where there were several."""
        name = words(one.session.rules.name) if len(self.sessions) > 1 else ""
        return ", ".join(part for part in (name, place) if part)


def _account(one: SessionRecap) -> tuple[str, str]:
    return one.session.variant, scale_of(one.session.rules)


def _by_player(one: SessionRecap, counts: Mapping[Any, int] | None) -> dict[Any, int]:
    """What was counted by seat, by player."""
    players = {seat.id: seat.player_id for seat in one.session.seats}
    return {players[seat]: count for seat, count in (counts or {}).items()}
