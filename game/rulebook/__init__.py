"""The rulebook: rules text, values, comparison and search, from the variants’ data."""
