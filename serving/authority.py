"""A certificate authority for https at home, which phones can be present to trust.

The authority signs one intermediate certificate, the signer's; its own key is never stored. The signer is
restricted to names and addresses at home by name constraints (RFC 5280, section 4.2.1.10): all clients
enforce them for intermediates, not all for roots. So a stolen key can impersonate a computer at home, but
no bank.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from serving.certificates import Certificates

TRUSTED_FOR = timedelta(days=3652)
SERVED_FOR = timedelta(days=397)  # phones refuse a server whose certificate is good for more than 398 days
RENEWED = timedelta(days=200)  # before it ends
BACKDATED = timedelta(days=1)  # a phone's clock may be slow
MAX_NAME_LETTERS = 20  # of this computer; all of the certificate’s name may have 64
SERVER_AUTHENTICATION = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
NO_KEY_USAGE = dict.fromkeys(
    (
        *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"),
        *("key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
    ),
    False,
)
# These domains do not exist on the internet.
NAMES = ("localhost", "local", "lan", "internal", "home.arpa")
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")
Extensions = Mapping[x509.ExtensionType, bool]  # whether it is critical
Validity = tuple[datetime, datetime]


def prepare(certificates: Certificates, names: Iterable[str], *, at: datetime) -> list[str]:
    """Create certificates that are missing, expiring or for other names; returns the names that the server
    can prove.

    names: names and addresses of this computer; the first one names the authority.
    """
    certificates.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    wanted = provable(names)
    signer = _stored_signer(certificates, at) or _new_signer(certificates, wanted, at)
    constraints = signer.certificate.extensions.get_extension_for_class(x509.NameConstraints)
    permitted = constraints.value.permitted_subtrees or []
    proved = [name for name in wanted if is_within(name, permitted)]
    if not _is_good(certificates, signer, proved, at):
        _issue(certificates, signer, proved, at)
    return proved


def _stored_signer(certificates: Certificates, at: datetime) -> Party | None:
    """The stored signer; None if it is missing or expires soon."""
    try:
        signer, authority = Party.read(certificates.signer)
        trusted = certificates.authority.read_bytes()
    except (FileNotFoundError, ValueError):
        return None
    is_lasting = signer.certificate.not_valid_after_utc - at > SERVED_FOR
    return signer if is_lasting and trusted == authority.public_bytes(Encoding.DER) else None


def _new_signer(certificates: Certificates, names: list[str], at: datetime) -> Party:
    """Create an authority and a signer; the key of the authority is discarded."""
    name = f"Turn Eight at home ({names[0][:MAX_NAME_LETTERS]}, {at:%Y-%m-%d %H:%M:%S})"
    authority = Party.self_signed(name, _may_sign(1), _validity(at, TRUSTED_FOR))
    constraints = x509.NameConstraints(permitted_for(names), None)
    extensions = {**_may_sign(0), constraints: True, SERVER_AUTHENTICATION: False}
    signer = authority.issue("Turn Eight", extensions, _validity(at, TRUSTED_FOR))
    write(certificates.authority, authority.certificate.public_bytes(Encoding.DER))
    signer.write(certificates.signer, authority.certificate)
    return signer


def _is_good(certificates: Certificates, signer: Party, names: list[str], at: datetime) -> bool:
    try:
        server, issuer = Party.read(certificates.server)
    except (FileNotFoundError, ValueError):
        return False
    present = server.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    has_names = set(present) == {general_name(name) for name in names}
    is_lasting = server.certificate.not_valid_after_utc - at > RENEWED
    return has_names and issuer == signer.certificate and is_lasting


def _issue(certificates: Certificates, signer: Party, names: list[str], at: datetime) -> None:
    extensions = {
        x509.BasicConstraints(ca=False, path_length=None): True,
        x509.KeyUsage(**NO_KEY_USAGE | {"digital_signature": True}): True,
        x509.SubjectAlternativeName([general_name(name) for name in names]): False,
        SERVER_AUTHENTICATION: False,
    }
    server = signer.issue("Turn Eight", extensions, _validity(at, SERVED_FOR))
    server.write(certificates.server, signer.certificate)


def _may_sign(path_length: int) -> Extensions:
    return {
        x509.BasicConstraints(ca=True, path_length=path_length): True,
        x509.KeyUsage(**NO_KEY_USAGE | {"key_cert_sign": True}): True,
    }


def _validity(at: datetime, duration: timedelta) -> Validity:
    begins = at - BACKDATED
    return begins, begins + duration


def provable(names: Iterable[str]) -> list[str]:
    """The distinct names that a certificate can contain."""
    return [name for name in dict.fromkeys(names) if is_address(name) or HOST.fullmatch(name)]


def general_name(name: str) -> x509.GeneralName:
    return x509.IPAddress(ip_address(name)) if is_address(name) else x509.DNSName(name)


def permitted_for(names: Iterable[str]) -> list[x509.GeneralName]:
    """Private names and networks, and the current names of this computer."""
    private = [*map(x509.DNSName, NAMES), *(x509.IPAddress(ip_network(network)) for network in NETWORKS)]
    others = [name for name in names if not is_within(name, private)]
    return [
        *private,
        *(x509.IPAddress(ip_network(name)) if is_address(name) else x509.DNSName(name) for name in others),
    ]


def is_within(name: str, permitted: Sequence[x509.GeneralName]) -> bool:
    if is_address(name):
        networks = [ip_network(str(base.value)) for base in permitted if isinstance(base, x509.IPAddress)]
        return any(ip_address(name) in network for network in networks)
    bases = [base.value for base in permitted if isinstance(base, x509.DNSName)]
    return any(name == base or name.endswith(f".{base}") for base in bases)


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Party:
    """A key (elliptic curve P-256, which every phone supports) and its certificate."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @classmethod
    def self_signed(cls, name: str, extensions: Extensions, validity: Validity) -> Party:
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(name, key, extensions, validity)
        return cls(key, builder.issuer_name(_common_name(name)).sign(key, SHA256()))

    def issue(self, name: str, extensions: Extensions, validity: Validity) -> Party:
        """Create a key and sign its certificate."""
        key = ec.generate_private_key(ec.SECP256R1())
        of_issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        builder = _builder(name, key, {**extensions, of_issuer: False}, validity)
        return Party(key, builder.issuer_name(self.certificate.subject).sign(self.key, SHA256()))

    @classmethod
    def read(cls, path: Path) -> tuple[Party, x509.Certificate]:
        """Read a party and the issuer's certificate. Raises FileNotFoundError or ValueError."""
        pem = path.read_bytes()
        key = serialization.load_pem_private_key(pem, None)
        certificate, issuer = x509.load_pem_x509_certificates(pem)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError(f"{path.name} holds a key of another kind")
        return cls(key, certificate), issuer

    def write(self, path: Path, issuer: x509.Certificate) -> None:
        encoding, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        key = self.key.private_bytes(encoding, pkcs8, serialization.NoEncryption())
        write(path, key + self.certificate.public_bytes(encoding) + issuer.public_bytes(encoding))


def write(path: Path, content: bytes) -> None:
    """Write a file atomically, readable by its owner only."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    draft.replace(path)


def _builder(
    name: str, key: ec.EllipticCurvePrivateKey, extensions: Extensions, validity: Validity
) -> x509.CertificateBuilder:
    """A certificate builder without issuer."""
    begins, ends = validity
    of_key = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    builder = x509.CertificateBuilder(
        subject_name=_common_name(name),
        public_key=key.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=begins,
        not_valid_after=ends,
    )
    for extension, critical in {**extensions, of_key: False}.items():
        builder = builder.add_extension(extension, critical)
    return builder


def _common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
