"""Win chances: Monte Carlo simulation of the remaining rounds, from past rounds and the players' records."""
