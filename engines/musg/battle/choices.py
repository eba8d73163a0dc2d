"""Legal answers to a decision, and useful examples of those that cannot be listed."""

from __future__ import annotations

from typing import Final

from engines.musg.battle import deployment, moves, shooting, turn
from engines.musg.battle.actions import (
    Action,
    Activate,
    Arrive,
    BreakOff,
    Charge,
    Decline,
    Deploy,
    End,
    FirstTarget,
    Intercept,
    Medikit,
    Pass,
    Recover,
    Reserve,
    Shoot,
    Strike,
    Walk,
)
from engines.musg.battle.checks import asker, can, in_its_half
from engines.musg.battle.decision import Ask, Decision
from engines.musg.battle.field import Field
from engines.musg.battle.objectives.base import nearest_exit
from engines.musg.battle.reach import RUN_FACTOR, WALK_FACTOR, charge_route, meeting_points, reaches
from engines.musg.battle.state import Piece, Place
from engines.musg.battle.steps import towards
from engines.musg.ground import movement, places
from engines.musg.ground.table import touching
from engines.musg.pulp import NEVER_CHARGES

EXAMPLES: Final = 8
"""How many places to go are offered as examples."""
_ROUND: Final[tuple[tuple[float, float], ...]] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def legal(field: Field, decision: Decision) -> list[Action]:
    """Return legal answers: all of them, except that places to go are a few examples."""
    ask = decision.ask
    if ask is Ask.ACT:
        return _acts(field, field.pieces[decision.figure or 0])
    if ask is Ask.ACTIVATE:
        return _activations(field, decision)
    if ask is Ask.DEPLOY:
        found: list[Action] = []
        for uid in decision.options:
            piece = field.pieces[uid]
            found += [Deploy(uid, base[0], base[1]) for base in deployment.spots(field, piece, EXAMPLES)]
            if "arrives_later" in piece.traits:
                found.append(Reserve(uid))
        return found
    if ask is Ask.ARRIVE:
        piece = field.pieces[decision.figure or 0]
        found = [Arrive(piece.uid, base[0], base[1]) for base in deployment.spots(field, piece, EXAMPLES)]
        return [*found, Decline()]
    if ask is Ask.FREE_SHOT:
        viewer, seen = field.pieces[decision.figure or 0], field.pieces[decision.options[0]]
        return [*shooting.free_shots(field, viewer, seen), Decline()]
    if ask is Ask.FIRST_TARGET:
        return [FirstTarget(uid) for uid in decision.options]
    if decision.throw is not None:
        return field.minder.answers(field, decision) if field.minder is not None else []
    if ask is Ask.CUSTOM:
        return [*asker(field, decision).replies(field, decision)]
    return [*[Intercept(uid) for uid in decision.options], Decline()]


def _activations(field: Field, decision: Decision) -> list[Action]:
    found: list[Action] = []
    for uid in decision.options:
        found.append(Activate(uid))
        joined = turn.companions(field, field.pieces[uid])
        if joined:
            found.append(Activate(uid, tuple(p.uid for p in joined)))
    if turn.may_pass(field, decision, first=field.first_wave):
        found.append(Pass())
    return found


def _acts(field: Field, piece: Piece) -> list[Action]:
    if piece.place is Place.ABOARD:
        own = [one for module in field.modules for one in module.actions(field, piece)]
        return [*strikes(field, piece), *heals(field, piece), *own, End()]
    found: list[Action] = [*strikes(field, piece), *shots(field, piece)]
    single = charges(field, piece)
    found += [*single, *double_charges(field, piece, single)]
    if not piece.foes and turn.others_joined(field, piece):
        found += [Shoot(one.weapon, one.target, True) for one in found if isinstance(one, Shoot)]
    found += heals(field, piece)
    if piece.foes:
        found += escapes(field, piece)
    elif piece.ap:
        found += wanders(field, piece)
        found += burdens(field, piece)
        found += exits(field, piece)
    for module in field.modules:
        found += module.actions(field, piece)
    found.append(End())
    return [action for action in found if in_its_half(field, action)]


def shots(field: Field, piece: Piece) -> list[Shoot]:
    """Return the legal shots."""
    if piece.foes or not piece.sheet.guns:
        return []
    return shooting.shots(field, piece)


def strikes(field: Field, piece: Piece) -> list[Strike]:
    """Return the legal strikes."""
    if piece.ap < 1 or not piece.foes or field.table.hangs(piece.base):
        return []
    return [Strike(foe.uid, number) for foe in piece.foes for number in range(len(piece.sheet.strikes))]


