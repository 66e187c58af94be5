"""Forms for sessions typed from paper: a whole sheet or its totals."""
