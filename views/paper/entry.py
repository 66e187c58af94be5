"""Typing in a whole session that was scored on paper: setup, then its sheet."""

from __future__ import annotations

import uuid

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.paper.game import PaperGame, PaperGameForm, paper_game, planned_game, query_of
from forms.paper.sheet import SheetForm, TotalsForm
from game.variants import Variant
from models import Group, Role, Session, db
from models.change import Change
from models.custom_games import playable_variants, variant_named
from models.people.known import KnownPlayers
from models.table.starting import SessionSetup
from models.table.whole_sheets import enter_game, unsaved_session
from views.paper import bp
from views.paper.entry_page import draft_key, sheet_page
from views.web.access import scorer
from views.web.addresses import GROUP, session_url
from views.web.clock import chance, now
from views.web.gate import change_stamp, changes_group, sent_id
from views.web.language import current_language


@bp.get(f"{GROUP}/sheets/new")
def choose(group_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    return render_template("paper/entry/choose.html", variants=playable_variants(group_id))


@bp.get(f"{GROUP}/sheets/new/<key>")
def edit_sheet_setup(group_id: uuid.UUID, key: str) -> ResponseReturnValue:
    """Players and date; the code on a printed sheet has names and options in its address."""
    group = scorer(group_id).group
    variant = _variant(group_id, key)
    game = planned_game(request.args, current_language(), group_id)
    known = game if game is not None and game.variant.key == variant.key else None
    form = PaperGameForm(variant, current_language(), now(), known)
    return _setup_page(form, variant, group)


@bp.post(f"{GROUP}/sheets/new/<key>")
def save_sheet_setup(group_id: uuid.UUID, key: str) -> ResponseReturnValue:
    """Redirect to the sheet, whose address contains the setup."""
    group = scorer(group_id).group
    variant = _variant(group_id, key)
    form = PaperGameForm(variant, current_language(), now())
    if request.form.get("arrange"):
        form.arrange(request.form["arrange"][:100], chance())
        return _setup_page(form, variant, group)
    if not form.valid(chance()) or form.chosen is None or form.paper is None:
        return _setup_page(form, variant, group), 422
    return redirect(_sheet_url(group, form.chosen, form.paper), 303)


@bp.get(f"{GROUP}/sheets/grid")
def grid(group_id: uuid.UUID) -> ResponseReturnValue:
    group, setup = scorer(group_id).group, _setup_from_args(group_id)
    if setup is None:
        flash(_("That address does not say which game it is. Begin with the names."))
        return redirect(url_for(".choose", group_id=group_id), 303)
    game, paper = setup
    return _page(group, _form(game, paper), game, paper)


@bp.post(f"{GROUP}/sheets/grid")
@changes_group(Role.SCORER, on_repeat=None)
def save_grid(group: Group) -> ResponseReturnValue:
    """Save the session with the form's id, or show the page with errors and questions."""
    setup = _setup_from_args(group.id)
    if setup is None:
        return redirect(url_for(".choose", group_id=group.id), 303)
    game, paper = setup
    form = _form(game, paper)
    known = db.session.get(Session, sent_id())
    if known is not None and known.group_id == group.id and _is_saved(known):
        flash(_already_saved(paper), f"saved:{_draft(group, game, paper)}")
        return redirect(session_url(known), 303)  # the same form, sent twice or mended after Back
    if isinstance(form, SheetForm) and form.rearranged(request.form.get("arrange", "")):
        return _page(group, form, game, paper)
    if not form.valid() or form.sheet is None:
        return _page(group, form, game, paper), 422
    by, when = change_stamp(afresh=known is not None), paper.night()
    session = enter_game(group, game, form.session, form.sheet, by.change_id, by, when)
    db.session.commit()
    flash(_("The sheet is saved. Compare the totals with your paper."), f"saved:{_draft(group, game, paper)}")
    return redirect(session_url(session), 303)


def _is_saved(session: Session) -> bool:
    """Whether the change that began this session, with the id of its form, is active."""
    entered = Change.of(session.group_id, session.id)
    return entered is None or entered.is_active


def _already_saved(paper: PaperGame) -> str:
    if paper.kind == "totals":
        return _("These totals are saved already. To correct them, take them back and enter them again.")
    return _("This sheet is saved already. Correct a round from the score sheet.")


def _setup_from_args(group_id: uuid.UUID) -> tuple[SessionSetup, PaperGame] | None:
    """The setup in the query parameters, and when it was played."""
    game = planned_game(request.args, current_language(), group_id)
    paper = paper_game(request.args, now())
    return None if game is None or paper is None else (game, paper)


def _form(game: SessionSetup, paper: PaperGame) -> SheetForm | TotalsForm:
    session = unsaved_session(game)
    return TotalsForm(session) if paper.kind == "totals" else SheetForm(session, whole=True)


def _page(group: Group, form: SheetForm | TotalsForm, game: SessionSetup, paper: PaperGame) -> str:
    action = _sheet_url(group, game, paper)
    back = url_for(".edit_sheet_setup", group_id=group.id, key=game.variant.key, **query_of(game))
    if isinstance(form, TotalsForm):
        return render_template("paper/entry/totals.html", form=form, action=action, back=back)
    return sheet_page(form, action=action, back=back)


def _draft(group: Group, game: SessionSetup, paper: PaperGame) -> str:
    return draft_key(_sheet_url(group, game, paper))


def _sheet_url(group: Group, game: SessionSetup, paper: PaperGame) -> str:
    return url_for(".grid", group_id=group.id, **(query_of(game) | paper.query()))


def _variant(group_id: uuid.UUID, key: str) -> Variant:
    return variant_named(group_id, key) or abort(404)


def _setup_page(form: PaperGameForm, variant: Variant, group: Group) -> str:
    known = KnownPlayers(group)
    return render_template("paper/entry/new.html", form=form, variant=variant, known=known)
