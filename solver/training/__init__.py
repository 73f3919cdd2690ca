"""Training: games of the program against itself give the tables of `solver/data/leaves`."""
