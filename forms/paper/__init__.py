"""What is typed from paper: a game that was played, its whole sheet or its totals."""
