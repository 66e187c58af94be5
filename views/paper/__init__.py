"""Paper: score sheets to print, and what was written on them typed in."""
