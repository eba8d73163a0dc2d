"""What an attack is before any die falls: range, height, cover and weapons turned into plain numbers.

The ``terms`` of it come of that: ``attack`` rolls them, ``odds`` computes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from engines.musg.attacks.fighter import Fighter, Gun, Strike
from engines.musg.attacks.terms import Blow, Edge, Shot, Target
from engines.musg.fixed import wounds_on
from engines.musg.ranks import Rank

BEST: Final = 2
WORST: Final = 6
"""The window of a die needed to hit (Musg, Tableau des armes de tir; rulings M82, M112)."""


class RangeBand(StrEnum):
    """Short, medium or long range of a weapon."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


BAND_PENALTY: Final = {RangeBand.SHORT: -1, RangeBand.MEDIUM: 0, RangeBand.LONG: 1}
"""What the range adds to the die needed (Musg, Tableau des armes de tir)."""

COVER: Final = {RangeBand.SHORT: 3, RangeBand.MEDIUM: 4, RangeBand.LONG: 5}
"""The die that passes an obstacle standing in that band (Musg, Jet de couvert)."""


def band_of(gun: Gun, distance: float) -> RangeBand | None:
    """Return the band of ``distance`` paces for that weapon, limits included; ``None`` beyond it or without ranges."""
    if distance <= gun.short:
        return RangeBand.SHORT
    if distance <= gun.medium:
        return RangeBand.MEDIUM
    if distance <= gun.long:
        return RangeBand.LONG
    return None


def to_hit(shooting: int, band: RangeBand, height: int = 0) -> int | None:
    """Return the die needed, or ``None`` when the shot cannot be made (ruling M81).

    ``shooting`` includes the sight and is not limited yet. ``height``: 1 when the shooter stands higher than the
    target, -1 when lower (ruling M102). Everything is summed first; more than 6 is impossible, less than 2 is 2
    (rulings M82, M267).
    """
    needed = shooting + BAND_PENALTY[band] - height
    return None if needed > WORST else max(BEST, needed)


def cover_needs(gun: Gun, obstacles: Sequence[float]) -> tuple[int, ...]:
    """Return the die that passes each obstacle, given their distances from the shooter in paces (rulings M89, M91).

    Templates know no cover (ruling M79); an obstacle beyond long range counts as at long range.
    """
    if gun.template is not None or not obstacles:
        return ()
    return tuple([COVER[band_of(gun, distance) or RangeBand.LONG] for distance in sorted(obstacles)])


def shot(
    shooter: Fighter,
    gun: Gun,
    distance: float,
    *,
    height: int = 0,
    obstacles: Sequence[float] = (),
    line: tuple[Target, ...] = (),
    may_burst: bool = True,
    vital: bool = True,
) -> Shot | None:
    """Return the shot of ``gun`` at ``distance`` paces, or ``None`` when it cannot be made.

    ``may_burst`` is false while the warband's gunsmith is in play (ruling M279); ``vital`` is false once the shooter's
    re-roll of this turn is spent.
    """
    band = band_of(gun, distance)
    if band is None or shooter.shooting is None or not gun.dice:
        return None
    needed = to_hit(shooter.shooting, band, height)
    if needed is None:
        return None
    return Shot(
        figure=shooter.number,
        to_hit=needed,
        strength=gun.strength,
        dice=gun.dice,
        cover=cover_needs(gun, obstacles),
        bursts=gun.black_powder and may_burst,
        drawn=gun.drawn,
        line=line,
        vital=vital and shooter.vital_points,
        poison=shooter.poisons,
    )


def firing(shooter: Fighter, gun: Gun) -> tuple[int, int]:
    """Return the action points one use of ``gun`` takes and how many shots it gives.

    The gunsmith fires twice with a weapon of 1 action point, and pays 1 for one that takes 2, which then fires once
    (ruling M278).
    """
    if "double_fire" not in shooter.traits:
        return gun.action_points, 1
    return 1, 2 if gun.action_points == 1 else 1


def blow(
    striker: Fighter, strike: Strike | None = None, *, charged: bool = False, dive: bool = False, vital: bool = True
) -> Blow:
    """Return an attack with the weapons of ``strike`` (the best at hand by default).

    ``charged``: strength +1 after a successful charge in this activation (rulings M64, M113). ``dive``: a harasser
    attacking from higher up hits without a roll (ruling M281); asking it of anybody else changes nothing. An extra
    counts for one die with its strongest weapon, whatever the weapon's dice (ruling M177).
    """
    needed = None if dive and "dive_attack" in striker.traits else striker.melee
    blades = (strike or striker.strikes[0]).blades
    if striker.rank is Rank.EXTRA:
        edges = [Edge(blades[0].strength + charged, 1, needed)]
    else:
        edges = [Edge(one.strength + charged, one.dice, needed) for one in blades]
    return Blow(
        figure=striker.number,
        edges=tuple(edges),
        extra_die=striker.weak_points,
        vital=vital and striker.vital_points,
        poison=striker.poisons,
    )


def together(blows: Sequence[Blow]) -> Blow:
    """Return the attack of several extras who strike one enemy at once (Musg, Les figurants).

    It is one attack received, whatever the number of hands. The first one's figure stands for all.
    """
    edges = sorted([edge for one in blows for edge in one.edges], key=lambda edge: (-edge.strength, -edge.dice))
    return Blow(figure=blows[0].figure, edges=tuple(edges))


def target(
    fighter: Fighter, hit_points: int | None = None, *, toughness: int = 0, fresh: bool = True, catches: bool = True
) -> Target:
    """Return a fighter as a target.

    ``hit_points`` left (all by default); ``toughness`` adds passing effects (-1 after a charge received without
    nerve), never below 1 (ruling M133). ``fresh``: no hit point was lost yet in this battle. ``catches``: its blade
    catcher was not used this turn.
    """
    return Target(
        figure=fighter.number,
        toughness=max(1, fighter.toughness + toughness),
        hit_points=fighter.hit_points if hit_points is None else hit_points,
        bucklers=fighter.bucklers,
        ignores_wound=fresh and fighter.ignores_first_wound,
        catches_blade=catches and fighter.blade_catcher,
    )


def wound_need(strength: int, toughness: int) -> int:
    """Return the lowest die that wounds (Musg, Tableau des dommages; rulings M130-M133)."""
    return wounds_on(strength, toughness)
