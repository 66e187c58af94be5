"""How a session went and how it ended, as the sentences that the table reads and sends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Protocol

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from game.analysis.handovers import handovers
from game.analysis.story import Story, StoryKind
from game.analysis.story import story_of as story_from
from game.scoring.facts import SeatId
from game.scoring.rules import Rules
from game.scoring.targets import target
from models import Player, Session
from models.table.ending import may_reopen
from views.web.language import current_language
from views.words.figures import day, number, with_minus
from views.words.hands import names_of, the_word
from views.words.phrases import Plural, Sentence, listed, words

SENTENCES: dict[StoryKind, Sentence] = {
    StoryKind.LED_UNTIL_LAST: lazy_gettext("%(names)s led until %(last)s, then took %(points)d."),
    StoryKind.LED_BEFORE_LAST: lazy_gettext("%(names)s led before %(last)s, then took %(points)d."),
    StoryKind.BY_ONE_POINT: lazy_gettext("%(names)s won by a single point."),
    StoryKind.FROM_LAST_PLACE: lazy_gettext("%(names)s came from last place after %(round)s %(number)d."),
    StoryKind.DREW_LEVEL: lazy_gettext("%(names)s drew level with %(others)s in %(last)s."),
    StoryKind.LAST_ROUND: lazy_gettext("%(names)s pulled ahead in %(last)s."),
    StoryKind.LED_THROUGHOUT: lazy_gettext("%(names)s led from beginning to end."),
    StoryKind.LED_SINCE: lazy_gettext("%(names)s led from %(round)s %(number)d on."),
    StoryKind.ALL_LEVEL: lazy_gettext("Everybody finished level."),
    StoryKind.BY_POINTS: Plural(
        "%(names)s won by %(num)d point.", "%(names)s won by %(num)d points.", by="points"
    ),
}
# Where more points are better, the points of the last round did not cost the lead.
SENTENCES_OF_HIGHEST: dict[StoryKind, Sentence] = {
    StoryKind.LED_UNTIL_LAST: lazy_gettext("%(names)s led until %(last)s."),
    StoryKind.LED_BEFORE_LAST: lazy_gettext("%(names)s led before %(last)s."),
}
MAX_ON_STEPS = 4
LONG_NAME, VERY_LONG_NAME = 9, 22  # letters of the winners' names, from which they are written smaller


def story_of(session: Session) -> Story | None:
    """The story of a finished session; None without one, before the end, or where only totals are known."""
    if session.totals_only or not session.is_finished:
        return None
    return story_from(session.rules, session.scored.seats, session.rounds)


def story_in_words(story: Story | None, session: Session) -> str:
    """ "Cara led until the last round, then took 114."; "" where there is no story."""
    if story is None:
        return ""
    values = {
        "names": names_of(story.side, session),
        "others": names_of(story.others, session),
        "number": story.round,
        "points": story.points,
        "round": the_word(session, "round"),
        "last": _the_last_round(session),
    }
    highest = SENTENCES_OF_HIGHEST if session.rules.higher_is_better else {}
    return str((SENTENCES | highest)[story.kind] % values)


def _the_last_round(session: Session) -> str:
    """ "the last round"; Swedish, "sista rundan", hangs its article on the word itself."""
    key = "the_round" if current_language() == "sv" else "round"
    return _("the last %(word)s", word=the_word(session, key))


class PodiumRow(Protocol):
    """One side of a game, or one person of an evening. note: why it has no place."""

    @property
    def rank(self) -> int | None: ...
    @property
    def total(self) -> int: ...
    @property
    def leads(self) -> bool: ...
    @property
    def names(self) -> str: ...
    @property
    def players(self) -> Sequence[Player]: ...
    @property
    def note(self) -> str: ...


@dataclass(frozen=True)
class Podium:
    """rows: the standings, best first. score_note: "wins with 96". names_units: whether the totals are no
    points, and each row has a `unit`.
    """

    rows: Sequence[PodiumRow]
    score_note: str
    names_units: bool = False

    @cached_property
    def steps(self) -> list[list[PodiumRow]]:
        """Whole ranks as long as four fit; the first step always, however many share it."""
        ranked = [row for row in self.rows if row.rank is not None]
        steps: list[list[PodiumRow]] = []
        for _rank, together in groupby(ranked, key=lambda row: row.rank):
            step = list(together)
            if steps and sum(map(len, steps)) + len(step) > MAX_ON_STEPS:
                break
            steps.append(step)
        return steps

    @property
    def floor(self) -> list[PodiumRow]:
        """Rows without a step; those who left before the end come last."""
        raised = {id(row) for step in self.steps for row in step}
        return [row for row in self.rows if id(row) not in raised]

    @cached_property
    def names(self) -> str:
        """The winners'; "" where nothing was played."""
        return listed([row.names for row in self.rows if row.leads])

    @property
    def size(self) -> str:
        """How large the names can be written: a class of static/css/podium.css."""
        if len(self.names) < LONG_NAME:
            return ""
        return "long" if len(self.names) < VERY_LONG_NAME else "very-long"


