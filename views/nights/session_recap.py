"""One session in the recap of its night: result, course, turning point, worst hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from flask_babel import format_time, ngettext
from flask_babel import gettext as _

from game.analysis.recap import Recap
from game.analysis.story import Story, StoryKind
from game.scoring.facts import Hand
from game.scoring.standings import Standing
from game.variants.eights import class_of_eights
from models import Change, Player, Session
from models.change import UNDO
from views.words.adjustments import adjustments_in_words
from views.words.chart import Chart
from views.words.deals import blocks_in_words
from views.words.hands import name_of, names_of, the_word
from views.words.phrases import listed
from views.words.results import (
    early_in_words,
    end_in_a_sentence,
    handovers_in_words,
    headline_of,
    score,
    story_in_words,
    winner_in_words,
)
from views.words.score_chart import score_chart

MAX_WORST_HANDS = 2


class SessionRecap:
    """A session for the page, the text and the picture of a night."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def is_included(self) -> bool:
        """Whether the night's figures include it."""
        return self.session.is_finished and bool(self.session.rounds)

    @property
    def is_known(self) -> bool:
        """Whether it is finished and its rounds are known."""
        return self.is_included and not self.session.totals_only

    @cached_property
    def recap(self) -> Recap:
        """Empty where only totals are known."""
        rounds = self.session.rounds if self.is_known else []
        misdeals = [played.misdeals for played in self.session.rounds]
        rules, seats = self.session.rules, self.session.scored.seats
        return Recap(rules, seats, rounds, misdeals, self.class_of_eights)

    @property
    def class_of_eights(self) -> str | None:
        return class_of_eights(self.session.variant, self.session.rules)

    @property
    def headline(self) -> str:
        return headline_of(self.session) if self.session.is_finished else _("Waits to be played on")

    @property
    def times(self) -> str:
        """Start and end; "" without times."""
        if not self.session.hours_known:
            return ""
        begun = format_time(self.session.started_at, "short")
        ended = format_time(self.session.last_played_at, "short")
        return begun if begun == ended or not self.session.is_finished else f"{begun}–{ended}"

    @cached_property
    def standings(self) -> list[Standing]:
        """At the end, or now, best first; rank is None for a side that left."""
        return self.session.standings() if self.session.rounds else []

    @property
    def totals(self) -> list[str]:
        """ "Bo 98", "Cara 99" and so on, best first."""
        return [
            f"{names_of(side.seats, self.session)} {score(side.total, self.session)}"
            for side in self.standings
        ]

    @cached_property
    def sides(self) -> list[tuple[list[Player], Standing]]:
        """The standings with the players of each side."""
        seats = self.session.seats
        return [([seat.player for seat in seats if seat.id in side.seats], side) for side in self.standings]

    @property
    def winners(self) -> list[Player]:
        return [seat.player for seat in self.session.seats if seat.final_won]

    @cached_property
    def margin(self) -> int:
        """The winners' distance in points to the next; 0 where there is none, where wins are counted, and
        where totals have no distances.
        """
        rules = self.session.rules
        keys = [rules.sort_key(side.total) for side in self.standings if side.rank is not None]
        if rules.counts_wins or not keys or not rules.has_distances:
            return 0
        return min((key for key in keys if key > keys[0]), default=keys[0]) - keys[0]

    @property
    def notes(self) -> list[str]:
        """What a reader should know beside the result."""
        blocks = [] if self.session.totals_only else blocks_in_words(self.session)
        early, handovers = early_in_words(self.session), handovers_in_words(self.session)
        first = [self._order_in_words if self.standings else "", *blocks, early]
        return [*filter(None, first), *handovers, *adjustments_in_words(self.session)]

    @property
    def _order_in_words(self) -> str:
        """What the standings are in the order of, where it is not their points."""
        rules = self.session.rules
        if rules.without_points:
            return ""
        if rules.counts_wins:
            return _("Rounds won count; most wins takes it.")
        if rules.eliminate_at is not None:
            return end_in_a_sentence(rules)
        return "" if rules.counts_points else winner_in_words(rules)

    @property
    def chart(self) -> Chart | None:
        return score_chart(self.session) if self.is_known else None

    @property
    def lead(self) -> str:
        """Since which round the winners have led; "" where unknown."""
        since = self.recap.leading_since
        if since is None:
            return ""
        kind = StoryKind.LAST_ROUND if 1 < since == len(self.session.rounds) else StoryKind.LED_SINCE
        winners = tuple(seat.id for seat in self.session.seats if seat.final_won)
        return story_in_words(Story(kind, winners, round=since), self.session)

    @property
    def swing(self) -> str:
        """ "Round 4: Bo from 8 points ahead to 33 behind"; "" without a turning point."""
        swing = self.recap.swing
        if swing is None:
            return ""
        return _(
            "%(round)s %(number)d: %(names)s from %(before)s to %(after)s",
            round=the_word(self.session, "Round"),
            number=swing.round,
            names=listed([name_of(seat, self.session) for seat in swing.winner]),
            before=_distance(swing.before),
            after=_distance(swing.after, unit=not swing.before),
        )

    @property
    def worst_hands(self) -> list[tuple[str, Hand]]:
        """The first few, with player and round: "Cara, round 2, 60 points"."""
        return [
            (self._hand_in_words(number, hand), hand)
            for number, hand in self.recap.worst_hands[:MAX_WORST_HANDS]
        ]

    @property
    def more_worst_hands(self) -> int:
        return max(0, len(self.recap.worst_hands) - MAX_WORST_HANDS)

    def _hand_in_words(self, number: int, hand: Hand) -> str:
        return ngettext(
            "%(name)s, %(round)s %(number)d: %(num)d point",
            "%(name)s, %(round)s %(number)d: %(num)d points",
            hand.points or 0,
            name=name_of(hand.seat, self.session),
            round=the_word(self.session, "round"),
            number=number,
        )


def _distance(points: int, *, unit: bool = True) -> str:
    """unit: append the unit, once in a sentence."""
    if points == 0:
        return _("even")
    if not unit:
        return _("%(points)d ahead", points=points) if points > 0 else _("%(points)d behind", points=-points)
    if points > 0:
        return ngettext("%(num)d point ahead", "%(num)d points ahead", points)
    return ngettext("%(num)d point behind", "%(num)d points behind", -points)


def counts_in_words(counts: Mapping[str, int]) -> str:
    """ "Bo 4, Anna 3 and Cara 3", highest first."""
    highest_first = sorted(counts.items(), key=lambda pair: -pair[1])
    return listed([f"{name}\N{NO-BREAK SPACE}{count}" for name, count in highest_first])


def night_change_in_words(change: Change) -> str:
    """What was written of a night: "Place: at Bo’s. Note: none"."""
    pieces: Iterable[Sequence[Mapping[str, str | None] | None]] = change.diff.values()
    written = next((after for _before, after in pieces if after), {})
    labels = {"place": _("Place"), "note": _("Note")}
    changes = "; ".join(f"{labels[field]}: {written[field] or '–'}" for field in labels if field in written)
    return _("Taken back: %(change)s", change=changes) if change.kind == UNDO else changes
