"""Following a table: what changes on a page while somebody looks at it, and the code for more phones."""
