"""Create a tournament; enter, admit, reject and withdraw players."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from game.tournament.facts import DecisionKind, Plan
from models.change import ChangeStamp, recorded_as_change
from models.database import db, new_id
from models.group import Group
from models.night_lists import night_for
from models.player import Player, same_name
from models.session import Session
from models.table.seating import SeatingProblem, leave
from models.table.starting import player_named
from models.tournament.tournament import (
    MAX_ENTRANTS,
    MAX_REQUESTS,
    MAX_REQUESTS_OF_PHONE,
    Entrant,
    Tournament,
)
from models.tournament.undo import NEW, TABLE


class CannotEnter(ValueError):
    """reason: "full" (MAX_ENTRANTS take part), "here" (a player of that name takes part already), "phone"
    (the phone has MAX_REQUESTS_OF_PHONE open requests), "requests" (MAX_REQUESTS are open).
    """

    def __init__(self, reason: str, name: str = "") -> None:
        super().__init__(reason)
        self.reason, self.name = reason, name


@dataclass(frozen=True)
class Invitation:
    """What is decided before the first entry. options: of the session at each table."""

    name: str
    variant: str
    options: Mapping[str, Any]
    plan: Plan


def open_tournament(
    group: Group, invitation: Invitation, tournament_id: uuid.UUID, stamp: ChangeStamp, *, today: date
) -> Tournament:
    """Create a tournament without entrants."""
    night = night_for(group, stamp.at, today)
    tournament = Tournament(
        id=tournament_id,
        group_id=group.id,
        night=night,
        name=invitation.name,
        variant=invitation.variant,
        options=dict(invitation.options),
        rounds=invitation.plan.rounds,
        cut=invitation.plan.cut,
        carried=invitation.plan.carried,
        draws=[],
        decisions=[],
        created_at=stamp.at,
        version=1,
    )
    db.session.add(tournament)
    db.session.flush()
    return tournament


def enter(
    tournament: Tournament,
    group: Group,
    people: Sequence[str | Player],
    stamp: ChangeStamp,
    *,
    joined_round: int = 1,
    start_points: int = 0,
) -> None:
    """Enter people; a name stands for the group's player of that name, or for a new one.

    Raise CannotEnter, entering none of them.
    """
    about: dict[str, Any] = {"people": len(people)}
    with recorded_as_change(tournament, "enter", stamp, about), _recording_new_players(group, about):
        for person in people:
            player = person if isinstance(person, Player) else player_named(group, person, stamp.at)
            _check_room(tournament)
            _check_not_here(tournament, player)
            db.session.flush()
            tournament.entrants.append(
                Entrant(id=new_id(), player=player, joined_round=joined_round, start_points=start_points)
            )
        newest = [entrant.player for entrant in tournament.entrants[-len(people) :] if entrant.player]
        _add_late_entries(tournament, newest, joined_round, stamp)


def request_entry(
    tournament: Tournament, name: str, entrant_id: uuid.UUID, phone_id: uuid.UUID | None = None
) -> None:
    """Add a request for entry under a name, for the umpire to admit. Idempotent by `entrant_id`."""
    if tournament.entrant(entrant_id) is not None:
        return
    _check_room(tournament)
    if len(tournament.asking) >= MAX_REQUESTS:
        raise CannotEnter("requests")
    if phone_id and len(tournament.requests_of(phone_id)) >= MAX_REQUESTS_OF_PHONE:
        raise CannotEnter("phone")
    if any(same_name(entrant.requested_name or "", name) for entrant in tournament.asking):
        raise CannotEnter("here", name)
    request = Entrant(
        id=entrant_id, requested_name=name, requested_by=phone_id, joined_round=1, start_points=0
    )
    tournament.entrants.append(request)
    tournament.version += 1


def admit(
    tournament: Tournament,
    group: Group,
    entrant: Entrant,
    stamp: ChangeStamp,
    *,
    joined_round: int = 1,
    start_points: int = 0,
) -> None:
    """Accept a request from that round on, as the group's player of that name or a new one."""
    about: dict[str, Any] = {"entrant": str(entrant.id)}
    with recorded_as_change(tournament, "admit", stamp, about), _recording_new_players(group, about):
        _check_room(tournament)
        player = player_named(group, entrant.requested_name or "", stamp.at)
        _check_not_here(tournament, player)
        entrant.player, entrant.requested_name = player, None
        entrant.joined_round, entrant.start_points = joined_round, start_points
        _add_late_entries(tournament, [player], joined_round, stamp)


def turn_away(tournament: Tournament, entrant: Entrant, stamp: ChangeStamp) -> None:
    """Reject a request, or remove an entrant who has not been seated yet."""
    with recorded_as_change(tournament, "turn_away", stamp, {"player": str(entrant.player_id)}):
        tournament.entrants.remove(entrant)


def reject(tournament: Tournament, requests: Sequence[Entrant], stamp: ChangeStamp) -> None:
    """Reject several requests in one change."""
    with recorded_as_change(tournament, "reject", stamp, {"requests": len(requests)}):
        for request in requests:
            tournament.entrants.remove(request)


def withdraw(
    entrant: Entrant, tournament: Tournament, stamp: ChangeStamp, *, after: int, at: Session | None = None
) -> bool:
    """Withdraw an entrant. after: the last round played; 0 for none. at: the table where they sit now.

    Return whether that table continues without them; nothing is done there if too few would stay.
    """
    about: dict[str, Any] = {"player": str(entrant.player_id), "after": after}
    seat = next((seat for seat in at.seats if seat.player_id == entrant.player_id), None) if at else None
    if at and seat:
        at_table = ChangeStamp(new_id(), stamp.by, stamp.at)
        with suppress(SeatingProblem):  # too few would stay, or the player has left already
            leave(at, seat, at_table, along_with=stamp.change_id)
            about[TABLE] = str(at_table.change_id)
    with recorded_as_change(tournament, "withdraw", stamp, about):
        entrant.withdrew_after = after
    return TABLE in about


def add_decision(
    tournament: Tournament,
    kind: DecisionKind,
    players: Iterable[uuid.UUID],
    stamp: ChangeStamp,
    note: str = "",
    **about: int,
) -> None:
    """Within a change: add a decision of the umpire, with stamp and time (SP35). about: other keys of the
    decision.
    """
    decision = {
        "kind": kind.value,
        "players": [str(player) for player in players],
        "by": stamp.by,
        "at": stamp.at.isoformat(),
        "note": note or None,
        **about,
    }
    tournament.decisions = [*tournament.decisions, decision]


@contextmanager
def _recording_new_players(group: Group, about: dict[str, Any]) -> Iterator[None]:
    """Record in `about` (NEW) the players that the block adds to the group, who are deleted by an undo."""
    known = {player.id for player in group.players}
    yield
    db.session.flush()
    about[NEW] = [str(player.id) for player in group.players if player.id not in known]


def _add_late_entries(
    tournament: Tournament, players: Sequence[Player], joined_round: int, stamp: ChangeStamp
) -> None:
    if joined_round > 1:
        db.session.flush()
        add_decision(tournament, DecisionKind.LATE_ENTRY, [player.id for player in players], stamp)


def _check_room(tournament: Tournament) -> None:
    if len(tournament.playing) >= MAX_ENTRANTS:
        raise CannotEnter("full")


def _check_not_here(tournament: Tournament, player: Player) -> None:
    if any(entrant.player is player for entrant in tournament.playing):
        raise CannotEnter("here", player.name)
