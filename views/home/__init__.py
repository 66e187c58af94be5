"""Home: the groups this phone knows, their people, links and seasons, and where a new game begins."""
