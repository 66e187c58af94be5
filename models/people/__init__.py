"""The people of a group: names, two that are one, forgetting, and the way back."""
