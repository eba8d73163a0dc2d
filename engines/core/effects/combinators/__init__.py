"""Steps that join other steps. All games share them; a list of steps is their sequence."""

from __future__ import annotations

from engines.core.effects.combinators.choose import Choose
from engines.core.effects.combinators.each import Each
from engines.core.effects.combinators.if_ import If
from engines.core.effects.combinators.may import May
from engines.core.effects.combinators.pay import Pay
from engines.core.effects.combinators.repeat import Repeat
from engines.core.effects.combinators.table_decides import TableDecides
from engines.core.effects.steps import Step

COMBINATORS: tuple[type[Step], ...] = (Choose, May, Pay, If, Each, Repeat, TableDecides)