def won_in_words(rows: Sequence[PodiumRow], session: Session) -> str:
    """The leaders' score: "wins with 96", "first to 100, with 104"; "" without leaders."""
    won = [row for row in rows if row.leads]
    if not won:
        return ""
    people = sum(len(row.players) for row in won)
    by_elimination = session.rules.eliminate_at is not None and not may_reopen(session)
    return _won(session.rules, won[0].total, len(won), people, by_elimination=by_elimination)


def won_patterns(rules: Rules) -> dict[str, dict[str, str]]:
    """The leaders' score at the end at a target, as patterns that a phone fills in.

    By who leads: one player "alone", a "team", or several sides "together"; then by a total that has a text
    of its own, or "other". "{total}" stands for the total.
    """
    goal = target(rules) or 0
    patterns = {}
    for leaders, sides, people in (("alone", 1, 1), ("team", 1, 2), ("together", 2, 2)):
        texts = {
            total: _won(rules, total, sides, people, by_elimination=True, shown="{total}")
            for total in (1, goal, goal + 1)
        }
        other = texts.pop(goal + 1)
        patterns[leaders] = {str(total): text for total, text in texts.items() if text != other}
        patterns[leaders]["other"] = other
    return patterns


def _won(rules: Rules, total: int, sides: int, people: int, *, by_elimination: bool, shown: str = "") -> str:
    """shown: the total in the text, if it is not the number. by_elimination: where there are eliminations."""
    shown = shown or number(total)
    if rules.without_points:
        return _("no points recorded")
    if rules.counts_wins and sides == 1:
        return ngettext("%(total)s win, the most", "%(total)s wins, the most", total, total=shown)
    if rules.counts_wins:
        return ngettext("%(total)s win each, the most", "%(total)s wins each, the most", total, total=shown)
    if sides == 1 and rules.eliminate_at is not None and by_elimination:
        return _("last one in, with %(total)s", total=shown)
    if sides > 1 or rules.first_to is None or not rules.higher_is_better or total < rules.first_to:
        return won_with(shown, people)
    if total == rules.first_to:
        return _("first to %(target)s", target=shown)
    return _("first to %(target)s, with %(total)s", target=number(rules.first_to), total=shown)


def won_with(total: str, people: int) -> str:
    """The score of so many people who share it."""
    if people > 1:
        return _("win together with %(total)s", total=total)
    return _("wins with %(total)s", total=total)


def headline_of(session: Session) -> str:
    """ "Cara wins", "Anna and Bo win together", or that nothing was played, or that it is not over."""
    if not session.is_finished:
        return _("Not over yet")
    names = [seat.name for seat in session.seats if seat.final_won]
    if not names:
        return _("Nothing was played")
    if len(names) == 1:
        return _("%(name)s wins", name=names[0])
    return _("%(names)s win together", names=listed(names))


