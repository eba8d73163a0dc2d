"""The conditions of all games in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

_: Final = pgettext_lazy

CONDITIONS: Final[Mapping[str, Promise]] = {
    "all": _("card text", "all of this (%(all)s)"),
    "any": _("card text", "any of this (%(any)s)"),
    "not": _("card text", "this is not so (%(not)s)"),
    "played": _("card text", "another card of this colour lies in play: %(played)s"),
    "here": _("card text", "your figure stands here: %(here)s"),
    "fuel_least": _("card text", "fuel ≥ %(fuel_least)s"),
    "mode": _("card text", "the mode is: %(mode)s"),
    "ammo_least": _("card text", "ammunition ≥ %(ammo_least)s"),
    "points_least": _("card text", "points ≥ %(points_least)s"),
    "graveyard_least": _("card text", "characters in the graveyard ≥ %(graveyard_least)s"),
    "first_this_turn": _("card text", "first kill of the turn: %(first_this_turn)s"),
}
"""By their word; the words of no two games mean different things."""
