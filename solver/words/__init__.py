"""Words: lists and the word graphs that are made of them, checked and kept."""
