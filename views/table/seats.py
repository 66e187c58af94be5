"""Who sits at the table: joining, leaving, coming back, taking over, changing places.

In a game with a round for each player, the number of rounds may change with the players.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

from flask import abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.base import ChangeForm, parse_count
from forms.names import PlayerNameForm
from forms.seats import ComeBackForm, JoinForm, SwapForm, seat_named
from game.scoring.standings import start_points
from game.variants import VARIANTS
from models import Player, Seat, Session, db
from models.names import isolated
from models.player import same_name
from models.table.planning import other_plan, plan_rounds
from models.table.seating import SeatingProblem, come_back, join, leave, swap, take_over, usual_start
from models.table.starting import player_named, remembered_players
from views.table import bp
from views.web.access import lock_group, scorer, session_of
from views.web.addresses import session_url
from views.web.clock import now
from views.web.gate import change_stamp, changes_session
from views.words.results import total_in_words

MAX_ROUNDS = 99  # an option takes no more
MAX_NAMES = 30  # of people remembered, to tap


@bp.get("/seats")
def seats(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id)
    return _page(session, _join_form(session))


@bp.post("/seats")
@changes_session()
def add_seat(session: Session) -> ResponseReturnValue:
    form = JoinForm(data={"start": usual_start(session)})
    if not form.validate_on_submit():
        return _page(session, form), 422
    returning = _seat_of_returning(session, form.name.data)
    if returning is not None:
        return _page(session, form, returning=returning), 422
    lock_group(session.group_id)  # so that one name becomes one player, at several tables at once too
    player = player_named(g.member.group, form.name.data, now())
    db.session.flush()
    problem = _try(
        lambda: join(
            session,
            player,
            change_stamp(),
            after=seat_named(session.seats, form.after.data),
            start=form.start.data,
            team=(form.team.data or "")[:40] or None,
        )
    )
    if problem:
        form.name.errors = [problem]
        return _page(_reloaded(session), form), 422
    db.session.commit()
    flash(_("%(name)s sits down and plays from the next deal on.", name=player.name))
    playing = _playing(session)
    goes_to = _page_after_seating(session, playing - 1)
    note = _unchanged_plan(session, playing - 1, playing, asks_rounds=goes_to != session_url(session))
    if note:
        flash(note)
    return redirect(goes_to, 303)


@bp.post("/seats/<uuid:seat_id>/leaving")
@changes_session()
def leave_seat(session: Session, seat_id: uuid.UUID) -> ResponseReturnValue:
    seat = _seat(session, seat_id)
    problem = _try(lambda: leave(session, seat, change_stamp()))
    if problem:
        return _page_reloaded(session, problem), 422
    db.session.commit()
    flash(_("%(name)s has left. The points stay.", name=seat.name))
    return redirect(_page_after_seating(session, _playing(session) + 1), 303)


@bp.post("/seats/<uuid:seat_id>/return")
@changes_session()
def return_to_seat(session: Session, seat_id: uuid.UUID) -> ResponseReturnValue:
    seat, form = _seat(session, seat_id), ComeBackForm()
    if not form.validate_on_submit():
        return _page(session, _join_form(session)), 422
    problem = _try(lambda: come_back(session, seat, change_stamp(), start=form.start.data))
    if problem:
        return _page_reloaded(session, problem), 422
    db.session.commit()
    flash(_("%(name)s is back.", name=seat.name))
    return redirect(_page_after_seating(session, _playing(session) - 1), 303)


@bp.get("/seats/<uuid:seat_id>/takeover")
def choose_successor(group_id: uuid.UUID, session_id: uuid.UUID, seat_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    return _successor_page(
        _seat(session_of(group_id, session_id), seat_id).holder, PlayerNameForm(formdata=None)
    )


@bp.post("/seats/<uuid:seat_id>/takeover")
@changes_session()
def save_successor(session: Session, seat_id: uuid.UUID) -> ResponseReturnValue:
    seat, form = _seat(session, seat_id), PlayerNameForm()
    if not form.validate_on_submit():
        return _successor_page(seat, form), 422
    lock_group(session.group_id)  # as sit_down
    player = player_named(g.member.group, form.name.data, now())
    db.session.flush()
    problem = _try(lambda: take_over(session, seat, player, change_stamp()))
    if problem:
        form.name.errors = [problem]
        return _successor_page(_seat(_reloaded(session), seat_id).holder, form), 422
    db.session.commit()
    flash(_("%(name)s plays on for %(other)s.", name=isolated(player.name), other=seat.name))
    return redirect(session_url(session), 303)


@bp.post("/seats/swap")
@changes_session()
def swap_seats(session: Session) -> ResponseReturnValue:
    form = SwapForm()
    one, other = (seat_named(session.seats, field.data) for field in (form.one, form.other))
    if one is None or other is None:
        return _page(session, _join_form(session), _in_words("same")), 422
    problem = _try(lambda: swap(session, one, other, change_stamp()))
    if problem:
        return _page_reloaded(session, problem), 422
    db.session.commit()
    flash(_("%(one)s and %(other)s have changed places.", one=one.name, other=other.name))
    return redirect(url_for(".seats", group_id=session.group_id, session_id=session.id), 303)


@bp.get("/planned-rounds")
def edit_planned_rounds(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    session = session_of(group_id, session_id)
    rounds = other_plan(session)
    if rounds is None:
        return redirect(session_url(session), 303)
    return render_template(
        "table/seats/planned_rounds.html",
        session=session,
        rounds=rounds,
        ends=rounds == len(session.rounds),
        form=ChangeForm(formdata=None),
    )


@bp.post("/planned-rounds")
@changes_session()
def save_planned_rounds(session: Session) -> ResponseReturnValue:
    """Change the number of rounds to the one that the page has offered."""
    rounds = parse_count(request.form.get("rounds", ""), least=1, most=MAX_ROUNDS)
    if not ChangeForm().validate_on_submit() or rounds is None or rounds != other_plan(session):
        flash(_("Somebody has joined or left since, or more has been played. Nothing was changed."))
        return redirect(session_url(session), 303)
    plan_rounds(session, rounds, change_stamp())
    db.session.commit()
    flash(ngettext("The game has %(num)d round now.", "The game has %(num)d rounds now.", rounds))
    return redirect(session_url(session), 303)


def _page_after_seating(session: Session, players_before: int) -> str:
    """The address to go to after somebody has joined or left: the question if there is one, or the game."""
    if other_plan(session, players_before) is None:
        return session_url(session)
    return url_for(".edit_planned_rounds", group_id=session.group_id, session_id=session.id)


def _playing(session: Session) -> int:
    return sum(not seat.has_left for seat in session.seats)


def _try(move: Callable[[], object]) -> str | None:
    """Run the change; the message of a refusal, None on success."""
    try:
        move()
    except SeatingProblem as problem:
        db.session.rollback()
        return _in_words(problem.reason)
    return None


def _in_words(reason: str) -> str:
    """The message for a SeatingProblem."""
    return {
        "seated": _("This player already sits at the table."),
        "elsewhere": _("This player sits at another table of this round."),
        "full": _("There is no room for one more: there would not be enough cards."),
        "few": _("At least two players have to stay. End the game instead."),
        "away": _("This player has left already."),
        "here": _("This player is at the table."),
        "same": _("Choose two different players."),
        "taken_over": _("Somebody else has taken over this seat."),
        "other_seat": _("This player had another seat in this game and can only come back to that one."),
    }.get(reason, reason)


def _join_form(session: Session) -> JoinForm:
    """The form before input."""
    return JoinForm(formdata=None, data={"start": usual_start(session)})


def _page_reloaded(session: Session, problem: str) -> str:
    return _page(_reloaded(session), _join_form(session), problem)


def _reloaded(session: Session) -> Session:
    """The session, reloaded after a refused change."""
    return session_of(session.group_id, session.id)


def _seat_of_returning(session: Session, name: str) -> Seat | None:
    """The seat of the player with this name who has left; None where one of that name is at the table."""
    called = [seat for seat in session.seats if same_name(seat.player.name, name)]
    return called[0] if called and all(seat.has_left for seat in called) else None


def _successor_page(seat: Seat, form: PlayerNameForm) -> str:
    """Former holders of the seat come first."""
    session = seat.session
    before = [other.player for other in seat.shares_with if other is not seat]
    remembered = _remembered_elsewhere(session)
    total = next(side.total for side in session.standings() if seat.id in side.seats)
    return render_template(
        "table/seats/take_over.html",
        form=form,
        seat=seat,
        session=session,
        others=[*before, *remembered][:MAX_NAMES],
        total=total_in_words(total, session),
    )


def _seat(session: Session, seat_id: uuid.UUID) -> Seat:
    return session.seat(seat_id) or abort(404)


def _remembered_elsewhere(session: Session) -> list[Player]:
    """The group's remembered players who have no seat in this session."""
    seated = {seat.player_id for seat in session.seats}
    return [player for player in remembered_players(g.member.group) if player.id not in seated]


