"""The referee: verdicts on plays. Pure functions over cards.

`referee.cards` parses and formats cards, `referee.verdict` is the result type, `referee.play_rules` the base
of the rules of both families. Each family of games has a folder: `referee.eights` for games that match a top
card, `referee.rummy` for games of melds.
A rule has a key and cites facts (V25, DO33; game/variants/facts.json, decisions.json): those of a variant are
in its play.toml. Unknown keys raise KeyError.
"""
