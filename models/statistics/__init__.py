"""Figures over many nights, added up by the database from the outcomes of finished sessions."""
