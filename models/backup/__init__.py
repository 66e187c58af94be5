"""The whole database as one file, and the way back: for whichever engine it is."""

from __future__ import annotations

from models.backup.files import BackupRefused
from models.backup.restoring import restore
from models.backup.writing import back_up, daily_backup

__all__ = ["BackupRefused", "back_up", "daily_backup", "restore"]
