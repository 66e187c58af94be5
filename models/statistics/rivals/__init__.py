"""Between players: who finishes ahead of whom, who is whose nemesis, and the rivalry of two.

Two meet in a session where both stayed to the end and were not partners. Where they finish level it counts
half for each.
"""
