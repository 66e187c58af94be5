"""Compares the behaviour of two revisions of the project."""
