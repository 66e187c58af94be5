"""Who may still win a session, how that went from round to round, and how it is worked out."""

from __future__ import annotations

import uuid
from random import Random

from flask import make_response, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.chances.counted import known_gains
from game.analysis.chances.gains import FEWEST, PACK_ROUNDS, has_pack
from game.analysis.chances.session import Evidence, has_end
from game.analysis.chances.session import chances as chances_of
from game.analysis.chances.strength import skill_records
from game.analysis.chances.win_chances import Chance, Jump, WinChances
from game.scoring.facts import SeatId
from models import Session
from models.people.colours import shapes
from models.statistics.past_rounds import past_rounds
from views.live.fragments import is_fragment, is_not_modified, not_modified, session_access, with_etag
from views.table import bp
from views.web.access import session_of
from views.wording.chart import Chart, ChartLine, line_chart
from views.wording.figures import day, number, percent, rounded
from views.wording.hands import names_of, the_word
from views.wording.phrases import listed
from views.wording.score_chart import rounds_across

SURE, HARDLY = 0.995, 0.005  # from these on a share would be rounded to what is not certain
MIN_JUMP = 0.05


@bp.get("/chances")
def chances(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """Return the page, or with X-Fragment only its live part; one query if the version is unchanged."""
    access = session_access(group_id, session_id)
    if is_not_modified(access):
        return not_modified(access)
    session = session_of(group_id, session_id)
    template = "table/chances/_board.html" if is_fragment() else "table/chances/show.html"
    return with_etag(make_response(_page(template, session)), access)


def _page(template: str, session: Session) -> str:
    """The same for every phone: the simulation is seeded with the session's id."""
    chances = _win_chances(session)
    if chances is None:
        return render_template(template, why_not=missing_reason(session), progress="")
    return render_template(
        template,
        why_not="",
        progress=progress_in_words(session),
        chances=chances,
        sides=[] if session.is_finished else _likeliest_first(chances),
        summary="" if session.is_finished else summary_in_words(session, chances),
        turn=jump_in_words(session, chances.biggest_jump()),
        chart=_chart(session, chances) if session.rounds else None,
        basis=basis_in_words(session, chances),
        share_in_words=share_in_words,
    )


def _win_chances(session: Session) -> WinChances | None:
    if session.totals_only:
        return None
    past = past_rounds(session)
    known = skill_records(session.rules, past)
    return chances_of(
        session.rules_in_force,
        session.scored.seats,
        session.rounds,
        Evidence(past, {seat.id: known.of(seat.player_id) for seat in session.seats}, _counted(session)),
        Random(str(session.id)),  # noqa: S311 - a picture of chance, not a secret
        finished=session.is_finished,
    )


def _counted(session: Session) -> dict[SeatId, int]:
    """Gains of the next round that follow from the counts already sent."""
    number = len(session.rounds) + 1
    counting, seats = session.counted(number), [seat.id for seat in session.playing(number)]
    return known_gains(session.rules, seats, counting.out, counting.points())


def _likeliest_first(chances: WinChances) -> list[tuple[tuple[SeatId, ...], Chance | None]]:
    """Each side and its chance now, None for one that is not at the table."""
    sides = zip(chances.sides, chances.now, strict=True)
    return sorted(sides, key=lambda pair: (pair[1] is None, -round(100 * _share(pair[1]), 1)))


def _chart(session: Session, chances: WinChances) -> Chart:
    across = rounds_across(len(session.rounds))
    lines = [_line(session, chances, number, side) for number, side in enumerate(chances.sides)]
    return line_chart(lines, across=across, high=1, step=0.25, up=percent)


def _line(session: Session, chances: WinChances, number: int, side: tuple[SeatId, ...]) -> ChartLine:
    now = chances.now[number]
    seat = next(seat for seat in session.seats if seat.id in side)
    return ChartLine(
        name=names_of(side, session),
        values=[chance.share if (chance := after[number]) else None for after in chances.after],
        shape=shapes(other.player for other in session.seats)[seat.player_id],
        value=share_in_words(now),
        colour=seat.player.colour,
        bold=_share(now) == max(map(_share, chances.now)),
    )


def _share(chance: Chance | None) -> float:
    return chance.share if chance else 0.0


def share_in_words(chance: Chance | None) -> str:
    """ "63%", "< 1%" where it is not certain; a dash for a side that is not at the table."""
    if chance is None:
        return "–"
    if not chance.certain and chance.share >= SURE:
        return f"> {percent(0.99)}"
    if not chance.certain and chance.share <= HARDLY:
        return f"< {percent(0.01)}"
    return percent(chance.share)


def missing_reason(session: Session) -> str:
    if session.totals_only:
        return _("Only the totals of this game are known.")
    if session.is_finished and not session.rounds:
        return _("Nothing was played in this game.")
    if all(seat.has_left for seat in session.seats):
        return _("Everybody has left this table.")
    rules = session.rules_in_force
    if has_end(rules) and rules.counts_points and not has_pack(rules):
        return _(
            "You have finished too few such %(words)s before: it takes %(num)d, because no pack of cards "
            "says what one may bring.",
            num=FEWEST,
            **_words(session),
        )
    if session.sheet.extended:
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
    points = max(1, int(rounded(100 * max(chance.error for chance in chances.now if chance))))
    return ngettext(
        "Margin of error: ±%(num)d percentage point.", "Margin of error: ±%(num)d percentage points.", points
    )


def jump_in_words(session: Session, jump: Jump | None) -> str:
    """The round that changed most; "" where none changed much."""
    if jump is None or jump.size < MIN_JUMP:
        return ""
    values = {
        "round": the_word(session, "Round"),
        "number": jump.round,
        "names": names_of(jump.seats, session),
        "before": share_in_words(jump.before),
        "after": share_in_words(jump.after),
    }
    if session.is_finished:
        return _(
            "%(round)s %(number)d was the turning point: %(names)s went from %(before)s to %(after)s.",
            **values,
        )
    return _(
        "%(round)s %(number)d changed most so far: %(names)s went from %(before)s to %(after)s.", **values
    )


def basis_in_words(session: Session, chances: WinChances) -> list[list[str]]:
    """How the chances are worked out: paragraphs of sentences."""
    words, all_of_it = _words(session), percent(1)
    times = number(chances.simulations)
    played = _("The remaining %(words)s were played out at random, %(times)s times.", times=times, **words)
    counted = _("The hands that are counted already are in it.") if chances.counted else ""
    return [
        [played, *_lots(session, chances.past_rounds, words), counted],
        [
            *_records(session, chances, words),
            _(
                "The margin says what that leaves open, with the luck of the draws: "
                "95 times in 100 the chance lies within it, if everybody goes on playing as before."
            ),
        ],
        [
            _(
                "A shared first place is a win, so the chances may add up to more than %(all)s.",
                all=all_of_it,
            )
        ],
        [
            _(
                "%(none)s and %(all)s are shown only when nothing can change that any more, "
                "as long as nobody else sits down.",
                none=percent(0),
                all=all_of_it,
            )
        ],
    ]


def _lots(session: Session, past: int, words: dict[str, str]) -> list[str]:
    """Sentences about the hands or points that the simulation draws."""
    rules = session.rules
    if not rules.counts_points:
        return []
    if not has_pack(rules):
        return [
            ngettext(
                "The points come from %(num)d %(word)s of yours before this game.",
                "The points come from %(num)d %(words)s of yours before this game.",
                past,
                **words,
            )
        ]
    if not past:
        return [
            _("You have not finished such %(words)s before, so the hands come from a shuffled pack.", **words)
        ]
    return [
        ngettext(
            "The hands come from %(num)d %(word)s of yours before this game, and from a shuffled pack.",
            "The hands come from %(num)d %(words)s of yours before this game, and from a shuffled pack.",
            past,
            **words,
        ),
        _("The shuffled pack counts as much as %(num)d %(words)s of each size.", num=PACK_ROUNDS, **words),
    ]


def _records(session: Session, chances: WinChances, words: dict[str, str]) -> list[str]:
    """Sentences about the strength of the players."""
    unknown = [seat.name for seat in session.seats if seat.id not in chances.known]
    if not chances.known:
        return [
            _(
                "Nobody here has played such %(words)s in this group before: all count as equally good.",
                **words,
            )
        ]
    sentences = [
        _(
            "Players who did better in earlier %(words)s get the better hands more often; "
            "a few such %(words)s are mostly luck, and count for little.",
            **words,
        )
    ]
    if unknown:
        sentences.append(_("Of %(names)s nothing is known yet.", names=listed(unknown)))
    return sentences


def _words(session: Session) -> dict[str, str]:
    return {"word": the_word(session, "round"), "words": the_word(session, "rounds")}
