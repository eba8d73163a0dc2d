"""What a pulp campaign changes between battles: who never dies, and with what setbacks they return.

Musg, Jouer en Pulp; rulings M165-M169, M310-M313.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, UnsetType

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.types import Characteristic, RangedWeapon
from engines.musg.part import Part, Side
from engines.musg.ranks import Rank
from engines.musg.warband import Figure, Warband

PULP: Final = "Musg, Jouer en Pulp"
COMPOSITION: Final = "Musg, Exception de composition de bande pour le pulp"
NEVER_CHARGES: Final = "never_charges"
HEAD_SHOT: Final = "head_shot"
ZOMBIE_TRAITS: Final = frozenset({NEVER_CHARGES, HEAD_SHOT})
"""A voodoo zombie charges nobody (ruling M173), and a shot that hurts it may hit its head (ruling M172)."""

UNCOUNTED: Final = "uncounted"
"""A legend of pulp counts neither among those who took the field nor among the fallen (ruling M273)."""

_STAYS: Final = frozenset({Characteristic.SHOOTING})
"""An eye that is lost stays lost (ruling M167)."""


def passing(catalogue: Catalogue) -> frozenset[str]:
    """Return the rows of the injury table that whoever never dies bears for one battle only.

    In print those are 22-23, 26 and 34-35 (ruling M168).
    """
    return frozenset(
        row.code
        for row in catalogue.injuries
        if row.modifiers and not any(m.characteristic in _STAYS for m in row.modifiers)
    )


def deathless(warband: Warband, figure: Figure) -> bool:
    """Tell whether a figure cannot die between battles: hero, villain, partners, lieutenants; nobody who is hired."""
    return has_role(warband.part, figure)


def has_role(part: Part | UnsetType, figure: Figure) -> bool:
    """Tell whether a figure is a hero, a villain, a partner or a lieutenant of pulp in a warband of that part.

    Below 0 hit points they lie out of action like those at 0 (rulings M35, M166, M360).
    """
    return part is not UNSET and not figure.hired and figure.rank in (Rank.LEADER, Rank.LIEUTENANT)


def raises_zombies(warband: Warband) -> bool:
    """Tell whether a warband is a villain's, who may control zombies (Musg, Exception de composition de bande)."""
    return warband.part is not UNSET and warband.part.side is Side.VILLAINS


def pool(warband: Warband, figure: Figure) -> int:
    """Return the points of pulp that stand beside a figure at the start of a game; 0 for all others.

    A hero or a villain has a pool; that of all partners, or all lieutenants, stands beside the first of them (rulings
    M163, M308).
    """
    if not deathless(warband, figure):
        return 0
    first = next((one for one in warband.of_rank(figure.rank) if not one.hired), None)
    return warband.catalogue.pulp.pools[figure.rank] if first is figure or first == figure else 0


def is_modern(code: str, catalogue: Catalogue) -> bool:
    """Tell whether an item is a ranged weapon that no primitive tribe has (ruling M312)."""
    return isinstance(catalogue.item(code), RangedWeapon) and code not in catalogue.pulp.tribe_ranged


def sold_to(warband: Warband, code: str) -> bool:
    """Tell whether a warband can use an item at all: a tribe has no modern weapon, and poison is a tribe's."""
    if warband.is_tribe:
        return not is_modern(code, warband.catalogue)
    return code not in warband.catalogue.pulp.equipment
