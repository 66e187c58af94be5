"""The nights: an evening after the other, what happened in each, and its words to share."""
