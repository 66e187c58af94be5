"""The cards of the referee's page: what is heard of each, and where it leads."""

from typing import Any


def cards(page: Any, within: str = "") -> dict[str, str]:
    """Addresses by the names of the cards that are links."""
    return {
        link.select_one(".unseen").get_text(): link["href"]
        for link in page.soup.select(f"{within} a.face:has(.unseen)")
    }
