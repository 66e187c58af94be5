"""The year in review: a page to share and print, and the same as a message."""

from __future__ import annotations

import uuid
from collections import defaultdict
from datetime import timedelta

from flask import Response, abort, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Group, Player
from models.night_lists import years_of
from models.statistics.honours import Milestone
from views.statistics import bp
from views.statistics.year_review import MIN_SESSIONS_FOR_NEVER_MET, PlayerYear, YearReview
from views.web.access import reader
from views.wording.figures import number, rounded, short_day
from views.wording.phrases import listed

MAX_TABLE_LINES = 10  # a message is read on a phone; the page names everybody
MIN_MILESTONE = 100


@bp.get("/years")
def years(group_id: uuid.UUID) -> ResponseReturnValue:
    """The newest one."""
    group = reader(group_id).group
    all_years = years_of(group_id)
    if not all_years:
        return render_template("statistics/years/empty.html")
    return _year_page(group, all_years, all_years[0])


@bp.get("/years/<int:year>")
def show_year(group_id: uuid.UUID, year: int) -> ResponseReturnValue:
    group = reader(group_id).group
    return _year_page(group, years_of(group_id), year)


@bp.get("/years/<int:year>.txt")
def year_message(group_id: uuid.UUID, year: int) -> ResponseReturnValue:
    group = reader(group_id).group
    review = _review(group, years_of(group_id), year)
    return Response(year_text(review, group.name) + "\n", mimetype="text/plain")


def _year_page(group: Group, all_years: list[int], year: int) -> str:
    review = _review(group, all_years, year)
    return render_template(
        "statistics/years/show.html",
        review=review,
        years=all_years,
        earlier=next((other for other in all_years if other < year), None),
        text=year_text(review, group.name),
        hours=hours_in_words(review),
        never_met_in_words=never_met_in_words(),
        milestone_in_words=milestone_in_words,
        attendance_in_words=attendance_in_words,
    )


def _review(group: Group, all_years: list[int], year: int) -> YearReview:
    """404 where the group has no night in that year."""
    if year not in all_years:
        abort(404)
    return YearReview(group.id, year, Player.all_by_id(group.id))


def year_text(review: YearReview, group_name: str) -> str:
    """Figures, standings, highlights and new players."""
    head = [f"{group_name}, {review.year}", how_much(review), f"{review.headline}: {review.detail}"]
    table = [
        f"{f'{place}.' if place else '–'} {line.player.name}: {in_short(review, line)}"
        for place, line in review.places[:MAX_TABLE_LINES]
    ]
    if left_out := len(review.places) - len(table):
        table.append(ngettext("and %(num)d more", "and %(num)d more", left_out))
    moments = []
    for moment in review.moments:
        details = ", ".join(filter(None, [moment.where, short_day(moment.day), moment.also]))
        moments.append(f"{moment.label}: {moment.figure} ({details})")
    return "\n\n".join("\n".join(part) for part in (head, table, moments, _milestones(review)) if part)


def _milestones(review: YearReview) -> list[str]:
    """ "first game: Jonas and Rut", "game 100: Anna"."""
    names = defaultdict(list)
    for milestone in [*review.firsts, *review.round_numbers]:
        if 1 in (milestone.nth, milestone.wins) or (milestone.nth or milestone.wins or 0) >= MIN_MILESTONE:
            names[milestone_in_words(milestone)].append(review.people[milestone.player_id].name)
    return [f"{words}: {listed(reached_by)}" for words, reached_by in names.items()]


def how_much(review: YearReview) -> str:
    """ "41 nights, 123 games, 1,400 deals"."""
    seen = review.overview
    deals = seen.total.all_rounds_dealt
    parts = [
        ngettext("%(count)s night", "%(count)s nights", seen.nights, count=number(seen.nights)),
        ngettext("%(count)s game", "%(count)s games", seen.all_sessions, count=number(seen.all_sessions)),
        ngettext("%(count)s deal", "%(count)s deals", deals, count=number(deals)),
    ]
    return "; ".join(part for part in (", ".join(parts), hours_in_words(review)) if part)


def hours_in_words(review: YearReview) -> str:
    """ "96 hours in the 100 games whose hours are known"; "" where there are none."""
    games = len(review.known_lengths)
    hours = int(rounded(sum(review.known_lengths, timedelta()) / timedelta(hours=1)))
    if not hours:
        return ""
    return ngettext(
        "%(hours)s of play in %(count)s timed game",
        "%(hours)s of play in %(count)s timed games",
        games,
        hours=ngettext("%(count)s hour", "%(count)s hours", hours, count=number(hours)),
        count=number(games),
    )


def in_short(review: YearReview, line: PlayerYear) -> str:
    """ "12 wins of 40, there on 38 of 41 nights"."""
    wins, games = number(line.tally.wins), number(line.tally.sessions)
    won = ngettext(
        "%(wins)s win of %(games)s", "%(wins)s wins of %(games)s", line.tally.wins, wins=wins, games=games
    )
    return f"{won}, {attendance_in_words(review, line)}"


def attendance_in_words(review: YearReview, line: PlayerYear) -> str:
    return _(
        "there on %(nights)s of %(all)s",
        nights=number(line.nights),
        all=ngettext(
            "%(count)s night",
            "%(count)s nights",
            review.overview.nights,
            count=number(review.overview.nights),
        ),
    )


def milestone_in_words(milestone: Milestone) -> str:
    """ "first win", "game 100"."""
    if milestone.nth:
        nth = number(milestone.nth)
        return str(ngettext("first game", "%(count)s games", milestone.nth, count=nth))
    wins = milestone.wins or 0
    return str(ngettext("first win", "%(count)s wins", wins, count=number(wins)))


def never_met_in_words() -> str:
    return _(
        "Never at one table, though each played at least %(least)d games:", least=MIN_SESSIONS_FOR_NEVER_MET
    )
