"""Moving: walk, run, charge with its failure, break off, flee, carry a body (Musg, Les Actions Actives)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engines.musg.battle import reactions, underway
from engines.musg.battle.actions import BreakOff, Charge, Run, Walk
from engines.musg.battle.decision import Flow
from engines.musg.battle.errors import IllegalAction, refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.objectives.base import off_which
from engines.musg.battle.reach import HALF, LEASH, RUN_FACTOR, WALK_FACTOR, charge_route, leashed
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import movement, places, sight
from engines.musg.ground.movement import Mover, Route
from engines.musg.ground.strides import APART
from engines.musg.ground.table import TOUCH, Base, higher, touching, within
from engines.musg.pulp import NEVER_CHARGES

WALK: Final = "Musg, Marcher"
RUN: Final = "Musg, Courir"
CHARGE: Final = "Musg, Charger au corps à corps"
BREAK_OFF: Final = "Musg, Fuir un corps à corps"
CARRY: Final = "ruling M37"
FLEE: Final = "Musg, Fuir"

BESIDE: Final = 1


class ChargePlan(NamedTuple):
    """A charge that was found legal, and the way as things stand before anybody reacts."""

    targets: tuple[Piece, ...]
    place: tuple[float, float] | None
    route: Route


def may_move(piece: Piece, cost: int, rule: str) -> IllegalAction | None:
    """Return why an ordinary move is impossible, or ``None``."""
    if piece.place is Place.ABOARD:
        return refuse("aboard", rule, piece.uid)
    if piece.foes:
        return refuse("engaged", BREAK_OFF, piece.uid, value=len(piece.foes))
    if piece.laden and rule != WALK:
        return refuse("laden", CARRY, piece.uid)
    if piece.ap < cost:
        return refuse("action_points", rule, piece.uid, value=piece.ap, least=cost)
    return None


def plan_move(field: Field, piece: Piece, action: Walk | Run) -> Route:
    """Return the way of a walk or a run. Raises ``IllegalAction``."""
    run = isinstance(action, Run)
    rule = RUN if run else WALK
    wrong = may_move(piece, 2 if run else 1, rule)
    if wrong is not None:
        raise wrong
    factor = RUN_FACTOR if run else WALK_FACTOR
    foes, friends = field.around(piece)
    mover = piece.mover(factor)
    apart = -TOUCH if NEVER_CHARGES in piece.traits else APART  # they walk into contact instead (rulings M61, M173)
    route = movement.route_to(
        field.table, piece.base, (action.x, action.y), mover, foes=foes, friends=friends, apart=apart
    )
    laden = isinstance(action, Walk) and action.carrying is not None  # nobody stays on a rope with a body in its arms
    if not (route.hanging and not laden if action.hang else route.complete):
        raise refuse("out_of_reach", rule, piece.uid, value=str(round(route.cost, 2)), most=str(mover.paces))
    if route.hanging and field.clashes(piece, route.end):
        raise refuse("no_room", "Musg, Corde et grappin", piece.uid)
    check_leash(field, piece, route)
    if isinstance(action, Walk) and action.carrying is not None:
        check_carrying(field, piece, action.carrying)
    if isinstance(action, Walk) and action.leave:
        if action.carrying is not None or field.open_edges:
            right = at_edge(field, route.end)
        else:  # only over the edges that a scenario opens to it
            exits = field.exits(piece)
            if not exits:
                raise refuse("may_not_leave", "ruling M154", piece.uid)
            right = bool(exits & set(off_which(field.table, route.end)))
        if not right:
            raise refuse("not_at_edge", "ruling M37", piece.uid)
    return route


def check_leash(field: Field, piece: Piece, route: Route) -> None:
    """Keep a troll bodyguard within 2 paces of the leader, or let it come nearer (ruling M69)."""
    if not leashed(field, piece, route.end):
        raise refuse("too_far_from_leader", "ruling M69", piece.uid, most=LEASH)


def check_carrying(field: Field, piece: Piece, uid: int) -> None:
    """Only a body in contact that is the figure's to carry can be carried (``Field.bodies``)."""
    if all(body.uid != uid for body in field.bodies(piece)):
        raise refuse("no_body_here", CARRY, piece.uid, value=uid)


