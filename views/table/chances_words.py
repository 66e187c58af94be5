"""Chances in words: figures that never claim too much, and how they are worked out."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import format_number, format_percent, ngettext
from flask_babel import gettext as _

from models import Session
from review.chances import Chance, Jump, WinChances
from review.gains import PACK_ROUNDS
from views.wording.figures import day
from views.wording.hands import names_of, the_word
from views.wording.phrases import listed

SURE, HARDLY = 0.995, 0.005  # beyond these a share would be rounded to what is not certain
LEAST_JUMP = 0.05


def share_in_words(chance: Chance | None) -> str:
    """ "63%", "< 1%" where it is not certain; a dash for who is not at the table."""
    if chance is None:
        return "–"
    if not chance.certain and chance.share > SURE:
        return f"> {format_percent(0.99)}"
    if not chance.certain and chance.share < HARDLY:
        return f"< {format_percent(0.01)}"
    return str(format_percent(chance.share))


def why_nobody_knows(session: Session) -> str:
    if session.summed:
        return _("Only the totals of this game are known.")
    if session.is_finished and not session.rounds:
        return _("Nothing was played that night.")
    if all(seat.has_left for seat in session.seats):
        return _("Everybody has left this table.")
    if session.plays_on:
        return _("This table plays on until it stops, so nobody knows how much is still to come.")
    return _("No end is planned for this game, so nobody knows how much is still to come.")


def progress_in_words(session: Session) -> str:
    """ "after 3 of 5 games", "no games played yet"; of a session that is over the day."""
    if session.is_finished:
        return day(session.night.date)
    played, planned, words = len(session.rounds), session.rules_in_force.rounds, _words(session)
    if not played:
        return _("no %(words)s played yet", **words)
    if planned is None:
        return ngettext("after %(num)d %(word)s", "after %(num)d %(words)s", played, **words)
    return _("after %(played)d of %(planned)d %(words)s", played=played, planned=planned, **words)


def summary_in_words(session: Session, chances: WinChances) -> str:
    """Who is certain to win, or how much the figures may be off."""
    sides = zip(chances.sides, chances.now, strict=True)
    sure = [names_of(side, session) for side, chance in sides if chance and chance.certain and chance.share]
    if sure:
        return _("%(names)s: certain to win.", names=listed(sure))
    error = max(chance.error(chances.simulations) for chance in chances.now if chance)
    points = max(1, round(100 * error))
    return ngettext(
        "Give or take %(num)d percentage point.", "Give or take %(num)d percentage points.", points
    )


def jump_in_words(session: Session, jump: Jump | None) -> str:
    """The round that changed most; "" where none changed much."""
    if jump is None or jump.size < LEAST_JUMP:
        return ""
    return _(
        "%(round)s %(number)d changed most: %(names)s went from %(before)s to %(after)s.",
        round=the_word(session, "Round"),
        number=jump.round,
        names=names_of(jump.seats, session),
        before=share_in_words(jump.before),
        after=share_in_words(jump.after),
    )


def basis_in_words(session: Session, chances: WinChances) -> list[list[str]]:
    """How the chances are worked out: paragraphs of sentences."""
    words, all_of_it = _words(session), format_percent(1)
    times = format_number(chances.simulations)
    played = _("The remaining %(words)s were played out at random, %(times)s times.", times=times, **words)
    return [
        [played, *_lots(session, chances.past_rounds, words)],
        [
            ngettext(
                "This randomness shifts the figures by %(num)d percentage point at most, 95 times in 100.",
                "This randomness shifts the figures by %(num)d percentage points at most, 95 times in 100.",
                _error(chances, [chance for after in chances.after for chance in after]),
            )
        ],
        [
            _(
                "Whoever shares the first place has won, so the chances may add up to more than %(all)s.",
                all=all_of_it,
            )
        ],
        [
            _(
                "%(none)s and %(all)s are shown only when no card can change that any more, "
                "as long as nobody else sits down.",
                none=format_percent(0),
                all=all_of_it,
            )
        ],
    ]


def _lots(session: Session, past: int, words: dict[str, str]) -> list[str]:
    """What is drawn."""
    if session.scoring_rules.counts_wins:
        return [
            _(
                "Everybody has the same chance to win these %(words)s: "
                "how well somebody plays does not count.",
                **words,
            )
        ]
    drawn = ngettext(
        "The hands come from %(num)d %(word)s of yours before this game, and from a shuffled pack.",
        "The hands come from %(num)d %(words)s of yours before this game, and from a shuffled pack.",
        past,
        **words,
    )
    unknown = _(
        "You have not finished such %(words)s before, so the hands come from a shuffled pack.", **words
    )
    weight = _(
        "The shuffled pack counts as much as %(num)d %(words)s of each size.", num=PACK_ROUNDS, **words
    )
    fair = _("Everybody is as likely to get one hand as another: how well somebody plays does not count.")
    return [drawn, weight, fair] if past else [unknown, fair]


def _error(chances: WinChances, known: Sequence[Chance | None]) -> int:
    """How many percentage points the most uncertain of these chances may be off; at least one."""
    return max(1, *(round(100 * chance.error(chances.simulations)) for chance in known if chance))


def _words(session: Session) -> dict[str, str]:
    return {"word": the_word(session, "round"), "words": the_word(session, "rounds")}
