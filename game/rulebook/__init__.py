"""What the rules say: prose, values, comparisons and search, from the variants’ data; it knows no page."""
