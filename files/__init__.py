"""Files: export, import and their formats."""
