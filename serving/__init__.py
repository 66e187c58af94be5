"""How the pages reach the phones: HTTP read in full before a thread is taken, and processes that come back.

Nothing of the game is known here.
"""
