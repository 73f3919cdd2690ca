"""The move generator: all plays of a position, by anchors and cross-checks, compiled or plain."""
