"""The part a warband plays in a pulp campaign (Musg, Jouer en Pulp)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Side(StrEnum):
    """On whose side it is: the heroes' (its leader is the hero) or the villains' (its leader is the villain)."""

    HEROES = "heroes"
    VILLAINS = "villains"


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """The side, and whether it is a primitive tribe: villains only, without lieutenants, with cheaper henchmen."""

    side: Side
    tribe: bool = False
