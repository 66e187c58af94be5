"""May I play this? Pure functions over cards; they know no page and no database.

`referee.cards` reads and names cards, `referee.verdict` is what every question is answered with. A family
of games has a folder of its own: `referee.eights` for games that match a top card, `referee.rummy` for
games of melds.
"""
