"""Choosing which games count: the one form that the statistics and the list of nights share."""
