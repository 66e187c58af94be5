"""Rounds with real cards: dealt, laid, drawn and melded as the referee allows, by players of a style.

`playing_of(variant, options, players).round(…)` is one round as the table would write it down;
`play_session` plays to the end of the plan, `play_many` yields as many whole sessions as are wanted, of
every variant. Nothing here knows a database. The same seeded chance gives the same cards.

    for played in play_many(300, Random(8)):
        played.rules, played.seats, played.rounds
"""

from demo.playing.playing import PlayedSession, Playing, play_many, play_session, playing_of
from demo.playing.style import CARELESS, PLAIN, SHREWD, Style

__all__ = [
    "CARELESS",
    "PLAIN",
    "SHREWD",
    "PlayedSession",
    "Playing",
    "Style",
    "play_many",
    "play_session",
    "playing_of",
]
