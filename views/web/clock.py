"""Now, and who is asking: the only place where views read the clock and make an author."""

from __future__ import annotations

import random
import uuid
from datetime import UTC, datetime

from models import Author
from views.web.phone import phone_name


def now() -> datetime:
    return datetime.now(UTC)


def chance() -> random.Random:
    """What draws a dealer or shuffles the seats."""
    return random.SystemRandom()


def author(change_id: uuid.UUID) -> Author:
    """This phone, now, with the id that its form was given."""
    return Author(change_id, phone_name(), now())
