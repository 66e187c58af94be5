"""The sheet of a whole group: a row for each player in each round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exchange.workbook.words import Words
from models import Session
from review.timeline import Timeline


def round_columns(words: Words) -> list[tuple[str, int]]:
    return [
        (words.date, 11),
        (words.game, 22),
        (words.round, 8),
        (words.dealt, 8),
        (words.dealer, 20),
        (words.player, 20),
        (words.out, 8),
        (words.points, 8),
        (words.total, 8),
        (words.rank, 8),
        (words.cards, 24),
    ]


def round_rows(session: Session, after: Timeline, words: Words) -> Iterator[tuple[Any, ...]]:
    """Out is 1 or 0; what was not counted is empty."""
    names: dict[Any, str] = {seat.id: seat.player.name for seat in session.seats}
    about = (session.night.date, words.variant(session))
    for played, stood in zip(session.round_facts(), after, strict=True):
        deal = (played.number, played.hand_size, names[played.dealer])
        hands = {hand.seat: hand for hand in played.hands}
        for seat in session.seats:
            hand = hands.get(seat.id)
            if hand is not None:
                here = stood[seat.id]
                cards = words.hand(session, hand.cards) if hand.cards else None
                came = (int(played.out == seat.id), hand.points, here.total, here.rank, cards)
                yield (*about, *deal, names[seat.id], *came)
