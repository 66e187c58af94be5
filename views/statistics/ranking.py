"""Who wins how often, beside what chance alone would give: the table of the group's statistics."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from flask_babel import gettext as _

from game.analysis.interval import may_be_highest, wilson, z_of_one_in
from models import Player
from models.names import isolated
from models.statistics.tally import Tally, add_up
from views.wording.figures import rounded
from views.wording.phrases import listed

LEAST_SESSIONS = 10  # for a place in a ranking, and for a share to be shown in one
SAME = "0.000001"  # shares as near as this are one: sums of fractions differ in their last digits
ROOM = 1.25  # how much longer a bar could be than the longest

Tallies = Mapping[uuid.UUID, Mapping[str, Tally]]
People = Mapping[uuid.UUID, Player]
Ranked = tuple[int, Player, Tally]


def ranking(tallies: Tallies, people: People) -> list[Ranked]:
    """Place, player and tally of who has played enough, best against chance first; equals share a place.

    One alone has none.
    """
    enough = [(person, tally) for person, tally in _sums(tallies, people) if tally.sessions >= LEAST_SESSIONS]
    if len(enough) == 1:
        return []
    enough.sort(key=lambda one: (-one[1].against_chance, -one[1].sessions, one[0].name))
    worth = [rounded(tally.against_chance, SAME) for _person, tally in enough]
    return [(worth.index(own) + 1, person, tally) for own, (person, tally) in zip(worth, enough, strict=True)]


def unranked(tallies: Tallies, people: People, ranked: Sequence[Ranked]) -> list[tuple[Player, Tally]]:
    """Everybody else, most sessions first; whoever stayed in none to the end is left out."""
    placed = {person.id for _place, person, _tally in ranked}
    few = [(p, tally) for p, tally in _sums(tallies, people) if tally.sessions and p.id not in placed]
    return sorted(few, key=lambda one: (-one[1].sessions, one[0].name))


def longest_bar(ranked: Iterable[Ranked]) -> float:
    """The share that a whole bar stands for, so that bars differ to the eye."""
    shares = [share for _place, _person, tally in ranked for share in (tally.win_share, tally.chance_share)]
    return min(1.0, ROOM * max(shares, default=1.0)) or 1.0


def luck_in_words(ranked: Sequence[Ranked]) -> str:
    """Whose place luck does not explain; "" where there is none. Whoever picks the best of many picks luck as
    well, so each share is seen as one of so many.
    """
    sure = [
        isolated(person.name)
        for _place, person, tally in ranked
        if wilson(tally.wins, tally.sessions, z_of_one_in(len(ranked))).low > tally.chance_share
    ]
    if not sure:
        return _("Nobody wins more than luck explains: too close to tell.") if ranked else ""
    names = listed(sure)
    return _("More wins than luck explains: %(names)s. Of nobody else here can that be said.", names=names)


class Champion(NamedTuple):
    """Who has won the largest share of a variant's sessions played to the end: several where they share it.

    rivals: how many may well be the best, as far as luck lets one tell.
    """

    first: list[tuple[Player, Tally]]
    rivals: int

    @property
    def is_sure(self) -> bool:
        return self.rivals == len(self.first)


def champion(variant: str, tallies: Tallies, people: People) -> Champion | None:
    """None before anyone has sessions enough, and where nobody of them has won."""
    enough = [
        (people[player], by_variant[variant])
        for player, by_variant in tallies.items()
        if variant in by_variant and by_variant[variant].sessions >= LEAST_SESSIONS
    ]
    best = max((tally.win_share for _person, tally in enough), default=0.0)
    if not best:
        return None
    first = [(person, tally) for person, tally in enough if tally.win_share == best]
    first.sort(key=lambda one: (-one[1].sessions, one[0].name))
    return Champion(first, len(may_be_highest([(tally.wins, tally.sessions) for _person, tally in enough])))


def _sums(tallies: Tallies, people: People) -> list[tuple[Player, Tally]]:
    return [(people[player], add_up(by_variant.values())) for player, by_variant in tallies.items()]
