"""A custom game in words: what is counted, who wins, when it ends, what is dealt, and how it differs."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from game.variants import VARIANTS
from game.variants.custom.definition import GameDefinition, definition_of
from game.variants.custom.presets import like_variant
from models.custom_games import game_of, games_of
from views.web.access import membership
from views.web.language import current_language
from views.words.cards import lettered
from views.words.figures import number, short_day
from views.words.phrases import Sentence, listed, number_word, own_game, within_a_line, words

COUNTING: dict[tuple[str, str], Sentence] = {
    ("cards", "lowest"): lazy_gettext("Cards left count against their holder, and the lowest total wins"),
    ("cards", "highest"): lazy_gettext("Cards left count for their holder, and the highest total wins"),
    ("cards", "collects"): lazy_gettext("The winner of a round collects what the others hold"),
    ("typed", "lowest"): lazy_gettext("Points are typed, and the lowest total wins"),
    ("typed", "highest"): lazy_gettext("Points are typed, and the highest total wins"),
    ("typed", "collects"): lazy_gettext("The winner of a round collects the points of the others"),
    ("wins", "lowest"): lazy_gettext("Only who wins a round counts, and most wins takes the game"),
    ("places", "lowest"): lazy_gettext("The places of all rounds are added up, and the lowest total wins"),
}


def game_sentence(game: GameDefinition) -> str:
    """The rules in one sentence: what counts, who wins, when it ends."""
    counting = str(COUNTING[game.scoring, game.winner])
    return f"{counting}; {_end_clause(game)}."


def own_summaries(group_id: uuid.UUID) -> dict[str, str]:
    """The rules of a group's custom games, each in one sentence, by key."""
    return {game.key: game_sentence(definition_of(game.definition)) for game in games_of(group_id)}


def own_game_note() -> str:
    """The line of a page of rules that says how the custom game in its address differs; "" without one."""
    group_id, key = own_game_args().get("group"), own_game_args().get("own")
    if not group_id or not key or membership(group_id) is None:
        return ""
    game = game_of(group_id, uuid.UUID(key))
    return base_in_words(definition_of(game.definition)) if game else ""


def own_game_args() -> dict[str, Any]:
    """Query parameters that name a custom game, for links from one page of rules to another."""
    try:
        return {"own": str(uuid.UUID(request.args["own"])), "group": uuid.UUID(request.args["group"])}
    except (KeyError, ValueError):
        return {}


def rules_since(key: str | None) -> str:
    """Since when a custom game has its present rules; "" for other variants, and if they never changed."""
    game = own_game(key) if key else None
    if game is None or game.changed_at == game.created_at:
        return ""
    day = short_day(game.changed_at)
    return _("The rules changed on %(day)s. Earlier games count as they were played.", day=day)


def _end_clause(game: GameDefinition) -> str:
    """When it ends: "it ends when somebody reaches 100"."""
    when = ends_in_words(game)
    return when if game.eliminate_at else _("it ends %(when)s", when=when)


def ends_in_words(game: GameDefinition) -> str:
    """Only what ends it: "when somebody reaches 100 or after 10 rounds"."""
    ends = _(" or ").join(_ends(game))
    if game.eliminate_at:
        total = number(game.eliminate_at)
        last_wins = _("who reaches %(total)s is out, and the last one wins", total=total)
        return _("%(end)s; at the latest it ends %(when)s", end=last_wins, when=ends) if ends else last_wins
    if not ends:
        return _("when you stop")
    if game.first_to and game.tie == "play_on":
        return _("%(end)s, and a tie is played on", end=ends)
    return ends


def _ends(game: GameDefinition) -> Iterable[str]:
    if game.first_to:
        yield _("when somebody reaches %(total)s", total=number(game.first_to))
    if game.rounds == "per_player":
        yield _("after one round each")
    elif game.rounds:
        yield ngettext("after %(num)d round", "after %(num)d rounds", game.rounds)


def card_value_in_words(ranks: list[str], points: int | None) -> str:
    cards = " ".join(map(rank_label, ranks))
    if points is None:
        return _("%(cards)s counted only", cards=cards)
    return ngettext(
        "%(cards)s is %(points)s", "%(cards)s are %(points)s", len(ranks), cards=cards, points=number(points)
    )


