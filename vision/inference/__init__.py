"""The decision: one letter for each tile, and what stays in doubt, from all that was seen."""
