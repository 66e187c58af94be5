"""What there is to tell of one year: facts alone, each from so many nights or games."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cached_property

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Player
from models.names import isolated
from models.statistics.honours import Milestone, milestones_of
from models.statistics.nights import Hours, hours_of, nights_of_each
from models.statistics.rivals import Pair, strangers
from models.statistics.selection import Selection
from models.statistics.tally import Overview, Tally, add_up, overview_of, tallies_of
from views.wording.figures import number, rounded
from views.wording.phrases import listed, pairs_in_words, variant_name
from views.years.moments import Moment, moments_of

LEAST_MET = 5  # games of the year, before it is told whom somebody has not met
MOST_MILESTONES = 200
HOUR = timedelta(hours=1)


class PlayerYear:
    """One player's year. nights: on which they sat at a table of a finished game."""

    def __init__(self, player: Player, tally: Tally, nights: int) -> None:
        self.player, self.tally, self.nights = player, tally, nights

    @property
    def order(self) -> tuple[float, float, str]:
        """Most wins first, then the better average place."""
        return -self.tally.wins, self.tally.average_place or float("inf"), self.player.name


class YearReview:
    """At most seventeen queries, however much was played."""

    def __init__(self, group_id: uuid.UUID, year: int, people: Mapping[uuid.UUID, Player]) -> None:
        self.year, self.people = year, people
        self.selection = Selection(group_id, first_day=date(year, 1, 1), last_day=date(year, 12, 31))
        self.tallies = tallies_of(self.selection)

    @cached_property
    def overview(self) -> Overview:
        return overview_of(self.selection, self.tallies)

    @cached_property
    def hours(self) -> Hours:
        return hours_of(self.selection)

    @property
    def whole_hours(self) -> int:
        return int(rounded(self.hours.played / HOUR))

    @cached_property
    def lines(self) -> list[PlayerYear]:
        """Everybody who was there."""
        nights = nights_of_each(self.selection)
        sums = {player: add_up(own.values()) for player, own in self.tallies.items()}
        found = (PlayerYear(self.people[one], tally, nights[one]) for one, tally in sums.items())
        return sorted(found, key=lambda line: line.order)

    @property
    def places(self) -> list[tuple[int, PlayerYear]]:
        """With their place: equal ones share it; 0 for whoever stayed to no end."""
        order = [line.order[:2] for line in self.lines]
        return [(order.index(line.order[:2]) + 1 if line.tally.sessions else 0, line) for line in self.lines]

    @property
    def most_wins(self) -> list[PlayerYear]:
        """Who won most games: several where they won as many."""
        most = max((line.tally.wins for line in self.lines), default=0)
        return [line for line in self.lines if most and line.tally.wins == most]

    @property
    def headline(self) -> str:
        """ "Anna won most games"."""
        names = listed([isolated(line.player.name) for line in self.most_wins])
        if not names:
            return _("Nobody has won a game yet")
        return ngettext(
            "%(names)s won most games", "%(names)s share the most wins", len(self.most_wins), names=names
        )

    @property
    def detail(self) -> str:
        """ "34 of 110", of those who won most alone; what of all the year."""
        games = self.overview.all_sessions
        most = self.most_wins
        if len(most) == 1:
            tally = most[0].tally
            return _("%(wins)s of %(sessions)s", wins=number(tally.wins), sessions=number(tally.sessions))
        return ngettext("%(count)s game", "%(count)s games", games, count=number(games))

    @cached_property
    def moments(self) -> list[Moment]:
        return moments_of(self.selection, self.people, list(self.overview.sessions), self.overview.nights)

    @cached_property
    def milestones(self) -> list[Milestone]:
        """First games and first wins, the 100th game: oldest first."""
        return milestones_of(self.selection, most=MOST_MILESTONES)[::-1]

    @property
    def firsts(self) -> list[Milestone]:
        """The first game and the first win of somebody."""
        return [one for one in self.milestones if 1 in (one.nth, one.wins)]

    @property
    def round_numbers(self) -> list[Milestone]:
        return [one for one in self.milestones if 1 not in (one.nth, one.wins)]

    @cached_property
    def strangers(self) -> list[Pair]:
        """Who never sat at one table that year, of those who played a little."""
        often = [line for line in self.lines if line.tally.sessions >= LEAST_MET]
        often.sort(key=lambda line: -line.tally.sessions)
        return strangers(self.selection, [line.player for line in often])

    @property
    def pairs(self) -> str:
        return pairs_in_words(self.strangers)

    @property
    def games(self) -> Iterator[tuple[str, int]]:
        """What was played how often."""
        for variant, sessions in self.overview.sessions.items():
            yield variant_name(variant), sessions
