"""Pulp in the rules reference: its points, its setbacks, what a tribe buys, the zombies of a mad scientist."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from msgspec.structs import replace

from club.folding import folded
from club.words import words
from engines.musg.catalogue import Item
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.ranks import Rank
from rosters.reference.model import Cell, Column, ReferenceRow, Section, both
from rosters.reference.modules.short import figures
from rosters.reference.wounds import setbacks

PAGE: Final = "pulp"
TRIBE: Final = "Musg, Exception de composition de bande pour le pulp"


def sections() -> tuple[Section, ...]:
    """Return the tables of pulp."""
    voodoo = figures(PAGE, _("Pulp: the voodoo zombie"), TRIBE, ["voodoo_zombie"])
    return _points(), replace(setbacks(), page=PAGE), _tribe(), voodoo


def _points() -> Section:
    title = _("Pulp: points at the start of a game")
    pools = CATALOGUE.pulp.pools
    holders = [
        (_("The hero"), Rank.LEADER),
        (_("The chief villain"), Rank.LEADER),
        (_("All partners together"), Rank.LIEUTENANT),
        (_("All villain’s lieutenants together"), Rank.LIEUTENANT),
    ]
    return Section(
        "pulp-points",
        title,
        "Musg, Jouer en Pulp",
        "star",
        (Column(_("Points"), number=True),),
        rows=tuple(
            ReferenceRow(f"pulp-points-{number}", who, (Cell(str(pools[rank]), number=True),), haystack=folded(who))
            for number, (who, rank) in enumerate(holders, start=1)
        ),
        lead=(_("Each game begins again with this many (M163, M308)."),),
        first=_("Who"),
        haystack=folded(title),
        page=PAGE,
    )


def _tribe() -> Section:
    title = _("Pulp: what only a tribe buys, or shoots with")
    pulp = CATALOGUE.pulp
    pieces: tuple[Item, ...] = (
        *pulp.equipment.values(),
        *(row for row in CATALOGUE.ranged.values() if row.code in pulp.tribe_ranged),
    )
    return Section(
        "pulp-tribe",
        title,
        TRIBE,
        "potion",
        (Column(_("Cost"), _("Cost in warband points"), number=True),),
        rows=tuple(
            ReferenceRow(
                f"tribe-{piece.code}",
                words(piece.name),
                (Cell(str(piece.cost), number=True),),
                haystack=both(piece.name),
            )
            for piece in pieces
        ),
        lead=(_("Poison is for primitive tribes alone (M171); they use no other ranged weapons (M312)."),),
        first=_("Piece"),
        haystack=folded(title),
        page=PAGE,
    )