def at_edge(field: Field, base: Base) -> bool:
    """Tell whether a base reaches the table's edge."""
    x, y, _, radius = base
    reach = radius + TOUCH
    return x <= reach or y <= reach or x >= field.table.width - reach or y >= field.table.depth - reach


def walk(field: Field, piece: Piece, action: Walk, route: Route) -> Flow[None]:
    """Walk, alone or with a body."""
    piece.ap -= 1
    body = field.pieces[action.carrying] if action.carrying is not None else None
    kind, rule = (Kind.WALKED, WALK) if body is None else (Kind.CARRIED, CARRY)
    arrived = yield from underway.go(field, piece, route, underway.Tale(kind, rule, body, 1, body))
    if arrived and action.leave:
        leave(field, piece, body)
        return
    yield from reactions.sighted(field, piece)


def leave(field: Field, piece: Piece, body: Piece | None) -> None:
    """Step off the table, with the body carried, or without one where that is allowed (ruling M325).

    A troll so guards its leader (Musg, Garde du corps Troll).
    """
    field.remove(piece, Place.LEFT)
    if body is not None:
        body.place = Place.LEFT
        if "carries_leader" in piece.traits and body is field.bands[piece.side].leader:
            field.guarded.add(piece.side)
    field.emit(Kind.LEFT_TABLE, CARRY, piece, body, fled=False)


def run(field: Field, piece: Piece, route: Route) -> Flow[None]:
    """Run."""
    piece.ap -= 2
    yield from underway.go(field, piece, route, underway.Tale(Kind.RAN, RUN, cost=2))
    yield from reactions.sighted(field, piece)


def plan_charge(field: Field, piece: Piece, action: Charge) -> ChargePlan:
    """Return a charge's way. It may fall short: then it will fail (ruling M57). Raises ``IllegalAction``."""
    wrong = may_move(piece, 1, CHARGE)
    if wrong is not None:
        raise wrong
    if piece.routed:
        raise refuse("routed", "Musg, Fin du tour", piece.uid)
    if NEVER_CHARGES in piece.traits:
        raise refuse("never_charges", "ruling M173", piece.uid)
    if not action.targets or len(set(action.targets)) < len(action.targets):
        raise refuse("no_target", CHARGE, piece.uid)
    targets = []
    for uid in action.targets:
        target = field.pieces[uid] if 0 <= uid < len(field.pieces) else None
        if target is None or target.side == piece.side or target.place is not Place.PLAY:
            raise refuse("no_target", CHARGE, piece.uid, value=uid)
        if field.bystanders and not field.hostile(piece, target):
            raise refuse("bystander", "Musg, Rencontre de civils", piece.uid, value=uid)
        if not field.sees(piece, target):
            raise refuse("not_seen", "ruling M59", piece.uid, value=uid)
        targets.append(target)
    place = (action.x, action.y) if action.x is not None and action.y is not None else None
    route = charge_route(field, piece, tuple(targets), place, RUN_FACTOR)
    if route.complete and not leashed(field, piece, route.end):
        raise refuse("too_far_from_leader", "ruling M69", piece.uid, most=LEASH)
    return ChargePlan(tuple(targets), place, route)


