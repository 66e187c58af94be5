"""Whose the ids in a file are."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from models.custom_game import CustomGame
from models.database import db, in_turns
from models.night import Night
from models.player import Player
from models.session import Session
from models.tournament.tournament import Tournament

BATCH_SIZE = 500


def owned(
    model: type[Player] | type[Night] | type[Session] | type[Tournament] | type[CustomGame],
    group_id: uuid.UUID,
    texts: Iterable[str],
) -> dict[str, tuple[uuid.UUID, bool]]:
    """For each id in the file the id in this group, and whether it is there already.

    An id that belongs to another group gives way to one derived from both, so that a history can be
    copied into a second group and still be read twice without doubling. What is in the recycle bin of the
    group is there, except a night: what is played on it in the file has a night of its own.
    """
    ids = {text: uuid.UUID(text) for text in texts}
    derived = {text: derived_id(group_id, found) for text, found in ids.items()}
    wanted = [*ids.values(), *derived.values()]
    owners: dict[uuid.UUID, uuid.UUID] = {}
    for some in in_turns(wanted, BATCH_SIZE):
        rows = db.session.execute(db.select(model.id, model.group_id).where(model.id.in_(some)))
        owners.update(dict(rows.all()))
    found = {}
    for text, own in ids.items():
        here = own if owners.get(own, group_id) == group_id else derived[text]
        found[text] = (here, here in owners)
    return {**found, **_instead_of_deleted(group_id, found)} if model is Night else found


def _instead_of_deleted(
    group_id: uuid.UUID, nights: Mapping[str, tuple[uuid.UUID, bool]]
) -> dict[str, tuple[uuid.UUID, bool]]:
    """Other ids for those of the nights that are in the recycle bin."""
    texts = {own: text for text, (own, is_here) in nights.items() if is_here}
    deleted: list[uuid.UUID] = []
    for some in in_turns(list(texts), BATCH_SIZE):
        binned = db.select(Night.id).where(Night.id.in_(some), Night.ever_in(group_id), ~Night.visible())
        deleted += db.session.scalars(binned)
    if not deleted:
        return {}
    others = {own: str(derived_id(group_id, own)) for own in deleted}
    known = owned(Night, group_id, others.values())
    return {texts[own]: known[other] for own, other in others.items()}


def in_bin(group_id: uuid.UUID, sessions: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Those of the sessions that are in the recycle bin of the group."""
    found: set[uuid.UUID] = set()
    for some in in_turns(list(sessions), BATCH_SIZE):
        deleted = db.select(Session.id).where(Session.ever_in(group_id), ~Session.visible())
        found.update(db.session.scalars(deleted.where(Session.id.in_(some))))
    return found


def derived_id(group_id: uuid.UUID, own: uuid.UUID) -> uuid.UUID:
    """What becomes of another group's id in this group."""
    return uuid.uuid5(group_id, str(own))


def is_id(text: Any) -> bool:
    """Whether a text is an id at all."""
    try:
        uuid.UUID(text)
    except (TypeError, ValueError, AttributeError):
        return False
    return True
