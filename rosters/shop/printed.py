"""What the rulebook says of a ware, in the hands of a bearer of some strength or (``None``) as printed."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from club.words import words
from engines.musg.catalogue import Item
from engines.musg.catalogue.types import Characteristic, Equipment, MeleeWeapon, RangedWeapon
from rosters import wording
from rosters.gear_lines import dice_text, force_text, melee_line, ranged_line


def brief_of(item: Item, strength: int | None) -> str:
    """Return a weapon's ranges or dice and its strength, or how the effect of equipment begins."""
    if isinstance(item, Equipment):
        return re.split(r"[.:;(]", words(item.effect), maxsplit=1)[0].strip()
    force = force_text(item.force) if strength is None else str(item.force.against(strength))
    hit = f"{wording.characteristic_short(Characteristic.STRENGTH)}{force}"
    if isinstance(item, MeleeWeapon):
        return f"{dice_text(item.dice)} {hit}"
    shot = ranged_line(item, strength or 0)
    if item.short is None:
        return " · ".join((hit, *(note.rstrip(".") for note in shot.notes[:1])))
    return f"{shot.short}/{shot.medium}/{shot.long} {hit}"


def facts_of(item: Item, strength: int | None) -> tuple[tuple[str, str, str], ...]:
    """Return the numbers of a weapon, in the hands of a bearer of that strength or as printed."""
    if isinstance(item, RangedWeapon):
        shot = ranged_line(item, strength or 0)
        return (
            (_("Range"), _("Short, medium and long range in paces"), f"{shot.short}/{shot.medium}/{shot.long}"),
            (_("Str."), _("Strength of a hit"), str(shot.strength) if strength else force_text(item.force)),
            (_("Tgt."), _("How many targets one shot may hit"), shot.targets),
            (_("Rel."), _("Reload"), shot.reload),
        )
    if isinstance(item, MeleeWeapon):
        blow = melee_line(item, strength or 0)
        return (
            (_("Dice"), _("Dice"), str(blow.dice)),
            (_("Str."), _("Strength of a hit"), str(blow.strength) if strength else force_text(item.force)),
            (_("Hands"), _("Hands"), blow.hands),
        )
    return ()


def notes_of(item: Item) -> tuple[str, ...]:
    """Return what is to be known of it, each thing once: a template's size often stands in the table's note too."""
    if isinstance(item, RangedWeapon):
        notes = ranged_line(item, 0).notes
        return tuple(note for note in notes if not any(o is not note and o.startswith(note[:-1]) for o in notes))
    if isinstance(item, MeleeWeapon):
        return melee_line(item, 0).notes
    return (words(item.effect),)
