"""Path games: their rules, grids, and all words that can be traced through one."""
