"""Operations of a table: start, deal, score, correct, change seats, end, undo."""
