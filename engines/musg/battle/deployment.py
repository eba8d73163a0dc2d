"""Deployment: whole bands in reverse order of initiative, then those who deploy last (Musg, Déploiement; M41)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from engines.musg.battle import reactions, turn
from engines.musg.battle.actions import Arrive, Decline, Deploy, Reserve
from engines.musg.battle.decision import Ask, Decision, Flow
from engines.musg.battle.errors import IllegalAction, refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import places
from engines.musg.ground.table import RADIUS, Base, touching, within
from engines.musg.pulp import UNCOUNTED

DEPLOY: Final = "Musg, Déploiement"
FORWARD_PACES: Final = 10.0
LEASH: Final = 2
ARRIVAL_TURN: Final = 3
SIT_OUT: Final = 1
SCAN: Final = 1.0


def activity(field: Field) -> None:
    """Roll for every erratic figure; on a 1 it sits the battle out (Musg, Activité aléatoire; ruling M260)."""
    for piece in field.pieces:
        if piece.sheet.erratic:
            face = field.dice.d6("activity", piece.uid)
            field.activity[piece.uid] = face
            if face == SIT_OUT:
                piece.place = Place.ABSENT
            field.emit(Kind.ACTIVITY, "Musg, Activité aléatoire", piece, face=face, absent=face == SIT_OUT)
    for band in field.bands:
        band.initial = sum(p.place is not Place.ABSENT and UNCOUNTED not in p.traits for p in band.pieces)


def deploy(field: Field) -> Flow[None]:
    """Ask every side for the places of its figures."""
    order = yield from turn.ordered(field, waiting=True)
    for last in (False, True):
        for side in reversed(order):
            yield from deploy_side(field, side, last=last)
            if not last:
                for module in field.modules:
                    yield from module.deployed(field, side)
    for piece in field.pieces:
        piece.unseen = {
            p.uid
            for p in field.pieces
            if p.side != piece.side
            and p.level_to(piece) > piece.level
            and p.place is not Place.ABSENT
            and not (p.place is Place.PLAY and piece.place is Place.PLAY and field.sees(piece, p))
        }


def deploy_side(field: Field, side: int, *, last: bool) -> Flow[None]:
    """Place a side's figures, one by one in the order the side likes; a troll after its leader."""
    for module in field.modules if not last else ():
        yield from module.deploying(field, side)
    while True:
        waiting = [
            p
            for p in field.bands[side].pieces
            if p.place is Place.WAITING and ("deploys_last" in p.traits) is last and not must_wait(field, p)
        ]
        if not waiting:
            return
        stuck = [] if spots(field, waiting[0], 1) else [p for p in waiting if not spots(field, p, 1)]
        if stuck:
            for piece in stuck:
                piece.place = Place.ABSENT
                field.bands[side].initial -= UNCOUNTED not in piece.traits
                field.emit(Kind.RESERVED, DEPLOY, piece, no_room=True)
            continue
        action, plan = yield Decision(Ask.DEPLOY, side, options=tuple(p.uid for p in waiting))
        if isinstance(action, Reserve):
            piece = field.pieces[action.figure]
            piece.place = Place.RESERVE
            field.emit(Kind.RESERVED, "ruling M275", piece, no_room=False)
        elif isinstance(action, Deploy):
            piece = field.pieces[action.figure]
            piece.place = Place.PLAY
            field.put(piece, plan)
            field.emit(Kind.DEPLOYED, DEPLOY, piece, at=list(plan[:3]), hidden=piece.hidden)


def must_wait(field: Field, piece: Piece) -> bool:
    """Tell whether a troll's leader still has to be placed before it (ruling M69)."""
    leader = field.bands[piece.side].leader
    return "bodyguard" in piece.traits and leader is not None and leader.place is Place.WAITING


def place_of(field: Field, piece: Piece, x: float, y: float) -> Base:
    """Return where a deployed figure stands. Raises ``IllegalAction`` when it may not stand there."""
    base = field.table.base_at(x, y, RADIUS)
    others = field.in_the_way(piece)
    wrong = forbidden(field, piece, base) if field.table.fits(base, others) else refuse("no_room", DEPLOY, piece.uid)
    if wrong is not None:
        raise wrong
    return base


