"""Ramming, running over, and what costs a vehicle its structure (Musg, Eperonner un véhicule)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engines.musg.attacks import attack
from engines.musg.attacks.aim import wound_need
from engines.musg.attacks.result import Loss
from engines.musg.battle import damage
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles.ride import Ride
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.fixed import DRIVING
from engines.musg.ground.oblong import Quarter

RAM: Final = "Musg, Eperonner un véhicule"
STRUCTURE: Final = "Musg, Tirer ou frapper sur un véhicule"


def loss(*, boosted: bool) -> int:
    """Return what a collision takes from whoever is hurt by it (ruling M231)."""
    rules = DRIVING
    return rules.boosted_ram_loss if boosted else rules.ram_loss


def ram(
    field: Field,
    ride: Ride,
    other: Ride,
    edges: Iterable[Quarter],
    pilot: Piece | None,
    *,
    boosted: bool,
) -> Flow[None]:
    """Ram another vehicle: strength of the front against the side touched, else the other way round (M343, M346, M353).

    A wreck is only in the way.
    """
    side = other.side_of(edges)
    if other.wreck:
        field.emit(
            Kind.RAMMED, "ruling M353", pilot, side=ride.side, vehicle=ride.index, other=other.index, edge=side.value
        )
        return
    strength, armour = ride.built.strength[VehicleSide.FRONT], other.built.armour[side]
    need = wound_need(strength, armour)
    hurt = (yield from _die(field, "ram", other, ride.side, need)) >= need
    back_strength, back_armour = other.built.strength[side], ride.built.armour[VehicleSide.FRONT]
    back_need = wound_need(back_strength, back_armour)
    back = not hurt and (yield from _die(field, "ram_back", ride, other.side, back_need)) >= back_need
    field.emit(
        Kind.RAMMED,
        RAM,
        pilot,
        side=ride.side,
        vehicle=ride.index,
        other=other.index,
        edge=side.value,
        boosted=boosted,
        strength=strength,
        armour=armour,
        need=need,
        hurt=hurt,
        back_strength=back_strength,
        back_armour=back_armour,
        back_need=back_need,
        back=back,
    )
    if hurt:
        wear(field, other, loss(boosted=boosted))
    elif back:
        wear(field, ride, DRIVING.ram_loss)


def run_over(field: Field, ride: Ride, pilot: Piece | None, piece: Piece, *, boosted: bool) -> Flow[None]:
    """Roll over somebody: one wound die with the strength of the front (rulings M231, M233, M353)."""
    strength = ride.built.strength[VehicleSide.FRONT]
    target = piece.target(field.turn)
    result = yield from field.cast(lambda dice: attack.cover_all(strength, [target], dice), ride.side, piece.side)
    wounds = sum(one.wounds for one in result.losses) * loss(boosted=boosted)
    field.emit(
        Kind.RAN_OVER,
        RAM,
        pilot,
        piece,
        side=ride.side,
        vehicle=ride.index,
        boosted=boosted,
        strength=strength,
        need=wound_need(strength, target.toughness),
        wounds=wounds,
    )
    losses = [_worse(one, wounds) for one in result.losses if one.wounds]
    yield from damage.suffer(field, losses, pilot, shot=False)


def _die(field: Field, reason: str, ride: Ride, side: int, need: int) -> Flow[int]:
    """Roll a die about a vehicle for a side."""
    return (yield from field.cast(lambda dice: dice.throw(1, reason, ride.index, need)[0], side))


def _worse(one: Loss, wounds: int) -> Loss:
    """Return the loss of so many hit points instead of one."""
    return Loss(one.figure, wounds, one.left - (wounds - one.wounds), one.ignored)


def wear(field: Field, ride: Ride, points: int) -> None:
    """Take points of structure; without any it is a wreck, and those aboard are unharmed (ruling M230)."""
    lost = min(points, ride.structure)
    if lost <= 0:
        return
    ride.structure -= lost
    if ride.wreck:
        ride.pilot, ride.may_boost = None, False
    field.emit(
        Kind.VEHICLE_DAMAGED,
        STRUCTURE,
        side=ride.side,
        vehicle=ride.index,
        lost=lost,
        left=ride.structure,
        wreck=ride.wreck,
    )
