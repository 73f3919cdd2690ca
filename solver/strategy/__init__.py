"""Strategy: what a move is worth beside its points: leaves, simulation, the end of the game."""
