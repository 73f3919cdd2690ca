"""How the tables of `solver/data/leaves` are made: games of the program against itself."""