def forbidden(field: Field, piece: Piece, base: Base) -> IllegalAction | None:
    """Return why a figure may not be deployed at a place where there is room, or ``None``."""
    traits = piece.traits
    contact = any(touching(base, p.base) for p in field.enemies(piece))
    if "deploys_anywhere" in traits or "deploys_hidden" in traits or field.turn > 0:
        return refuse("in_contact", "ruling M275", piece.uid) if contact else None
    deeper = FORWARD_PACES if "deploys_forward" in traits else 0.0
    if not field.table.in_zone(base, field.setup.sides[piece.side].zone, deeper):
        return refuse("outside_zone", "ruling M277" if deeper else DEPLOY, piece.uid)
    if contact:
        return refuse("in_contact", DEPLOY, piece.uid)
    if "bodyguard" in traits:
        leader = field.bands[piece.side].leader
        if leader is not None and leader.place is Place.PLAY and not within(base, leader.base, LEASH):
            return refuse("too_far_from_leader", "ruling M69", piece.uid, most=LEASH)
    return None


def plan_deploy(field: Field, decision: Decision, action: Deploy) -> Base:
    """Check a deployment."""
    if action.figure not in decision.options:
        raise refuse("not_waiting", DEPLOY, action.figure)
    return place_of(field, field.pieces[action.figure], action.x, action.y)


def check_reserve(field: Field, decision: Decision, action: Reserve) -> None:
    """Only an orc hunter may come later (Musg, Chasseur Orque)."""
    if action.figure not in decision.options or "arrives_later" not in field.pieces[action.figure].traits:
        raise refuse("may_not_wait", "Musg, Chasseur Orque", action.figure)


def spots(field: Field, piece: Piece, most: int) -> list[Base]:
    """Return places where a figure may be deployed now, at most so many."""
    found: list[Base] = []
    zone = field.setup.sides[piece.side].zone
    deeper = FORWARD_PACES if "deploys_forward" in piece.traits else 0.0
    others = field.in_the_way(piece)
    leader = field.bands[piece.side].leader
    leashed = "bodyguard" in piece.traits and leader is not None and leader.place is Place.PLAY
    candidates = places.deployment_spots(field.table, zone, RADIUS, deeper) if field.turn == 0 else ()
    if leashed and leader is not None:
        x, y = leader.base[:2]
        ring = ((1.2, 0.0), (-1.2, 0.0), (0.0, 1.2), (0.0, -1.2), (0.9, 0.9), (-0.9, 0.9), (0.9, -0.9), (-0.9, -0.9))
        beside = [field.table.base_at(x + dx * k, y + dy * k) for k in (1.0, 1.6) for dx, dy in ring]
        candidates = (*beside, *candidates)
    for number, base in enumerate(chain(candidates, _everywhere(field))):
        if number >= len(candidates) and found:
            break
        if field.table.fits(base, others) and forbidden(field, piece, base) is None:
            found.append(base)
            if len(found) >= most:
                break
    return found


def _everywhere(field: Field) -> Iterator[Base]:
    """Give a grid of places, tried when nothing better is known."""
    wide, deep = int(field.table.width / SCAN), int(field.table.depth / SCAN)
    for j in range(deep):
        for i in range(wide):
            yield field.table.base_at((i + 0.5) * SCAN, (j + 0.5) * SCAN)


def arrive(field: Field) -> Flow[None]:
    """Ask for the orc hunters on the third turn (ruling M275): then they come or not at all.

    The book says that he *may* appear on the third turn, and names no other: one who does not is paid and unhurt, and
    his warband does not fight on for his sake.
    """
    if field.turn != ARRIVAL_TURN:
        return
    for side in field.order:
        for piece in field.bands[side].pieces:
            if piece.place is not Place.RESERVE:
                continue
            if not spots(field, piece, 1):
                _stay_away(field, piece, no_room=True)
                continue
            action, plan = yield Decision(Ask.ARRIVE, side, piece.uid, options=(piece.uid,))
            if isinstance(action, Decline):
                _stay_away(field, piece, no_room=False)
            elif isinstance(action, Arrive):
                piece.place = Place.PLAY
                field.put(piece, plan)
                field.emit(Kind.ARRIVED, "ruling M275", piece, at=list(plan[:3]))
                yield from reactions.sighted(field, piece)


def _stay_away(field: Field, piece: Piece, *, no_room: bool) -> None:
    piece.place = Place.AWAY
    field.settled = None
    field.emit(Kind.STAYED_AWAY, "ruling M275", piece, no_room=no_room)


def plan_arrive(field: Field, decision: Decision, action: Arrive) -> Base:
    """Check an arrival."""
    if action.figure != decision.figure:
        raise refuse("not_waiting", "ruling M275", action.figure)
    return place_of(field, field.pieces[action.figure], action.x, action.y)
