"""Scoring: points of a hand, the plan of deals, standings, the end of a session, warnings about a round.

Pure functions over frozen values; no Flask and no database.
Rounds and blocks are numbered from 1. Codes like V25 or DO32 refer to game/variants/facts.json and
game/variants/decisions.json.
"""
