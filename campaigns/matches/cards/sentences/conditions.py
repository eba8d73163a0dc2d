"""The conditions of all games in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

CONDITIONS: Final[Mapping[str, Promise]] = {
    "all": pgettext_lazy("card text", "all of this (%(all)s)"),
    "any": pgettext_lazy("card text", "any of this (%(any)s)"),
    "not": pgettext_lazy("card text", "this is not so (%(not)s)"),
    "played": pgettext_lazy("card text", "another card of this colour lies in play: %(played)s"),
    "here": pgettext_lazy("card text", "your figure stands here: %(here)s"),
    "fuel_least": pgettext_lazy("card text", "fuel ≥ %(fuel_least)s"),
    "mode": pgettext_lazy("card text", "the mode is: %(mode)s"),
    "ammo_least": pgettext_lazy("card text", "ammunition ≥ %(ammo_least)s"),
    "points_least": pgettext_lazy("card text", "points ≥ %(points_least)s"),
    "graveyard_least": pgettext_lazy("card text", "characters in the graveyard ≥ %(graveyard_least)s"),
    "first_this_turn": pgettext_lazy("card text", "first kill of the turn: %(first_this_turn)s"),
}
"""By their word; the words of no two games mean different things."""
