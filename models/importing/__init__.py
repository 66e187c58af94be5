"""What is brought to a group in a file: kept waiting, planned, taken in, taken back whole."""
