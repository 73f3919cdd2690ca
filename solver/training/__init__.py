"""Games of the program against itself in, the tables of `solver/data/leaves` out."""
