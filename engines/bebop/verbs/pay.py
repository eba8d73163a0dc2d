"""``pay``: resources given up so that steps follow, in words of this game."""

from __future__ import annotations

from engines.bebop.verbs.resources import Pool
from engines.core.effects.combinators import pay


class Pay(pay.Pay, frozen=True, tag="pay"):
    """The ``pay`` of all games, of one of the four resources; a price is paid when the card is played (ruling C59)."""

    what: Pool