def winner_in_words(rules: Rules) -> str:
    """Who wins, as a sentence for paper; "" where the lowest total of counted cards does, as usual."""
    if rules.counts_wins:
        return _("Rounds won are counted; the most rounds won wins.")
    if rules.tally == "places":
        return _("Places are added up; the lowest total wins.")
    if rules.collects:
        return _("Who wins a round gets the points of all others; the highest total wins.")
    if rules.highest_wins:
        return _("The highest total wins.")
    return _("The lowest total wins.") if rules.is_typed else ""


def end_in_a_sentence(rules: Rules) -> str:
    """What total ends the game, for paper; "" without one."""
    if rules.eliminate_at is not None:
        return _("Out of the game at %(target)d; the last one in wins.", target=rules.eliminate_at)
    if rules.first_to is None:
        return ""
    return _("The game ends when somebody has %(target)d.", target=rules.first_to)


def early_in_words(session: Session) -> str:
    """That the session ended before its plan, or that its rounds are unknown."""
    if session.rules.without_points:
        only_wins = session.rules.counts_wins
        return (
            _("No points recorded, only who won.") if only_wins else _("No points recorded, only the places.")
        )
    if session.totals_only:
        return _("Only the totals of this one are known.")
    played, planned = len(session.rounds), session.rules.rounds
    if not session.sheet.stopped or planned is None or played >= planned:
        return ""
    rounds = the_word(session, "rounds")
    return _(
        "The table stopped after %(played)d of %(planned)d %(words)s.",
        played=played,
        planned=planned,
        words=rounds,
    )


def message_of(session: Session) -> str:
    """The result as a message to the family chat."""
    name = words(session.rules.name)
    played = ngettext(
        "%(num)d %(word)s",
        "%(num)d %(words)s",
        len(session.rounds),
        word=the_word(session, "round"),
        words=the_word(session, "rounds"),
    )
    about = [name, day(session.night.date), *([] if session.totals_only else [played])]
    story = story_in_words(story_of(session), session)
    lines = [", ".join(about), f"{headline_of(session)}. {story}".strip()]
    for side in session.standings():
        rank = f"{side.rank}." if side.rank and session.rounds else "–"
        lines.append(f"{rank} {names_of(side.seats, session)} {score(side.total, session)}")
    return "\n".join([*lines, *handovers_in_words(session)])


def handovers_in_words(session: Session) -> list[str]:
    """Sentences about handovers: players, round and points."""
    names: dict[SeatId, str] = {seat.id: seat.name for seat in session.seats}
    totals = {seat_id: side.history for side in session.standings() for seat_id in side.seats}
    holder: dict[SeatId, SeatId] = {seat.id: seat.holder.id for seat in session.seats}
    return [
        _(
            "%(name)s took over from %(other)s in %(round)s %(number)d, with %(total)s.",
            name=names[change.to],
            other=names[change.of],
            round=the_word(session, "round"),
            number=change.number,
            total=total_in_words(totals[holder[change.to]][change.number - 1], session),
        )
        for change in handovers(session.scored.seats, len(session.rounds))
    ]


def out_word(rules: Rules) -> str:
    """The word for the player who ended a round: "out", or "won" where no cards are held."""
    return _("out") if rules.holds_cards else _("won")


def total_in_words(total: int, session: Session) -> str:
    """ "44 points", "2 wins" or "places that add up to 7"."""
    if session.rules.counts_wins:
        return score(total, session)
    if not session.rules.counts_points:
        return _("places that add up to %(total)s", total=number(total))
    return with_minus(ngettext("%(num)d point", "%(num)d points", total))


def score(total: int, session: Session) -> str:
    """A side's total at the end: points and sums of places need no word, rounds won do."""
    if session.rules.counts_wins:
        return ngettext("%(num)d win", "%(num)d wins", total)
    return number(total)
