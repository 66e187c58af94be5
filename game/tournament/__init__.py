"""A club evening: who sits where, totals over all tables, who goes on, who wins. Pure functions."""
