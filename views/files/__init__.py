"""Files: what goes out to other programs, and what comes in from them."""
