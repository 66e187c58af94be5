"""What we remember: groups, players, nights, sessions, and every change to them."""

from models.change import Change, ChangeStamp
from models.custom_game import CustomGame
from models.database import Base, db
from models.deletion import Deletion
from models.group import Group
from models.imported_file import Import
from models.job import Job, JobPiece
from models.link import Link, Role
from models.night import Night
from models.player import Player
from models.rules import StoredRules
from models.season import Season
from models.session import Seat, Session, StoredSheet
from models.statistics.outcome import Outcome
from models.statistics.version import StatisticsVersion
from models.tournament.tournament import Entrant, Tournament, TournamentTable

__all__ = [
    "Base",
    "Change",
    "ChangeStamp",
    "CustomGame",
    "Deletion",
    "Entrant",
    "Group",
    "Import",
    "Job",
    "JobPiece",
    "Link",
    "Night",
    "Outcome",
    "Player",
    "Role",
    "Season",
    "Seat",
    "Session",
    "StatisticsVersion",
    "StoredRules",
    "StoredSheet",
    "Tournament",
    "TournamentTable",
    "db",
]
