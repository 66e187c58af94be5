"""Names and addresses that https at home can prove, as certificates tell them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from ipaddress import ip_address, ip_network

from cryptography import x509

# These and all below them are nobody's on the internet.
NAMES = ("localhost", "local", "lan", "internal", "home.arpa")
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")


def provable(names: Iterable[str]) -> list[str]:
    """Each once; a computer may be called what no certificate can say."""
    return [name for name in dict.fromkeys(names) if is_address(name) or HOST.fullmatch(name)]


def general(name: str) -> x509.GeneralName:
    return x509.IPAddress(ip_address(name)) if is_address(name) else x509.DNSName(name)


def permitted_for(names: Iterable[str]) -> list[x509.GeneralName]:
    """Whatever is private, and this computer as it is called and reached today."""
    private = [*map(x509.DNSName, NAMES), *(x509.IPAddress(ip_network(network)) for network in NETWORKS)]
    return [*private, *(_alone(name) for name in names if not is_within(name, private))]


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


def _alone(name: str) -> x509.GeneralName:
    return x509.IPAddress(ip_network(name)) if is_address(name) else x509.DNSName(name)
