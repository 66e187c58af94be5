"""What the umpire's decisions decide: a later correction may have changed the totals they were made for."""

from __future__ import annotations

from enum import StrEnum

from game.tournament.cut import DecidedBy
from game.tournament.facts import Decision, DecisionKind
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
    ties = _ties(tournament)
    return [
        _cut(tournament, is_last=decision is cuts[-1])
        if decision.kind is DecisionKind.CUT
        else ties.pop(0)
        if decision.kind is DecisionKind.TIE
        else _other(tournament, decision)
        for decision in tournament.decisions
    ]


def _cut(tournament: TournamentState, *, is_last: bool) -> DecisionStatus:
    if not is_last:
        return DecisionStatus.NOT_NEEDED
    if not tournament.rounds_are_over:
        return DecisionStatus.DECIDES
    if tournament.cut is None or tournament.cut.decided_by is DecidedBy.SCORE:
        return DecisionStatus.NOT_NEEDED
    if tournament.cut.decided_by is DecidedBy.UMPIRE:
        return DecisionStatus.DECIDES
    return DecisionStatus.AGAIN if tournament.playoff is None else DecisionStatus.TOO_LATE


def _ties(tournament: TournamentState) -> list[DecisionStatus]:
    """Of the decisions about shared places, each of which applies to the standings after those before it."""
    orders = tournament.tie_orders
    if tournament.phase is not Phase.OVER:
        return [DecisionStatus.DECIDES] * len(orders)
    shared = [place.rank for place in tournament.final if place.rank is not None]
    level = {place.player for place in tournament.final if shared.count(place.rank or 0) > 1}
    found, table = [], tournament.final_before_ties
    for order in orders:
        if tie_applies(table, order):
            found.append(DecisionStatus.DECIDES)
            table = with_tie_decisions(table, [order])
        else:
            found.append(DecisionStatus.AGAIN if level & set(order) else DecisionStatus.NOT_NEEDED)
    return found


def _other(tournament: TournamentState, decision: Decision) -> DecisionStatus:
    """Of a player who plays on: needed as long as that player has left the table."""
    if decision.kind is not DecisionKind.PLAYS_ON or decision.stage is None:
        return DecisionStatus.DECIDES
    tables = tournament.tables_of(decision.stage)
    has_left = any(player in table.left for table in tables for player in decision.players)
    return DecisionStatus.DECIDES if has_left else DecisionStatus.NOT_NEEDED
