"""What modules add: their actions and answers, with the odds of those that shoot, strike and drive."""

from __future__ import annotations

from typing import Any

from engines.musg.battle import combat
from engines.musg.battle.actions import Custom
from engines.musg.battle.checks import asker
from engines.musg.battle.decision import Decision
from engines.musg.battle.modules import Module
from engines.musg.battle.shot_plan import ShotPlan
from engines.musg.battle.state import Piece
from engines.musg.battle.vehicles import crew
from engines.musg.battle.vehicles.fire import HullShot
from engines.musg.battle.vehicles.module import DRIVES, Vehicles
from engines.musg.battle.vehicles.ride import Ride
from engines.musg.prospects import hulls, nerves
from engines.musg.prospects.blows import blow_chances, blow_terms
from engines.musg.prospects.knowing import Known
from engines.musg.prospects.option import Chances, Leads, Option, OptionKind, Term, Test
from engines.musg.prospects.shots import chances_of, targets_of, terms_of, tests_of
from engines.musg.prospects.sights import meetings, shown


def replies(known: Known, decision: Decision) -> list[Option]:
    """Return useful answers to what a module itself asks."""
    found = []
    for action in asker(known.battle, decision).replies(known.battle, decision):
        to = (action.x, action.y) if action.x is not None and action.y is not None else None
        vehicle = action.target if action.code.startswith("vehicles.") else None
        found.append(
            Option(
                action=action,
                kind=OptionKind.CUSTOM,
                figure=action.figure if action.figure is not None else decision.figure,
                target=None if vehicle is not None else action.target,
                vehicle=vehicle,
                code=action.code,
                leads=Leads(to=to) if to else None,
            )
        )
    return found


def custom_options(known: Known, piece: Piece) -> list[Option]:
    """Return what modules let the active figure do."""
    battle = known.battle
    found = []
    for module in battle.modules:
        for action in module.actions(battle, piece):
            if not battle.can(action):
                continue
            if isinstance(module, Vehicles):
                found.append(_ride(known, module, piece, action))
            else:
                found.append(_plain(known, module, piece, action))
    return found


def _plain(known: Known, module: Module[Any], piece: Piece, action: Custom) -> Option:
    """Return an action of another module: taking, handing over, planting, defusing, striking down…"""
    battle, number = known.battle, action.target
    what = action.code.partition(".")[2]
    marker = what == "walk" or action.code == "objectives.take"
    target = battle.pieces[number] if number is not None and not marker else None
    chances: Chances | None = None
    terms: tuple[Term, ...] = ()
    if what == "kill" and target is not None:
        blow = combat.blow_of(battle, piece, target, 0)
        chances = blow_chances(known, piece, target, blow)
        terms = blow_terms(piece, target, blow, target.target(battle.turn))
    if marker and number is not None:
        terms = (Term("number", number, module.heading),)
    at, way = module.bound_for(battle, piece, action), module.way_of(battle, piece, action)
    return Option(
        action=action,
        kind=OptionKind.CUSTOM,
        figure=piece.uid,
        target=target.uid if target is not None else None,
        code=action.code,
        cost=module.cost_of(battle, piece, action),
        chances=chances,
        terms=terms,
        tests=tuple(meetings(known, piece, way, piece.mover())) if way else (),
        leads=Leads(to=at) if at else None,
    )


def _ride(known: Known, module: Vehicles, piece: Piece, action: Custom) -> Option:
    """Return an action about a vehicle."""
    battle = known.battle
    made = module.plan(battle, piece, action)
    chances: Chances | None = None
    terms: tuple[Term, ...] = ()
    tests: tuple[Test, ...] = ()
    leads: Leads | None = None
    target: int | None = None
    vehicle = action.target
    weapon = module.weapon_of(battle, piece, action)
    rides = module.rides(battle)
    if isinstance(made, ShotPlan):
        target, vehicle, weapon = targets_of(known, made)[0].uid, None, made.gun.code
        chances = chances_of(known, piece, made)
        terms = terms_of(known, piece, made, table=module.table_between(battle, [piece]))
        tests = tests_of(known, piece, made)
    elif isinstance(made, HullShot):
        target = made.occupant.uid if made.occupant is not None else None
        vehicle, weapon = made.ride.index, made.weapon.gun.code
        chances, terms = hulls.shot_chances(known, rides, piece, made), hulls.shot_terms(piece, made)
        tests = hulls.shot_tests(known, rides, piece, made)
    elif action.code == "vehicles.strike":
        ride, loadout = made
        weapon = ",".join(piece.sheet.strikes[loadout].codes)
        chances, terms = hulls.blow(known, ride, piece, loadout)
    elif action.code in DRIVES and isinstance(made, Ride):
        vehicle = made.index
        chances, leads = hulls.drive(known, rides, made, action)
        tests = hulls.drive_tests(known, piece, action)
    elif action.code == "vehicles.jump" and not made[0].wreck:
        tests = (nerves.test(known, "jump", crew.ABOARD, piece, None, allies=False),)
    elif action.x is not None and action.y is not None:
        leads, tests = Leads(to=(action.x, action.y)), tuple(shown(known, piece, made[1]))
    return Option(
        action=action,
        kind=OptionKind.CUSTOM,
        figure=piece.uid,
        target=target,
        vehicle=vehicle,
        code=action.code,
        cost=module.cost_of(battle, piece, action),
        weapon=weapon,
        chances=chances,
        terms=terms,
        tests=tests,
        leads=leads,
    )
