"""What a figure carries, with the numbers it has in that figure's hands."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from msgspec import Struct
from msgspec.structs import replace

from club.words import words
from engines.musg.catalogue import Catalogue, Item as Piece
from engines.musg.catalogue.types import Characteristic, Force, MeleeWeapon, RangedWeapon, Reload, Template
from engines.musg.warband import Figure, Item
from rosters import wording

DASH: Final = "–"
MINUS: Final = "−"


class RangedLine(Struct, frozen=True):
    """A ranged weapon in this figure's hands. ``strength`` is that of one hit; ``count`` how many it carries."""

    code: str
    name: str
    count: int
    short: str
    medium: str
    long: str
    strength: int
    adds_bearer: bool
    targets: str
    reload: str
    slow: bool
    action_points: int
    notes: tuple[str, ...]


class MeleeLine(Struct, frozen=True):
    """A close combat weapon in this figure's hands. ``strength`` is the bearer's and the weapon's together."""

    code: str
    name: str
    count: int
    hands: str
    dice: int
    strength: int
    added: int
    notes: tuple[str, ...]


class Known(Struct, frozen=True):
    """A piece of equipment, a skill or an injury: its name and what it does."""

    code: str
    name: str
    effect: str
    count: int = 1


class Arm(Struct, frozen=True):
    """A piece in a few words: its name, and for a weapon its numbers in this figure's hands."""

    name: str
    numbers: str

    def __str__(self) -> str:
        return f"{self.name} {self.numbers}".rstrip()


class Carried(Struct, frozen=True):
    """One item by its number; ``free`` marks a free first one."""

    id: int
    code: str
    name: str
    paid: int
    free: bool


def carried(item: Item, catalogue: Catalogue) -> Carried:
    """Return one item as lists of things to move or take back show it."""
    return Carried(item.id, item.code, wording.marked_item(item.code, catalogue), item.paid, item.first_of is not None)


def gear_lines(
    figure: Figure, strength: int, catalogue: Catalogue
) -> tuple[tuple[RangedLine, ...], tuple[MeleeLine, ...], tuple[Known, ...]]:
    """Return the ranged and close combat weapons and the equipment of a figure of that ``strength``."""
    counts: dict[str, int] = {}
    for code in figure.item_codes:
        counts[code] = counts.get(code, 0) + 1
    ranged, melee, equipment = [], [], []
    for code, count in counts.items():
        row = catalogue.item(code)
        piece = replace(_piece(row, strength, count), name=wording.marked(row, catalogue))
        if isinstance(piece, RangedLine):
            ranged.append(piece)
        elif isinstance(piece, MeleeLine):
            melee.append(piece)
        else:
            equipment.append(piece)
    return tuple(ranged), tuple(melee), tuple(equipment)


def _piece(row: Piece, strength: int, count: int) -> RangedLine | MeleeLine | Known:
    """Return what so many of one item are to a bearer of that strength.

    That the first one is free is left out: once carried, it no longer matters.
    """
    if isinstance(row, RangedWeapon):
        shot = ranged_line(row, strength, count)
        return replace(shot, notes=()) if row.first_free_in else shot
    if isinstance(row, MeleeWeapon):
        blow = melee_line(row, strength, count)
        return replace(blow, notes=()) if row.first_free_in else blow
    return Known(row.code, words(row.name), words(row.effect), count)


_RELOADS: Final[dict[Reload, Promise | str]] = {Reload.FAST: gettext_lazy("fast"), Reload.SLOW: gettext_lazy("slow")}


def ranged_line(row: RangedWeapon, strength: int, count: int = 1) -> RangedLine:
    """Return a ranged weapon as a bearer of that ``strength`` uses it."""
    notes = [words(note) for note in row.notes]
    if row.template is Template.BLAST:
        notes.insert(0, _("Blast of %(radius)s paces’ radius.") % {"radius": row.radius})
    elif row.template is Template.FLAME:
        notes.insert(0, _("Flame template."))
    if row.heavy and not row.notes:
        notes.append(_("Heavy weapon."))
    if row.black_powder:
        notes.append(_("Black powder: may burst on a 1."))
    return RangedLine(
        code=row.code,
        name=words(row.name),
        count=count,
        short=_paces(row.short),
        medium=_paces(row.medium),
        long=_paces(row.long),
        strength=row.force.against(strength),
        adds_bearer=row.force.adds_bearer,
        targets=str(row.targets) if row.targets is not None else DASH,
        reload=str(_RELOADS[row.reload]),
        slow=row.reload is Reload.SLOW,
        action_points=row.action_points,
        notes=tuple(notes),
    )


def melee_line(row: MeleeWeapon, strength: int, count: int = 1) -> MeleeLine:
    """Return a close combat weapon as a bearer of that ``strength`` uses it."""
    return MeleeLine(
        code=row.code,
        name=words(row.name),
        count=count,
        hands=str(row.hands) if row.hands else DASH,
        dice=row.dice,
        strength=row.force.against(strength),
        added=row.force.own,
        notes=tuple(words(note) for note in row.notes),
    )


def force_text(force: Force) -> str:
    """Return a weapon's strength as printed: a number of its own, or what it adds to its bearer's ("+1")."""
    return f"{force.own:+d}".replace("-", MINUS) if force.adds_bearer else str(force.own)


def in_few_words(
    ranged: tuple[RangedLine, ...], melee: tuple[MeleeLine, ...], equipment: tuple[Known, ...]
) -> tuple[Arm, ...]:
    """Return each piece in a few words, for the table."""
    pieces: tuple[RangedLine | MeleeLine | Known, ...] = (*ranged, *melee, *equipment)
    return tuple(_in_few_words(piece) for piece in pieces)


def _in_few_words(piece: RangedLine | MeleeLine | Known) -> Arm:
    numbers = ""
    if isinstance(piece, RangedLine):
        numbers = _shot(piece)
    elif isinstance(piece, MeleeLine):
        numbers = f"{dice_text(piece.dice)} {_force(piece.strength)}"
    return Arm(_times(piece.name, piece.count), numbers)


def _shot(gun: RangedLine) -> str:
    """Ranges and strength; of the rest only what is out of the ordinary."""
    told = f"{gun.short}/{gun.medium}/{gun.long} {_force(gun.strength)}"
    if gun.targets not in (DASH, "1"):
        told += " " + ngettext("%(count)s target", "%(count)s targets", int(gun.targets)) % {"count": gun.targets}
    if gun.slow:
        told += f" {gun.reload}"
    if gun.action_points > 1:
        told += " " + _("%(count)s AP") % {"count": gun.action_points}
    return told


def _force(strength: int) -> str:
    return f"{wording.characteristic_short(Characteristic.STRENGTH)}{strength}"


def _times(name: str, count: int) -> str:
    return f"{name} ×{count}" if count > 1 else name


def dice_text(count: int) -> str:
    """Return how many dice a blow rolls, in a few signs ("2d")."""
    return _("%(count)sd") % {"count": count}


def _paces(paces: int | None) -> str:
    return str(paces) if paces is not None else DASH
