"""Whether an answer is legal, and what checking it works out for its execution."""

from __future__ import annotations

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
from engines.musg.battle.decision import Ask, Decision, Half
from engines.musg.battle.errors import refuse
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece
from engines.musg.ground.strides import EXACT, Route, flat

DESCRIPTION: Final = "Musg, Description d'un tour"
_MOVES: Final = (Walk, Run, Charge, BreakOff)
_BLOWS: Final = (Strike, Shoot)


def check(field: Field, decision: Decision, action: Action) -> Any:
    """Return what an action's execution needs. Raises ``IllegalAction`` when it is no legal answer."""
    if field.restricted and decision.ask in (Ask.ACT, Ask.FREE_SHOT):
        forbidden = field.forbidden(field.pieces[decision.figure or 0], action)
        if forbidden is not None:
            raise refuse(forbidden[0], forbidden[1], decision.figure)
    if decision.ask is Ask.ACT:
        known = field.plans.get(action)
        piece = field.pieces[decision.figure or 0]
        if known is None or (field.receipts and isinstance(action, Walk | Run) and not _is_straight(piece, known)):
            # A way found in the search for another place may differ from the best way there: the record
            # shows the best one, so that a replay shows the same. Where it ends is the same in any case.
            return _check_act(field, piece, action)
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
        if isinstance(action, Decline):
            return None
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


def _is_straight(piece: Piece, route: Route) -> bool:
    """Tell whether a way leads straight on over open ground: then there is no better one to the place it ends at."""
    if len(route.points) != 2 or route.hanging or not piece.mover().climb:
        return False
    return route.cost <= flat(piece.base[0], piece.base[1], route.end) + EXACT


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


def _check_custom(field: Field, piece: Piece, action: Custom) -> modules.Module[Field]:
    module = _module_of(field, piece.uid, action)
    problem = module.problem(field, piece, action)
    if problem is not None:
        raise refuse(problem, module.heading or module.code, piece.uid)
    return module


def _module_of(field: Field, figure: int | None, action: Custom) -> modules.Module[Field]:
    """Return the module in force whose action it is. Raises ``IllegalAction``."""
    for module in field.modules:
        if action.code == module.code or action.code.startswith(module.code + "."):
            return module
    raise refuse("no_such_action", DESCRIPTION, figure, item=action.code)


def _check_answer(field: Field, decision: Decision, action: Custom) -> Any:
    """Return what an answer to a module's own question needs. Raises ``IllegalAction``."""
    module = asker(field, decision)
    if action.code.partition(".")[0] != module.code:
        raise refuse("not_asked", module.heading or module.code, decision.figure, item=action.code)
    return module.check_answer(field, decision, action)


def asker(field: Field, decision: Decision) -> modules.Module[Field]:
    """Return the module that asks: the one whose code ``about`` begins with."""
    code = decision.about.partition(".")[0]
    return next(module for module in field.modules if module.code == code)


def in_its_half(field: Field, action: Action) -> bool:
    """Tell whether an action belongs to the half of an activation under way: moves come first, then blows (M312)."""
    if field.half is None:
        return True
    wrong = _BLOWS if field.half is Half.MOVES else _MOVES
    return not isinstance(action, wrong)
