"""What would change in a figure's profile: every number before and after."""

from __future__ import annotations

from django.utils.translation import gettext as _
from msgspec import Struct

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic
from engines.musg.warband import Figure
from rosters import wording
from rosters.figure_card import effective_profile


class Shift(Struct, frozen=True):
    """One number of a profile before and after; ``mark`` is "is-better" or "is-worse"."""

    short: str
    name: str
    before: str
    after: str
    mark: str


def shifts(before: Figure, after: Figure, catalogue: Catalogue) -> tuple[Shift, ...]:
    """Return every number of the profile that differs, as shown on the roster."""
    old, new = effective_profile(before, catalogue), effective_profile(after, catalogue)
    pairs = [
        (
            wording.characteristic_short(line.characteristic),
            wording.characteristic_name(line.characteristic),
            line,
            new.line(line.characteristic),
        )
        for line in old.lines
    ]
    # On open ground a figure walks as far as elsewhere, and what counts there alone: that alone is worth a line.
    gained = [(ground.value or 0) - (ground.base or 0) for ground in (old.open_ground, new.open_ground)]
    if gained[0] != gained[1]:
        short = wording.characteristic_short(Characteristic.MOVEMENT)
        open_ground = _("Movement on open ground")
        pairs.append((_("%(short)s (open ground)") % {"short": short}, open_ground, old.open_ground, new.open_ground))
    return tuple(
        Shift(
            heading,
            name,
            wording.characteristic_value(was.characteristic, was.value),
            wording.characteristic_value(becomes.characteristic, becomes.value),
            "is-better" if ((becomes.value or 0) > (was.value or 0)) is not was.is_target else "is-worse",
        )
        for heading, name, was, becomes in pairs
        if was.value != becomes.value
    )
