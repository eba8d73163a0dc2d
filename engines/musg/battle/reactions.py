"""Passive reactions and the free action: what figures do outside their activation (Musg, Les Actions Passives)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.musg.attacks.terms import Shot
from engines.musg.battle import morale, shooting
from engines.musg.battle.actions import Intercept, Shoot
from engines.musg.battle.decision import Ask, Decision, Flow, Incoming
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.reach import SPACING, reaches
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import movement, places, sight
from engines.musg.ground.movement import Mover, Route
from engines.musg.ground.strides import DIRECTIONS
from engines.musg.ground.table import TOUCH, Base, within
from engines.musg.ground.templates import d3

NERVE: Final = "Musg, Envie de charger"
RECEIVE: Final = "Musg, Subir une charge"
SIGHT: Final = "Musg, Apercevoir l'ennemi"
UNDER_FIRE: Final = "Musg, Subir un tir"
LOOK_OUT: Final = "Musg, Attention Chef"
TROLL: Final = "Musg, Garde du corps Troll"

LOOK_OUT_PACES: Final = 1
GUARD_PACES: Final = 2
GUARD_HIT_POINTS: Final = 2
STEP_BACK: Final = 5


def nerve(field: Field, charger: Piece, targets: Sequence[Piece]) -> Flow[bool]:
    """Test whether a figure dares to charge one of a higher level, the highest among its targets (ruling M60)."""
    if not field.rules.nerve_to_charge:
        return True
    highest = max(targets, key=lambda p: p.level_to(charger))
    if highest.level_to(charger) <= charger.level or "fearless_charges" in charger.traits:  # ruling M196
        return True
    verdict = yield from morale.take(field, charger, "nerve", allies=True, foe=highest)
    morale.tell(field, Kind.NERVE, NERVE, charger, highest, verdict)
    return verdict.passed


def receive(field: Field, target: Piece, charger: Piece) -> Flow[None]:
    """Test a figure charged by one of a higher level (rulings M139, M140): it may step back or lose 1 toughness."""
    if not field.rules.receive_charge or charger.level <= target.level or "fearless_charges" in target.traits:
        return
    verdict = yield from morale.take(field, target, "receive", allies=True, foe=charger)
    paces = 0
    if not verdict.passed:
        paces = yield from _stepping_back(field, target)
    place: Base | None = None
    if paces and not target.foes:
        way = field.in_the_way(target)
        place = movement.step_back(field.table, target.base, charger.base, float(paces), way)
    if not verdict.passed and place is None:
        target.shaken = -1
    morale.tell(field, Kind.RECEIVED, RECEIVE, target, charger, verdict, paces=paces, shaken=target.shaken < 0)
    if place is not None:
        start = target.base
        field.put(target, place)
        field.emit(Kind.STEPPED_BACK, RECEIVE, target, charger, start=list(start[:3]), end=list(place[:3]), paces=paces)
        yield from sighted(field, target)


def _stepping_back(field: Field, target: Piece) -> Flow[int]:
    """Roll whether a figure that lost its nerve steps back, and how far (Musg, Subir une charge)."""
    face = yield from field.die("step_back", target, STEP_BACK)
    return (yield from _paces(field, target)) if face >= STEP_BACK else 0


def _paces(field: Field, piece: Piece) -> Flow[int]:
    return d3((yield from field.die("paces", piece)))


def guard(field: Field, leader: Piece, charger: Piece, contact: Base) -> Flow[Piece | None]:
    """Let a troll bodyguard take a charge in the leader's place (ruling M276): near enough and free, it may.

    ``contact``: where the charger's way ends. A troll whom it would not reach where it stands steps into that place,
    before its leader.
    """
    options = [p for p in bodyguards(field, leader) if not p.foes]
    return (yield from intercept(field, Ask.GUARD, leader, charger, options, contact))


def stand_in(field: Field, shooter: Piece, targets: list[Piece], shot: Shot, hits: int) -> Flow[list[Piece]]:
    """Ask whether somebody jumps before a leader; return a shot's targets with the saviour in the leader's place.

    ``targets``: nearest first, of whom as many may be hit as the shot has dice. A leader farther back in its group is
    a target too: it is asked about when hits are left that would come to it (Musg, Attention Chef; Musg, Tableau des
    armes de tir).
    """
    most = shot.dice
    for leader in [p for p in targets[:most] if p.is_leader]:
        place = targets.index(leader)
        if hits <= sum(p.hp + (p.sheet.ignores_first_wound and not p.hurt) for p in targets[:place]):
            break
        incoming = Incoming(shot, tuple([p.uid for p in targets[:most]]), hits)
        saviour = yield from look_out(field, leader, shooter, incoming)
        if saviour is not None:
            targets = list(dict.fromkeys([*targets[:place], saviour, *targets[place + 1 :]]))
    return targets


def look_out(field: Field, leader: Piece, shooter: Piece, incoming: Incoming) -> Flow[Piece | None]:
    """Ask whether somebody takes the hits of a shot meant for the leader (rulings M134-M136, M276).

    Nobody jumps before a template: it has no single projectile, and covers all who stand there.
    """
    options = look_outs(field, leader)
    return (yield from intercept(field, Ask.LOOK_OUT, leader, shooter, options, incoming=incoming))


def look_outs(field: Field, leader: Piece) -> list[Piece]:
    """Return who may jump before a leader: free, near enough and not fleeing."""
    options = [
        p
        for p in field.friends(leader)
        if p.sheet.may_look_out and not p.foes and not p.routed and within(p.base, leader.base, LOOK_OUT_PACES)
    ]
    return options + [p for p in bodyguards(field, leader) if p not in options]


def bodyguards(field: Field, leader: Piece) -> list[Piece]:
    """Return the trolls who may stand in for the leader: within 2 paces, with 2 hit points at least."""
    if not leader.is_leader:
        return []
    return [
        p
        for p in field.friends(leader)
        if "bodyguard" in p.traits
        and p.hp >= GUARD_HIT_POINTS
        and not p.routed
        and within(p.base, leader.base, GUARD_PACES)
    ]


def intercept(
    field: Field,
    ask: Ask,
    leader: Piece,
    threat: Piece,
    options: list[Piece],
    contact: Base | None = None,
    incoming: Incoming | None = None,
) -> Flow[Piece | None]:
    """Put the question and return who stands in, if anybody; before a charge in its way, if need be."""
    if not options:
        return None
    uids = tuple([p.uid for p in options])
    action, _ = yield Decision(ask, leader.side, leader.uid, uids, threat=threat.uid, incoming=incoming)
    if not isinstance(action, Intercept):
        return None
    saviour = field.pieces[action.figure]
    rule = TROLL if "bodyguard" in saviour.traits else LOOK_OUT
    start = saviour.base
    if (
        contact is not None
        and not reaches(field, threat, saviour)
        and field.table.fits(contact, field.in_the_way(saviour))
    ):
        field.put(saviour, contact)
    moved = {"start": list(start[:3]), "end": list(saviour.base[:3])} if saviour.base != start else {}
    field.emit(Kind.INTERCEPTED, rule, saviour, leader, threat=threat.uid, **moved)
    return saviour


def sighted(field: Field, piece: Piece) -> Flow[None]:
    """Make the tests of first sight where a figure stands, on its way or at its end: what it sees, and who sees it.

    On its way it is stopped for that wherever a pair first see each other (``underway``). Figures in view of each
    other when deployment ends do not come into sight all of a sudden, and are not tested.
    """
    while field.shown:  # who was found out in between is looked at first
        yield from sighted(field, field.shown.pop(0))
    if not field.rules.first_sight or not piece.afoot:
        return
    for uid in sorted(piece.unseen):
        other = field.pieces[uid]
        if other.place is Place.PLAY and uid in piece.unseen and field.sees(piece, other):
            piece.unseen.discard(uid)
            yield from first_sight(field, piece, other)
            if gone(piece):
                return
    if piece.hidden:
        return
    for other in field.foes_of(piece):
        if piece.uid in other.unseen and other.place is Place.PLAY and field.sees(other, piece):
            other.unseen.discard(piece.uid)
            yield from first_sight(field, other, piece)
            if gone(piece):
                return


def gone(piece: Piece) -> bool:
    """Tell whether a figure stands on the table no more."""
    return piece.place is not Place.PLAY


def first_sight(field: Field, viewer: Piece, seen: Piece) -> Flow[None]:
    """Test a figure that sees one of a higher level for the first time (ruling M141): a free shot, or out of sight."""
    if viewer.routed:
        return
    verdict = yield from morale.take(field, viewer, "first_sight", allies=True, foe=seen)
    viewer.failures += not verdict.passed
    paces = 0 if verdict.passed else (yield from _paces(field, viewer))
    morale.tell(field, Kind.FIRST_SIGHT, SIGHT, viewer, seen, verdict, paces=paces)
    if verdict.passed:
        if verdict.taken:
            yield from free_shot(field, viewer, seen)
        return
    if viewer.foes:  # leaving close combat has its price (ruling M66)
        return
    foes, friends = field.around(viewer)
    step = forced(paces)
    route = places.hidden_route(field.table, viewer.base, [seen.base], step, foes=foes, friends=friends)
    route = route or into_shadow(field, viewer, seen, step)
    if route is None:
        route = movement.away_from(field.table, viewer.base, [seen.base], step, foes=foes, friends=friends, exact=True)
    yield from give_ground(field, viewer, route.end, SIGHT, seen)


def into_shadow(field: Field, viewer: Piece, seen: Piece, step: Mover) -> Route | None:
    """Return the shortest straight step out of sight over open ground, such as back behind a corner, if any."""
    x, y, _, radius = viewer.base
    foes, friends = field.around(viewer)
    for count in range(1, int(step.paces / SPACING) + 1):
        away = count * SPACING
        for dx, dy in DIRECTIONS:
            place = field.table.base_at(x + dx * away, y + dy * away, radius)
            if sight.sees_from(field.table, sight.number_of(place), place, seen.at(), seen.base):
                continue
            route = movement.route_within(field.table, viewer.base, place[:2], step, foes=foes, friends=friends)
            if route is not None:
                return route
    return None


def free_shot(field: Field, viewer: Piece, seen: Piece) -> Flow[None]:
    """Ask for the free shot of a figure that kept its nerve: any weapon, no action points (ruling M141)."""
    if not shooting.free_shots(field, viewer, seen):
        return
    action, plan = yield Decision(Ask.FREE_SHOT, viewer.side, viewer.uid, options=(seen.uid,), threat=seen.uid)
    if isinstance(action, Shoot):
        yield from shooting.shoot(field, viewer, plan)


def under_fire(field: Field, piece: Piece, shooter: Piece, strength: int) -> Flow[None]:
    """Test a figure shot at by a weapon stronger than its own (rulings M142-M144): to cover, or back."""
    if not field.rules.under_fire or piece.place is not Place.PLAY or piece.side == shooter.side:
        return
    if "no_reactions" in piece.traits:
        return
    if any(gun.strength >= strength for gun in piece.sheet.guns):
        return
    one_die = field.rules.under_fire_one_die
    verdict = yield from morale.take(field, piece, "under_fire", allies=True, one_die=one_die, foe=shooter)
    piece.failures += not verdict.passed
    paces = 0 if verdict.passed else (yield from _paces(field, piece))
    morale.tell(field, Kind.UNDER_FIRE, UNDER_FIRE, piece, shooter, verdict, paces=paces)
    if verdict.passed or piece.foes:
        return
    foes, friends = field.around(piece)
    step = forced(paces)
    route = places.cover_route(field.table, piece.base, [shooter.base], step, foes=foes, friends=friends)
    end: Base | None = route.end if route else None
    if end is None:
        end = movement.step_back(field.table, piece.base, shooter.base, float(paces), [*foes, *friends])
    if end is None:
        back = movement.away_from(field.table, piece.base, [shooter.base], step, foes=foes, friends=friends, exact=True)
        end = back.end
    yield from give_ground(field, piece, end, UNDER_FIRE, shooter)


def give_ground(field: Field, piece: Piece, end: Base, rule: str, threat: Piece) -> Flow[None]:
    """Move a figure that lost its nerve."""
    start = piece.base
    if abs(start[0] - end[0]) + abs(start[1] - end[1]) < TOUCH:
        return
    field.put(piece, end)
    field.emit(Kind.GAVE_GROUND, rule, piece, threat, start=list(start[:3]), end=list(end[:3]))
    yield from sighted(field, piece)


def forced(paces: int) -> Mover:
    """Return the mover of a forced step: so many paces, whatever the ground."""
    return Mover(float(paces), float(paces), ignores_difficult=True)