def charges(field: Field, piece: Piece) -> list[Charge]:
    """Return the charges at one enemy that can reach contact, nearest first."""
    may = piece.ap > 0 and piece.place is not Place.ABOARD and NEVER_CHARGES not in piece.traits
    if piece.foes or piece.routed or piece.laden or not may:
        return []
    reach = piece.sheet.open_ground_movement * RUN_FACTOR
    near = sorted(
        ((field.gap(piece, foe), foe.uid, foe) for foe in field.enemies(piece)), key=lambda row: (row[0], row[1])
    )
    found = []
    for gap, uid, foe in near:
        if gap > reach:
            break
        if field.sees(piece, foe) and reaches(field, piece, foe):
            found.append(Charge((uid,)))
    return field.permitted(piece, found)


def double_charges(field: Field, piece: Piece, single: list[Charge]) -> list[Charge]:
    """Return the charges that reach two enemies at once (Musg, Charger), of those that reach one."""
    found = []
    for place, one in enumerate(single):
        for two in single[place + 1 :]:
            action = Charge((*one.targets, *two.targets))
            targets = (field.pieces[one.targets[0]], field.pieces[two.targets[0]])
            if not meeting_points(piece, targets):
                continue
            route = charge_route(field, piece, targets, None, RUN_FACTOR)
            if route.complete and all(touching(route.end, p.base) for p in targets):
                found.append(action)
    return found


def heals(field: Field, piece: Piece) -> list[Action]:
    """Return the uses of medikits, and the will to live."""
    found: list[Action] = []
    if piece.medikits and piece.ap:
        for other in field.pieces:
            if other.hp < other.sheet.hit_points and (other is piece or touching(piece.base, other.base)):
                action = Medikit(other.uid)
                if can(field, action):
                    found.append(action)
    if "recovers" in piece.traits and can(field, Recover()):
        found.append(Recover())
    return found


def escapes(field: Field, piece: Piece) -> list[Action]:
    """Return ways out of a close combat."""
    if piece.ap < moves.break_off_cost(field, piece):
        return []
    foes, friends = field.around(piece)
    mover = moves.break_off_mover(field, piece)
    route = movement.break_off(field.table, piece.base, mover, foes=foes, friends=friends)
    if not route.complete or any(touching(route.end, foe) for foe in foes):
        return []
    action = BreakOff(route.end[0], route.end[1])
    return [action] if can(field, action) else []


def wanders(field: Field, piece: Piece) -> list[Action]:
    """Return examples of walks and runs: round about, towards the nearest enemies, away, to cover."""
    found: list[Action | None] = []
    x, y = piece.base[:2]
    for run in (False, True) if piece.ap >= 2 else (False,):
        reach = piece.mover(RUN_FACTOR if run else WALK_FACTOR).paces
        if not run:
            found += [towards(field, piece, x + dx * reach, y + dy * reach) for dx, dy in _ROUND]
        near = sorted(field.enemies(piece), key=lambda foe: (field.gap(piece, foe), foe.uid))[:1]
        found += [towards(field, piece, foe.base[0], foe.base[1], run=run) for foe in near]
    return list(dict.fromkeys([action for action in found if action is not None]))


def burdens(field: Field, piece: Piece) -> list[Action]:
    """Return the ways to carry a body: to the nearest edge, and off the table once the edge is reached."""
    bodies = field.bodies(piece)
    if not bodies:
        return []
    (x, y), _ = places.nearest_edge(field.table, piece.base)
    step = towards(field, piece, x, y, edge=True)
    if not isinstance(step, Walk) or step.hang:  # nobody stays on a rope with a body in its arms
        return []
    found: list[Action] = []
    for body in bodies:
        action = Walk(step.x, step.y, body.uid, False)
        leaving = Walk(step.x, step.y, body.uid, True)
        found.append(leaving if can(field, leaving) else action)
    return field.permitted(piece, found)


def exits(field: Field, piece: Piece) -> list[Action]:
    """Return the walk off the nearest edge of the table, where that is allowed and in reach (ruling M325).

    A scenario may open certain edges to certain figures.
    """
    if piece.foes or not piece.ap:
        return []
    if field.open_edges:
        (x, y), _ = places.nearest_edge(field.table, piece.base)
    else:
        exits = field.exits(piece)
        out = nearest_exit(field.table, piece.base, exits)
        if out is None:
            return []
        x, y = out
    step = towards(field, piece, x, y, edge=True)
    end = (step.x, step.y) if step else piece.base[:2]
    leaving = Walk(end[0], end[1], leave=True)
    return [leaving] if can(field, leaving) else []
