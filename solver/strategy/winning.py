"""The chance of winning, from the lead and the tiles in the bag.

What the player on turn still gains on the other is taken as normally distributed; mean and spread
for each number of tiles in the bag come from self-play (`solver.training`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solver.game import Game
from solver.strategy.trained import trained_table

TURN_GAIN = 0.54
"""Without a table: what the player on turn gains on the other to the end, as part of the bonus."""
SPREAD = 0.24
"""Without a table: spread as a part of the bonus, times the root of the tiles not yet played. Both
are means over the tables of Words With Friends and Crossplay."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The figures of a game.

    Attributes:
        gains: For 0, 1, 2, ... tiles in the bag: points the player on turn gains on average.
        spreads: For the same, the standard deviation of that; above 0.
    """

    gains: tuple[float, ...]
    spreads: tuple[float, ...]

    def gain(self, bag: int) -> float:
        """Points the player on turn gains on the other to the end, on average."""
        return self.gains[min(bag, len(self.gains) - 1)]

    def win(self, lead: float, bag: int) -> float:
        """The chance, 0 to 1, that the player on turn wins; a draw counts half.

        Args:
            lead: His points less those of the other, with the value of his leave above the usual.
            bag: Tiles in the bag.
        """
        place = min(bag, len(self.gains) - 1)
        return normal((lead + self.gains[place]) / self.spreads[place])


@lru_cache(maxsize=8)
def load_chances(game: Game) -> Chances:
    """The figures for a game; without a trained table, those of a rule of thumb."""
    table = trained_table(game)
    if table is None:
        full = 2 * game.rack_size
        bags = range(max(1, game.tiles.total - full + 1))
        return Chances(
            tuple(TURN_GAIN * game.bonus for _ in bags),
            tuple(SPREAD * game.bonus * math.sqrt(bag + full) for bag in bags),
        )
    return from_margins(table["margins"])


def from_margins(margins: Sequence[Sequence[float]]) -> Chances:
    """The figures of a table file.

    Args:
        margins: Tiles in the bag, mean and spread, the bag rising; values in between are
            interpolated linearly.
    """
    bags = [int(bag) for bag, _, _ in margins]
    gains, spreads, place = [], [], 0
    for bag in range(bags[-1] + 1):
        while place + 1 < len(bags) - 1 and bags[place + 1] <= bag:
            place += 1
        (low, gain, spread), (high, gain_2, spread_2) = margins[place : place + 2]
        part = (bag - low) / (high - low)
        gains.append(gain + part * (gain_2 - gain))
        spreads.append(max(1.0, spread + part * (spread_2 - spread)))
    return Chances(tuple(gains), tuple(spreads))


def final(margin: float) -> float:
    """1 for a won game, 0 for a lost one, one half for a draw."""
    return 0.5 + 0.5 * (margin > 0) - 0.5 * (margin < 0)


def percent(part: float, digits: int = 0, *, certain: bool = True) -> str:
    """A share as text, `42 %`; only an exact 0 or 100 is shown as such, others as `>99 %`.

    Args:
        part: 0 to 1.
        digits: After the decimal point.
        certain: Whether a share of just 0 or 1 is exact, not from a sample.
    """
    if certain and part in {0.0, 1.0}:
        return f"{100 * part:.{digits}f} %"
    step = 10.0**-digits
    if 100 * part >= 100 - step / 2:
        return f">{100 - step:.{digits}f} %"
    if 100 * part <= step / 2:
        return f"<{step:.{digits}f} %"
    return f"{100 * part:.{digits}f} %"


def normal(deviation: float) -> float:
    """The share of a normal distribution below so many standard deviations."""
    return 0.5 * math.erfc(-deviation / math.sqrt(2))
