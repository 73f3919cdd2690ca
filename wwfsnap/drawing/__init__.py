"""Drawing: moves and words laid onto the picture, and the picture written as a file."""
