"""Create groups, sessions and their seats."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from game.scoring.deal import left_of
from game.scoring.facts import SeatFacts, SeatId, Sheet
from game.variants import Variant
from models.custom_games import repeatable_options, variant_named
from models.database import db, new_id
from models.group import Group
from models.link import Link, Role
from models.night_lists import night_for
from models.people.colours import Colours
from models.player import Player, same_name
from models.session import Seat, Session


@dataclass(frozen=True)
class SessionSetup:
    """The decisions before the first deal.

    names: clockwise, names or players. first_dealer: index in names. teams: one per name, or empty.
    """

    variant: Variant
    options: Mapping[str, Any]
    names: Sequence[str | Player]
    first_dealer: int
    teams: Sequence[str] = ()

    def session(self, players: Sequence[Player], **columns: Any) -> Session:
        """Return the session at its start. players: in place of `names`. columns: other columns."""
        options = self.variant.resolve(self.options, len(players))
        teams = self.teams or [""] * len(players)
        seats = tuple(
            SeatFacts(new_id(), place, team=team or None, player=player.id)
            for place, (player, team) in enumerate(zip(players, teams, strict=True))
        )
        return Session(
            variant=self.variant.key,
            options=options,
            rules=self.variant.rules(options, len(players)),
            seats=[
                Seat(id=seat.id, player=player, player_id=player.id)
                for seat, player in zip(seats, players, strict=True)
            ],
            sheet=Sheet(seats, first_dealers=(seats[self.first_dealer].id,)),
            **columns,
        )


def create_group(
    name: str, group_id: uuid.UUID, at: datetime, *, link_id: uuid.UUID | None = None
) -> tuple[Group, Link]:
    """Create a group and the owner's link of the phone that made it; the secret of the link is discarded."""
    group = Group(id=group_id, name=name, created_at=at)
    db.session.add(group)
    link, _ = Link.make(group, Role.OWNER, at, link_id=link_id)
    db.session.flush()
    return group, link


def start_session(
    group: Group,
    setup: SessionSetup,
    session_id: uuid.UUID,
    *,
    at: datetime,
    today: date,
    until: datetime | None = None,
) -> Session:
    """Create a session with its seats, ready for the first deal.

    until: when it ended, for a past game: it belongs to the night around that period.
    """
    players: list[Player] = []
    for name in setup.names:
        player = name if isinstance(name, Player) else player_named(group, name, at)
        player.update_last_played(at)
        players.append(player)
    night = night_for(group, at, today, until=until)
    db.session.flush()
    session = setup.session(players, id=session_id, group_id=group.id, night_id=night.id, started_at=at)
    db.session.add(session)
    db.session.flush()
    return session


def rematch(session: Session, cut_by: Seat | None = None) -> SessionSetup | None:
    """The set-up to play a finished session again: the players still at the table, the deal rotated.

    cut_by: who won the cut and deals, where the pack is cut before a first deal (SP1, GS21). None if the
    variant is gone or the cards no longer suffice.
    """
    variant, options = variant_named(session.group_id, session.variant), repeatable_options(session)
    present = [seat for seat in session.seats if not seat.has_left]
    if variant is None or not variant.can_be_dealt(options, len(present)):
        return None
    if cut_by is not None:
        dealer: SeatId | None = cut_by.id
    elif session.rounds:
        seats = session.sheet.seats  # also those that are eliminated
        dealer = left_of(session.rounds[-1].dealer, seats, session.sheet.next_number)
    else:
        dealer = session.sheet.first_dealers[0]
    place = next((place for place, seat in enumerate(present) if seat.id == dealer), 0)
    teams = [seat.team or "" for seat in present] if session.rules.teams else []
    return SessionSetup(variant, options, [seat.player for seat in present], place, teams)


def player_named(group: Group, name: str, at: datetime) -> Player:
    """The group's player of that name, with last_played_at updated; a new one if there is none."""
    namesakes = [p for p in group.players if p.anonymised_at is None and same_name(p.name, name)]
    player = max(namesakes, key=_last_played, default=None)
    if player is None:
        colour = Colours(other.colour for other in group.players).next()
        player = Player(id=new_id(), group=group, name=" ".join(name.split()), colour=colour, created_at=at)
        db.session.add(player)
    player.update_last_played(at)
    return player


def remembered_players(group: Group) -> list[Player]:
    """Players of the group, most recent first."""
    known = [player for player in group.players if player.anonymised_at is None]
    return sorted(known, key=_last_played, reverse=True)


def _last_played(player: Player) -> tuple[datetime, uuid.UUID]:
    return player.last_played_at or player.created_at, player.id
