"""Work that takes longer than a page may: asked for, carried out by another process, found again."""
