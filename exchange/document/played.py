"""A session as files tell it: rows of the database, replayed without an object of the database for each."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any

from sqlalchemy import Row

from exchange.document.indented import Shared
from game.analysis.timeline import Timeline, timeline
from game.scoring import facts
from game.scoring.rules import Rules
from game.scoring.standings import Standing, standings
from game.variants.wording import Wording
from models.seat import seat_as_fact

SEAT = attrgetter("seat")
MOST_RULES = 100  # that are kept


class FrozenRules:
    """What a session keeps of its variant, read once for all sessions that were played by the same."""

    def __init__(self, told: Shared) -> None:
        self.told, self.scoring, self.wording = told, Rules.from_dict(told), Wording(told)
        self.text = json.dumps(told, sort_keys=True)  # to tell them from others


class PlayedSession:
    """One session to read: nothing of it may be changed, others share what they have in common with it.

    row, seats (clockwise) and rounds (in order) hold columns. As facts of scoring they know a seat by its
    position.
    """

    def __init__(
        self,
        row: Row[Any],
        seats: Sequence[Any],
        rounds: Sequence[Any],
        hands: Mapping[Any, Sequence[facts.Hand]],
    ) -> None:
        """hands: by `key` of a round."""
        self.row, self.seats, self.rounds = row, seats, rounds
        self.frozen = _frozen(row.rules)
        self.seat_facts = [
            seat_as_fact(seat, seat.position, self.position_of.get(seat.origin_id)) for seat in seats
        ]
        positions = {seat.key: seat.position for seat in seats}
        self.round_facts = [self._round(played, hands[played.key], positions) for played in rounds]

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(self.frozen.scoring, self.seat_facts, self.round_facts)

    @cached_property
    def side_of(self) -> dict[Any, Standing]:
        """Where each seat stands, by position."""
        return {seat: side for side in self.standings for seat in side.seats}

    @cached_property
    def after_each_round(self) -> Timeline:
        return timeline(self.frozen.scoring, self.seat_facts, self.standings)

    @cached_property
    def player_ids(self) -> dict[Any, str]:
        """By position."""
        return {seat.position: str(seat.player.id) for seat in self.seats}

    @property
    def is_finished(self) -> bool:
        return self.row.finished_at is not None

    @property
    def hours_known(self) -> bool:
        """As Session says of itself."""
        return not (self.row.summed or self.row.untimed)

    @cached_property
    def position_of(self) -> dict[uuid.UUID, int]:
        return {seat.id: seat.position for seat in self.seats}

    def position(self, seat_id: str) -> int:
        """Of a seat by its id as JSON keeps it."""
        return self.position_of[uuid.UUID(seat_id)]

    def _round(self, played: Any, hands: Sequence[facts.Hand], positions: Mapping[Any, int]) -> facts.Round:
        chain = played.chain
        return facts.Round(
            number=played.number,
            dealer=positions[played.dealer],
            hand_size=played.hand_size,
            out=positions[played.out] if played.out else None,
            hands=tuple(sorted(hands, key=SEAT)),
            chain=facts.LastCards(chain["cards"], self.position(chain["drawer"])) if chain else None,
        )


@lru_cache(MOST_RULES)
def _frozen(text: str) -> FrozenRules:
    return FrozenRules(Shared(json.loads(text)))
