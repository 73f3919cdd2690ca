"""The move generator: all plays of a position, by anchors and cross-checks, compiled or plain."""

from solver.movegen._words import POINT
from solver.movegen.session import COMPILED, Session, graph_for

__all__ = ["COMPILED", "POINT", "Session", "graph_for"]
