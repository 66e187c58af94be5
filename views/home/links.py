"""Links: opening one, and for the owner making, showing once and revoking them."""

from __future__ import annotations

import uuid

from flask import abort, flash, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms import SelectField

from forms.base import ChangeForm
from models import Group, Link, Role, db
from models.link import owner_links
from models.night_lists import running_in
from views.home import bp
from views.web.access import night_named, owner, reader, session_named, umpire
from views.web.addresses import GROUP, external_url, next_url, session_url
from views.web.clock import now
from views.web.gate import changes_group, link_secret_for_form
from views.web.limits import refuse_secret
from views.web.phone import MAX_LINKS, has_chosen_players, opened_links
from views.web.qr import qr_code
from views.web.stored_links import AGREED, PhoneFull, add_link


class LinkForm(ChangeForm):
    role = SelectField(
        choices=[role.value for role in Role if not role.is_for_tournament], default=Role.PLAYER.value
    )


@bp.get("/join/<secret>")
def join(secret: str) -> ResponseReturnValue:
    """Open a link: this phone remembers the group. `night` or `game` (an id) is where it leads to."""
    link = Link.opened_by(secret[:100]) or refuse_secret()
    add_link(link)
    night = night_named(link.group_id, request.args.get("night"))
    if night is not None:
        return redirect(url_for("nights.show", group_id=link.group_id, night_id=night.id), 303)
    game = session_named(link.group_id, request.args.get("game"))
    if game is None and link.role in (Role.PLAYER, Role.WATCHER) and link.tournament_id is None:
        game = running_in(link.group_id, now())
    if game is not None:
        asks = Role(link.role).may_count and not game.is_finished and not has_chosen_players(link.group_id)
        who = url_for("live.choose_identity", group_id=link.group_id, session_id=game.id)
        return redirect(who if asks else session_url(game), 303)
    if link.session_id is not None:
        return redirect(url_for("table.show", group_id=link.group_id, session_id=link.session_id), 303)
    if link.tournament_id is not None:
        page = "tournaments.edit_request" if link.role == Role.PLAYER else "tournaments.show"
        return redirect(url_for(page, group_id=link.group_id, tournament_id=link.tournament_id), 303)
    return redirect(url_for("home.show_group", group_id=link.group_id), 303)


@bp.post("/join/<secret>")
def confirm_join(secret: str) -> ResponseReturnValue:
    """Open a link although this phone forgets others for it."""
    return join(secret)


@bp.app_errorhandler(PhoneFull)
def warn_of_forgotten_links(full: PhoneFull) -> ResponseReturnValue:
    """Shows what this phone would forget, and sends the same form again if the user agrees."""
    db.session.rollback()
    g.pop("member", None)
    fields = [
        (name, value) for name, values in request.form.lists() if name != "csrf_token" for value in values
    ]
    return render_template(
        "home/links/full.html",
        forgotten=full.forgotten,
        fields=fields,
        agreed=AGREED,
        most=MAX_LINKS,
        action=request.full_path.rstrip("?"),
    ), full.code


@bp.get(f"{GROUP}/links")
def links(group_id: uuid.UUID) -> ResponseReturnValue:
    return _page(owner(group_id).group, LinkForm())


@bp.post(f"{GROUP}/links")
@changes_group(Role.OWNER, on_repeat=None)
def make_link(group: Group) -> ResponseReturnValue:
    """A new link. Its secret travels in this phone's own cookie to the one page that shows it."""
    form = LinkForm()
    if not form.validate_on_submit():
        return _page(group, form), 422
    link_id, secret = link_secret_for_form(form.role.data)
    if db.session.get(Link, link_id) is None:
        Link.make(group, Role(form.role.data), now(), link_id=link_id, secret=secret)
        db.session.commit()
    night = night_named(group.id, request.form.get("night"))
    session["new_link"] = [link_id.hex, secret, *([night.id.hex] if night else [])]
    paper = request.form.get("paper")
    return redirect(url_for("home.show_link", group_id=group.id, link_id=link_id, paper=paper), 303)


@bp.get(f"{GROUP}/links/<uuid:link_id>")
def show_link(group_id: uuid.UUID, link_id: uuid.UUID) -> ResponseReturnValue:
    """The new link with its QR code, as long as this phone has not made another."""
    reader(group_id)
    link = _link(group_id, link_id)
    may_see = umpire(group_id, link.tournament_id) if link.tournament_id else owner(group_id)
    made_id, secret, *night = session.get("new_link") or (None, None)
    if made_id != link_id.hex or link.revoked_at is not None:
        flash(_("A link is shown only once. Make a new one and revoke the old one."))
        shown_at = "home.links" if may_see.may_manage else "home.show_group"
        return redirect(url_for(shown_at, group_id=group_id), 303)
    if link.role == Role.FEED:
        return render_template("home/links/feed.html", secret=secret, external_url=external_url)
    address = external_url("home.join", secret=secret, night=next(iter(night), None))
    template = "paper" if link.role == Role.OWNER and "paper" in request.args else "show"
    return render_template(f"home/links/{template}.html", link=link, address=address, code=qr_code(address))


@bp.post(f"{GROUP}/links/<uuid:link_id>/revocation")
@changes_group(Role.OWNER, on_repeat=None)
def revoke_link(group: Group, link_id: uuid.UUID) -> ResponseReturnValue:
    link = _link(group.id, link_id)
    is_active = link.revoked_at is None
    if is_active and link.role == Role.OWNER and owner_links(group.id) == 1:
        flash(_("This is the last owner’s link. Make another one first."))
    elif is_active:
        link.revoked_at = now()
        db.session.commit()
        flash(_("The link is revoked. Anyone who used it no longer has access."))
    return redirect(url_for("home.links", group_id=group.id), 303)


def _page(group: Group, form: LinkForm) -> str:
    living = db.session.scalars(
        db.select(Link)
        .where(Link.group_id == group.id, Link.revoked_at.is_(None), Link.role != Role.TABLE.value)
        .order_by(Link.created_at.desc(), Link.id.desc())
    ).all()
    return render_template(
        "home/links/index.html",
        form=form,
        links=living,
        opened=opened_links(),
        back=next_url(),
        has_one_owner=owner_links(group.id) == 1,
    )


def _link(group_id: uuid.UUID, link_id: uuid.UUID) -> Link:
    link = db.session.get(Link, link_id)
    if link is None or link.group_id != group_id:
        abort(404)
    return link
