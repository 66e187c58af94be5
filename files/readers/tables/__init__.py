"""Tables that somebody else made: found in their sheets, their columns and rows recognized, and read."""
