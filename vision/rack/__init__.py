"""The rack: where the player's own tiles lie, and which they are."""
