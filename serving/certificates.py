"""The files that https at home is served with; reading them needs no library.

Their folder is for the server's user alone. Whoever deletes it takes the authority back.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Certificates:
    folder: Path

    @property
    def authority(self) -> Path:
        """What phones trust: a certificate in DER, and nothing secret."""
        return self.folder / "authority.crt"

    @property
    def signer(self) -> Path:
        """What signs for the authority: its key, its certificate and the authority's, in PEM."""
        return self.folder / "signer.pem"

    @property
    def server(self) -> Path:
        """What the server shows: its key, its certificate and the signer's, in PEM."""
        return self.folder / "server.pem"

    def fingerprint(self) -> str:
        """Of the authority, SHA-256 as phones show it. Raises FileNotFoundError where there is none."""
        return hashlib.sha256(self.authority.read_bytes()).digest().hex(":").upper()
