"""All tests; a package by name, because spylls installs another of the name `tests`."""
