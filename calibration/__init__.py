"""Screens of a new look in, a theme out."""
