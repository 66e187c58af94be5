"""What follows at the table: after a play, instead of one, and from the card that was turned up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.referee.cards import Card
from game.referee.eights.calling import call_for
from game.referee.eights.card import NOTHING_LIES_ON
from game.referee.eights.game import Game
from game.referee.eights.situation import Situation
from game.referee.verdict import Reason


def consequences(game: Game, now: Situation, play: Sequence[Card], left: int | None) -> tuple[Reason, ...]:
    """What a play that stands brings about; `left` is how many cards stay in the hand, None where nobody
    said.
    """
    last = play[-1]
    then = list(_again(game, now, play, left))
    if last.rank in game.follow:
        then += _owes(game, last, left)
    elif left == 0:
        then += [*_after_the_end(game, now, last), game.reason("out")]
    else:
        then += [*_of_last(game, now, play), *_unless_last(game, last, left)]
    return tuple(then)


def instead(game: Game, now: Situation, law: str) -> tuple[Reason, ...]:
    """What is left to do for somebody who may not play so, which `law` forbids."""
    if law in ("skipped", "drawn_none", *NOTHING_LIES_ON.values()):
        return ()
    if now.drew and game.drawn != "any":
        return ()  # DO20, DO36: the turn ends
    if now.pending and game.chain:
        return (game.reason("draw_chain", n=now.pending),)
    if now.follow and game.follow:
        return (game.reason("draw_follow", n=game.follow_draws),)
    if now.drew:
        return _draw_again(game, now)
    on_wild = now.top is not None and now.top.rank == game.wild and game.has("draw_on_wild")
    draw = game.reason("draw_on_wild" if on_wild else "draw", n=game.draws)
    return (draw, game.reason("must_play")) if game.must_play else (draw,)


def instead_of_last(game: Game, now: Situation) -> tuple[Reason, ...]:
    """What is left to do for somebody whose last card is one that nobody goes out on."""
    return _draw_again(game, now) if now.drew else (game.reason("draw_never_last", n=game.draws),)


def turned_up(game: Game, now: Situation) -> tuple[Reason, ...]:
    """What the card that was just turned up does by itself."""
    if not now.starter or now.top is None:
        return ()
    turned = game.turn_up.get(now.top.rank, "")
    if not turned or turned in NOTHING_LIES_ON or (turned == "dead" and now.pending):
        return ()
    return (game.reason(f"turned_{turned}", card=now.top, n=game.again_draws or game.chain_draws),)


def after_drawing(game: Game, now: Situation) -> tuple[Reason, ...]:
    """What somebody who has drawn this turn may still play."""
    if not now.drew or game.drawn == "none" or (now.pending and game.chain):
        return ()
    if game.drawn == "any":
        law = "drawn_any" if now.drew < game.draws else "drawn_last"
    else:
        law = "drawn_follows" if now.follow else "drawn_only"
    return (game.reason(law, drawn=now.drawn),)


def _draw_again(game: Game, now: Situation) -> tuple[Reason, ...]:
    """Further draws of the same turn; after the last one it is over, which `after_drawing` says."""
    left = game.draws - now.drew
    return (game.reason("draw_more", n=left),) if left > 0 else ()


def _again(game: Game, now: Situation, play: Sequence[Card], left: int | None) -> Iterator[Reason]:
    """What each extra turn of a play brings, also the call that is due before going out in it (GV18)."""
    if sum(card.rank == game.again for card in play) > 1:
        yield game.reason("each_a_turn")
    for place, card in enumerate(play, start=1):
        if not game.plays_again(card, two=now.two) or (left == 0 and place == len(play)):
            continue
        if card.rank != game.again:
            yield game.reason("goes_on_of_two")
            continue
        yield game.reason("others_draw", n=game.again_draws)
        yield game.reason("goes_on")
        if left == 0:
            yield from call_for(game, len(play) - place, play[place:])


def _owes(game: Game, last: Card, left: int | None) -> Iterator[Reason]:
    wild = "" if game.follow_wild else "_in_suit"
    if left == 0:
        yield game.reason("draw_to_finish", n=game.follow_draws)
        yield game.reason(f"finish{wild}", suit=last.suit)
    else:
        yield game.reason(f"owes_follow{wild}", suit=last.suit, n=game.follow_draws)


def _after_the_end(game: Game, now: Situation, last: Card) -> Iterator[Reason]:
    if last.rank == game.chain:
        law = "chain_outlives" if game.chain_outlives else "chain_dies"
        yield game.reason(law, n=now.pending + game.chain_draws)


def _of_last(game: Game, now: Situation, play: Sequence[Card]) -> Iterator[Reason]:
    last = play[-1]
    if game.plays_again(last, two=now.two):
        return
    if last.rank == game.wild:
        yield game.reason("names_suit" if game.wild_names == "must" else "may_name_suit", suit=last.suit)
    elif last.rank == game.chain:
        yield game.reason("starts_chain", n=now.pending + game.chain_draws, card=last)
    elif last.rank == game.skip:
        yield game.reason("skips")
    elif last.rank == game.reverse:
        yield game.reason("reverses_again" if game.reverse_again else "reverses")
    elif len(play) > 1 and game.is_ordinary(last) and play[-2].rank == last.rank:
        yield game.reason("last_sets_suit", suit=last.suit)


def _unless_last(game: Game, last: Card, left: int | None) -> Iterator[Reason]:
    if left is None and last.rank in game.never_last:
        reason = game.reason("never_last", card=last)
        yield Reason("unless_last", reason.facts, reason.about)
