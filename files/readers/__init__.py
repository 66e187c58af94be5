"""Readers of files: each turns a format into a draft."""
