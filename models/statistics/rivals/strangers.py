"""Who never sat at one table, though both have played often enough to."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from itertools import combinations

from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome
from models.statistics.rivals.meetings import OTHERS, Other
from models.statistics.selection import Selection

Pair = tuple[Player, Player]


def strangers(
    selection: Selection, people: Sequence[Player], known: Collection[tuple[uuid.UUID, uuid.UUID]] = ()
) -> list[Pair]:
    """Each two of these people who were in no finished game together, not even as partners or for a while.

    people: who played most first, so that of each two the one is asked that played less.
    known: pairs that are known to have met, both ways round. One query, none where all are known.
    """
    open_pairs = [pair for pair in combinations(people, 2) if (pair[0].id, pair[1].id) not in known]
    if not open_pairs:
        return []
    asked = {less.id for _more, less in open_pairs}
    together = (
        db.select(Outcome.player_id, Other.player_id)
        .join(OTHERS, Other.session_id == Outcome.session_id)
        .where(*selection.conditions(), Outcome.player_id.in_(asked), Other.player_id != Outcome.player_id)
        .distinct()
    )
    met = {(one, other) for one, other in db.session.execute(together)}
    never = [(more, less) for more, less in open_pairs if (less.id, more.id) not in met]
    return sorted((_by_name(*pair) for pair in never), key=lambda pair: (_order(pair[0]), _order(pair[1])))


def _by_name(one: Player, other: Player) -> Pair:
    return (one, other) if _order(one) <= _order(other) else (other, one)


def _order(player: Player) -> tuple[str, uuid.UUID]:
    return player.name.casefold(), player.id
