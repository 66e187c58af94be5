"""Files of other programs, read into a draft."""
