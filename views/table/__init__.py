"""The table: everything of a session, from the first deal to the result and what became of it."""
