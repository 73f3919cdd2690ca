"""A picture in, a Reading out: board, rack, premiums and every doubt about them."""
