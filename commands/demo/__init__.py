"""Made-up groups to look around in: nights full of what happens at real tables, and a game in progress.

Everything is told to the models as the pages tell it, at the times it would have happened. The same chance
(a seeded random.Random) and the same moment give the same history; only ids and links differ.
"""
