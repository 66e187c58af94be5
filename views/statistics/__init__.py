"""Statistics: who wins, who beats whom, records and ratings, over as many nights as are asked for."""
