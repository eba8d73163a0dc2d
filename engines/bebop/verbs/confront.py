"""``confront``: a capture token for nothing."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.bebop.confront import take, targets_on
from engines.bebop.ground import BEBOP, PILES, TARGETS, VICIOUS
from engines.bebop.score.state import Pile
from engines.bebop.verbs.picking import NO
from engines.core.effects.steps import Step, UnderWay


class Confront(Step, frozen=True, tag="confront"):
    """The holder takes a token where the own figure stands, or ``anywhere``, without paying for it.

    It is a taken token in all else: damage cards unless ``harmless``, capture, Vicious's move (ruling C68). ``pile``
    names one, else it is chosen; ``criminals`` leaves Vicious out. Only whose turn it is can confront.
    """

    literal: ClassVar[bool] = True

    pile: Pile | None = None
    anywhere: bool = False
    harmless: bool = False
    criminals: bool = False
    up_to: bool = False

    def apply(self, host: Any, way: UnderWay) -> None:
        """Ask which, and take it."""
        here = host.figures[host.seats[way.seat].character]
        places = range(BEBOP) if self.anywhere else (here,)
        targets = dict.fromkeys(target for place in places for target in targets_on(host, place))
        piles = PILES if self.pile is None else (self.pile.value,)
        ways = [
            f"token {TARGETS[target]} {pile}"
            for target in targets
            if not (self.criminals and target == VICIOUS)
            for pile in piles
            if host.left[2 * target + PILES.index(pile)]
        ]
        if not ways or way.seat != host.turn:
            host.skipped(way, self)
            return
        code = way.ask(host, way.seat, (*ways, NO) if self.up_to else tuple(ways))
        if code is None or code == NO:
            return
        _, target, pile = code.split(" ")
        take(host, TARGETS.index(target), PILES.index(pile), 0, harmless=self.harmless)
