"""Reporting: what is told on the terminal and as JSON."""
