"""The sheet of a whole group: a row for each player in each round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask_babel import gettext as _

from exchange.workbook.listing import Hand
from models import Session
from review.timeline import Timeline


def round_columns() -> list[tuple[str, int]]:
    return [
        (_("Date"), 11),
        (_("Game"), 22),
        (_("Round"), 8),
        (_("Cards dealt"), 8),
        (_("Dealer"), 20),
        (_("Player"), 20),
        (_("out"), 8),
        (_("Points"), 8),
        (_("Total"), 8),
        (_("Rank"), 8),
        (_("Cards left"), 24),
    ]


def round_rows(session: Session, game: str, after: Timeline, hand_words: Hand) -> Iterator[tuple[Any, ...]]:
    """Out is 1 or 0; what was not counted is empty."""
    names: dict[Any, str] = {seat.id: seat.player.name for seat in session.seats}
    about = (session.night.date, game)
    for played, stood in zip(session.round_facts(), after, strict=True):
        deal = (played.number, played.hand_size, names[played.dealer])
        hands = {hand.seat: hand for hand in played.hands}
        for seat in session.seats:
            hand = hands.get(seat.id)
            if hand is not None:
                here = stood[seat.id]
                cards = hand_words(hand.cards, session) if hand.cards else None
                came = (int(played.out == seat.id), hand.points, here.total, here.rank, cards)
                yield (*about, *deal, names[seat.id], *came)
