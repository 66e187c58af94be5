"""The people of a group: names, merging, anonymising and undo."""
