"""A club evening without a group: the form founds one, as a first game does."""

from __future__ import annotations

import uuid

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.tournaments import FirstTournamentForm
from models import Link, Tournament, db
from models.database import new_id
from models.table.starting import found_group
from models.tournament.entering import enter, open_tournament
from views.tournaments import bp
from views.tournaments.tournaments import usual_evening_name
from views.web.access import known_groups
from views.web.addresses import evening_page
from views.web.clock import now
from views.web.gate import author, sent_id
from views.web.language import local_date
from views.web.limits import FOUNDING_GROUPS, limiter
from views.web.phone import remember
from views.wording.phrases import usual_group_name


@bp.get("/club-evening")
def new_with_group() -> ResponseReturnValue:
    """For new people; else the new evening of the group that this phone used last and may manage."""
    managed = known_groups(to_manage=True)
    if managed and not request.args.get("new_people"):
        return redirect(url_for("tournaments.new", group_id=managed[0].id))
    return _page(FirstTournamentForm(data={"name": usual_evening_name()}))


@bp.post("/club-evening")
@limiter.limit(FOUNDING_GROUPS)
def create_with_group() -> ResponseReturnValue:
    link_id = uuid.uuid5(sent_id(), session.get("csrf_token", ""))  # nobody but this phone can name it
    link = db.session.get(Link, link_id)
    if link is not None:  # sent twice, before the first answer brought its cookie
        remember(link)
        made = Tournament.of(link.group_id, sent_id())
        if made is not None:
            return redirect(evening_page(made), 303)
        return redirect(url_for("home.show_group", group_id=link.group_id), 303)
    form = FirstTournamentForm()
    if not form.validate_on_submit():
        return _page(form), 422
    moment = now()
    name = form.group_name.data or usual_group_name(local_date(moment))
    group, link = found_group(name, new_id(), moment, link_id=link_id)
    remember(link)
    # An id that another group's evening has already opens nothing.
    tournament_id = new_id() if db.session.get(Tournament, sent_id()) else sent_id()
    by = author(afresh=True)
    made = open_tournament(group, form.invitation, tournament_id, by, today=local_date(moment))
    if form.people:
        enter(made, group, form.people, by)
    db.session.commit()
    flash(_("The evening is set up."))
    return redirect(evening_page(made), 303)


def _page(form: FirstTournamentForm) -> str:
    usual_name = usual_group_name(local_date(now()))
    return render_template("tournaments/new.html", form=form, group=None, usual_name=usual_name)
