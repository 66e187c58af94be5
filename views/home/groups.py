"""A group's page with the games that wait to be played on, its settings and its end."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy import ColumnElement, func

from forms.base import ChangeForm
from forms.names import GroupNameForm
from game.scoring.deal import Deal
from game.scoring.standings import Standing
from models import Group, Night, Player, Role, Seat, Session, db
from models.custom_games import playable_variants
from models.night_lists import (
    is_of_tonight,
    last_in,
    last_night_with_result,
    latest_tournament,
    nights_of,
    sessions_of,
    unfinished_on,
    waiting_in,
)
from models.people.people import rename_group
from models.player import same_name
from models.recycle_bin import delete_group
from models.statistics.selection import Selection
from models.table.starting import remembered_players
from views.home import bp
from views.offline.precache import precache_for_home
from views.web.access import Membership, known_groups, owner, reader, session_of
from views.web.addresses import GROUP
from views.web.clock import now
from views.web.gate import change_stamp, changes_group
from views.web.phone import clear_current_group, needs_name
from views.words.deals import progress_in_words
from views.words.figures import number, short_day
from views.words.hands import name_of, names_of
from views.words.nights import NightInShort, in_progress_tonight
from views.words.phrases import listed

MAX_WAITING_SHOWN = 4
EVENING_LENGTH = timedelta(hours=18)
MAX_NAMES_OFFERED = 8
MAX_SIDES = 8
Side = tuple[list[Seat], str, Standing]  # whose seats, their names, how they stand


@bp.get(GROUP)
def show_group(group_id: uuid.UUID) -> ResponseReturnValue:
    """What waits to be played on, a new game, and how the last night ended."""
    member = reader(group_id)
    waiting = waiting_in(group_id, most=MAX_WAITING_SHOWN + 1)
    night = last_night_with_result(group_id)
    return render_template(
        "home/groups/show.html",
        tournament=latest_tournament(group_id, now() - EVENING_LENGTH),
        waiting=WaitingTable(Session.of(group_id, waiting[0].id) or waiting[0]) if waiting else None,
        at=now(),
        others=[WaitingTable(session_of(group_id, other.id)) for other in waiting[1:MAX_WAITING_SHOWN]],
        more_wait=len(waiting) > MAX_WAITING_SHOWN,
        night=NightInShort(night, sessions_of([night])[night.id]) if night else None,
        is_new=not (waiting or night or nights_of(Selection(group_id), most=1)),
        keep=precache_for_home(waiting[:MAX_WAITING_SHOWN]),
        last=last_in(group_id),
        recent_players=_recent_players(member),
        variants=playable_variants(group_id),
    )


@bp.get(f"{GROUP}/settings")
def settings(group_id: uuid.UUID) -> ResponseReturnValue:
    return _settings_page(GroupNameForm(data={"name": owner(group_id).group.name}))


def to_settings(group: Group) -> ResponseReturnValue:
    return redirect(url_for("home.settings", group_id=group.id), 303)


@bp.post(f"{GROUP}/name")
@changes_group(Role.OWNER, on_repeat=to_settings)
def save_group_name(group: Group) -> ResponseReturnValue:
    form = GroupNameForm()
    if not form.validate_on_submit():
        return _settings_page(form), 422
    rename_group(group, form.name.data, change_stamp())
    db.session.commit()
    flash(_("The group is called %(name)s now.", name=group.name))
    return to_settings(group)


@bp.get(f"{GROUP}/deletion")
def confirm_group_deletion(group_id: uuid.UUID) -> ResponseReturnValue:
    return _delete_page(owner(group_id).group, "", None)


@bp.post(f"{GROUP}/deletion")
@changes_group(Role.OWNER, on_repeat=None)
def remove_group(group: Group) -> ResponseReturnValue:
    """Delete the group, after its name was typed."""
    typed = (request.form.get("name") or "")[:200]
    if not same_name(typed, group.name):
        return _delete_page(group, typed, _("That is not the group’s name. Nothing was deleted.")), 422
    delete_group(group, change_stamp())
    db.session.commit()
    clear_current_group(group.id)
    flash(_("%(name)s is in the recycle bin for seven days.", name=group.name))
    return redirect(url_for("home.list_deleted_groups"), 303)


class WaitingTable:
    """A running session: progress, dealer and standings."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def state(self, at: datetime) -> str:
        """How many games of tonight are in progress; of another evening, that it waits."""
        if not is_of_tonight(self.session, at):
            return _("Waiting for you")
        return in_progress_tonight(unfinished_on(self.session.night_id))

    @cached_property
    def deal(self) -> Deal:
        return self.session.upcoming_deal()

    @property
    def progress(self) -> str:
        return progress_in_words(self.session, self.deal, self.session.rules_in_force)

    @property
    def dealer(self) -> str | None:
        return name_of(self.deal.dealer, self.session) if self.deal.dealer else None

    @property
    def names(self) -> str:
        """The names of the players at the table."""
        return listed([seat.name for seat in self.session.seats if not seat.has_left])

    @property
    def summary(self) -> str:
        """Day, round and standings in one line, to distinguish two sessions of one game."""
        if not self.session.rounds:
            standings = self.names
        else:
            standings = ", ".join(f"{names} {number(side.total)}" for _seats, names, side in self.sides)
        return f"{short_day(self.session.night.date)} · {self.progress} · {standings}"

    @cached_property
    def sides(self) -> Sequence[Side]:
        """The sides at the table, in order."""
        sides: list[Side] = []
        for side in self.session.standings():
            seats = [seat for seat in self.session.seats if seat.id in side.seats]
            if side.rank is not None:
                sides.append((seats, names_of(side.seats, self.session), side))
        return sorted(sides, key=lambda entry: entry[0][0].position)[:MAX_SIDES]


def _recent_players(member: Membership) -> list[Player]:
    """Recent players to choose from, for a phone that has not chosen yet; otherwise empty."""
    asks = member.may_score and needs_name()
    return remembered_players(member.group)[:MAX_NAMES_OFFERED] if asks else []


def _settings_page(form: GroupNameForm) -> str:
    return render_template("home/groups/settings.html", form=form, owned=known_groups(to_manage=True))


def _delete_page(group: Group, typed: str, error: str | None) -> str:
    def count(condition: ColumnElement[bool]) -> int:
        return db.session.scalar(db.select(func.count()).where(condition)) or 0

    return render_template(
        "home/groups/delete.html",
        form=ChangeForm(),
        typed=typed,
        error=error,
        joined=db.session.scalars(db.select(Group).where(Group.merged_into_id == group.id)).all(),
        players=count(Player.group_id == group.id),
        sessions=count(Session.visible_in(group.id)),
        nights=count(Night.visible_in(group.id)),
    )
