"""Short sessions of one group, each given by its only round, and the pairs of finishing positions in them."""

from models import Group, db
from models.statistics.pair_history import pair_history
from models.statistics.rivals import rivals
from models.statistics.selection import Selection
from tests.table import at_work, start

ANNA, BO, CARA = "Anna out, Bo 8, Cara 8 8", "Bo out, Anna 8, Cara 8 8", "Cara out, Anna 8, Bo 8 8"
LEVEL = "nobody out, Anna 8, Bo 8, Cara 8"


class Club:
    """Short sessions of one group, each given by its only round."""

    def __init__(self, app):
        self.app, self.id, self.clock = app, None, None

    def plays(self, *rounds, names="Anna Bo Cara", variant="derange", **options):
        tables = []
        for words in rounds:
            table = start(self.app, variant, names, group_id=self.id, clock=self.clock, **options)
            self.id, self.clock = table.group_id, table.clock
            tables.append(table.plays(words).stops())
        return tables

    def rivals(self, **chosen):
        """By names: the meetings of each pair, and each player's nemesis and victim."""
        with at_work(self.app):
            found = rivals(Selection(self.id, **chosen))
            named = {s.player.id: s.player.name for s in found.everybody}
            pairs = {(named[a], named[b]): met for (a, b), met in found.meetings.items()}
            standing = {
                s.player.name: (
                    s.sessions,
                    s.nemesis and s.nemesis.player.name,
                    s.victim and s.victim.player.name,
                )
                for s in found.everybody
            }
            return pairs, standing

    def rivalry(self, own, other, **chosen):
        with at_work(self.app):
            group = db.session.get_one(Group, self.id)
            of = {player.name: player for player in group.players}
            return pair_history(Selection(self.id, **chosen), of[own], of[other])
