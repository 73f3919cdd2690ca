"""Pixels: pictures decoded and upright, places in them, colours, components, light and pose."""
