"""Who shoots from a vehicle, or at one, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.musg.attacks import aim
from engines.musg.attacks.aim import wound_need
from engines.musg.attacks.fighter import Gun
from engines.musg.battle.actions import Custom
from engines.musg.battle.game import Battle
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles import arms, fire
from engines.musg.battle.vehicles.module import Vehicles
from engines.musg.battle.vehicles.ride import Ride, Rides
from engines.musg.catalogue.types import Template
from engines.musg.ground.templates import FLAME_LENGTH
from engines.musg.tactics.reckoning import flame_worth, shot_guess, stake
from engines.musg.tactics.riding.hulls import chance_of, hostile, point_worth

HULL: Final = 0.25
"""What a shot or a blow at a vehicle must be worth at least."""


def best_shot(battle: Battle, module: Vehicles, piece: Piece) -> tuple[Custom | None, float]:
    """Return the best shot from a vehicle, at one, or at somebody in one, and what it is worth."""
    rides = module.rides(battle)
    own = rides.of(piece)
    best: Custom | None = None
    worth = 0.0
    for number in arms.weapons(own, piece) if piece.sheet.shooting is not None else ():
        way = (float(number),)
        for action, value in _shots(battle, rides, own, piece, number, way):
            if value > worth and battle.allows(module, piece, action):
                best, worth = action, value
    return best, worth


def _shots(
    battle: Battle, rides: Rides, own: Ride | None, piece: Piece, number: int, way: tuple[float, ...]
) -> Iterator[tuple[Custom, float]]:
    if own is not None:
        for foe in battle.enemies(piece):
            gap = own.base.gap_to(foe.base[0], foe.base[1], foe.base[3])
            gun = _gun(own, piece, number)
            if gun.template is Template.FLAME:
                value = flame_worth(battle, piece, gun, foe, own.base.nearest(*foe.base[:2]), 0.0)
            else:
                value = _guess(piece, gun, foe, gap)
            yield Custom("vehicles.fire", foe.uid, way=way), value
    for ride in rides.on_table():
        if ride is own or ride.wreck or not hostile(ride, piece):
            continue
        gun = _gun(own, piece, number)
        side = ride.side_of(ride.base.quarters(piece.base[0], piece.base[1]))
        hurt = chance_of(wound_need(gun.strength, ride.built.armour[side]))
        gap = fire.gap_between(own, piece, ride)
        value = _aimed(piece, gun, gap) * hurt * point_worth(ride)
        if value > HULL:
            yield Custom("vehicles.fire_at", None, ride.index, way=way), value
        for one in ride.crew:
            if one.side != piece.side and not one.bystander:
                yield Custom("vehicles.pick", one.uid, way=way), shot_guess(battle, piece, one, gap, covered=True)


def _guess(piece: Piece, gun: Gun, foe: Piece, gap: float) -> float:
    """Return about what a shot from aboard at somebody on foot is worth."""
    hurt = chance_of(wound_need(gun.strength, foe.sheet.toughness))
    return stake(foe) * min(1.0, _aimed(piece, gun, gap) * hurt / foe.hp)


def _aimed(piece: Piece, gun: Gun, gap: float) -> float:
    """Return how many hits a shot brings on average at a distance; blasts come down somewhere near, flames hit."""
    if gun.template is Template.FLAME:
        return 1.0 if gap <= FLAME_LENGTH else 0.0
    if gun.template is not None:
        return 0.4 if gap <= gun.long else 0.0
    band = aim.band_of(gun, gap)
    needed = aim.to_hit(piece.sheet.shooting or 7, band) if band else None
    return gun.dice * chance_of(needed) if needed else 0.0


def _gun(own: Ride | None, piece: Piece, number: int) -> Gun:
    if own is not None and number >= arms.EMBARKED:
        return arms.gun_of(own, piece, number)
    return piece.sheet.guns[number]
