"""What the parts of an attack are called."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from engines.musg.attacks.aim import RangeBand
from engines.musg.attacks.fighter import BARE_HANDS
from engines.musg.catalogue import Catalogue
from rosters import wording
from rosters.odds.question import JOINT

BANDS: Final[dict[RangeBand, Promise | str]] = {
    RangeBand.SHORT: gettext_lazy("Short range"),
    RangeBand.MEDIUM: gettext_lazy("Medium range"),
    RangeBand.LONG: gettext_lazy("Long range"),
}


def strike_name(code: str, catalogue: Catalogue) -> str:
    """Return what weapons that strike together are called."""
    return " + ".join(
        _("Bare hands") if one == BARE_HANDS else wording.marked_item(one, catalogue) for one in code.split(JOINT)
    )
