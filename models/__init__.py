"""What we remember: groups, players, nights, sessions, and every change to them."""

from models.change import Author, Change
from models.database import Base, db
from models.group import Group
from models.link import Link, Role
from models.night import Night
from models.player import Player
from models.round import Hand, Round
from models.seat import Seat
from models.session import Session

__all__ = [
    "Author",
    "Base",
    "Change",
    "Group",
    "Hand",
    "Link",
    "Night",
    "Player",
    "Role",
    "Round",
    "Seat",
    "Session",
    "db",
]
