"""Sessions from before a change."""

from tests.once import played_once
from tests.table import start


@played_once
def finished_sessions(app):
    """Three finished sessions, and the group they belong to."""
    table = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8 5 5, Bo K").stops()
    for result in ("Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K"):
        again = start(app, "derange", "Anna Bo Cara", group_id=table.group_id, clock=table.clock)
        again.plays(result).stops()
    return table.group_id
