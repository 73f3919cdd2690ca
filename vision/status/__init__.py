"""What the game writes around the board: scores, turn, last move, letters left."""
