"""Files that are brought to a group, whatever wrote them, told as a draft (models/importing/draft.py)."""
