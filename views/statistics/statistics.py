"""The overview: wins compared with chance, and plain figures before anyone has enough sessions for that."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from flask import render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.interval import bonferroni_z, possible_highest, wilson
from models import Player
from models.names import isolated
from models.statistics.points import PointsSummary, card_costs, classes_in, points_summaries_by_player
from models.statistics.records import WORST_HAND, StatisticsRecord, records_of
from models.statistics.rivals import duels
from models.statistics.selection import Selection
from models.statistics.tally import Tally, add_up, overview_of, tallies_of
from views.statistics import bp
from views.statistics.costs import Cost, DrawnHand, costs_of, drawn
from views.statistics.filter import filter_of
from views.web.access import reader
from views.wording.figures import rounded
from views.wording.phrases import listed, number_word, opening

MIN_SESSIONS = 10  # for a place in a ranking, and for a share to be shown in one
PRECISION = "0.000001"  # shares as near as this are one: sums of fractions differ in their last digits
ROOM = 1.25  # how much longer a bar could be than the longest

Tallies = Mapping[uuid.UUID, Mapping[str, Tally]]
People = Mapping[uuid.UUID, Player]
Ranked = tuple[int, Player, Tally]


@bp.get("")
def show(group_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    chosen = filter_of(group_id)
    tallies, people = tallies_of(chosen.selection), chosen.people
    ranked = ranking(tallies, people)
    few = unranked(tallies, people, ranked)
    overview = overview_of(chosen.selection, tallies)
    return render_template(
        "statistics/show.html",
        chosen=chosen,
        overview=overview,
        ranked=ranked,
        few=few,
        first=FirstGames(chosen.selection, few, people) if few and not ranked else None,
        whole_bar=longest_bar(ranked),
        duels=duels(chosen.selection, people) if ranked else [],
        luck=luck_in_words(ranked),
        champions={variant: champion(variant, tallies, people) for variant in overview.sessions},
        least=MIN_SESSIONS,
    )


def ranking(tallies: Tallies, people: People) -> list[Ranked]:
    """Place, player and tally of who has played enough, best against chance first; equals share a place.

    One alone has none.
    """
    enough = [(person, tally) for person, tally in _sums(tallies, people) if tally.sessions >= MIN_SESSIONS]
    if len(enough) == 1:
        return []
    enough.sort(key=lambda pair: (-pair[1].wins_per_expected, -pair[1].sessions, pair[0].name))
    rates = [rounded(tally.wins_per_expected, PRECISION) for _person, tally in enough]
    return [
        (rates.index(rate) + 1, person, tally) for rate, (person, tally) in zip(rates, enough, strict=True)
    ]


def unranked(tallies: Tallies, people: People, ranked: Sequence[Ranked]) -> list[tuple[Player, Tally]]:
    """The other players, most sessions first, without those who finished none."""
    placed = {person.id for _place, person, _tally in ranked}
    few = [(p, tally) for p, tally in _sums(tallies, people) if tally.sessions and p.id not in placed]
    return sorted(few, key=lambda pair: (-pair[1].sessions, pair[0].name))


def longest_bar(ranked: Iterable[Ranked]) -> float:
    """The share at full width, chosen so that bars differ visibly."""
    shares = [share for _place, _person, tally in ranked for share in (tally.win_share, tally.expected_share)]
    return min(1.0, ROOM * max(shares, default=1.0)) or 1.0


def luck_in_words(ranked: Sequence[Ranked]) -> str:
    """Players whose rank luck does not explain; "" without any.

    The best of many is partly lucky, so each share is tested as one of so many (multiple comparisons).
    """
    sure = [
        isolated(person.name)
        for _place, person, tally in ranked
        if wilson(tally.wins, tally.sessions, bonferroni_z(len(ranked))).low > tally.expected_share
    ]
    if not sure:
        return _("Nobody wins more than luck explains: too close to tell.") if ranked else ""
    names = listed(sure)
    return _("More wins than luck explains: %(names)s. Of nobody else here can that be said.", names=names)


class Champion(NamedTuple):
    """The players with the largest share of a variant's finished sessions.

    rivals: number of players who may be the best, given the uncertainty.
    """

    first: list[tuple[Player, Tally]]
    rivals: int

    @property
    def is_sure(self) -> bool:
        return self.rivals == len(self.first)


def champion(variant: str, tallies: Tallies, people: People) -> Champion | None:
    """None before anyone has enough sessions, and where none of them has won."""
    enough = [
        (people[player], by_variant[variant])
        for player, by_variant in tallies.items()
        if variant in by_variant and by_variant[variant].sessions >= MIN_SESSIONS
    ]
    best = max((tally.win_share for _person, tally in enough), default=0.0)
    if not best:
        return None
    first = [(person, tally) for person, tally in enough if tally.win_share == best]
    first.sort(key=lambda pair: (-pair[1].sessions, pair[0].name))
    return Champion(first, len(possible_highest([(tally.wins, tally.sessions) for _person, tally in enough])))


def _sums(tallies: Tallies, people: People) -> list[tuple[Player, Tally]]:
    return [(people[player], add_up(by_variant.values())) for player, by_variant in tallies.items()]


class FirstGames:
    """played: everybody who stayed to an end, with a tally. Six queries, however many they are."""

    def __init__(
        self, selection: Selection, played: Sequence[tuple[Player, Tally]], people: Mapping[uuid.UUID, Player]
    ) -> None:
        self.selection, self.played, self.people = selection, played, people
        self.summaries = points_summaries_by_player(selection)

    @property
    def lines(self) -> list[tuple[Player, Tally, PointsSummary | None]]:
        """Most wins first, then the better average place.

        summary: where the points come from; None where they have no common scale.
        """
        order = sorted(self.played, key=lambda pair: (-pair[1].wins, pair[1].average_rank or 0, pair[0].name))
        return [(person, tally, self._only_summary(person)) for person, tally in order]

    def _only_summary(self, person: Player) -> PointsSummary | None:
        """Points of different games are never added."""
        if len({summary.key for summary in self._all_summaries}) != 1:
            return None
        summaries = self.summaries.get(person.id, [])
        return summaries[0] if summaries and summaries[0].all.average is not None else None

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
        so_far = ngettext("%(count)s game in", "%(count)s games in", games, count=opening(number_word(games)))
        wins = ngettext("%(num)d win", "%(num)d wins", best)
        if self._one_leads:
            return _("%(so_far)s: %(name)s leads with %(wins)s.", so_far=so_far, name=names, wins=wins)
        return _("%(so_far)s: %(names)s have %(wins)s each.", so_far=so_far, names=names, wins=wins)

    @property
    def _all_summaries(self) -> list[PointsSummary]:
        return [summary for summaries in self.summaries.values() for summary in summaries]

    @property
    def _one_leads(self) -> bool:
        wins = sorted((tally.wins for _person, tally in self.played), reverse=True)
        return wins[0] > [*wins, 0][1]

    @cached_property
    def _worst_record(self) -> StatisticsRecord | None:
        """Of the game that was played most."""
        records = {(r.variant, r.scale): r for r in records_of(self.selection, (WORST_HAND,))}
        sessions: Counter[tuple[str, str]] = Counter()
        for summary in self._all_summaries:
            sessions[summary.key] += summary.sessions
        return max(records.values(), key=lambda r: sessions[r.variant, r.scale], default=None)

    @cached_property
    def worst_hand(self) -> DrawnHand | None:
        if self._worst_record is None:
            return None
        session_id = self._worst_record.holders[0].session_id
        classes = classes_in([session_id])[session_id]
        return drawn([self._worst_record], self.people, classes)[WORST_HAND.key]

    @cached_property
    def costliest(self) -> Cost | None:
        """The card class that has cost most in the same game."""
        if self._worst_record is None or self.worst_hand is None:
            return None
        caught = card_costs(self.selection).get((self._worst_record.variant, self._worst_record.scale), [])
        return next((cost for cost in costs_of(caught, self.worst_hand.classes) if cost.named), None)
