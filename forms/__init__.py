"""What may be submitted: parsing, limits and the words for what is wrong. Fields of our own: fields.py."""
