"""Watching folders: events in, each new picture solved once, messages out."""
