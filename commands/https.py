"""TLS=1: https with a certificate of this computer's own authority."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import current_app

from commands.addresses import EVERY_INTERFACE, addresses_in_network, names_of_computer, phone_addresses
from commands.refusing import Refused
from serving.certificates import Certificates

HALF = 48  # characters of a fingerprint, so that no terminal breaks it


@dataclass(frozen=True)
class Https:
    """proved: names and addresses in the certificate."""

    port: int
    certificates: Certificates
    proved: list[str]

    def for_phones(self, ip: str, *, in_network: list[str]) -> list[str]:
        """https addresses for phones if the server listens on `ip`."""
        proved = [address for address in in_network if address in self.proved]
        return phone_addresses(ip, self.port, in_network=proved, scheme="https")

    def fingerprint(self) -> list[str]:
        fingerprint = self.certificates.fingerprint()
        return [fingerprint[:HALF], fingerprint[HALF:]]

    def to_serve(self) -> tuple[str, ...]:
        """Arguments for `python -m serving`."""
        return ("--https-port", str(self.port), "--certificate", str(self.certificates.server))


def prepare_https(ip: str) -> Https | None:
    """Prepare the certificate for the current addresses; None without TLS=1."""
    port = current_app.config["HTTPS_PORT"]
    if port is None:
        return None
    try:
        from serving.authority import prepare  # noqa: PLC0415 - a library that only this needs
    except ModuleNotFoundError:
        raise Refused(
            "TLS=1 needs the package cryptography, which is not installed: it is no longer published for "
            "Macs with an Intel processor. Start without TLS=1, or on another computer."
        ) from None

    certificates = current_app.config["CERTIFICATES"]
    listening_on = [] if ip in EVERY_INTERFACE else [ip]
    names = [*names_of_computer(), "127.0.0.1", "::1", *addresses_in_network(), *listening_on]
    return Https(port, certificates, prepare(certificates, names, at=datetime.now(UTC)))
