"""Which answers are legal, and useful examples of those that cannot be listed."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from engines.musg.battle import combat, deployment, modules, moves, shooting, turn
from engines.musg.battle.actions import (
    Action,
    Activate,
    Arrive,
    BreakOff,
    Charge,
    Custom,
    Decline,
    Deploy,
    End,
    FirstTarget,
    Intercept,
    Medikit,
    Pass,
    Recover,
    Reserve,
    Run,
    Shoot,
    Strike,
    Walk,
)
from engines.musg.battle.errors import refuse
from engines.musg.battle.field import Field
from engines.musg.battle.objectives.base import nearest_exit
from engines.musg.battle.reach import RUN_FACTOR, WALK_FACTOR, charge_route, leashed, meeting_points, reaches
from engines.musg.battle.state import Ask, Decision, Half, Piece, Place
from engines.musg.ground import movement, places
from engines.musg.ground.geometry import Point
from engines.musg.ground.movement import Route
from engines.musg.ground.table import TOUCH, Base, touching
from engines.musg.pulp import NEVER_CHARGES
from engines.musg.ranks import Rank

DESCRIPTION: Final = "Musg, Description d'un tour"
EXAMPLES: Final = 8
"""How many places to go are offered as examples."""
_MOVES: Final = (Walk, Run, Charge, BreakOff)
_BLOWS: Final = (Strike, Shoot)
_ROUND: Final = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def check(field: Field, decision: Decision, action: Action) -> Any:
    """Return what an action's execution needs. Raises ``IllegalAction`` when it is no legal answer."""
    if field.restricted and decision.ask in (Ask.ACT, Ask.FREE_SHOT):
        forbidden = field.forbidden(field.pieces[decision.figure or 0], action)
        if forbidden is not None:
            raise refuse(forbidden[0], forbidden[1], decision.figure)
    if decision.ask is Ask.ACT:
        known = field.plans.get(action)
        if known is None or (field.receipts and isinstance(action, Walk | Run | Charge)):
            # A way found in the search for another place may differ from the best way there: the record
            # shows the best one, so that a replay shows the same. Where it ends is the same in any case.
            return _check_act(field, field.pieces[decision.figure or 0], action)
        return known
    if decision.ask is Ask.ACTIVATE:
        if isinstance(action, Activate):
            turn.check_activate(field, decision, action)
            return None
        if isinstance(action, Pass):
            if not turn.may_pass(field, decision, first=field.first_wave):
                raise refuse("must_activate", "ruling M45", None, count=len(decision.options))
            return None
    elif decision.ask is Ask.DEPLOY:
        if isinstance(action, Deploy):
            return field.plans.get(action) or deployment.plan_deploy(field, decision, action)
        if isinstance(action, Reserve):
            deployment.check_reserve(field, decision, action)
            return None
    elif decision.ask is Ask.ARRIVE:
        if isinstance(action, Arrive):
            return field.plans.get(action) or deployment.plan_arrive(field, decision, action)
    elif decision.ask is Ask.FREE_SHOT:
        if isinstance(action, Decline):
            return None
        if isinstance(action, Shoot) and action.target in decision.options:
            viewer = field.pieces[decision.figure or 0]
            return field.plans.get(action) or shooting.plan(field, viewer, action, free=True)
    elif decision.ask is Ask.FIRST_TARGET:
        if isinstance(action, FirstTarget) and action.figure in decision.options:
            return None
    elif decision.throw is not None:
        if field.minder is not None and action in field.minder.answers(field, decision):
            return None
    elif decision.ask is Ask.CUSTOM:
        if isinstance(action, Custom):
            return _check_answer(field, decision, action)
    elif isinstance(action, Decline) or (isinstance(action, Intercept) and action.figure in decision.options):
        return None
    raise refuse("not_asked", DESCRIPTION, decision.figure, item=decision.ask.value)


