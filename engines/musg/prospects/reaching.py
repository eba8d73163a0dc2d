"""What a figure can get at: where it can walk and run, whom it can charge and shoot; and the way to one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.musg.battle import moves, shooting, steps
from engines.musg.battle.actions import Activate, Charge, Run, Shoot, Walk
from engines.musg.battle.decision import Ask
from engines.musg.battle.game import Battle
from engines.musg.battle.reach import RUN_FACTOR, WALK_FACTOR, charge_route, leashed
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.ground import movement
from engines.musg.ground.movement import Mover, Route
from engines.musg.ground.reachable import outlines
from engines.musg.ground.strides import March
from engines.musg.ground.table import Base
from engines.musg.prospects.blows import charge_chances, charge_tests
from engines.musg.prospects.knowing import Known, untouched
from engines.musg.prospects.option import Aimable, Chargeable, Reach, Way
from engines.musg.prospects.shots import chances_of, terms_of
from engines.musg.prospects.sights import leads_to, meetings
from engines.musg.pulp import NEVER_CHARGES

EXACTLY: Final = 0.02
"""How near a way must come to a point to end there, in paces."""


def reach(battle: Battle, figure: int, *, side: int | None = None) -> Reach:
    """Return what a figure can get at now, or once it is activated in this turn.

    ``side`` is who looks, the figure's own if nobody is named: what is hidden from it changes nothing. A figure that
    has acted, flees, is engaged or does not stand on the table gets nowhere by walking.
    """
    piece = battle.pieces[figure]
    known = Known(battle, piece.side if side is None else side)
    points = points_of(battle, piece)
    if piece.place is not Place.PLAY or not known.knows(piece) or not points:
        return Reach(figure=figure, points=points if known.knows(piece) else 0)
    with untouched(battle):
        walk, run = _outlines(known, piece, points)
        return Reach(
            figure=figure,
            points=points,
            walk=walk,
            run=run,
            charge=tuple(_chargeable(known, piece, points)),
            shoot=tuple(_aimable(known, piece, points)),
        )


def points_of(battle: Battle, piece: Piece) -> int:
    """Return the action points a figure has: those left, or all of them if it has yet to be activated."""
    if piece.place not in ACTING:
        return 0
    if piece in (battle.active, *battle.joined):
        return piece.ap
    return 0 if piece.acted else piece.sheet.action_points


type _Rings = tuple[tuple[tuple[float, float], ...], ...]


def _outlines(known: Known, piece: Piece, points: int) -> tuple[_Rings, _Rings]:
    battle = known.battle
    if piece.foes or piece.routed:
        return (), ()
    foes, friends = known.around(piece)

    def allowed(base: Base) -> bool:
        walk = Walk(base[0], base[1])
        return leashed(battle, piece, base) and not (battle.restricted and battle.forbidden(piece, walk))

    suits: Callable[[Base], bool] | None = None
    if "bodyguard" in piece.traits or battle.restricted:
        suits = allowed

    movers: list[Mover | None] = []
    for factor, cost in ((WALK_FACTOR, 1), (RUN_FACTOR, 2)):
        here = Run(*piece.base[:2]) if cost == 2 else Walk(*piece.base[:2])
        barred = points < cost or (cost == 2 and piece.laden)
        if barred or (battle.restricted and battle.forbidden(piece, here) is not None):
            movers.append(None)
        else:
            movers.append(piece.mover(factor))
    slow, fast = movers
    if slow is not None and fast is not None and slow.rough >= slow.paces:  # all ground counts alike: one look does
        march = March(battle.table, piece.base, fast, foes, friends)
        walk, run = outlines(march, (slow.paces, fast.paces), suits)
        return walk, run
    found = [
        outlines(March(battle.table, piece.base, mover, foes, friends), (mover.paces,), suits)[0] if mover else ()
        for mover in movers
    ]
    return found[0], found[1]


def _chargeable(known: Known, piece: Piece, points: int) -> list[Chargeable]:
    battle = known.battle
    if piece.foes or piece.routed or piece.laden or points < 1 or NEVER_CHARGES in piece.traits:
        return []
    far = piece.sheet.open_ground_movement * RUN_FACTOR
    near = sorted((battle.gap(piece, foe), foe.uid) for foe in known.enemies(piece))
    found = []
    for gap, uid in near:
        foe = battle.pieces[uid]
        if gap > far or not battle.sees(piece, foe):
            continue
        if battle.restricted and battle.forbidden(piece, Charge((uid,))) is not None:
            continue
        route = charge_route(battle, piece, (foe,), None, RUN_FACTOR)
        if not route.complete or not leashed(battle, piece, route.end):
            continue
        made = moves.ChargePlan((foe,), None, route)
        targets = list(moves.everybody_touched(battle, piece, made))
        chances = charge_chances(known, piece, targets, contact=True, points=points - 1)
        found.append(Chargeable(uid, chances, charge_tests(known, piece, targets, made)))
    return found


def _aimable(known: Known, piece: Piece, points: int) -> list[Aimable]:
    """Return for each enemy in view the weapon most likely to put it out, then to wound it."""
    battle = known.battle
    if piece.foes or piece.routed:
        return []
    seen = [one for one in battle.sightings(piece) if known.knows(one.piece)]
    found = []
    for mine in seen:
        best: tuple[tuple[float, float, int], Aimable] | None = None
        for weapon, gun in enumerate(piece.sheet.guns):
            if shooting.unusable(piece, weapon, free=True) is not None or shooting.cost_of(piece, gun) > points:
                continue
            made = shooting.plan_at(battle, piece, weapon, mine, seen, free=False)
            if made is None or mine.piece not in (made.targets[0], mine.piece if gun.template else made.targets[0]):
                continue
            if battle.restricted and battle.forbidden(piece, Shoot(weapon, mine.piece.uid)) is not None:
                continue
            chances = chances_of(known, piece, made)
            rank = (chances.out or 0.0, chances.wound or 0.0, -weapon)
            if best is None or rank > best[0]:
                terms = terms_of(known, piece, made)
                best = rank, Aimable(mine.piece.uid, weapon, made.cost, chances, terms)
        if best is not None:
            found.append(best[1])
    return found


def way(battle: Battle, figure: int, x: float, y: float, *, run: bool = False) -> Way | None:
    """Return the way of a figure to a point, or as near to it as it comes: of the one who acts, or may be activated.

    ``None`` when it cannot move so at all now. ``Way.action`` is legal, after ``Way.before`` if there is one, as long
    as that changes nothing. The battle stays as it was.
    """
    decision = battle.decision
    piece = battle.pieces[figure] if 0 <= figure < len(battle.pieces) else None
    if decision is None or piece is None or piece.side != decision.side or piece.place is not Place.PLAY:
        return None
    with untouched(battle):
        known = Known(battle, piece.side)
        before: Activate | None = None
        if decision.ask is Ask.ACT and decision.figure == figure:
            found = _now(battle, piece, x, y, run=run)
        elif decision.ask is Ask.ACTIVATE and figure in decision.options:
            found, before = _later(known, piece, x, y, run=run), Activate(figure)
        else:
            return None
        if found is None:
            return None
        action, route = found
        leads = leads_to(known, piece, route, to=(x, y))
        return Way(
            action=action,
            exact=leads.left is not None and leads.left <= EXACTLY and not route.hanging,
            cost=2 if run else 1,
            leads=leads,
            tests=tuple(meetings(known, piece, route, piece.mover())),
            before=before,
        )


def _now(battle: Battle, piece: Piece, x: float, y: float, *, run: bool) -> tuple[Walk | Run, Route] | None:
    action = steps.to_point(battle, piece, x, y, run=run) or steps.towards(battle, piece, x, y, run=run)
    if action is None or not battle.can(action):
        return None
    route: Route = battle.plans[action]
    return action, route


def _later(known: Known, piece: Piece, x: float, y: float, *, run: bool) -> tuple[Walk | Run, Route] | None:
    battle = known.battle
    if piece.foes or piece.routed or points_of(battle, piece) < (2 if run else 1) or (run and piece.laden):
        return None
    foes, friends = known.around(piece)
    mover = piece.mover(RUN_FACTOR if run else WALK_FACTOR)
    route = movement.route_to(battle.table, piece.base, (x, y), mover, foes=foes, friends=friends)
    if route.end == piece.base or not leashed(battle, piece, route.end):
        return None
    goal, hang = ((x, y), True) if route.hanging else (route.end[:2], False)
    action = Run(goal[0], goal[1], hang) if run else Walk(goal[0], goal[1], hang=hang)
    if battle.restricted and battle.forbidden(piece, action) is not None:
        return None
    return action, route
