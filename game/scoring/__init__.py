"""What a score means: pure functions over plain values, the standard library only.

Points of a hand, the plan of deals, standings, the end of a session and what is odd about a round.
Nothing here knows Flask, a database or a language; facts go in, answers come out.
"""
