"""Exports: CSV, spreadsheets, BG Stats, calendar, feed."""
