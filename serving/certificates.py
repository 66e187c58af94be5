"""Paths of the certificate files; reading them needs no library.

The folder belongs to the server's user. Deleting it revokes the authority.
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
        """The root certificate for phones, in DER; not secret."""
        return self.folder / "authority.crt"

    @property
    def signer(self) -> Path:
        """Key and certificate of the signer, and the authority's certificate, in PEM."""
        return self.folder / "signer.pem"

    @property
    def server(self) -> Path:
        """Key and certificate of the server, and the signer's certificate, in PEM."""
        return self.folder / "server.pem"

    def fingerprint(self) -> str:
        """SHA-256 fingerprint of the authority, as phones show it. Raises FileNotFoundError."""
        return hashlib.sha256(self.authority.read_bytes()).digest().hex(":").upper()
