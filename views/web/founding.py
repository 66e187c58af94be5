"""Create a group from a page: this phone becomes its owner."""

from __future__ import annotations

import uuid
from datetime import datetime

from flask import flash, url_for
from flask_babel import gettext as _

from models import Group
from models.database import new_id
from models.table.starting import create_group
from views.web.limits import count_new_group
from views.web.stored_links import add_link


def found_group(name: str, at: datetime, link_id: uuid.UUID) -> Group:
    """Create a group, and flash the advice to put a second owner's link on paper. Not committed."""
    count_new_group()
    group, link = create_group(name, new_id(), at, link_id=link_id)
    add_link(link)
    advice = _("Only this phone can manage the group. Put a second owner’s link on paper.")
    flash(advice, f"link:{url_for('home.links', group_id=group.id)}")
    return group
