"""What variant.toml says before the first card is played, and how the game is won."""

from __future__ import annotations

from game.referee.cards import JOKER_RANK
from game.rulebook.comparison.said import Cell, Said, say
from game.scoring.rules import RANKS, Rules
from game.variants import Variant
from game.variants.option import PER_PLAYER, Option


def set_up_cells(variant: Variant, rules: Rules) -> dict[str, Cell]:
    """The rows of dealing, counting and winning, by key."""
    return {
        "players": _players(variant),
        "decks": _decks(variant, rules),
        "dealt": (_dealt(rules.hand_sizes),),
        "rounds": (_rounds(variant, rules),),
        "dealer": _dealer(variant, rules),
        "turn_up": (say("turned", num=rules.turn_up) if rules.turn_up else say("not_turned"),),
        "wins": (say("most_won") if rules.counts_wins else say("lowest"),),
        "tie": (say("joint"),),
        **{f"points.{rank}": (_points(rank, rules),) for rank in RANKS},
    }


def _players(variant: Variant) -> Cell:
    least, most = variant.players
    span = say("span", least=least, most=most)
    return (span, say("best", least=variant.best[0], most=variant.best[1])) if variant.best else (span,)


def _decks(variant: Variant, rules: Rules) -> Cell:
    decks = _option_that_sets("decks", variant)
    steps = decks.default_from[1:] if decks else ()
    more = tuple(say("decks_from", num=value, players=players) for players, value in steps)
    jokers = say("jokers" if rules.jokers else "no_jokers", num=rules.jokers)
    return (say("decks", num=rules.decks), *more, jokers)


def _dealt(sizes: tuple[int, ...]) -> Said:
    if len(set(sizes)) == 1:
        return say("each", num=sizes[0])
    return say("down_and_up", largest=max(sizes), smallest=min(sizes))


def _rounds(variant: Variant, rules: Rules) -> Said:
    option = _option_that_sets("rounds", variant)
    if option and option.default == PER_PLAYER:
        return say("one_per_player")
    if option and option.default_players:
        return say("agreed")
    if rules.rounds is None:
        return say("until_you_stop")
    if rules.block:
        return _blocks(rules.rounds // rules.block, rules.block, variant)
    return say("rounds", num=rules.rounds, rounds=variant.words["rounds"])


def _blocks(blocks: int, rounds: int, variant: Variant) -> Said:
    word = variant.words["block" if blocks == 1 else "blocks"]
    return say("blocks", num=blocks, block=word, count=rounds, rounds=variant.words["rounds"])


def _dealer(variant: Variant, rules: Rules) -> Cell:
    cut = (say("cut", block=variant.words["block"]),) if rules.block else ()
    return (*cut, say("clockwise"))


def _points(rank: str, rules: Rules) -> Said:
    if rank == JOKER_RANK and not rules.jokers:
        return say("not_in_pack")
    if rules.counts_wins:
        return say("only_counted")
    points = rules.by_key[rules.class_of_rank[rank]].points
    return say("face") if str(points) == rank else say("points", num=points)


def _option_that_sets(rule: str, variant: Variant) -> Option | None:
    return next((option for option in variant.options if option.sets_value == rule), None)
