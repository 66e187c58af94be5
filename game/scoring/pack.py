"""Checks that a pack has enough cards for a number of players."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.scoring.rules import Rules

THIN_STOCK_PER_PLAYER = 2  # GD1


@dataclass(frozen=True)
class PackProblem:
    """A problem with the number of players or decks.

    problem: "few" or "many" players, "short" (cannot be dealt), "thin" (small stock, GD1) or "turn_up" (the
    stock is too small for a turned-up card that makes every player draw).
    stock: cards left after the deal and the turn-up, negative if the pack is too small for the deal.
    """

    problem: str
    players: int
    hand_size: int
    stock: int

    @property
    def impossible(self) -> bool:
        return self.problem in ("few", "many", "short")


def stock_after_deal(rules: Rules, players: int, hand_size: int) -> int:
    """Return the number of cards left face down after the deal and the turn-up; negative if too few."""
    return rules.pack_size - players * hand_size - rules.turn_up


def pack_problem(rules: Rules, players: int) -> PackProblem | None:
    """Return the most serious problem in the largest deal of these rules, None if there is none.

    Where no cards are counted, a game need not have a stock.
    """
    largest = max(rules.hand_sizes, default=0)
    stock = stock_after_deal(rules, players, largest)
    fewest, most = rules.players
    if players < fewest:
        return PackProblem("few", players, largest, stock)
    if players > most:
        return PackProblem("many", players, largest, stock)
    if not rules.hand_sizes:
        return None
    if stock < 0:
        return PackProblem("short", players, largest, stock)
    if not rules.classes:  # what is left after the deal is no stock: nobody draws from it
        return None
    if rules.turn_up_draws and stock < players:
        return PackProblem("turn_up", players, largest, stock)
    if stock < THIN_STOCK_PER_PLAYER * players:
        return PackProblem("thin", players, largest, stock)
    return None


def decks_needed(rules: Rules, players: int, most: int = 4) -> int | None:
    """Return the fewest decks that suffice for the largest deal, None if `most` decks do not."""
    largest = max(rules.hand_sizes, default=0)
    for decks in range(1, most + 1):
        if stock_after_deal(replace(rules, decks=decks), players, largest) >= 0:
            return decks
    return None
