"""What play.toml says of a game of the Crazy Eights family."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from game.referee.cards import JOKER_RANK
from game.referee.eights.game import Call, Game
from game.rulebook.comparison.said import Cell, Said, say
from game.scoring.rules import RANKS, Rules


def eights_cells(played: Mapping[str, Any], _rules: Rules) -> dict[str, Cell]:
    """The rows of playing cards, by key; `played` is how a table plays that has chosen its options."""
    game = Game.from_dict(played)
    return {
        "turn_up": _turned_up(game),
        "match": _match(game),
        "stuck": (say("draws", num=game.draws), say(f"drawn_{game.drawn}")),
        "must": (say("must") if game.must_play else say("may_draw"),),
        "several": _several(game),
        "call": _call(game.call) if game.call else (say("no_call"),),
        "out": _out(game),
        "empty": (say("stock_reshuffled" if game.reshuffles else "stock_skips"),),
        "two": _two(game),
        **{f"does.{rank}": _does(rank, game) for rank in RANKS},
    }


def _turned_up(game: Game) -> Cell:
    numbers = {"turned_all_draw": game.again_draws, "turned_live": game.chain_draws}
    cell = []
    for effect, ranks in groupby(game.turn_up, key=game.turn_up.__getitem__):
        law = f"turned_{effect}"
        cell.append(say(law, *ranks, **({"num": numbers[law]} if law in numbers else {})))
    return tuple(cell)


def _match(game: Game) -> Cell:
    cell = [say("suit_or_rank")]
    if game.suit_only:
        cell.append(say("suit_alone", *game.suit_only))
    if game.again:
        cell.append(say("on_itself" if game.again_on_itself else "not_on_itself", game.again))
    if game.chain:
        cell.append(say("live_takes_itself", game.chain))
    barred = game.wild_barred_on
    cell.append(say("anywhere_but", game.wild, barred=barred) if barred else say("anywhere", game.wild))
    return tuple(cell)


def _several(game: Game) -> Cell:
    if game.several == "ordinary":
        return (say("ordinary_together"), say(f"first_by_{game.several_first}"))
    if game.several == "follow":
        return (say("rank_together", *game.follow), say("otherwise_one"))
    return (say("one_card"),)


def _call(call: Call) -> Cell:
    return (say("call", says=call.says), say(_moment(call)), say("call_penalty", num=call.draws))


def _moment(call: Call) -> str:
    if call.only_ordinary:
        return "call_at_one_rank" if call.equal_ranks else "call_at_one_ordinary"
    return "call_before_last_also_several" if call.equal_ranks else "call_before_last"


def _out(game: Game) -> Cell:
    cell: list[Said] = []
    if game.never_last:
        cell.append(say("never_last", *game.never_last))
    if game.follow:
        cell.append(say("draw_to_finish", *game.follow, num=game.follow_draws))
        cell.append(say("draw_again", *game.follow, num=game.follow_draws))
    if game.chain and game.chain_outlives:
        cell.append(say("chain_outlives", game.chain))
    return tuple(cell) or (say("any_last"),)


def _two(game: Game) -> Cell:
    """With two players a card that skips, or turns the direction, comes to something else."""
    again = [rank for rank in (game.skip, game.reverse if game.reverse_again else "") if rank]
    cell = [say("two_goes_on", *again)] if again else []
    if game.reverse and not game.reverse_again:
        cell.append(say("two_nothing", game.reverse))
    return tuple(cell) or (say("two_same"),)


def _does(rank: str, game: Game) -> Cell:
    """What a card of this rank brings about; nothing where it is ordinary."""
    if rank == JOKER_RANK:
        return (say("not_in_pack"),)
    cell: list[Said] = []
    if rank == game.wild:
        cell.append(say(f"names_suit_{game.wild_names}"))
        if game.wild_takes == "ordinary":
            cell.append(say("takes_ordinary"))
    if rank == game.again:
        cell += [say("others_draw", num=game.again_draws), say("goes_on")]
    if rank == game.skip:
        cell.append(say("skips"))
    if rank == game.reverse:
        cell.append(say("reverses"))
    if rank == game.chain:
        cell.append(say("chain", num=game.chain_draws))
    if rank in game.follow:
        cell.append(say("follow", num=game.follow_draws))
        if game.follow_wild:
            cell.append(say("follow_wild", game.wild))
    return tuple(cell)
