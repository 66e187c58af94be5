"""What a table does: start, deal, score, correct, change seats, end, take back."""
