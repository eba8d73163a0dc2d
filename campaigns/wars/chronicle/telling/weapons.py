"""With what: a phrase for each weapon, for no rule makes "d’une flèche" of "Arc"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaigns.wars.replay.wording.names import join
from engines.musg.catalogue import Catalogue
from rosters.wording import item_told

PHRASES: Final[Mapping[str, Promise | str]] = {
    "bare_hands": gettext_lazy("with bare hands"),
    "dagger": gettext_lazy("with a dagger"),
    "club": gettext_lazy("with a club"),
    "sword": gettext_lazy("with a sword"),
    "axe": gettext_lazy("with an axe"),
    "mace": gettext_lazy("with a mace"),
    "morningstar": gettext_lazy("with a morning star"),
    "two_handed_sword": gettext_lazy("with a two-handed sword"),
    "two_handed_axe": gettext_lazy("with a two-handed axe"),
    "double_morningstar": gettext_lazy("with a double morning star"),
    "two_handed_mace": gettext_lazy("with a two-handed mace"),
    "pike": gettext_lazy("with a pike"),
    "spear": gettext_lazy("with a spear"),
    "halberd": gettext_lazy("with a halberd"),
    "small_chainsaw": gettext_lazy("with a small chainsaw"),
    "large_chainsaw": gettext_lazy("with a large chainsaw"),
    "power_sword": gettext_lazy("with a power sword"),
    "two_handed_power_sword": gettext_lazy("with a two-handed power sword"),
    "chainaxe": gettext_lazy("with a chainaxe"),
    "two_handed_chainaxe": gettext_lazy("with a two-handed chainaxe"),
    "power_axe": gettext_lazy("with a power axe"),
    "two_handed_power_axe": gettext_lazy("with a two-handed power axe"),
    "laser_sword": gettext_lazy("with a laser sword"),
    "tail_weapon": gettext_lazy("with a sweep of the tail"),
    "power_claw": gettext_lazy("with a power claw"),
    "nunchaku": gettext_lazy("with a nunchaku"),
    "whip": gettext_lazy("with a whip"),
    "pistol": gettext_lazy("with a pistol"),
    "black_powder_pistol": gettext_lazy("with a black powder pistol"),
    "rifle": gettext_lazy("with a rifle"),
    "black_powder_rifle": gettext_lazy("with a black powder rifle"),
    "bow": gettext_lazy("with an arrow"),
    "crossbow": gettext_lazy("with a crossbow bolt"),
    "machine_pistol": gettext_lazy("with a machine pistol"),
    "submachine_gun": gettext_lazy("with a submachine gun"),
    "assault_rifle": gettext_lazy("with an assault rifle"),
    "machine_gun": gettext_lazy("with a machine gun"),
    "grenade": gettext_lazy("with a grenade"),
    "grenade_launcher": gettext_lazy("with a grenade launcher"),
    "bazooka": gettext_lazy("with a bazooka"),
    "cannon": gettext_lazy("with a cannonball"),
    "howitzer": gettext_lazy("with a shell"),
    "throwing_stars": gettext_lazy("with a throwing star"),
    "throwing_knife": gettext_lazy("with a throwing knife"),
    "flamethrower": gettext_lazy("with a flamethrower"),
    "pump_shotgun": gettext_lazy("with a pump shotgun"),
}
"""By the weapon's code."""


def with_what(weapons: Iterable[str], catalogue: Catalogue) -> str:
    """Return with what a blow was struck, or a shot fired: "with a sword and with a dagger"; empty if unknown.

    For what a pack brought there is no phrase: its name stands in brackets.
    """
    return join(phrase for code in weapons if (phrase := _phrase(code, catalogue)))


def _phrase(code: str, catalogue: Catalogue) -> str:
    row = catalogue.items.get(code)
    if row is not None and catalogue.is_of_house(row):
        return f"({item_told(code, catalogue)})"
    return str(PHRASES.get(code, ""))
