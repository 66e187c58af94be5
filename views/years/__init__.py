"""Years: one in review, to share and to print."""
