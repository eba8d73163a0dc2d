"""What an attack has rolled, and what became of whom."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Stage(StrEnum):
    """What a die of an attack decides; also the reason on its receipt."""

    COVER = "cover"
    TO_HIT = "to_hit"
    EXTRA_DIE = "extra_die"
    BUCKLER = "buckler"
    MISFIRE = "misfire"
    LINE = "line"
    WOUND = "wound"
    VITAL_POINTS = "vital_points"
    POISON = "poison"
    BLADE_CATCHER = "blade_catcher"
    AMMUNITION = "ammunition"


class Die(Struct, frozen=True):
    """One die of an attack: what it decided, its face, the lowest face that succeeds, and whom it is about.

    ``figure`` is the figure hit or spared where there is one, otherwise the one who attacks.
    """

    stage: Stage
    face: int
    need: int
    figure: int

    @property
    def passed(self) -> bool:
        """Whether the face is enough."""
        return self.face >= self.need


class Loss(Struct, frozen=True):
    """What an attack did to one figure: ``wounds`` dice that wounded, and the hit points ``left``, below 0 when dead.

    ``ignored``: the first of the wounds did not count (ruling M257).
    """

    figure: int
    wounds: int
    left: int
    ignored: bool = False

    @property
    def lost(self) -> int:
        """Hit points lost."""
        return self.wounds - self.ignored

    @property
    def out(self) -> bool:
        """Out of action, dead or not (Musg, Caractéristiques; ruling M33)."""
        return self.left <= 0

    @property
    def dead(self) -> bool:
        """Dead for good: hit points fell below 0."""
        return self.left < 0


class Volley(Struct, frozen=True):
    """A shot after its rolls to hit, before any wound: the moment for "Look out, boss!" (ruling M134).

    ``hits`` on the target. ``burst``: the weapon exploded. ``stray``: the position on the line of who takes the
    missile.
    """

    hits: int
    dice: tuple[Die, ...]
    burst: bool = False
    stray: int | None = None


class AttackResult(Struct, frozen=True):
    """A resolved attack.

    ``losses`` of everybody a wound die was rolled for, in that order. ``vital_used`` / ``blade_caught``: the once per
    turn re-roll was spent. ``burst``: resolve the explosion with ``cover_all``; the weapon is gone (ruling M95).
    """

    hits: int
    losses: tuple[Loss, ...]
    dice: tuple[Die, ...]
    vital_used: bool = False
    blade_caught: bool = False
    burst: bool = False
