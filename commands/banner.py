"""The text in the terminal while the server runs: addresses, QR codes, fingerprint, how to stop."""

from __future__ import annotations

import io
from collections.abc import Mapping

import click
import segno

from commands.addresses import EVERY_INTERFACE, phone_addresses, web_address
from commands.https import Https


def banner(
    ip: str,
    port: int,
    https: Https | None = None,
    links: Mapping[str, str] | None = None,
    *,
    in_network: list[str],
    encoding: str,
) -> list[str]:
    """Lines for a server that listens on `ip`.

    links: paths of links to one group, by role. Codes and addresses open the first one, by default the start
    page.
    """
    links = links or {}
    start = next(iter(links.values()), "")
    for_phones = phone_addresses(ip, port, in_network=in_network)
    here = web_address("localhost" if ip in EVERY_INTERFACE else ip, port)
    lines = ["", "Turn Eight is starting.", ""]
    if for_phones:
        lines += ["On a phone in the same network, scan this code or open:", ""]
        lines += _with_code([_joined(address, start) for address in for_phones], encoding)
    else:
        lines += [f"Only this computer can reach it: {_why_alone(ip)}.", ""]
    if https is not None:
        secure = https.for_phones(ip, in_network=in_network)
        lines += _secure(https, secure, for_phones, start, encoding)
    if links:
        base = for_phones[0] if for_phones else here
        lines += ["One link for each role:", ""]
        lines += [f"    {role}: {_joined(base, path)}" for role, path in links.items()]
        lines += [""]
    if ip in EVERY_INTERFACE or not for_phones:
        lines += [f"On this computer: {_joined(here, start)}"]
    return [*lines, "To stop: Ctrl+C", ""]


def _joined(address: str, path: str) -> str:
    return address + path.removeprefix("/")


def _with_code(addresses: list[str], encoding: str) -> list[str]:
    return [*(f"    {address}" for address in addresses), "", *qr_code(addresses[0], encoding), ""]


def _secure(https: Https, secure: list[str], plain: list[str], start: str, encoding: str) -> list[str]:
    """The https address, which keeps screens awake, and the fingerprint to compare."""
    if not secure:
        return [f"With https: {_joined(web_address('localhost', https.port, 'https'), start)}", ""]
    return [
        "With https, which keeps the screen awake, on a phone that trusts this computer",
        f"(how to: {plain[0]}trust):",
        "",
        *_with_code([_joined(address, start) for address in secure], encoding),
        "Whom it trusts has this fingerprint (SHA-256):",
        "",
        *(f"    {half}" for half in https.fingerprint()),
        "",
    ]


def _why_alone(ip: str) -> str:
    if ip in EVERY_INTERFACE:
        return "it is in no network"
    return f"it listens on {ip}; HOST=0.0.0.0 lets phones in"


def qr_code(address: str, encoding: str) -> list[str]:
    """A QR code as text, dark on light, two rows per line; empty if the terminal cannot show it."""
    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, compact=True, border=2)
    rows = drawn.getvalue().splitlines()
    try:
        "".join(rows).encode(encoding)
    except UnicodeEncodeError:
        return []
    return [click.style(row, fg="bright_white", bg="black") for row in rows]
