"""Analysis of sessions: outcomes of seats, recaps, ratings, predictions, win chances, rescoring.

Pure functions over the facts of game/scoring; no Flask, database or language. Ratings use openskill, all else
only the standard library. Shares and probabilities are from 0 to 1. Methods cite their publication.
"""