def charge(field: Field, piece: Piece, made: ChargePlan) -> Flow[None]:
    """Charge: nerve, bodyguard, those who receive it, then contact or failure (Musg, Charger; rulings M57, M289)."""
    targets = meant = everybody_touched(field, piece, made)
    if not (yield from reactions.nerve(field, piece, targets)):
        yield from flinch(field, piece, max(targets, key=lambda p: p.level_to(piece)))
        return
    route, place = made.route, made.place
    for target in meant:
        if target.is_leader:
            saviour = yield from reactions.guard(field, target, piece, route.end)
            if saviour is not None:  # who is charged beside the leader leaves the leader out all the same
                targets = tuple(dict.fromkeys([saviour if p is target else p for p in targets]))
                place = None  # it was chosen to touch the leader
    before = [p.base for p in targets]
    for target in targets:
        yield from reactions.receive(field, target, piece)
    targets = tuple(p for p in targets if p.place is Place.PLAY)
    if piece.place is not Place.PLAY:
        return
    if not targets:
        piece.ap -= 1
        return
    if targets != meant or before != [p.base for p in targets]:
        route = charge_route(field, piece, targets, place, RUN_FACTOR)
    if not route.complete:
        yield from fall_short(field, piece, targets, route)
        return
    piece.ap -= 1
    from_above = any(higher(piece.base, p.base) > 0 for p in targets)
    rushed = yield from underway.rush(field, piece, route, targets[0])
    if rushed is None:
        return
    start, going = rushed
    # Those whom it was to touch may have been moved by a shot on its way.
    made_contact = going.arrives and (not going.spent or any(p in piece.foes for p in targets))
    if made_contact:
        piece.charged = True
        piece.dived = "dive_attack" in piece.traits and from_above
    cost = 1 if made_contact else 1 + min(1, piece.ap)
    piece.ap -= cost - 1
    steady_unreached(piece, targets)
    underway.tell_charge(field, piece, targets[0], start, going, cost, made_contact=made_contact)
    yield from reactions.sighted(field, piece)


def everybody_touched(field: Field, piece: Piece, made: ChargePlan) -> tuple[Piece, ...]:
    """Return whom a charge is at: those named, and all others in sight whom the charger would come to touch."""
    if not made.route.complete:
        return made.targets
    beside = [p for p in field.enemies(piece) if p not in made.targets and touching(made.route.end, p.base)]
    return (*made.targets, *[p for p in beside if field.sees(piece, p)])


def fall_short(field: Field, piece: Piece, targets: tuple[Piece, ...], route: Route) -> Flow[None]:
    """A charge without contact: a run for 2 points, or with 1 point left half a walk, none in difficult terrain."""
    start = piece.base
    cost = min(2, piece.ap)
    if cost < 2:
        rough = field.table.is_rough(start[0], start[1]) and not piece.sheet.ignores_difficult_terrain
        stays = Route(start, (start[:2],), 0.0, False)
        route = stays if rough else charge_route(field, piece, targets, None, HALF)
    piece.ap -= cost
    if not leashed(field, piece, route.end):
        route = Route(start, (start[:2],), 0.0, False)
    rushed = yield from underway.rush(field, piece, route, targets[0])
    if rushed is None:
        return
    start, going = rushed
    steady_unreached(piece, targets)
    underway.tell_charge(field, piece, targets[0], start, going, cost, made_contact=False)
    yield from reactions.sighted(field, piece)


def steady_unreached(piece: Piece, targets: tuple[Piece, ...]) -> None:
    """Only those whom the charger touches in the end lose toughness to it (Musg, Subir une charge)."""
    for target in targets:
        if target not in piece.foes:
            target.shaken = 0


def flinch(field: Field, piece: Piece, threat: Piece) -> Flow[None]:
    """No nerve to charge: a walk away from the enemy, 1 action point (ruling M138)."""
    piece.ap -= 1
    foes, friends = field.around(piece)
    mover = piece.mover(WALK_FACTOR)
    route = movement.away_from(field.table, piece.base, [threat.base], mover, foes=foes, friends=friends)
    yield from underway.go(field, piece, route, underway.Tale(Kind.FLINCHED, "ruling M138", threat, 1))
    yield from reactions.sighted(field, piece)


def break_off_cost(field: Field, piece: Piece) -> int:
    """Return the price of leaving close combat: 1 per enemy less friends within 1 pace, 1 at least (ruling M65)."""
    if "breaks_off_free" in piece.traits:
        return 0
    beside = sum(within(piece.base, p.base, BESIDE) for p in field.friends(piece))
    return max(1, len(piece.foes) - beside)


