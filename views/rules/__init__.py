"""The rules: each variant on a page, searched, and side by side."""
