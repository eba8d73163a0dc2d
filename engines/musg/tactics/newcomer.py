"""A captain for those who have just learnt the game: he plays sensibly, and misses chances."""

from __future__ import annotations

from typing import Final

from engines.musg.battle.actions import Action, Activate, Charge, Decline, End, Shoot, Strike
from engines.musg.battle.decision import Ask, Decision
from engines.musg.battle.game import Battle
from engines.musg.tactics.captain import Captain
from engines.musg.tactics.chance import Chance
from engines.musg.tactics.temper import Temperament

ASTRAY: Final = 2
"""Once in so many times whoever comes first to mind is activated, not whom it is most urgent for."""
OVERLOOKED: Final = 5
"""Once in so many times an attack that could be made is not."""
SLOW: Final = 2
"""Once in so many times he is too slow to do anything out of turn."""
_STRIDE: Final = 1_000_003


class Newcomer(Captain):
    """Knows what is good and does not always do it. What he misses depends on his seed and on how far the battle is.

    He keeps nothing in mind between decisions, so that whoever plays a battle again gets the same of him.
    """

    def __init__(self, temper: Temperament, seed: int) -> None:
        super().__init__(temper)
        self.seed = seed

    def decide(self, battle: Battle) -> Action:
        """Return a legal answer to the decision of the moment."""
        decision = battle.decision
        if decision is None:
            raise ValueError("the battle is over")
        chance = Chance(self.seed * _STRIDE + len(battle.log))
        if decision.ask is Ask.ACTIVATE and chance.one_in(ASTRAY):
            found = self._anybody(battle, decision, chance)
            if found is not None:
                return found
        if decision.ask in (Ask.FREE_SHOT, Ask.LOOK_OUT, Ask.GUARD) and chance.one_in(SLOW):
            return Decline()
        action = super().decide(battle)
        overlooked = decision.ask is Ask.ACT and isinstance(action, Shoot | Strike | Charge)
        return End() if overlooked and chance.one_in(OVERLOOKED) else action

    def _anybody(self, battle: Battle, decision: Decision, chance: Chance) -> Action | None:
        """Return the activation of anybody who does not lie in wait."""
        able = [uid for uid in decision.options if not battle.pieces[uid].hidden]
        return Activate(chance.pick(able)) if able else None
