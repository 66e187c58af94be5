"""Why there is no backup, or no way back."""

from __future__ import annotations


class BackupRefused(RuntimeError):
    """The message says why, for whoever runs the server. What was there before is untouched."""
