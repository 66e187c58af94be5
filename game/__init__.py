"""The games: rules, scoring, referee, analysis and tournaments. Pure Python, no Flask and no database."""
