"""What is proposed where the table decides: a form of changes, put together into one code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.tables.bebop.words import POOL_NAMES, POOLS
from engines.bebop.verbs.discard import Discard
from engines.bebop.verbs.draw import Draw
from engines.bebop.verbs.gain import Gain
from engines.bebop.verbs.lose import Lose
from engines.bebop.verbs.renew_market import RenewMarket
from engines.bebop.verbs.resources import Pool
from engines.core.effects.literal import code_of
from engines.core.effects.steps import Step

PROPOSE: Final = "propose"
"""What the form sends as its action; no code of the engine."""
ROWS: Final = (1, 2)
MOST: Final = 6

_MADE: Final[Mapping[str, Callable[[str, int, str], Step]]] = {
    "gain": lambda what, count, who: Gain(what=Pool(what), n=count, who=who),
    "lose": lambda what, count, who: Lose(what=Pool(what), n=count, who=who),
    "draw": lambda what, count, who: Draw(n=count, who=who),
    "discard": lambda what, count, who: Discard(n=count, who=who),
    "renew_market": lambda what, count, who: RenewMarket(),
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """The form: in each row who, how many, and a change."""

    rows: tuple[int, ...]
    seats: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    changes: tuple[tuple[str, str], ...]


def proposal(names: Sequence[str]) -> Proposal:
    """Return the form with its words."""
    changes = [(f"gain {pool}", _("gains: %(what)s") % {"what": POOL_NAMES[pool]}) for pool in POOLS]
    changes += [(f"lose {pool}", _("loses: %(what)s") % {"what": POOL_NAMES[pool]}) for pool in POOLS]
    changes += [
        ("draw", _("draws cards")),
        ("discard", _("discards cards")),
        ("renew_market", _("the market is renewed")),
    ]
    seats = tuple((str(seat), name) for seat, name in enumerate(names))
    return Proposal(ROWS, seats, tuple(range(1, MOST + 1)), tuple(changes))


def code_sent(sent: QueryDict) -> str:
    """Return the code of what the form says; what it cannot say is returned as it came, and the engine refuses it."""
    action: str = sent.get("action", "")
    if action != PROPOSE:
        return action
    steps = []
    try:
        for row in ROWS:
            verb, _space, what = sent.get(f"change.{row}", "").partition(" ")
            if verb:
                steps.append(_MADE[verb](what, int(sent.get(f"count.{row}", "1")), sent.get(f"who.{row}", "0")))
    except (KeyError, ValueError):
        return action
    return code_of(tuple(steps))
