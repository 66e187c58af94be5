"""The games: what the rules say, and what follows from them. Pure Python, no Flask and no database."""
