"""Slips of tables without a phone: a grid for each, with written totals that are compared with the deals."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from wtforms.form import BaseForm

from forms.base import PointsField
from forms.paper.sheet import SheetForm
from models.session import Seat, Session

MAX_TOTAL_LENGTH = 20
TYPED = ("c-", "start-", "total-")


@dataclass(frozen=True)
class Miscount:
    """The slip's total differs from the sum of its deals."""

    seat: Seat
    written: int
    computed: int

    @property
    def token(self) -> str:
        return f"total:{self.seat.id.hex}:{self.written}:{self.computed}"


class SlipForm(SheetForm):
    """The missing rounds of one table. part: prefix of its fields, on a page with several tables."""

    def __init__(self, session: Session, part: str) -> None:
        super().__init__(session, whole=False, part=part)
        fields = {
            str(place): PointsField(longest=MAX_TOTAL_LENGTH, mark="") for place in range(len(self.seats))
        }
        self.written_totals: BaseForm = BaseForm(fields, prefix="total-")
        self.written_totals.process(self.sent)
        self.miscounts: list[Miscount] = []

    @property
    def is_untouched(self) -> bool:
        """Whether no field was filled in, including fields for rounds that have been saved since."""
        return not any(text.strip() for name, text in self.posted.items() if name.startswith(TYPED))

    def change_of(self, page: uuid.UUID) -> uuid.UUID:
        """The id of the change that it makes as a part of this page, however often that is sent."""
        return uuid.uuid5(page, f"{self.session.id} {self.since}")

    def valid(self) -> bool:
        sound, accepted = super().valid(), self.accepted_warnings.data.split()
        self.miscounts = [miscount for miscount in self._miscounts() if miscount.token not in accepted]
        return sound and not self.miscounts

    def validate(self, extra_validators: None = None) -> bool:
        totals_are_sound = self.written_totals.validate()
        return super().validate(extra_validators) and totals_are_sound

    def warning_tokens(self) -> str:
        return " ".join([super().warning_tokens(), *(miscount.token for miscount in self.miscounts)]).strip()

    def _miscounts(self) -> list[Miscount]:
        if self.sheet is None:
            return []
        columns = zip(self.seats, self.written_totals, self.computed_totals, strict=True)
        return [
            Miscount(seat, total.data, computed)
            for seat, total, computed in columns
            if total.data is not None and total.data != computed
        ]
