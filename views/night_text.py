"""A night as a message to the family chat."""

from __future__ import annotations

from views.night_recap import NightRecap
from views.pages import score, words
from views.session_recap import SessionRecap


def night_text(view: NightRecap) -> str:
    """Date and place, who won most, then a paragraph a session, then what stood out."""
    about = ", ".join(part for part in (view.date, view.night.place) if part)
    games = [_game(told) for told in view.sessions]
    stories = [f"{story.label}: {story.text}" for story in view.stories]
    opening = "\n".join(part for part in (about, view.headline) if part)
    return "\n\n".join([opening, *games, *(["\n".join(stories)] if stories else [])])


def _game(told: SessionRecap) -> str:
    name = words(told.session.rules["name"])
    places = [
        f"{f'{p.rank}.' if p.rank else '–'} {p.names} {score(p.total, told.session)}" for p in told.places
    ]
    return "\n".join([f"{name}: {told.headline}", *places])
