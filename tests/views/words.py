"""What people type."""

WEIRD_NAMES = [
    "Åsa",
    "José-María",
    "李小龙",
    "Σωκράτης",
    "محمد علي",
    "שרה",
    "नमस्ते",
    "👩‍👩‍👧‍👦",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "<script>alert(1)</script>",
    "<b>Bo</b>",
    "&amp;",
    "%(name)s",
    "{{ 7*7 }}",
    "100 %",
    "\\",
    "0",
    "none",
    "A\u030asa",
]
HARMFUL = ("<script>alert", "<b>Bo</b>", "A\u030a")
