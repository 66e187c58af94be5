"""https for a computer that no public authority vouches for: one of its own, which phones can trust.

The authority signs one certificate, the signer's, and its key is never kept. The signer may vouch for
names and addresses at home only: everybody holds a certificate in between to its name constraints (RFC 5280,
section 4.2.1.10), where not everybody asks them of an authority itself. So whoever steals what is kept can
pretend to be a computer at home, and never a bank.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID

from serving.tls.certificates import Certificates
from serving.tls.names import general, is_within, permitted_for, provable
from serving.tls.party import Extensions, Party, Span, write

TRUSTED_FOR = timedelta(days=3652)
SERVED_FOR = timedelta(days=397)  # phones refuse a server whose certificate is good for more than 398 days
RENEWED = timedelta(days=200)  # before it ends
BACKDATED = timedelta(days=1)  # a phone's clock may be slow
MOST_OF_A_NAME = 20  # letters; all of it may be 64 long
TO_SERVE = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
NOTHING = dict.fromkeys(
    (
        *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"),
        *("key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
    ),
    False,
)


def prepare(certificates: Certificates, names: Iterable[str], *, at: datetime) -> list[str]:
    """Make what is missing, old or for others; returns which of the names the server can prove.

    names: this computer's names and addresses, by the first of which the authority is called.
    """
    certificates.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    wanted = provable(names)
    signer = _kept_signer(certificates, at) or _new_signer(certificates, wanted, at)
    proved = [name for name in wanted if is_within(name, _permitted(signer))]
    if not _is_good(certificates, signer, proved, at):
        _issue(certificates, signer, proved, at)
    return proved


def _kept_signer(certificates: Certificates, at: datetime) -> Party | None:
    """None where there is none, or none for long."""
    try:
        signer, authority = Party.read(certificates.signer)
        trusted = certificates.authority.read_bytes()
    except (FileNotFoundError, ValueError):
        return None
    lasts = signer.certificate.not_valid_after_utc - at > SERVED_FOR
    return signer if lasts and trusted == authority.public_bytes(Encoding.DER) else None


def _new_signer(certificates: Certificates, names: list[str], at: datetime) -> Party:
    """By the word of a new authority, whose key is gone when this returns."""
    name = f"Turn Eight at home ({names[0][:MOST_OF_A_NAME]}, {at:%Y-%m-%d %H:%M:%S})"
    authority = Party.by_its_own_word(name, _may_sign(1), _span(at, TRUSTED_FOR))
    constraints = x509.NameConstraints(permitted_for(names), None)
    may = {**_may_sign(0), constraints: True, TO_SERVE: False}
    signer = authority.vouch_for("Turn Eight", may, _span(at, TRUSTED_FOR))
    write(certificates.authority, authority.certificate.public_bytes(Encoding.DER))
    signer.write(certificates.signer, authority.certificate)
    return signer


def _permitted(signer: Party) -> list[x509.GeneralName]:
    constraints = signer.certificate.extensions.get_extension_for_class(x509.NameConstraints)
    return constraints.value.permitted_subtrees or []


def _is_good(certificates: Certificates, signer: Party, names: list[str], at: datetime) -> bool:
    try:
        server, above = Party.read(certificates.server)
    except (FileNotFoundError, ValueError):
        return False
    told = server.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    for_these = set(told) == {general(name) for name in names}
    return for_these and above == signer.certificate and server.certificate.not_valid_after_utc - at > RENEWED


def _issue(certificates: Certificates, signer: Party, names: list[str], at: datetime) -> None:
    may = {
        x509.BasicConstraints(ca=False, path_length=None): True,
        x509.KeyUsage(**NOTHING | {"digital_signature": True}): True,
        x509.SubjectAlternativeName([general(name) for name in names]): False,
        TO_SERVE: False,
    }
    server = signer.vouch_for("Turn Eight", may, _span(at, SERVED_FOR))
    server.write(certificates.server, signer.certificate)


def _may_sign(path_length: int) -> Extensions:
    return {
        x509.BasicConstraints(ca=True, path_length=path_length): True,
        x509.KeyUsage(**NOTHING | {"key_cert_sign": True}): True,
    }


def _span(at: datetime, lasts: timedelta) -> Span:
    begins = at - BACKDATED
    return begins, begins + lasts
