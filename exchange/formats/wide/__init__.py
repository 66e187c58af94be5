"""The wide table: a column for each player, a row for each round or each game."""
