"""A file that is brought to a group: kept waiting, previewed, applied, reverted whole."""
