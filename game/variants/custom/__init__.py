"""Custom games: a group's own game as data, and the variant that follows from it.

definition.py: what a table decides. building.py: the variant, in the same form and with the same checks as
those of the folders beside. presets.py: games to start from.
"""