def value_rows(values: Mapping[Any, int | None]) -> list[tuple[int | None, list[str]]]:
    """The cards of each value, most points first; what is only counted comes last."""
    ranked = sorted(values, key=lambda rank: (values[rank] is None, -(values[rank] or 0)))
    return [(points, list(ranks)) for points, ranks in groupby(ranked, key=values.__getitem__)]


def rank_label(rank: str) -> str:
    """A rank as it is printed on the cards of this phone."""
    return _("Joker") if rank == "JK" else lettered(rank)


def deal_in_words(game: GameDefinition) -> str:
    """The cards dealt: "5 each, 7 with two players"."""
    if game.hand_by_players:
        usual = game.hand_by_players[-1][1]
        others = [
            _("%(cards)d with %(players)s", cards=cards, players=_span(first, until))
            for (first, cards), (until, _cards) in zip(
                game.hand_by_players, game.hand_by_players[1:], strict=False
            )
        ]
        return ", ".join([_("%(cards)d each", cards=usual), *others])
    if len(game.hand_sizes) == 1:
        return _("%(cards)d each", cards=game.hand_sizes[0])
    if game.hand_sizes:
        return _("%(cards)s, round by round", cards=_sequence(game.hand_sizes))
    return _("not recorded")


def _span(first: int, until: int) -> str:
    """The players from `first` to below `until`."""
    return number_word(first) if first + 1 == until else f"{first}–{until - 1}"


def _sequence(sizes: tuple[int, ...]) -> str:
    """Hand sizes with what lies between left out: "10 … 1 … 10"."""
    turns = [
        size
        for place, size in enumerate(sizes)
        if place in (0, len(sizes) - 1) or sizes[place + 1] - size != size - sizes[place - 1]
    ]
    return " … ".join(map(str, turns))


def packs_in_words(game: GameDefinition) -> str:
    """The pack: "52 cards, no jokers, a second deck from 6 players"."""
    jokers = ngettext("%(num)d joker", "%(num)d jokers", game.jokers) if game.jokers else _("no jokers")
    first, *more = game.decks
    decks = [ngettext("%(num)d deck", "%(num)d decks", first[1])] + [
        _("%(decks)d from %(players)d players", decks=decks, players=players) for players, decks in more
    ]
    return ", ".join([_("%(cards)d cards", cards=game.deck_size), jokers, *decks])


def _difference_in_words(game: GameDefinition) -> str:
    """How the game differs from the known one it is like; "" if that has the same rules, or there is none."""
    base = VARIANTS.get(game.base or "")
    if base is None:
        return ""
    like = like_variant(base, current_language(), game.base_options)
    parts = []
    changed = {rank: points for rank, points in game.values.items() if like.values.get(rank, ...) != points}
    if changed:
        parts.append(listed([card_value_in_words(ranks, points) for points, ranks in value_rows(changed)]))
    if (game.scoring, game.winner) != (like.scoring, like.winner):
        parts.append(within_a_line(str(COUNTING[game.scoring, game.winner])))
    if any(getattr(game, end) != getattr(like, end) for end in ("rounds", "first_to", "eliminate_at", "tie")):
        parts.append(_end_clause(game))
    if (game.hand_sizes, game.hand_by_players) != (like.hand_sizes, like.hand_by_players):
        parts.append(_("dealt: %(cards)s", cards=deal_in_words(game)))
    if (game.deck_size, game.jokers, game.decks) != (like.deck_size, like.jokers, like.decks):
        parts.append(packs_in_words(game))
    parts += [each.reason for each in game.multipliers]
    return "; ".join(parts)


def base_in_words(game: GameDefinition) -> str:
    """The line of pages about the known game: "Friday eights is like Vändåtta, but 8 is 25."."""
    base = VARIANTS.get(game.base or "")
    if base is None:
        return ""
    difference = _difference_in_words(game)
    if not difference:
        return _("%(game)s is played like %(base)s.", game=game.name, base=words(base.name))
    return _(
        "%(game)s is like %(base)s, but %(difference)s.",
        game=game.name,
        base=words(base.name),
        difference=difference,
    )
