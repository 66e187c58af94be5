"""Made-up groups to look around in: nights full of what happens at real tables, and a game in progress.

The models save everything as they do for the pages, at the times it would have happened; only the hands are
drawn from frequencies. The same seeded random.Random and the same moment give the same history, except for
ids and links.
"""
