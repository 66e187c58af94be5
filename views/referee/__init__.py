"""The referee: may I play this? Yes, no and why."""
