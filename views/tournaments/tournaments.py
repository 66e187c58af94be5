"""Tournaments of a group: the list, creation (in a new group, too), the page of one, printing, deletion."""

from __future__ import annotations

import uuid
from itertools import groupby
from typing import Any

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.tournaments import FirstTournamentForm, TournamentForm
from models import Group, Link, Role, Tournament, db
from models.custom_games import playable_variants
from models.database import new_id
from models.recycle_bin import delete_tournament
from models.table.starting import remembered_players
from models.tournament.entering import enter, open_tournament
from models.tournament.tournament import MAX_ENTRANTS
from views.live.fragments import is_fragment
from views.tournaments import bp
from views.tournaments.access import tournament_access
from views.tournaments.board import TournamentBoard, followed
from views.tournaments.entrants import flash_answers, waiting
from views.tournaments.result import tournament_summary
from views.tournaments.words import game_of
from views.web.access import known_groups, owner, reader, tournament_of
from views.web.addresses import GROUP, TOURNAMENT, tournament_url
from views.web.clock import now
from views.web.founding import found_group
from views.web.gate import change_stamp, changes_group, changes_tournament, sent_id
from views.web.language import local_date
from views.web.phone import own_player_ids
from views.web.stored_links import add_link
from views.words.phrases import default_group_name, opening, stage_name

MAX_LISTED = 50


@bp.get(f"{GROUP}/tournaments")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    newest = (
        db.select(Tournament)
        .where(Tournament.visible_in(group_id))
        .order_by(Tournament.created_at.desc(), Tournament.id.desc())
        .limit(MAX_LISTED)
    )
    return render_template(
        "tournaments/index.html",
        tournaments=db.session.scalars(newest).all(),
        game_of=game_of,
        most=MAX_ENTRANTS,
    )


@bp.get(f"{GROUP}/tournaments/new")
def new(group_id: uuid.UUID) -> ResponseReturnValue:
    group = owner(group_id).group
    return _new_page(_form(group, data={"name": default_tournament_name()}))


@bp.post(f"{GROUP}/tournaments/new")
@changes_group(Role.OWNER, on_repeat=None)
def create(group: Group) -> ResponseReturnValue:
    existing = db.session.get(Tournament, sent_id())
    if existing is not None and existing.group_id == group.id:  # the same form, sent twice
        return redirect(url_for(".show", group_id=group.id, tournament_id=sent_id()), 303)
    form = _form(group)
    if not form.validate_on_submit():
        return _new_page(form), 422
    moment = now()
    tournament = open_tournament(group, form.invitation, sent_id(), change_stamp(), today=local_date(moment))
    if form.people:
        enter(tournament, group, form.people, change_stamp(afresh=True))
    db.session.commit()
    flash(_("The evening is set up."))
    return redirect(tournament_url(tournament), 303)


@bp.get(f"{GROUP}/tournaments/<uuid:tournament_id>")
def show(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    access = tournament_access(group_id, tournament_id)
    return followed(access, "tournaments/show.html", "tournaments/_tournament.html", _of_this_phone)


def default_tournament_name() -> str:
    """ "Thursday evening"."""
    return _("%(weekday)s evening", weekday=opening(format_date(local_date(now()), "EEEE")))


@bp.get("/tournaments/new")
def new_with_group() -> ResponseReturnValue:
    """The form for a new group, or a redirect to that of the managed group that this phone used last.

    new_people: parameter for the form in any case.
    """
    managed = known_groups(to_manage=True)
    if managed and not request.args.get("new_people"):
        return redirect(url_for("tournaments.new", group_id=managed[0].id))
    return _new_page_with_group(
        FirstTournamentForm(playable_variants(None), data={"name": default_tournament_name()})
    )


@bp.post("/tournaments/new")
def create_with_group() -> ResponseReturnValue:
    link_id = uuid.uuid5(sent_id(), session.get("csrf_token", ""))  # only this phone can compute it
    link = db.session.get(Link, link_id)
    if link is not None:  # sent twice, before the first answer brought its cookie
        add_link(link)
        existing = Tournament.of(link.group_id, sent_id())
        if existing is not None:
            return redirect(tournament_url(existing), 303)
        return redirect(url_for("home.show_group", group_id=link.group_id), 303)
    form = FirstTournamentForm(playable_variants(None))
    if not form.validate_on_submit():
        return _new_page_with_group(form), 422
    moment = now()
    name = form.group_name.data or default_group_name(local_date(moment))
    group = found_group(name, moment, link_id)
    # The id of another group's tournament is replaced.
    tournament_id = new_id() if db.session.get(Tournament, sent_id()) else sent_id()
    by = change_stamp(afresh=True)
    tournament = open_tournament(group, form.invitation, tournament_id, by, today=local_date(moment))
    if form.people:
        enter(tournament, group, form.people, by)
    db.session.commit()
    flash(_("The evening is set up."))
    return redirect(tournament_url(tournament), 303)


@bp.get(f"{TOURNAMENT}/print")
def print_results(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    board = TournamentBoard(tournament_of(group_id, tournament_id), is_umpire=False)
    stages = groupby(board.tables, key=lambda at: at.table.stage)
    return render_template(
        "tournaments/print.html",
        view=board,
        about=tournament_summary(board.tournament),
        seated=[(stage_name(board.tournament, stage), list(tables)) for stage, tables in stages],
    )


@bp.get(f"{TOURNAMENT}/deletion")
def confirm_deletion(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    owner(group_id)
    tournament = tournament_of(group_id, tournament_id)
    return render_template("tournaments/delete.html", tournament=tournament, form=ChangeForm())


@bp.post(f"{TOURNAMENT}/deletion")
@changes_tournament(on_repeat=None, role=Role.OWNER, at_tables=True)
def remove(tournament: Tournament) -> ResponseReturnValue:
    group_id = tournament.group_id
    delete_tournament(tournament, change_stamp())
    db.session.commit()
    flash(_("The evening is in the recycle bin; an owner can restore it for seven days."))
    return redirect(url_for("tournaments.index", group_id=group_id), 303)


def _of_this_phone(tournament: Tournament) -> dict[str, Any]:
    if not is_fragment():  # an update in the background must not consume the answers
        flash_answers(tournament)
    return {"waiting": waiting(tournament), "here": own_player_ids(tournament.group_id)}


def _form(group: Group, **about: Any) -> TournamentForm:
    return TournamentForm(playable_variants(group.id), remembered_players(group), **about)


def _new_page(form: TournamentForm) -> str:
    return render_template("tournaments/new.html", form=form)


def _new_page_with_group(form: FirstTournamentForm) -> str:
    usual_name = default_group_name(local_date(now()))
    return render_template("tournaments/new.html", form=form, group=None, usual_name=usual_name)
