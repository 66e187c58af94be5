"""What the umpire's decisions decide: a later correction may have changed the totals they were made for."""

from __future__ import annotations

from enum import StrEnum

from game.tournament.cut import DecidedBy
from game.tournament.facts import DecisionKind
from game.tournament.standings import tie_applies, with_tie_decisions
from game.tournament.state import Phase, TournamentState


class DecisionStatus(StrEnum):
    """What a decision decides by the present totals."""

    DECIDES = "decides"  # also while a table is played that it depends on
    NOT_NEEDED = "not_needed"  # the totals decide, or another decision
    AGAIN = "again"  # it has to be made again
    TOO_LATE = "too_late"  # it does not fit the totals, but the play-off has been drawn with it


def decision_statuses(tournament: TournamentState) -> list[DecisionStatus]:
    """Return the status of each decision, in their order."""
    cuts = [decision for decision in tournament.decisions if decision.kind is DecisionKind.CUT]
    tie_statuses = iter(_tie_statuses(tournament))
    statuses = []
    for decision in tournament.decisions:
        if decision.kind is DecisionKind.CUT:
            statuses.append(_cut_status(tournament, is_last=decision is cuts[-1]))
        elif decision.kind is DecisionKind.TIE:
            statuses.append(next(tie_statuses))
        elif decision.kind is DecisionKind.PLAYS_ON and decision.stage is not None:
            # needed as long as the player has left the table
            tables = tournament.tables_of(decision.stage)
            has_left = any(player in table.left for table in tables for player in decision.players)
            statuses.append(DecisionStatus.DECIDES if has_left else DecisionStatus.NOT_NEEDED)
        else:
            statuses.append(DecisionStatus.DECIDES)
    return statuses


def _cut_status(tournament: TournamentState, *, is_last: bool) -> DecisionStatus:
    if not is_last:
        return DecisionStatus.NOT_NEEDED
    if not tournament.rounds_are_over:
        return DecisionStatus.DECIDES
    if tournament.cut is None or tournament.cut.decided_by is DecidedBy.SCORE:
        return DecisionStatus.NOT_NEEDED
    if tournament.cut.decided_by is DecidedBy.UMPIRE:
        return DecisionStatus.DECIDES
    return DecisionStatus.AGAIN if tournament.playoff is None else DecisionStatus.TOO_LATE


def _tie_statuses(tournament: TournamentState) -> list[DecisionStatus]:
    """Return the status of each decision about shared places.

    Each of them applies to the standings after those before it.
    """
    orders = tournament.tie_orders
    if tournament.phase is not Phase.OVER:
        return [DecisionStatus.DECIDES] * len(orders)
    ranks = [place.rank for place in tournament.final if place.rank is not None]
    level = {place.player for place in tournament.final if ranks.count(place.rank or 0) > 1}
    statuses, table = [], tournament.final_before_ties
    for order in orders:
        if tie_applies(table, order):
            statuses.append(DecisionStatus.DECIDES)
            table = with_tie_decisions(table, [order])
        else:
            statuses.append(DecisionStatus.AGAIN if level & set(order) else DecisionStatus.NOT_NEEDED)
    return statuses
