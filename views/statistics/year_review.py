"""Facts and highlights of one year, each with the number of nights or games behind it."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from game.scoring.rules import CardClass
from models import Player
from models.names import isolated
from models.statistics.honours import Milestone, milestones_of
from models.statistics.nights import known_lengths, most_rounds, most_sessions, nights_of_each
from models.statistics.points import classes_in
from models.statistics.records import CLOSEST, WORST_HAND, StatisticsRecord, cards_of, records_of
from models.statistics.rivals import Pair, never_met
from models.statistics.selection import Selection
from models.statistics.tally import Overview, Tally, add_up, overview_of, tallies_of
from views.statistics.records import several_scales
from views.wording.figures import number
from views.wording.phrases import listed, pairs_in_words, scale_in_words, variant_name

MIN_SESSIONS_FOR_NEVER_MET = 5  # games of the year, from which on a player is listed as never met
MAX_MILESTONES = 200
MAX_GAMES = 3  # whose worst hand and closest finish are shown
MAX_TIMES = 3  # what was reached more often is no highlight


class PlayerYear:
    """One player's year. nights: on which they sat at a table of a finished game."""

    def __init__(self, player: Player, tally: Tally, nights: int) -> None:
        self.player, self.tally, self.nights = player, tally, nights

    @property
    def order(self) -> tuple[float, float, str]:
        """Most wins first, then the better average place."""
        return -self.tally.wins, self.tally.average_rank or float("inf"), self.player.name


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
    def known_lengths(self) -> list[timedelta]:
        """The total duration of games whose hours are known."""
        return known_lengths(self.selection)

    @cached_property
    def lines(self) -> list[PlayerYear]:
        """All players of the year."""
        nights = nights_of_each(self.selection)
        lines = [
            PlayerYear(self.people[player_id], add_up(by_variant.values()), nights[player_id])
            for player_id, by_variant in self.tallies.items()
        ]
        return sorted(lines, key=lambda line: line.order)

    @property
    def places(self) -> list[tuple[int, PlayerYear]]:
        """With ranks: ties share one; 0 for those who finished no game."""
        order = [line.order[:2] for line in self.lines]
        return [(order.index(line.order[:2]) + 1 if line.tally.sessions else 0, line) for line in self.lines]

    @property
    def most_wins(self) -> list[PlayerYear]:
        """The players with most wins: several if tied."""
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
    def moments(self) -> list[YearHighlight]:
        return moments_of(self.selection, self.people, list(self.overview.sessions), self.overview.nights)

    @cached_property
    def milestones(self) -> Sequence[Milestone]:
        """First games and first wins, the 100th game: oldest first."""
        return milestones_of(self.selection, most=MAX_MILESTONES)[::-1]

    @property
    def firsts(self) -> list[Milestone]:
        """First games and first wins."""
        return [milestone for milestone in self.milestones if 1 in (milestone.nth, milestone.wins)]

    @property
    def round_numbers(self) -> list[Milestone]:
        return [milestone for milestone in self.milestones if 1 not in (milestone.nth, milestone.wins)]

    @cached_property
    def never_met(self) -> list[Pair]:
        """Pairs that never sat at one table that year, of players with enough games."""
        often = [line for line in self.lines if line.tally.sessions >= MIN_SESSIONS_FOR_NEVER_MET]
        often.sort(key=lambda line: -line.tally.sessions)
        return never_met(self.selection, [line.player for line in often])

    @property
    def pairs(self) -> str:
        return pairs_in_words(self.never_met)

    @property
    def games(self) -> Iterator[tuple[str, int]]:
        """Names of the variants, each with its number of games."""
        for variant, sessions in self.overview.sessions.items():
            yield variant_name(variant), sessions


class YearHighlight(NamedTuple):
    """A record of the year. where: the game. times: number of times it was reached. cards: of the hand."""

    label: str
    figure: str
    where: str
    times: int
    night_id: uuid.UUID
    day: date
    cards: Mapping[str, int] = {}
    classes: Sequence[CardClass] = ()

    @property
    def also(self) -> str:
        """ "and 2 more times"; "" where it was the only time."""
        more = self.times - 1
        return ngettext("and %(num)d more time", "and %(num)d more times", more) if more else ""


def moments_of(
    selection: Selection, people: Mapping[uuid.UUID, Player], variants: Sequence[str], nights: int
) -> list[YearHighlight]:
    """variants: played variants, most often first; nights: their number of nights. At most seven queries."""
    records = sorted(
        records_of(selection, (WORST_HAND, CLOSEST)),
        key=lambda record: (variants.index(record.variant), record.since, record.scale),
    )
    several = several_scales({(record.variant, record.scale) for record in records})
    hands = [record for record in records if record.measure is WORST_HAND][:MAX_GAMES]
    finishes = [record for record in records if record.measure is CLOSEST][:MAX_GAMES]
    highlights = [
        *_worst_hand(hands, people, several),
        *(_closest(record, people, several) for record in finishes),
        *(_of_nights(selection) if nights > 1 else ()),
    ]
    return [highlight for highlight in highlights if highlight.times <= MAX_TIMES]


def _worst_hand(
    records: Sequence[StatisticsRecord], people: Mapping[uuid.UUID, Player], several: Collection[str]
) -> Iterator[YearHighlight]:
    firsts = [record.holders[0] for record in records]
    cards, classes = cards_of(firsts), classes_in(first.session_id for first in firsts)
    for record, first in zip(records, firsts, strict=True):
        yield YearHighlight(
            label=_("Costliest hand"),
            figure=f"{isolated(people[first.player_id].name)}, {number(int(record.value))}",
            where=_game(record, several),
            times=record.times,
            night_id=first.night_id,
            day=first.day,
            cards=cards.get(first, {}),
            classes=classes[first.session_id],
        )


def _closest(
    record: StatisticsRecord, people: Mapping[uuid.UUID, Player], several: Collection[str]
) -> YearHighlight:
    first, ahead = record.holders[0], int(record.value)
    name = isolated(people[first.player_id].name)
    figure = (
        ngettext("%(name)s by %(num)d point", "%(name)s by %(num)d points", ahead, name=name)
        if record.scale
        else ngettext("%(name)s by %(num)d win", "%(name)s by %(num)d wins", ahead, name=name)
    )
    return YearHighlight(
        label=_("Closest finish"),
        figure=figure,
        where=_game(record, several),
        times=record.times,
        night_id=first.night_id,
        day=first.day,
    )


def _game(record: StatisticsRecord, several: Collection[str]) -> str:
    """several: variants with records of more than one scale."""
    name = variant_name(record.variant)
    is_one = record.variant not in several
    return name if is_one else f"{name}, {scale_in_words(record.scale, record.since)}"


def _of_nights(selection: Selection) -> Iterator[YearHighlight]:
    rounds, sessions = most_rounds(selection), most_sessions(selection)
    if rounds:
        deals = ngettext("%(num)d deal", "%(num)d deals", rounds.size)
        yield YearHighlight(_("Longest night"), deals, "", rounds.times, rounds.night_id, rounds.day)
    if sessions:
        games = ngettext("%(num)d game", "%(num)d games", sessions.size)
        yield YearHighlight(
            _("Most games in a night"), games, "", sessions.times, sessions.night_id, sessions.day
        )
