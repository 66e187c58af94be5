"""Club evenings of a group: the list of them, a new one, and the page of one that everybody follows."""

from __future__ import annotations

import uuid
from typing import Any

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_babel import gettext as _

from forms.tournaments import TournamentForm
from models import Group, Role, Tournament, db
from models.table.starting import remembered_players
from models.tournament.entering import enter, open_tournament
from models.tournament.tournament import MOST_ENTRANTS
from views.live.fragments import is_fragment
from views.tournaments import bp
from views.tournaments.asked import take_notice, waiting
from views.tournaments.live import followed
from views.tournaments.seen import seen_evening
from views.tournaments.words import game_of
from views.web.access import owner, reader
from views.web.addresses import GROUP, evening_page
from views.web.clock import now
from views.web.gate import author, changes_group, sent_id
from views.web.language import local_date
from views.web.phone import people_here
from views.wording.phrases import opening

MOST_LISTED = 50


@bp.get(f"{GROUP}/tournaments")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    own = db.select(Tournament).where(Tournament.group_id == group_id)
    newest = own.order_by(Tournament.created_at.desc(), Tournament.id.desc()).limit(MOST_LISTED)
    return render_template(
        "tournaments/index.html",
        tournaments=db.session.scalars(newest).all(),
        game_of=game_of,
        most=MOST_ENTRANTS,
    )


@bp.get(f"{GROUP}/tournaments/new")
def new(group_id: uuid.UUID) -> ResponseReturnValue:
    group = owner(group_id).group
    return _new_page(TournamentForm(remembered_players(group), data={"name": usual_evening_name()}))


def _again(group: Group) -> ResponseReturnValue:
    return redirect(url_for(".show", group_id=group.id, tournament_id=sent_id()), 303)


@bp.post(f"{GROUP}/tournaments/new")
@changes_group(Role.OWNER, again=None)
def create(group: Group) -> ResponseReturnValue:
    made = db.session.get(Tournament, sent_id())
    if made is not None and made.group_id == group.id:
        return _again(group)  # the same form, sent twice
    form = TournamentForm(remembered_players(group))
    if not form.validate_on_submit():
        return _new_page(form), 422
    moment = now()
    tournament = open_tournament(group, form.invitation, sent_id(), author(), today=local_date(moment))
    if form.people:
        enter(tournament, group, form.people, author(afresh=True))
    db.session.commit()
    flash(_("The evening is set up."))
    return redirect(evening_page(tournament), 303)


@bp.get(f"{GROUP}/tournaments/<uuid:tournament_id>")
def show(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    seen = seen_evening(group_id, tournament_id)
    return followed(seen, "tournaments/show.html", "tournaments/_evening.html", _of_this_phone)


def _of_this_phone(tournament: Tournament) -> dict[str, Any]:
    if not is_fragment():  # what a phone fetches by itself changes nothing of what it remembers
        take_notice(tournament)
    return {"waiting": waiting(tournament), "here": people_here(tournament.group_id)}


def _new_page(form: TournamentForm) -> str:
    return render_template("tournaments/new.html", form=form)


def usual_evening_name() -> str:
    """What an evening is called before anybody names it: "Thursday evening"."""
    return _("%(weekday)s evening", weekday=opening(format_date(local_date(now()), "EEEE")))
