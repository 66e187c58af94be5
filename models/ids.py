"""Map the ids in a file to ids of a group."""

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
    """Map each id in the file to the id in this group, and whether that exists.

    An id that belongs to another group is replaced by one derived from both, so that a history can be copied
    into a second group, and reading it twice adds nothing. Rows in the recycle bin of the group exist, except
    nights: sessions in the file that were played on one get a new night.
    """
    ids = {text: uuid.UUID(text) for text in texts}
    derived = {text: derived_id(group_id, file_id) for text, file_id in ids.items()}
    owners: dict[uuid.UUID, uuid.UUID] = {}
    for batch in in_turns([*ids.values(), *derived.values()], BATCH_SIZE):
        rows = db.session.execute(db.select(model.id, model.group_id).where(model.id.in_(batch)))
        owners.update(dict(rows.all()))
    local_ids = {}
    for text, file_id in ids.items():
        local_id = file_id if owners.get(file_id, group_id) == group_id else derived[text]
        local_ids[text] = (local_id, local_id in owners)
    return {**local_ids, **_ids_of_deleted_nights(group_id, local_ids)} if model is Night else local_ids


def _ids_of_deleted_nights(
    group_id: uuid.UUID, nights: Mapping[str, tuple[uuid.UUID, bool]]
) -> dict[str, tuple[uuid.UUID, bool]]:
    """Other ids for those of the nights that are in the recycle bin."""
    texts = {night_id: text for text, (night_id, exists) in nights.items() if exists}
    deleted: list[uuid.UUID] = []
    for batch in in_turns(list(texts), BATCH_SIZE):
        binned = db.select(Night.id).where(Night.id.in_(batch), Night.ever_in(group_id), ~Night.visible())
        deleted += db.session.scalars(binned)
    if not deleted:
        return {}
    others = {night_id: str(derived_id(group_id, night_id)) for night_id in deleted}
    local_ids = owned(Night, group_id, others.values())
    return {texts[night_id]: local_ids[other] for night_id, other in others.items()}


def in_bin(group_id: uuid.UUID, sessions: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Those of the sessions that are in the recycle bin of the group."""
    binned: set[uuid.UUID] = set()
    for batch in in_turns(list(sessions), BATCH_SIZE):
        deleted = db.select(Session.id).where(Session.ever_in(group_id), ~Session.visible())
        binned.update(db.session.scalars(deleted.where(Session.id.in_(batch))))
    return binned


def derived_id(group_id: uuid.UUID, own: uuid.UUID) -> uuid.UUID:
    """The id in this group of a row that another group has under the id `own`: a UUID version 5."""
    return uuid.uuid5(group_id, str(own))


def is_id(text: Any) -> bool:
    """Whether a text is a UUID."""
    try:
        uuid.UUID(text)
    except (TypeError, ValueError, AttributeError):
        return False
    return True
