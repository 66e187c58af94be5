"""The nights: one after the other, what happened in each, and its words to share."""
