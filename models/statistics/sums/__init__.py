"""What outcomes add up to, kept beside them, so that no page adds up ten years."""
