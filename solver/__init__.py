"""The game itself: rules, board, words and moves; it knows nothing of pictures and screens."""
