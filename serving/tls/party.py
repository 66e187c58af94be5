"""Somebody who can sign, and how that is kept in a file."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509.oid import NameOID

Extensions = Mapping[x509.ExtensionType, bool]  # whether it is critical
Span = tuple[datetime, datetime]
MINE_ALONE = 0o600


@dataclass(frozen=True)
class Party:
    """key: of the elliptic curve P-256, which every phone knows. certificate: who that is, by whose word."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @classmethod
    def by_its_own_word(cls, name: str, extensions: Extensions, lasting: Span) -> Party:
        key = ec.generate_private_key(ec.SECP256R1())
        begun = _begun(name, key, extensions, lasting)
        return cls(key, begun.issuer_name(_called(name)).sign(key, SHA256()))

    def vouch_for(self, name: str, extensions: Extensions, lasting: Span) -> Party:
        """Somebody new."""
        key = ec.generate_private_key(ec.SECP256R1())
        of_issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        begun = _begun(name, key, {**extensions, of_issuer: False}, lasting)
        return Party(key, begun.issuer_name(self.certificate.subject).sign(self.key, SHA256()))

    @classmethod
    def read(cls, path: Path) -> tuple[Party, x509.Certificate]:
        """And the certificate of who vouches for them. Raises FileNotFoundError or ValueError."""
        pem = path.read_bytes()
        key = serialization.load_pem_private_key(pem, None)
        certificate, above = x509.load_pem_x509_certificates(pem)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError(f"{path.name} holds a key of another kind")
        return cls(key, certificate), above

    def write(self, path: Path, above: x509.Certificate) -> None:
        encoding, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        key = self.key.private_bytes(encoding, pkcs8, serialization.NoEncryption())
        write(path, key + self.certificate.public_bytes(encoding) + above.public_bytes(encoding))


def write(path: Path, content: bytes) -> None:
    """Whole or not at all; readable for nobody else, not even while it is being written."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MINE_ALONE), "wb") as file:
        file.write(content)
    draft.replace(path)


def _begun(
    name: str, key: ec.EllipticCurvePrivateKey, extensions: Extensions, lasting: Span
) -> x509.CertificateBuilder:
    """All but who signs it."""
    begins, ends = lasting
    of_key = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    builder = x509.CertificateBuilder(
        subject_name=_called(name),
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=begins,
        not_valid_after=ends,
    )
    for extension, critical in {**extensions, of_key: False}.items():
        builder = builder.add_extension(extension, critical)
    return builder


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
