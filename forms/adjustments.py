"""The form of bonus and penalty points: whose, how many, why, and after which round."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from wtforms import StringField, ValidationError

from forms.base import ChangeForm, CountField, PointsField, one_of
from forms.names import shortened
from forms.seats import SeatField
from models.names import is_visible, tidy
from models.session import Session
from models.table.adjusting import LONGEST_REASON, MOST_ADJUSTMENTS, count_adjustments

PENALTY, BONUS = "penalty", "bonus"
MAX_POINTS_LENGTH = 100


class AdjustmentForm(ChangeForm):
    """kind: whether the points are good or bad for the player; the rules decide whether they are added.

    known: a reason that was chosen; one that is typed replaces it. after: the round, 0 before the first.
    """

    seat = SeatField()
    kind = StringField(filters=[one_of(PENALTY, BONUS)])
    points = PointsField(
        longest=MAX_POINTS_LENGTH,
        negative=True,
        message=N_("A number or a sum up to 9999, such as 10 or 5+5."),
    )
    known = StringField(filters=[shortened(400), tidy])
    reason = StringField(filters=[shortened(400), tidy])
    after = CountField()

    def __init__(self, session: Session) -> None:
        last = len(session.rounds)
        super().__init__(data=None if self.is_submitted() else {"after": last})
        self.session = session
        # Seats that have left or were taken over have no total that ranks.
        self.seat.seats = [seat for seat in session.seats if not seat.has_left]
        self.after.most = last

    @property
    def points_to_add(self) -> int:
        """What is added to the total, once the form is valid."""
        points: int = self.points.data
        adds = (self.kind.data == BONUS) == self.session.rules.higher_is_better
        return points if adds else -points

    @property
    def chosen_reason(self) -> str:
        return str(self.reason.data or self.known.data)

    def validate(self, extra_validators: None = None) -> bool:
        is_sound = super().validate(extra_validators)
        if count_adjustments(self.session) >= MOST_ADJUSTMENTS:
            self.form_errors.append(_("A game can have %(most)d such entries.", most=MOST_ADJUSTMENTS))
        return is_sound and not self.form_errors

    def validate_seat(self, field: SeatField) -> None:
        if field.seat is None:
            raise ValidationError(_("Choose a player."))

    def validate_points(self, field: PointsField) -> None:
        if not field.data:
            raise ValidationError(_("Type how many points, for example 10."))

    def validate_reason(self, field: StringField) -> None:
        reason = self.chosen_reason
        if not reason or not is_visible(reason):
            raise ValidationError(_("Say why, so that everybody knows later."))
        if len(reason) > LONGEST_REASON:
            raise ValidationError(_("At most %(most)d characters.", most=LONGEST_REASON))

    def validate_after(self, field: CountField) -> None:
        if field.data is None:
            raise ValidationError(_("Choose a round."))
