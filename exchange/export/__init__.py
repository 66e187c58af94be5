"""Files that a group takes away: CSV, spreadsheets, BG Stats, calendar, feed."""
