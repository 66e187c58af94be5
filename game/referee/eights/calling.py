"""Must the last card be called?"""

from __future__ import annotations

from collections.abc import Sequence

from game.referee.cards import SUITS, Card
from game.referee.eights.game import Call, Game
from game.referee.verdict import Reason


def call_for(game: Game, left: int | None, cards: Sequence[Card] | None = None) -> tuple[Reason, ...]:
    """What has to be said with `left` cards still in the hand, `cards` where they are known; () where
    nothing, or where nobody said how many there are. A game without a call says so at the last card.
    """
    call = game.call
    if call is None or not left:
        return (game.reason("no_call"),) if left == 1 and game.has("no_call") else ()
    law = _law(game, call, left, cards)
    if not law:
        return ()
    about = {"says": call.says, "n": call.draws, "left": left}
    forgot = "forgot_call_till_end" if game.has("forgot_call_till_end") else "forgot_call"
    return (Reason(law, call.facts, about), game.reason(forgot, **about))


def _law(game: Game, call: Call, left: int, cards: Sequence[Card] | None) -> str:
    if left > 1 and not (call.equal_ranks and left <= len(SUITS) * game.decks):
        return ""  # so many cards cannot all be of one rank
    if cards is not None:
        only_ordinary = (
            call.only_ordinary or left > 1
        )  # GV5, V32: nobody goes out with several aces or eights
        ordinary = not only_ordinary or all(game.is_ordinary(card) for card in cards)
        return "call_must" if ordinary and len({card.rank for card in cards}) == 1 else ""
    if left > 1:
        return "call_if_equal"
    return "call_if_ordinary" if call.only_ordinary else "call_must"
