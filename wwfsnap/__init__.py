"""The front doors: everything that talks to a person, over the floors that read and solve."""

__version__ = "0.1.0"
