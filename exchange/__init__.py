"""Ways in and out for the data: the formats of spreadsheets and of other programs, and nothing of the web."""