def break_off_mover(field: Field, piece: Piece) -> Mover:
    """Return the mover of leaving close combat: half the movement, even in difficult terrain.

    Who stands in difficult terrain gains nothing by what adds paces on open ground (Musg, Pack de saut).
    """
    mover = piece.mover(HALF)
    slow = not mover.ignores_difficult and field.table.is_rough(piece.base[0], piece.base[1])
    return mover._replace(paces=mover.rough if slow else mover.paces, ignores_difficult=True)


def plan_break_off(field: Field, piece: Piece, action: BreakOff) -> Route:
    """Return the way out of a close combat. Raises ``IllegalAction``."""
    if piece.place is Place.ABOARD:
        raise refuse("aboard", BREAK_OFF, piece.uid)
    if not piece.foes:
        raise refuse("not_engaged", BREAK_OFF, piece.uid)
    cost = break_off_cost(field, piece)
    if piece.ap < cost:
        raise refuse("action_points", "ruling M66", piece.uid, value=piece.ap, least=cost)
    foes, friends = field.around(piece)
    mover = break_off_mover(field, piece)
    route = movement.route_to(field.table, piece.base, (action.x, action.y), mover, foes=foes, friends=friends)
    if not route.complete or any(touching(route.end, foe) for foe in foes):
        raise refuse("out_of_reach", "ruling M68", piece.uid, most=str(mover.paces))
    return route


def break_off(field: Field, piece: Piece, route: Route) -> Flow[None]:
    """Leave close combat; nobody strikes at the one who goes (ruling M67)."""
    cost = break_off_cost(field, piece)
    piece.ap -= cost
    mover = break_off_mover(field, piece)
    yield from underway.go(field, piece, route, underway.Tale(Kind.BROKE_OFF, BREAK_OFF, cost=cost), mover)
    yield from reactions.sighted(field, piece)


def flee(field: Field, piece: Piece) -> Flow[None]:
    """Spend a fleeing figure's activation: out of contact, to the nearest edge, out of sight (rulings M51, M154)."""
    if piece.foes:
        cost = break_off_cost(field, piece)
        foes, friends = field.around(piece)
        out = movement.break_off(field.table, piece.base, break_off_mover(field, piece), foes=foes, friends=friends)
        if piece.ap < cost or not out.complete:
            field.emit(Kind.HID, "ruling M66", piece, cost=cost, stuck=True)
            piece.ap = 0
            return
        yield from break_off(field, piece, out)
    while piece.ap > 0 and piece.place is Place.PLAY and piece.routed and not piece.foes:
        start = piece.base
        route, cost, left = _flight(field, piece)
        piece.ap -= cost
        arrived = yield from underway.go(field, piece, route, underway.Tale(Kind.HID, FLEE, cost=cost))
        if arrived and left:
            field.remove(piece, Place.FLED)
            field.emit(Kind.LEFT_TABLE, "ruling M154", piece, fled=True)
            return
        yield from reactions.sighted(field, piece)
        if route.end == start:
            return


def _flight(field: Field, piece: Piece) -> tuple[Route, int, bool]:
    """Return the next stretch of a flight, its cost, and whether it leads off the table."""
    foes, friends = field.around(piece)
    cost = 2 if piece.ap >= 2 else 1
    mover = piece.mover(RUN_FACTOR if cost == 2 else WALK_FACTOR)
    route = movement.off_table(field.table, piece.base, mover, foes=foes, friends=friends)
    if route.complete or piece.ap > cost:
        return route, cost, route.complete
    threats = [p.base for p in field.enemies(piece)]
    if any(sight.sees(field.table, route.end, threat) for threat in threats):
        hidden = places.hidden_route(field.table, piece.base, threats, mover, foes=foes, friends=friends)
        if hidden is not None:
            here = places.nearest_edge(field.table, piece.base)[1]
            if places.nearest_edge(field.table, hidden.end)[1] <= here:
                return hidden, cost, False
    return route, cost, False
