"""A tile: crops in, the likeliest letters and numerals out, with how sure each is."""
