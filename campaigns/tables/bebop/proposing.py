"""What may be proposed where the table of Space Serenade decides."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from campaigns.tables.bebop.words import POOL_NAMES, POOLS
from campaigns.tables.proposing import Made
from engines.bebop.verbs.discard import Discard
from engines.bebop.verbs.draw import Draw
from engines.bebop.verbs.gain import Gain
from engines.bebop.verbs.lose import Lose
from engines.bebop.verbs.renew_market import RenewMarket
from engines.bebop.verbs.resources import Pool

MADE: Final[Made] = {
    "gain": lambda what, count, who: Gain(what=Pool(what), n=count, who=who),
    "lose": lambda what, count, who: Lose(what=Pool(what), n=count, who=who),
    "draw": lambda what, count, who: Draw(n=count, who=who),
    "discard": lambda what, count, who: Discard(n=count, who=who),
    "renew_market": lambda what, count, who: RenewMarket(),
}


def changes() -> list[tuple[str, str]]:
    """Return what may be changed, with its words."""
    found = [(f"gain {pool}", _("gains: %(what)s") % {"what": POOL_NAMES[pool]}) for pool in POOLS]
    found += [(f"lose {pool}", _("loses: %(what)s") % {"what": POOL_NAMES[pool]}) for pool in POOLS]
    return [
        *found,
        ("draw", _("draws cards")),
        ("discard", _("discards cards")),
        ("renew_market", _("the market is renewed")),
    ]
