"""A warband with vehicles, by the site's own operations."""

from __future__ import annotations

from club.models import Member
from club.visibility import Visibility
from engines.musg.catalogue.vehicle_types import VehicleSide
from engines.musg.engagement import Engagement, Foe, Outcome
from engines.musg.entries import BuyVehicle, Fight, Grant, ManVehicle, Muster, Recover
from engines.musg.garage import Damage
from engines.musg.rules import Rules
from engines.musg.vehicle import Design, Mount
from engines.musg.warband import Setup
from rosters.models import Warband
from rosters.operations import create_warband
from tests.factories.rosters import smallest_muster

CAR, WRECK, TRUCK = 3, 4, 5
"""The vehicles of ``convoy``: a light one with everything, one that was lost, a heavy one as it comes."""


def convoy(owner: Member, name: str, *, visibility: str = Visibility.CLUB) -> Warband:
    """A mustered warband: Ada (1) drives a light vehicle with spikes and two weapons; 4 was wrecked for good."""
    armed = Design(
        type="light",
        front=3,
        left=2,
        speed=1,
        spikes=(VehicleSide.FRONT, VehicleSide.LEFT),
        weapons=(Mount("rifle", pivot=True), Mount("bow")),
    )
    *people, _muster = smallest_muster()
    fight = Fight(
        engagement=Engagement(
            battle="b1",
            title="The Ford",
            outcome=Outcome.LOST,
            victory_points=0,
            present=(1, 2),
            foes=(Foe("0" * 16, "The Others"),),
            damage=(Damage(CAR, 2), Damage(WRECK, 3)),
        )
    )
    entries = [
        *people,
        BuyVehicle(design=armed, name=f"{name} Car"),
        BuyVehicle(design=Design(type="light"), name=f"{name} Wreck"),
        ManVehicle(vehicle=CAR, pilot=1),
        Muster(),
        fight,
        Recover(battle="b1", faces=(1,), source="entered"),
        Grant(points=40, reason="Booty"),
        BuyVehicle(design=Design(type="heavy"), name=f"{name} Truck"),
    ]
    setup = Setup(race="human", name=name, rules=Rules(vehicles=True))
    return create_warband(owner=owner, setup=setup, visibility=visibility, entries=entries)
