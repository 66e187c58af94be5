"""Files: what a group takes away with it, and what it brings."""