def can(field: Field, action: Action) -> bool:
    """Tell whether an action is a legal answer now, and remember what checking it worked out."""
    if field.decision is None:
        return False
    try:
        field.plans[action] = check(field, field.decision, action)
    except ValueError:
        return False
    return True


def _check_act(field: Field, piece: Piece, action: Action) -> Any:
    if not in_its_half(field, action):
        raise refuse("moves_before_blows", "ruling M312", piece.uid)
    if isinstance(action, Walk | Run):
        return moves.plan_move(field, piece, action)
    if isinstance(action, Shoot):
        return shooting.plan(field, piece, action)
    if isinstance(action, Strike):
        return combat.plan_strike(field, piece, action)
    if isinstance(action, Charge):
        return moves.plan_charge(field, piece, action)
    if isinstance(action, BreakOff):
        return moves.plan_break_off(field, piece, action)
    if isinstance(action, Medikit):
        return combat.plan_medikit(field, piece, action)
    if isinstance(action, Recover):
        combat.check_recovery(piece)
        return True
    if isinstance(action, End):
        return True
    if isinstance(action, Custom):
        return _check_custom(field, piece, action)
    raise refuse("not_asked", DESCRIPTION, piece.uid, item=Ask.ACT.value)


def _check_custom(field: Field, piece: Piece, action: Custom) -> modules.Module:
    module = _module_of(field, piece.uid, action)
    problem = module.problem(field, piece, action)
    if problem is not None:
        raise refuse(problem, module.heading or module.code, piece.uid)
    return module


def _module_of(field: Field, figure: int | None, action: Custom) -> modules.Module:
    """Return the module in force whose action it is. Raises ``IllegalAction``."""
    for module in field.modules:
        if action.code == module.code or action.code.startswith(module.code + "."):
            return module
    raise refuse("no_such_action", DESCRIPTION, figure, item=action.code)


def _check_answer(field: Field, decision: Decision, action: Custom) -> Any:
    """Return what an answer to a module's own question needs. Raises ``IllegalAction``."""
    module = _asker(field, decision)
    if action.code.partition(".")[0] != module.code:
        raise refuse("not_asked", module.heading or module.code, decision.figure, item=action.code)
    return module.check_answer(field, decision, action)


def _asker(field: Field, decision: Decision) -> modules.Module:
    """Return the module that asks: the one whose code ``about`` begins with."""
    code = decision.about.partition(".")[0]
    return next(module for module in field.modules if module.code == code)


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
        return [Arrive(piece.uid, base[0], base[1]) for base in deployment.spots(field, piece, EXAMPLES)]
    if ask is Ask.FREE_SHOT:
        viewer, seen = field.pieces[decision.figure or 0], field.pieces[decision.options[0]]
        return [*shooting.free_shots(field, viewer, seen), Decline()]
    if ask is Ask.FIRST_TARGET:
        return [FirstTarget(uid) for uid in decision.options]
    if decision.throw is not None:
        return field.minder.answers(field, decision) if field.minder is not None else []
    if ask is Ask.CUSTOM:
        return [*_asker(field, decision).replies(field, decision)]
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
        own = (one for module in field.modules for one in module.actions(field, piece))
        return [*strikes(field, piece), *heals(field, piece), *own, End()]
    found: list[Action] = [*strikes(field, piece), *shots(field, piece)]
    single = charges(field, piece)
    found += [*single, *double_charges(field, piece, single)]
    if not piece.foes and any(p.sheet.rank is Rank.EXTRA for p in field.joined):
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


def in_its_half(field: Field, action: Action) -> bool:
    """Tell whether an action belongs to the half of an activation under way: moves come first, then blows (M312)."""
    if field.half is None:
        return True
    wrong = _BLOWS if field.half is Half.MOVES else _MOVES
    return not isinstance(action, wrong)


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
    return list(dict.fromkeys(action for action in found if action is not None))


