"""The final ranking of a tournament: the players of the play-off, then all others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from game.tournament.standings import TournamentStanding, standings
from game.tournament.state import TournamentState


def final_ranking(tournament: TournamentState) -> list[TournamentStanding]:
    """Return the ranking, best first. Equal totals share a rank; below the play-off, ranks continue.

    rank: None for a player who left before the end.
    """
    before = {place.player: place.total for place in tournament.combined}
    if tournament.playoff is None:
        return tournament.final
    went_through = [
        replace(place, total=before.get(place.player, 0), playoff=place.total) for place in tournament.final
    ]
    taken = sum(place.rank is not None for place in went_through)
    return went_through + list(_others(tournament, taken))


def _others(tournament: TournamentState, taken: int) -> Iterator[TournamentStanding]:
    """taken: number of ranks of the play-off."""
    went_through = {place.player for place in tournament.final}
    others = [place for place in tournament.combined if place.player not in went_through]
    withdrawn = {place.player for place in others if place.rank is None}
    totals = {place.player: place.total for place in others}
    for place in standings(totals, withdrawn, highest_wins=tournament.highest_wins):
        yield place if place.rank is None else replace(place, rank=taken + place.rank)
