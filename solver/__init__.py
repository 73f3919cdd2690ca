"""The game itself: rules, board, words and moves; it knows no picture and no player at a screen."""
