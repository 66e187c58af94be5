"""Tournaments in the session document."""
