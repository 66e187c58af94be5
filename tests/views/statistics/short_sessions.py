"""Results of one round, and `add_session`, for pages that count many sessions."""

from tests.table import start

ANNA, BO = "Anna out, Bo 8, Cara 8 8", "Bo out, Anna 8, Cara 8 8"
LEVEL = "nobody out, Anna 8, Bo 8, Cara 8"


def add_session(table, result, names="Anna Bo Cara", variant="derange", **options):
    other = start(table.app, variant, names, group_id=table.group_id, clock=table.clock, **options)
    return other.plays(result).stops()