def _page(
    session: Session, form: JoinForm, problem: str | None = None, *, returning: Seat | None = None
) -> str:
    """returning: the player who left earlier and whose name was typed."""
    table, rules = session.standings(), session.rules
    starts = {choice: start_points(rules, table, choice) for choice in ("zero", "average", "worst")}
    return render_template(
        "table/seats/index.html",
        form=form,
        problem=problem,
        returning=returning,
        plain=ChangeForm(formdata=None),
        remembered=_remembered_elsewhere(session)[:MAX_NAMES],
        starts=starts,
        zero_leads=rules.sort_key(0) < rules.sort_key(starts["average"]),
    )


def _unchanged_plan(session: Session, before: int, now: int, *, asks_rounds: bool) -> str:
    """A note that the session keeps its rounds and decks where a new one for so many players would have
    others; "" otherwise. asks_rounds: whether the table is asked about the rounds.
    """
    variant, rules = VARIANTS.get(session.variant), session.rules
    if variant is None or now > variant.players[1]:
        return ""
    usual, other = (variant.rules({}, players) for players in (before, now))
    keeps_rounds = not asks_rounds and rules.rounds == usual.rounds != other.rounds
    if not keeps_rounds and not rules.decks == usual.decks != other.decks:
        return ""
    decks = ngettext("%(num)d deck", "%(num)d decks", rules.decks)
    if not keeps_rounds:
        return _("The game stays at %(decks)s.", decks=decks)
    rounds = ngettext("%(num)d round", "%(num)d rounds", rules.rounds or 0)
    return _("The game stays at %(rounds)s and %(decks)s.", rounds=rounds, decks=decks)
