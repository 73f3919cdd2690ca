"""The game: rules, boards, positions, moves with their points, and the notations of them."""
