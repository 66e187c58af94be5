"""The answers of one variant to the compared questions, as data.

Two variants agree if their statements are equal. Dealing, counting and winning come from variant.toml, play
from play.toml, with separate statements for each family of games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from game.referee.cards import JOKER_RANK
from game.referee.eights.rules import Call, EightsRules
from game.scoring.rules import RANKS, Rules
from game.variants import Variant
from game.variants.option import PER_PLAYER, Option


@dataclass(frozen=True)
class Statement:
    """rule_key: key of the phrase; ranks: the cards it is about.

    about: values for the phrase: numbers, ranks, words.
    decision: the decision it follows if no rules text states it; ignored in comparisons.
    """

    rule_key: str
    ranks: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)
    decision: str = field(default="", compare=False)


Cell = tuple[Statement, ...]  # empty for an ordinary card
MOOT = frozenset({"only_counted", "not_in_pack", "melded"})  # the question does not arise


def is_moot(cell: Cell) -> bool:
    return any(statement.rule_key in MOOT for statement in cell)


def set_up_cells(variant: Variant, rules: Rules) -> dict[str, Cell]:
    """Return the cells of dealing, counting and winning, by key."""
    return {
        "players": _players(variant),
        "decks": _decks(variant, rules),
        "dealt": (_dealt(rules.hand_sizes),),
        "rounds": (_rounds(variant, rules),),
        "dealer": _dealer(variant, rules),
        "turn_up": (statement("turned", num=rules.turn_up) if rules.turn_up else statement("not_turned"),),
        "wins": (statement("most_won") if rules.counts_wins else statement("lowest"),),
        "tie": (statement("joint"),),
        **{f"points.{rank}": (_points(rank, rules),) for rank in RANKS},
    }


def _players(variant: Variant) -> Cell:
    least, most = variant.players
    span = statement("span", least=least, most=most)
    return (span, statement("best", least=variant.best[0], most=variant.best[1])) if variant.best else (span,)


def _decks(variant: Variant, rules: Rules) -> Cell:
    decks = _option_that_sets("decks", variant)
    steps = decks.default_from[1:] if decks else ()
    more = tuple(statement("decks_from", num=value, players=players) for players, value in steps)
    jokers = statement("jokers" if rules.jokers else "no_jokers", num=rules.jokers)
    return (statement("decks", num=rules.decks), *more, jokers)


def _dealt(sizes: tuple[int, ...]) -> Statement:
    if len(set(sizes)) == 1:
        return statement("each", num=sizes[0])
    return statement("down_and_up", largest=max(sizes), smallest=min(sizes))


def _rounds(variant: Variant, rules: Rules) -> Statement:
    option = _option_that_sets("rounds", variant)
    if option and option.default == PER_PLAYER:
        return statement("one_per_player")
    if option and option.default_players:
        return statement("agreed")
    if rules.rounds is None:
        return statement("until_you_stop")
    word = variant.words["rounds"]
    if rules.block:
        blocks = rules.rounds // rules.block
        block_word = variant.words["block" if blocks == 1 else "blocks"]
        return statement("blocks", num=blocks, block=block_word, count=rules.block, rounds=word)
    return statement("rounds", num=rules.rounds, rounds=word)


def _dealer(variant: Variant, rules: Rules) -> Cell:
    cut = (statement("cut", block=variant.words["block"]),) if rules.block else ()
    return (*cut, statement("clockwise"))


def _points(rank: str, rules: Rules) -> Statement:
    if rank == JOKER_RANK and not rules.jokers:
        return statement("not_in_pack")
    if rules.counts_wins:
        return statement("only_counted")
    points = rules.by_key[rules.class_of_rank[rank]].points
    return statement("face") if str(points) == rank else statement("points", num=points)


def _option_that_sets(rule: str, variant: Variant) -> Option | None:
    return next((option for option in variant.options if option.sets_value == rule), None)


def eights_cells(played: Mapping[str, Any], _rules: Rules) -> dict[str, Cell]:
    """Return the cells of play for the eights family, by key. played: see Variant.play_rules."""
    game = EightsRules.from_dict(played)
    return {
        "turn_up": _turned_up(game),
        "match": _match(game),
        "stuck": (statement("draws", num=game.draws), statement(f"drawn_{game.drawn}")),
        "must": (statement("must") if game.must_play else statement("may_draw"),),
        "several": _several(game),
        "call": _call(game.call) if game.call else (statement("no_call"),),
        "out": _out(game),
        "empty": (statement("stock_reshuffled" if game.reshuffles else "stock_skips"),),
        "two": _two(game),
        **{f"does.{rank}": _does(rank, game) for rank in RANKS},
    }


def _turned_up(game: EightsRules) -> Cell:
    numbers = {"turned_all_draw": game.again_draws, "turned_live": game.chain_draws}
    cell = []
    for effect, ranks in groupby(game.turn_up, key=game.turn_up.__getitem__):
        rule_key = f"turned_{effect}"
        about = {"num": numbers[rule_key]} if rule_key in numbers else {}
        cell.append(statement(rule_key, *ranks, **about))
    return tuple(cell)


def _match(game: EightsRules) -> Cell:
    cell = [statement("suit_or_rank")]
    if game.suit_only:
        cell.append(statement("suit_alone", *game.suit_only))
    if game.again:
        cell.append(statement("on_itself" if game.again_on_itself else "not_on_itself", game.again))
    if game.chain:
        cell.append(statement("live_takes_itself", game.chain))
    barred = game.wild_barred_on
    cell.append(
        statement("anywhere_but", game.wild, barred=barred) if barred else statement("anywhere", game.wild)
    )
    return tuple(cell)


def _several(game: EightsRules) -> Cell:
    if game.several == "ordinary":
        return (statement("ordinary_together"), statement(f"first_by_{game.several_first}"))
    if game.several == "follow":
        return (statement("rank_together", *game.follow), statement("otherwise_one"))
    return (statement("one_card"),)


def _call(call: Call) -> Cell:
    if call.only_ordinary:
        moment = "call_at_one_rank" if call.equal_ranks else "call_at_one_ordinary"
    else:
        moment = "call_before_last_also_several" if call.equal_ranks else "call_before_last"
    return (statement("call", says=call.words), statement(moment), statement("call_penalty", num=call.draws))


def _out(game: EightsRules) -> Cell:
    cell: list[Statement] = []
    if game.never_last:
        cell.append(statement("never_last", *game.never_last))
    if game.follow:
        cell.append(statement("draw_to_finish", *game.follow, num=game.follow_draws))
        cell.append(statement("draw_again", *game.follow, num=game.follow_draws))
    if game.chain and game.chain_survives:
        cell.append(statement("chain_survives", game.chain))
    return tuple(cell) or (statement("any_last"),)


def _two(game: EightsRules) -> Cell:
    """Return the effects of skip and reverse cards with two players."""
    again = [rank for rank in (game.skip, game.reverse if game.reverse_again else "") if rank]
    cell = [statement("two_goes_on", *again)] if again else []
    if game.reverse and not game.reverse_again:
        cell.append(statement("two_nothing", game.reverse))
    return tuple(cell) or (statement("two_same"),)


def _does(rank: str, game: EightsRules) -> Cell:
    """Return the effects of a rank; () for an ordinary card."""
    if rank == JOKER_RANK:
        return (statement("not_in_pack"),)
    cell: list[Statement] = []
    if rank == game.wild:
        cell.append(statement(f"names_suit_{game.wild_names}"))
        if game.wild_takes == "ordinary":
            cell.append(statement("takes_ordinary"))
    if rank == game.again:
        cell += [statement("others_draw", num=game.again_draws), statement("goes_on")]
    if rank == game.skip:
        cell.append(statement("skips"))
    if rank == game.reverse:
        cell.append(statement("reverses"))
    if rank == game.chain:
        cell.append(statement("chain", num=game.chain_draws))
    if rank in game.follow:
        cell.append(statement("follow", num=game.follow_draws))
        if game.follow_wild:
            cell.append(statement("follow_wild", game.wild))
    return tuple(cell)


def rummy_cells(played: Mapping[str, Any], rules: Rules) -> dict[str, Cell]:
    """Return the cells of play for the rummy family, by key. played: see Variant.play_rules."""
    joker = statement("stands_for_any") if rules.jokers else statement("not_in_pack")
    return {
        "turn_up": (),
        "match": (
            statement("runs", num=played["meld_least"]),
            statement("sets", num=played["set_most"]),
            *(statement(f"first_{kind}") for kind in played["first_meld"]),
        ),
        "stuck": (statement("draw_instead"),),
        "must": (statement("draw_or_meld"),),
        "several": (statement("many_melds"),),
        "call": (statement("no_call"),),
        "out": (statement("melded_last"),),
        "empty": (statement("stock_pass"),),
        "two": (statement("two_same"),),
        **{f"does.{rank}": (joker if rank == JOKER_RANK else statement("melded"),) for rank in RANKS},
    }


def statement(rule_key: str, *ranks: str, **about: Any) -> Statement:
    return Statement(rule_key, ranks, about)
