"""The end of a game once the bag is empty: nothing is hidden any more, and all can be counted out.

Both racks are known: the other one is what is unseen. The search itself is in
`solver.strategy.endgame_search`.
"""

from __future__ import annotations

from solver.game import Rack, View
from solver.movegen import Session
from solver.strategy.endgame_search import ENDLESS, Budget, Endgame, Line, Search

__all__ = ["Budget", "Endgame", "Line", "solve_endgame"]


def solve_endgame(
    view: View,
    session: Session,
    budget: Budget = ENDLESS,
    *,
    top: int = 1,
) -> Endgame:
    """The best turns of a game with an empty bag.

    Args:
        view: What the player on turn sees; the other player's tiles are those unseen.
        session: The board of the view.
        budget: How much may be spent.
        top: How many turns are wanted with their values.
    """
    racks = tuple(session.rack(Rack(tuple(tiles))) for tiles in (view.rack, view.unseen.elements()))
    search = Search(session, (racks[0], racks[1]), scoreless=view.scoreless, final=view.final)
    return search.run(budget, top=top)
