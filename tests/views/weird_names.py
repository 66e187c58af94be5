"""Unusual names as test input."""

from tests import sampling

WEIRD_NAMES = {
    "Latin": ["Åsa", "José-María"],
    "a letter of two signs": ["A\u030asa"],
    "from left to right": ["李小龙", "Σωκράτης", "नमस्ते"],
    "from right to left": ["محمد علي", "שרה"],
    "a picture of several signs": ["👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    "a tag": ["<script>alert(1)</script>", "<b>Bo</b>"],
    "a reference": ["&amp;"],
    "a placeholder": ["%(name)s", "{{ 7*7 }}", "100 %"],
    "no name to a program": ["\\", "0", "none"],
}
HARMFUL = ("<script>alert", "<b>Bo</b>", "A\u030a")


def weird_names(place: str) -> list[str]:
    """One name of each kind, drawn for each place of use; with --whole all names."""
    named = [(kind, name) for kind, names in WEIRD_NAMES.items() for name in names]
    chance = sampling.chance_for(f"names {place}")
    return [name for _kind, name in sampling.one_of_each_kind(named, lambda each: each[0], chance)]
