"""HTTP server and processes. Knows nothing about the game.

Requests are read completely before they occupy a thread; processes that end are started again.
"""
