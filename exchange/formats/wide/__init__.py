"""The table that nearly every family keeps: a column for each player, a row for each round or each game."""
