"""Kits: what arms one figure in one go, in each of the styles, as far as it is legal and paid for."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engines.musg.catalogue import Catalogue
from engines.musg.entries import Buy
from engines.musg.levy.draft import Draft
from engines.musg.levy.styles import Style, free_guns, ladder
from engines.musg.warband import Figure, Warband


class Kit(Struct, frozen=True):
    """The codes of what is bought, and what it costs this figure, in points."""

    style: Style
    items: tuple[str, ...]
    cost: int


def kits(warband: Warband, figure: Figure) -> list[Kit]:
    """Return the kits for a figure that carries no weapon it paid for, each with at least two pieces."""
    if any(item.paid for item in figure.items) or not figure.active:
        return []
    found: list[Kit] = []
    for style in Style:
        draft = Draft(warband)
        for code, *_ in ladder(warband, figure, style).core:
            if code not in free_guns(warband) or code not in figure.item_codes:
                draft.take([Buy(item=code, figure=figure.id)])
        items = tuple(entry.item for entry in draft.entries if isinstance(entry, Buy))
        if len(items) > 1 and all(items != kit.items for kit in found):
            found.append(Kit(style, items, warband.treasury - draft.warband.treasury))
    return found


def equip(figure: Figure, items: Iterable[str], catalogue: Catalogue) -> list[Buy]:
    """Return the entries that buy a figure these things; codes that nobody sells are left out."""
    return [Buy(item=code, figure=figure.id) for code in items if code in catalogue.items]
