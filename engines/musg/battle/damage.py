"""Hit points lost, and what follows: out of action, death, falls, victory points (Musg, Caractéristiques)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from engines.musg.attacks.result import AttackResult, Loss
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.geometry import ring
from engines.musg.ground.table import STEP, Base
from engines.musg.pulp import HEAD_SHOT, has_role

HIT_POINTS: Final = "Musg, Caractéristiques des personnages"
VICTORY_POINTS: Final = "Musg, Fin du tour"
ROPE: Final = "Musg, Corde et grappin"
FALL: Final = 1
HEAD: Final = 6
NO_BODY: Final = "leaves_no_body"
ROLLS_ASIDE: Final[tuple[float, ...]] = (0.0, 1.01, 1.5, 2.1, 3.0, 4.0)
"""How far from the foot of its rope a fallen figure is laid down, in paces: the first that has room."""


def wound_roll(field: Field, result: AttackResult, skip: int, by: Piece, rule: str) -> None:
    """Record the wound dice of an attack: those after the first ``skip``."""
    if field.receipts and len(result.dice) > skip:
        dice = result.dice[skip:]
        field.emit(
            Kind.WOUND_ROLL,
            rule,
            by,
            needs=[die.need for die in dice],
            figures=[die.figure for die in dice],
            wounds=sum(loss.wounds for loss in result.losses),
        )


def suffer(field: Field, losses: Iterable[Loss], by: Piece | None, *, shot: bool) -> Flow[list[Piece]]:
    """Apply the losses of one attack and return whom it wounded.

    ``by`` is who attacked, ``None`` for an accident. ``shot``: a figure wounded on a rope may fall (ruling M126).
    """
    wounded = []
    for loss in losses:
        if not loss.wounds:
            continue
        piece = field.pieces[loss.figure]
        piece.hurt = True
        if loss.ignored:
            field.emit(Kind.WOUND_IGNORED, "ruling M257", piece, by)
        if not loss.lost:
            continue
        lost = min(loss.lost, piece.hp) if spared(field, piece) else loss.lost
        piece.hp -= lost
        wounded.append(piece)
        field.emit(Kind.WOUNDED, HIT_POINTS, piece, by, lost=lost, left=piece.hp)
        if shot and by is not None and HEAD_SHOT in piece.traits and piece.hp >= 0:
            yield from head_shot(field, piece, by)
        if shot and field.table.hangs(piece.base):
            yield from on_rope(field, piece, by)
        elif piece.hp <= 0:
            put_out(field, piece, by)
        for module in field.modules:
            yield from module.wounded(field, piece, by, shot=shot)
    return wounded


def head_shot(field: Field, piece: Piece, by: Piece) -> Flow[None]:
    """Roll whether a shot that hurt a voodoo zombie hit its head: on a 6 it is destroyed (ruling M172)."""
    face = yield from field.cast(lambda dice: dice.throw(1, "head_shot", piece.uid, HEAD)[0], by.side, piece.side)
    struck = face >= HEAD
    field.emit(Kind.WOUND_ROLL, "ruling M172", by, needs=[HEAD], figures=[piece.uid], wounds=int(struck), head=struck)
    if struck:
        field.emit(Kind.WOUNDED, "ruling M172", piece, by, lost=piece.hp + 1, left=-1)
        piece.hp = -1


def on_rope(field: Field, piece: Piece, by: Piece | None) -> Flow[None]:
    """A figure shot on its rope: at 0 hit points it falls to its death, else on a 1 it falls and loses another."""
    if piece.hp <= 0:
        piece.hp = 0 if spared(field, piece) else min(piece.hp, -1)
        field.emit(Kind.FELL, "ruling M125", piece, by)
        put_out(field, piece, by)
        return
    count = 2 if "falls_two_dice" in piece.traits else 1  # ruling M127: two dice, keep one
    faces = yield from field.cast(lambda dice: dice.throw(count, "fall", piece.uid, FALL + 1), piece.side)
    fell = max(faces) == FALL
    field.emit(Kind.FELL, ROPE, piece, by, fell=fell)
    if not fell:
        return
    field.put(piece, landing(field, piece))
    piece.hp -= 1
    field.emit(Kind.WOUNDED, ROPE, piece, by, lost=1, left=piece.hp)
    if piece.hp <= 0:  # a fall that takes the last hit point kills (ruling M126)
        piece.hp = 0 if spared(field, piece) else -1
        put_out(field, piece, by)


def landing(field: Field, piece: Piece) -> Base:
    """Return where a figure lands that falls: at the foot of its rope, or beside whoever stands there."""
    x, y, _, radius = piece.base
    foot = field.table.base_at(x, y, radius)
    others = field.in_the_way(piece)
    for out in ROLLS_ASIDE:
        for place in ring(x, y, out) if out else ((x, y),):
            spot = field.table.base_at(place[0], place[1], radius)
            if spot[2] <= foot[2] + STEP and field.table.fits(spot, others):
                return spot
    return foot


def spared(field: Field, piece: Piece) -> bool:
    """Tell whether a figure never dies: who has a role of pulp lies out of action below 0, too (M35, M166, M360)."""
    if piece.bystander or not field.led(piece.side):
        return False
    side = field.setup.sides[piece.side]
    return side.part is not UNSET and any(f.id == piece.number and has_role(side.part, f) for f in side.figures)


def kill(field: Field, piece: Piece, rule: str, by: Piece | None = None) -> bool:
    """Take all hit points of a figure, and one more where it can die; return whether it lost any (ruling M360)."""
    least = 0 if spared(field, piece) else -1
    lost = piece.hp - least
    if lost <= 0:
        return False
    piece.hp = least
    field.emit(Kind.WOUNDED, rule, piece, by, lost=lost, left=least)
    return True


def put_out(field: Field, piece: Piece, by: Piece | None, *, turned: bool = False) -> None:
    """Put a figure at 0 hit points out of action, or dead below; an enemy's side wins its points (ruling M157).

    Whom a neutral figure or a bystander puts out is nobody's takedown (ruling M326). ``turned``: it becomes something
    else, and is dead for its warband even if it has a role of pulp (rulings M320, M327).
    """
    if piece.hp < 0 and not turned and spared(field, piece):
        piece.hp = 0
    dead = piece.hp < 0
    piece.down = True
    piece.fell_as = sum(p.down for p in field.pieces)
    dead = dead or NO_BODY in piece.traits
    if piece.hidden:
        field.bare(piece)
    own = by is None or by.side == piece.side
    scorer = by if by is not None and not own and field.led(by.side) and not by.bystander else None
    piece.struck_down = scorer.uid if scorer else None  # ruling M326
    field.remove(piece, Place.DEAD if dead else Place.OUT)
    field.emit(Kind.OUT, HIT_POINTS, piece, by, killed=dead, accident=own)
    points = piece.worth
    if scorer is not None and points:
        field.bands[scorer.side].points += points
        field.emit(Kind.POINTS, VICTORY_POINTS, scorer, piece, points=points, total=field.bands[scorer.side].points)
    for module in field.modules:
        module.put_out(field, piece, by)
