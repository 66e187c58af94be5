"""The cards on the page of the referee: names for screen readers, and links."""

from typing import Any


def cards(page: Any, within: str = "") -> dict[str, str]:
    """Addresses of linked cards, by name."""
    return {
        link.select_one(".unseen").get_text(): link["href"]
        for link in page.soup.select(f"{within} a.face:has(.unseen)")
    }
