"""May this one card be laid on the top card now?"""

from __future__ import annotations

from dataclasses import dataclass

from game.referee.cards import Card
from game.referee.eights.game import Game
from game.referee.eights.situation import Situation
from game.referee.verdict import Reason

NOTHING_LIES_ON = {"back": "turned_back", "bottom": "turned_bottom", "again": "turned_again"}


@dataclass(frozen=True)
class Ruling:
    allowed: bool
    reason: Reason


def rule_on(game: Game, top: Card, now: Situation, card: Card) -> Ruling:
    """The ruling on laying `card` on `top`; a suit that has to be called is known. Precedence as at the
    table: what keeps anybody from playing, then a live chain, a suit that is owed, a wild card, and at last
    suit and rank.
    """
    turned = NOTHING_LIES_ON.get(game.turn_up.get(top.rank, "")) if now.starter else None
    if turned:
        return _no(game, turned, top)
    if now.skip and game.skip:
        return _no(game, "skipped", card)
    if now.drew and (game.drawn == "none" or (now.pending and game.chain)):  # GD6: so does drawing a chain
        return _no(game, "drawn_none", card)
    if now.drew and game.drawn == "drawn" and now.drawn not in (None, card):
        return Ruling(False, game.reason("drawn_only", card=card, drawn=now.drawn))
    return _on_top(game, top, now, card)


def _on_top(game: Game, top: Card, now: Situation, card: Card) -> Ruling:
    if now.pending and game.chain:
        return _on_live_chain(game, now, card)
    if now.follow and top.rank in game.follow:
        return _after_follow(game, top, now, card)
    if top.rank == game.wild:
        return _on_wild(game, top, now, card)
    if top.rank == game.again:
        return _on_again(game, top, card)
    return _on_ordinary(game, top, card)


def _on_live_chain(game: Game, now: Situation, card: Card) -> Ruling:
    if card.rank == game.chain:
        return _yes(game, "answers_chain", card)
    law = "wild_on_chain" if card.rank == game.wild else "live_chain"
    return Ruling(False, game.reason(law, card=card, owed=now.pending))


def _after_follow(game: Game, top: Card, now: Situation, card: Card) -> Ruling:
    if card.suit == top.suit:
        return Ruling(True, game.reason("follows", card=card, top=top, suit=top.suit))
    if card.rank == top.rank and not now.drew:
        return Ruling(True, game.reason("follow_more", card=card))  # DO33: whatever their suits
    if card.rank == game.wild:
        if game.follow_wild:
            return _yes(game, "wild_follows", card)
        return Ruling(False, game.reason("wild_not_following", card=card, suit=top.suit))
    law = "not_following_drawn" if card.rank == top.rank else "not_following"
    return Ruling(False, game.reason(law, card=card, top=top, suit=top.suit))


def _on_wild(game: Game, top: Card, now: Situation, card: Card) -> Ruling:
    if game.wild_takes == "ordinary" and not game.is_ordinary(card):
        return _no(game, "special_on_wild", card)
    if card.rank == game.wild:
        return _yes(game, "wild", card)
    suit = now.called or top.suit
    law = "called" if now.called else "called_own"
    if card.suit == suit:
        return Ruling(True, game.reason(law, card=card, suit=suit))
    return Ruling(False, game.reason(f"not_{law}", card=card, suit=suit))


def _on_again(game: Game, top: Card, card: Card) -> Ruling:
    if card.rank == game.again:
        if game.again_on_itself:
            return _yes(game, "again_on_itself", card)
        return Ruling(False, game.reason("again_not_on_itself", card=card, suit=top.suit))
    if card.rank == game.wild:
        return _no(game, "wild_on_again", card)
    allowed = card.suit == top.suit
    return Ruling(allowed, game.reason("on_again" if allowed else "not_on_again", card=card, suit=top.suit))


def _on_ordinary(game: Game, top: Card, card: Card) -> Ruling:
    if card.rank == game.wild:
        return _yes(game, "wild", card)
    in_suit = card.suit == top.suit
    if card.rank in game.suit_only:
        law = "in_suit_only" if in_suit else "not_in_suit"
        return Ruling(in_suit, game.reason(law, card=card, top=top, suit=top.suit))
    law = "suit" if in_suit else "rank" if card.rank == top.rank else "no_match"
    return Ruling(law != "no_match", game.reason(law, card=card, top=top))


def _yes(game: Game, law: str, card: Card) -> Ruling:
    return Ruling(True, game.reason(law, card=card))


def _no(game: Game, law: str, card: Card) -> Ruling:
    return Ruling(False, game.reason(law, card=card))
