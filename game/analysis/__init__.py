"""Looking back: what a session came to for each seat, and what that says. Pure functions over facts.

Nothing here knows Flask, a database or a language. openskill rates; all else is the standard library.
"""
