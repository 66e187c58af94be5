"""Whether the cards suffice for these players."""

from __future__ import annotations

from dataclasses import dataclass

from game.scoring.rules import Rules

THIN_STOCK_PER_PLAYER = 2  # GD1


@dataclass(frozen=True)
class PackProblem:
    """What is wrong with a set-up.

    problem: "few" or "many" players, "short" (cannot be dealt), "thin" (hardly any stock) or
    "turn_up" (the stock cannot pay for a turned-up card that makes everybody draw).
    stock: cards left after the deal and the turn-up, negative where the deal itself fails.
    """

    problem: str
    players: int
    hand_size: int
    stock: int

    @property
    def impossible(self) -> bool:
        return self.problem in ("few", "many", "short")


def stock_after_deal(rules: Rules, players: int, hand_size: int) -> int:
    """Cards left face down after the deal and the turn-up."""
    return rules.pack_size - players * hand_size - rules.turn_up


def pack_problem(rules: Rules, players: int) -> PackProblem | None:
    """The worst that can be said of this many players with these decks, None where all is well."""
    largest = max(rules.hand_sizes)
    stock = stock_after_deal(rules, players, largest)
    fewest, most = rules.players
    if players < fewest:
        return PackProblem("few", players, largest, stock)
    if players > most:
        return PackProblem("many", players, largest, stock)
    if stock < 0:
        return PackProblem("short", players, largest, stock)
    if rules.turn_up_draws and stock < players:
        return PackProblem("turn_up", players, largest, stock)
    if stock < THIN_STOCK_PER_PLAYER * players:
        return PackProblem("thin", players, largest, stock)
    return None


def decks_needed(rules: Rules, players: int, most: int = 4) -> int | None:
    """The fewest decks that can deal this round plan to these players, None where `most` cannot."""
    largest = max(rules.hand_sizes)
    for decks in range(1, most + 1):
        if 52 * decks + rules.jokers - players * largest - rules.turn_up >= 0:
            return decks
    return None
