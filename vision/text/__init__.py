"""Text around the board: lines of characters, and the phrases that they may be."""
