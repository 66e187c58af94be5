"""Tournaments of a group: entrants, tables and their sessions, decisions."""
