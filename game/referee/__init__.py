"""The referee: verdicts on plays. Pure functions over cards.

`referee.cards` parses and formats cards, `referee.verdict` is the result type. Each family of games has a
folder: `referee.eights` for games that match a top card, `referee.rummy` for games of melds.
A law is a rule with a name and the facts it rests on (V25, DO33; game/variants/facts.json, decisions.json);
which laws a variant has, and their facts, is in its play.toml. Unknown laws raise KeyError.
"""
