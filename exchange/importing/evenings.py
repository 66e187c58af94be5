"""The club evenings of a file."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from msgspec import UNSET
from msgspec.structs import replace

from exchange.document.records import TournamentRecord
from exchange.importing.draft import Draft
from models.ids import owned
from models.tournament.tournament import Tournament


def evenings_to_come(group_id: uuid.UUID, draft: Draft) -> list[TournamentRecord]:
    """Those that are not here already."""
    ids = owned(Tournament, group_id, [record.id for record in draft.tournaments])
    return [record for record in draft.tournaments if not ids[record.id][1]]


def as_it_comes(evening: TournamentRecord, night_here: Callable[[str], str]) -> TournamentRecord:
    """On the night that it is by now. What it came to was checked with the file, and games that are here may
    have been corrected since.
    """
    night = night_here(evening.night) if evening.night else UNSET
    return replace(evening, result=UNSET, night=night)
