"""Tournaments: drawing tables, totals over all tables, the cut, the play-off and the final ranking.

Pure functions. Totals are points; the lowest is best unless `highest_wins`. Rounds are numbered from 1; a
stage is a round or, after the last one, the play-off. Codes like SP34 or GS10 refer to
game/variants/facts.json and decisions.json.
"""
