"""The two sides of an attack: a figure of a warband, or free numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from engines.musg.catalogue import Catalogue
from engines.musg.catalogue.printed import CATALOGUE
from engines.musg.warband import Figure
from rosters.models import Warband

SIDES: Final = ("attacker", "target")
_NAMED: Final = re.compile(r"(\d{1,9})-(\d{1,6})", re.ASCII)
_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)


class Side(Struct, frozen=True):
    """Who attacks or is attacked: without a warband, free numbers.

    ``chosen`` and ``named`` are what the two fields hold: a warband's number, and ``<warband>-<figure>``. ``figure`` is
    ``None`` where the warband has nobody with that number on its roster.
    """

    role: str
    chosen: str = ""
    named: str = ""
    warband: Warband | None = None
    figure: Figure | None = None

    @property
    def catalogue(self) -> Catalogue:
        """What its figures are made of: the printed catalogue, for free numbers."""
        return self.warband.roster.catalogue if self.warband else CATALOGUE

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures to choose from."""
        return self.warband.roster.active if self.warband else ()

    def name_of(self, figure: Figure) -> str:
        """Return what the address calls a figure of this side's warband."""
        return f"{self.warband.pk}-{figure.id}" if self.warband else ""


def side(role: str, data: Mapping[str, str], load: Callable[[int], Warband]) -> Side:
    """Read one side from an address: ``attacker_warband=3&attacker=3-1``, either of which may be missing.

    The warband decides: a figure of another one was chosen before the warband was changed, and the leader takes its
    place. ``load`` returns the warband of a number for its reader, or raises.
    """
    chosen, named = data.get(f"{role}_warband"), data.get(role, "")
    match = _NAMED.fullmatch(named)
    if chosen is None:
        chosen = match[1] if match else named
    if not _NUMBER.fullmatch(chosen):
        return Side(role, chosen)
    warband = load(int(chosen))
    if match and int(match[1]) == warband.pk:
        figure = next((one for one in warband.roster.active if one.id == int(match[2])), None)
        return Side(role, str(warband.pk), named, warband, figure)
    roster = warband.roster
    first = roster.leader or next(iter(roster.active), None)
    return Side(role, str(warband.pk), f"{warband.pk}-{first.id}" if first else "", warband, first)
