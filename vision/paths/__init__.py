"""Path games: the picture of a grid of letters in, its tiles out."""
