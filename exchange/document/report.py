"""What reading a document came to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """The ids of what an import made, and how many sessions were there already.

    written: place and note of each night that it made.
    """

    made: dict[str, list[str]]
    known: int
    written: dict[str, list[str | None]]

    @property
    def players(self) -> int:
        return len(self.made["players"])

    @property
    def nights(self) -> int:
        return len(self.made["nights"])

    @property
    def tournaments(self) -> int:
        return len(self.made["tournaments"])

    @property
    def sessions(self) -> int:
        return len(self.made["sessions"])
