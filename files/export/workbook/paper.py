"""The score sheet of a session: rounds down, players across, points, totals and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from xlsxwriter import Workbook
from xlsxwriter.format import Format

from files.document.rows import PlayedSession
from files.export.workbook.listing import Formats, write
from game.analysis.timeline import SeatStanding
from game.scoring import facts
from game.scoring.facts import Adjustment, SeatId
from game.scoring.rules import Rules
from game.scoring.standings import Gains, round_gains
from game.texts import in_language

BEFORE_PLAYERS = 3  # round, cards dealt, dealer
A_PLAYER = 3  # points, total, cards
HEAD = 2  # rows
WIDTHS = (8, 8, 14)
WIDTHS_OF_PLAYER = (8, 9, 22)


class SessionSheet:
    """A sheet that is written row by row; earlier rows cannot be changed."""

    def __init__(
        self, book: Workbook, title: str, session: PlayedSession, formats: Formats, language: str
    ) -> None:
        self.sheet, self.session, self.formats = book.add_worksheet(title), session, formats
        self.language = language

    def draw(self) -> None:
        self._head()
        row = self._adjustments(self._starts(), 0)
        for played, standing_of in zip(self.session.rounds, self.session.after_each_round, strict=True):
            self._round(row, played, standing_of)
            row = self._adjustments(row + 1, played.number)
        self._foot(row)

    def _head(self) -> None:
        seats, head = self.session.seats, self.formats.head
        for place, width in enumerate(WIDTHS + WIDTHS_OF_PLAYER * len(seats)):
            self.sheet.set_column(place, place, width)
        for place, seat in enumerate(seats):
            first = BEFORE_PLAYERS + place * A_PLAYER
            self.sheet.merge_range(0, first, 0, first + A_PLAYER - 1, "", self.formats.centred)
            write(self.sheet, 0, first, self.session.people[seat.id].name, self.formats.centred)
        of_player = headings(self.session.rules)
        for place, heading in enumerate((_("Round"), _("Cards dealt"), _("Dealer"), *of_player * len(seats))):
            write(self.sheet, 1, place, heading, head)
        self.sheet.freeze_panes(HEAD, 1)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 0)

    def _starts(self) -> int:
        """Write starting points, if there are any; returns the number of the next row."""
        seats = self.session.seats
        if not any(seat.start_points for seat in seats):
            return HEAD
        write(self.sheet, HEAD, 0, _("Start"))
        self._totals(HEAD, [seat.start_points for seat in seats], None)
        return HEAD + 1

    def _adjustments(self, row: int, number: int) -> int:
        """Write bonus and penalty points after a round, a row each; returns the number of the next row."""
        place_of = {seat.id: place for place, seat in enumerate(self.session.seats)}
        for seat, adjustment in self.session.adjustments_after(number):
            first = BEFORE_PLAYERS + place_of[seat.id] * A_PLAYER
            total = self.session.standing_after(number, seat.id).total
            why = adjustment_in_words(adjustment, self.session.rules)
            self._cells(row, first, (adjustment.points, total, why))
            row += 1
        return row

    def _round(self, row: int, played: facts.Round, standing_of: Mapping[SeatId, SeatStanding]) -> None:
        names = {seat: player.name for seat, player in self.session.people.items()}
        self._cells(row, 0, (played.number, played.hand_size or None, names[played.dealer]))
        rules = self.session.rules
        gains = round_gains(rules, played)
        hands = {hand.seat: hand for hand in played.hands}
        for place, seat in enumerate(self.session.seats):
            hand = hands.get(seat.id)
            if hand is None:
                continue
            added = gains[hand.seat] if rules.counts_wins else points_shown(self.session, hand, gains)
            result = (added, standing_of[hand.seat].total, self._left_text(played, hand))
            self._cells(row, BEFORE_PLAYERS + place * A_PLAYER, result)

    def _left_text(self, played: facts.Round, hand: facts.Hand) -> str | None:
        if played.out == hand.seat:
            return str(_("out") if self.session.rules.holds_cards else _("won"))
        return left_in_hand(self.session, played, hand, self.language)

    def _cells(self, row: int, first: int, values: Sequence[Any]) -> None:
        for column, value in enumerate(values, first):
            write(self.sheet, row, column, value, self.formats.text if isinstance(value, str) else None)

    def _foot(self, row: int) -> None:
        sides = [self.session.side_of[seat.id] for seat in self.session.seats]
        total, bold = self.formats.total, self.formats.bold
        for column in range(BEFORE_PLAYERS + len(sides) * A_PLAYER):
            self.sheet.write_blank(row, column, None, total)
        write(self.sheet, row, 0, _("Total"), total)
        self._totals(row, [side.total for side in sides], total)
        write(self.sheet, row + 1, 0, _("Rank"), bold)
        self._totals(row + 1, [side.rank if self.session.rounds else None for side in sides], bold)

    def _totals(self, row: int, values: Sequence[int | None], look: Format | None) -> None:
        """Write one total for each player."""
        for place, value in enumerate(values):
            write(self.sheet, row, BEFORE_PLAYERS + place * A_PLAYER + 1, value, look)


def points_shown(session: PlayedSession, hand: facts.Hand, gains: Gains) -> int | None:
    """The points of a hand or, where one seat collects them, what its total grew by."""
    return gains[hand.seat] if session.rules.collects else hand.points


def headings(rules: Rules) -> tuple[str, str, str]:
    """The columns of a player in a session: what a round adds, the total, and what was left or typed."""
    added = _("Points") if rules.counts_points else _("Wins") if rules.counts_wins else _("Ranks")
    return added, _("Total"), _("Cards left") if rules.classes else _("Hand")


def left_in_hand(session: PlayedSession, played: facts.Round, hand: facts.Hand, language: str) -> str | None:
    """The cards left, or the points as typed where they are not the points shown; and what multiplies it."""
    rules = session.rules
    is_out = played.out == hand.seat
    parts: list[str] = []
    if hand.cards:
        parts.append(rules.cards_in_figures(hand.cards, language))
    elif hand.typed:
        parts.append(hand.typed)
    elif rules.collects and hand.points is not None and not is_out:
        parts.append(str(hand.points))
    if not is_out:
        parts += [in_language(multiplier.name, language) for multiplier in rules.applied(hand, played)]
    return " · ".join(parts) or None


def adjustment_in_words(adjustment: Adjustment, rules: Rules) -> str:
    """Bonus or penalty, and its reason."""
    kind = _("Bonus") if rules.is_bonus(adjustment.points) else _("Penalty")
    return f"{kind}: {adjustment.reason}" if adjustment.reason else str(kind)
