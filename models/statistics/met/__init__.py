"""When and where a group met, who was there, and what was usual."""
