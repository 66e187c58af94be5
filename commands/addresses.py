"""Under which addresses other devices in the same network find this computer. Nothing is ever sent."""

from __future__ import annotations

import ipaddress
import socket

EVERY_INTERFACE = ("0.0.0.0", "::")  # noqa: S104 - the phones are in the network
PORT_OF_HTTP = 80
OUTSIDE = ("192.0.2.1", 9)  # an address kept for documentation (RFC 5737): only the way to it matters


def phone_addresses(host: str, port: int, *, in_network: list[str]) -> list[str]:
    """The addresses for phones when the server listens on `host`; empty where no phone can reach it."""
    if host in EVERY_INTERFACE:
        return [web_address(ip, port) for ip in in_network]
    return [] if is_loopback(host) else [web_address(host, port)]


def web_address(host: str, port: int) -> str:
    """What to type into a browser: IPv6 in brackets, HTTP’s own port left out."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == PORT_OF_HTTP else f"http://{name}:{port}/"


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def addresses_in_network() -> list[str]:
    """This computer's own IPv4 addresses: first the one that leads out, then those of its name."""
    found = [*_address_that_leads_out(), *_addresses_of_own_name()]
    return [ip for ip in dict.fromkeys(found) if not is_loopback(ip)]


def _address_that_leads_out() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)  # UDP: chooses a way out and its address, sends no packet
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _addresses_of_own_name() -> list[str]:
    try:
        answers = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(address[0]) for *_, address in answers]
