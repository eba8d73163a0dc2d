"""The site's dice of an evening, each roll provable by itself afterwards (``engines.core.separate``)."""

from __future__ import annotations

from typing import ClassVar

from engines.core.dice import Dice, Request, commitment
from engines.core.separate import SeparateReceipt, SeparateRoll, dice_about
from engines.musg.pocket.entries.base import SITE, about_die
from engines.musg.pocket.state import Table


class SiteDice(Dice):
    """The rolls of one entry: whatever was taken back falls the same when it is rolled again."""

    source: ClassVar[str] = "seeded"

    def __init__(self, seed: bytes, about: str) -> None:
        super().__init__()
        self._seed = seed
        self._about = about

    def _take(self, count: int, request: Request) -> tuple[int, ...]:
        dice = dice_about(self._seed, about_die(self._about, len(self.rolls)))
        return dice.roll(request.asked, request.reason).faces


def receipt(seed: bytes, state: Table) -> SeparateReceipt:
    """Return the proof of the site's rolls that stand, for whoever noted the hash published before the first."""
    rolls = tuple(SeparateRoll(one.about, one.roll) for one in state.rolls if one.source == SITE)
    return SeparateReceipt(commitment(seed), seed.hex(), rolls)
