"""A club evening: an umpire lets people in, draws tables, follows them all, cuts, and says who has won."""
