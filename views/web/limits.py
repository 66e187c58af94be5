"""How often a phone may knock: links cannot be guessed by trying, and nobody fills the database."""

from __future__ import annotations

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

# Counted in each worker's memory: with two workers the true limit lies between one and two times this.
limiter = Limiter(key_func=get_remote_address)
OPENING_LINKS = "30 per minute"
FOUNDING_GROUPS = "60 per hour"
IMPORTING = "20 per minute"
TAKING_OUT = "30 per minute"
TAKING_EVERYTHING = "6 per minute"
READING_FEEDS = "30 per minute"
