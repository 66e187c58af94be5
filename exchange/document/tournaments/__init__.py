"""Club evenings in the session document, out and in."""
