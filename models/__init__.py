"""What we remember: groups, players, nights, sessions, and every change to them."""

from models.change import Author, Change
from models.database import Base, db
from models.group import Group
from models.importing.file import Import
from models.link import Link, Role
from models.night import Night
from models.player import Player
from models.round import Hand, Round
from models.season import Season
from models.seat import Seat
from models.session import Session
from models.statistics.outcome import CardsLeft, Outcome, StatisticsVersion

__all__ = [
    "Author",
    "Base",
    "CardsLeft",
    "Change",
    "Group",
    "Hand",
    "Import",
    "Link",
    "Night",
    "Outcome",
    "Player",
    "Role",
    "Round",
    "Season",
    "Seat",
    "Session",
    "StatisticsVersion",
    "db",
]
