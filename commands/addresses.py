"""Names and addresses of this computer in the local network, and the options for them. Sends nothing."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from typing import Any

import click

from settings import HIGHEST_PORT

EVERY_INTERFACE = ("0.0.0.0", "::")  # noqa: S104 - the phones are in the network
USUAL_PORTS = {"http": 80, "https": 443}
OUTSIDE = ("192.0.2.1", 9)  # an address kept for documentation (RFC 5737): only the way to it matters


def listening(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --host and --port; HOST and PORT set them as well."""
    host = click.option(
        "--host",
        envvar="HOST",
        default=EVERY_INTERFACE[0],
        show_default=True,
        help="Address of the server; the default is every network of this computer.",
    )
    port = click.option(
        "--port",
        envvar="PORT",
        default=8000,
        show_default=True,
        type=click.IntRange(1, HIGHEST_PORT),
        help="Port of the server.",
    )
    return host(port(command))


def phone_addresses(host: str, port: int, *, in_network: list[str], scheme: str = "http") -> list[str]:
    """Addresses for phones if the server listens on `host`; empty if no phone can reach it."""
    if host in EVERY_INTERFACE:
        return [web_address(ip, port, scheme) for ip in in_network]
    return [] if is_loopback(host) else [web_address(host, port, scheme)]


def server_address(host: str, port: int) -> str:
    """The address for phones in the same network; without a network, for this computer alone."""
    for_phones = phone_addresses(host, port, in_network=addresses_in_network())
    return for_phones[0] if for_phones else web_address("localhost", port)


def web_address(host: str, port: int, scheme: str = "http") -> str:
    """A URL: IPv6 in brackets, without the default port."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}/" if port == USUAL_PORTS[scheme] else f"{scheme}://{name}:{port}/"


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def addresses_in_network() -> list[str]:
    """IPv4 addresses of this computer: that of the default route first, then those of its name."""
    addresses = [*_address_that_leads_out(), *_addresses_of_own_name()]
    return [ip for ip in dict.fromkeys(addresses) if not is_loopback(ip)]


def names_of_computer() -> list[str]:
    """Names of this computer, the one that phones can resolve (mDNS, RFC 6762) first."""
    name = socket.gethostname().lower()
    host = name.partition(".")[0]
    return [f"{host}.local", host, name, "localhost"]


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
