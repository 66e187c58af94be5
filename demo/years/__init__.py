"""A group that has met for years: a hundred nights a year, three sessions each, every card of them played.

`make_years_group` writes its history in bulk, as quickly as cards can be played: ten years in about a minute.
What every other way of writing keeps in line is kept here too: outcomes, running figures, the trail.
"""

from demo.years.group import NIGHTS_A_YEAR, Years, make_years_group

__all__ = ["NIGHTS_A_YEAR", "Years", "make_years_group"]