def burdens(field: Field, piece: Piece) -> list[Action]:
    """Return the ways to carry a fallen friend: to the nearest edge, and off the table once the edge is reached."""
    bodies = [p for p in field.bands[piece.side].pieces if p.place is Place.OUT and touching(piece.base, p.base)]
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
        exits = field.pursuit.exits(field, piece) if field.pursuit is not None else ()
        out = nearest_exit(field.table, piece.base, exits)
        if out is None:
            return []
        x, y = out
    step = towards(field, piece, x, y, edge=True)
    end = (step.x, step.y) if step else piece.base[:2]
    leaving = Walk(end[0], end[1], leave=True)
    return [leaving] if can(field, leaving) else []


def _free(piece: Piece, *, run: bool) -> bool:
    """Tell whether a piece has the points and free hands and feet for a walk or a run."""
    return not piece.foes and piece.ap >= (2 if run else 1) and not (run and piece.laden)


def towards(
    field: Field, piece: Piece, x: float, y: float, *, run: bool = False, stop_short: float = 0.0, edge: bool = False
) -> Walk | Run | None:
    """Return the move that brings a piece as near to a point as it can come, or ``None``."""
    if not _free(piece, run=run):
        return None
    table = field.table
    radius = piece.base[3]
    goal: Point = (
        min(max(x, radius), table.width - radius),
        min(max(y, radius), table.depth - radius),
    )
    if stop_short > 0:
        dx, dy = goal[0] - piece.base[0], goal[1] - piece.base[1]
        far = sqrt(dx * dx + dy * dy)
        if far <= stop_short:
            return None
        share = (far - stop_short) / far
        goal = piece.base[0] + dx * share, piece.base[1] + dy * share
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route = movement.set_out(table, piece.base, goal, mover, foes=foes, friends=friends)
    if route.hanging:
        if field.clashes(piece, route.end):
            return None
        hanging = Run(goal[0], goal[1], True) if run else Walk(goal[0], goal[1], hang=True)
        if field.restricted and field.forbidden(piece, hanging) is not None:
            return None
        field.plans[hanging] = route
        return hanging
    return _move(field, piece, route, run=run)


def to_point(field: Field, piece: Piece, x: float, y: float, *, run: bool = False) -> Walk | Run | None:
    """Return the move that brings a piece to the very point, or ``None`` when it is out of reach."""
    if not _free(piece, run=run):
        return None
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route = movement.route_within(field.table, piece.base, (x, y), mover, foes=foes, friends=friends)
    return _move(field, piece, route, run=run) if route else None


def away(field: Field, piece: Piece, *, run: bool = False) -> Walk | Run | None:
    """Return the move out of sight of the enemies, else farthest from the nearest of them."""
    if not _free(piece, run=run):
        return None
    threats = [p.base for p in field.enemies(piece)]
    if not threats:
        return None
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route: Route | None = places.hidden_route(field.table, piece.base, threats, mover, foes=foes, friends=friends)
    if route is None:
        route = movement.away_from(field.table, piece.base, threats, mover, foes=foes, friends=friends)
    return _move(field, piece, route, run=run)


def to_cover(field: Field, piece: Piece, *, run: bool = False) -> Walk | Run | None:
    """Return the cheapest move that ends in cover from all enemies that would see the piece, or ``None``."""
    if not _free(piece, run=run):
        return None
    threats = [p.base for p in field.enemies(piece)]
    foes, friends = field.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route = places.cover_route(field.table, piece.base, threats, mover, foes=foes, friends=friends)
    return _move(field, piece, route, run=run) if route else None


def _move(field: Field, piece: Piece, route: Route, *, run: bool) -> Walk | Run | None:
    end: Base = route.end
    start = piece.base
    if route.hanging:
        return None
    if abs(end[0] - start[0]) + abs(end[1] - start[1]) < TOUCH and end[2] == start[2]:
        return None
    if not leashed(field, piece, end):
        return None
    action = Run(end[0], end[1]) if run else Walk(end[0], end[1])
    if field.restricted and field.forbidden(piece, action) is not None:
        return None
    field.plans[action] = route  # straight, or from a search that ends there: what checking it would find again
    return action
