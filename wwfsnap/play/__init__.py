"""Games played in the terminal: against you, by the program alone, and with you elsewhere."""
