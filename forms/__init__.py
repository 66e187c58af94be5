"""Forms: parsing, limits and error messages. Fields used by several: base.py."""
