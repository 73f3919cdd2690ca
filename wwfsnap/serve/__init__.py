"""The web page and the HTTP API: pictures come from a phone, moves go back to it."""
