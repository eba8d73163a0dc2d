"""Anti-terrorists against terrorists (Musg, Regroup team !; rulings M107, M158, M207-M216, M333-M342).

One file per concept: ``teams`` (who comes), ``conditions`` (what is asked of them), ``layout`` and ``arranging`` (what
is settled before the first turn), ``alert`` (its level and what raises it), ``rounds`` (the guards' walks), ``leash``
(where their leaders may go), ``hostages``, ``bomb``, ``game`` (the module).
"""

from engines.musg.battle.regroup import game

__all__ = ["game"]
