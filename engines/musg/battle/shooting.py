"""Shooting: what may be shot at, and a shot from the trigger to its last consequence (Musg, Tirer)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engines.musg.attacks import aim, attack
from engines.musg.attacks.fighter import Gun
from engines.musg.attacks.terms import Shot
from engines.musg.battle import damage, reactions
from engines.musg.battle.actions import FirstTarget, Shoot
from engines.musg.battle.decision import Ask, Decision, Flow, Incoming
from engines.musg.battle.errors import IllegalAction, refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.shot_plan import Muzzle, ShotPlan
from engines.musg.battle.sightings import Sighting
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue.types import Template
from engines.musg.ground import sight, templates
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import higher, within

SHOOT: Final = "Musg, Tirer"
MATERIAL: Final = "Musg, Matériel"
TIE: Final = 1e-9


def cost_of(piece: Piece, gun: Gun) -> int:
    """Return the action points of a shot now: the gunsmith's second shot of a point is paid already (M278)."""
    if piece.reserve_shot and gun.action_points == 1:
        return 0
    return aim.firing(piece.sheet, gun)[0]


def unusable(piece: Piece, weapon: int, *, free: bool) -> IllegalAction | None:
    """Return why a weapon cannot be fired at all now, or ``None``."""
    if piece.place is Place.ABOARD:
        return refuse("aboard", SHOOT, piece.uid)
    guns = piece.sheet.guns
    if not 0 <= weapon < len(guns) or piece.sheet.shooting is None:
        return refuse("no_such_weapon", SHOOT, piece.uid, value=weapon, most=len(guns) - 1)
    gun = guns[weapon]
    if weapon in piece.burst:
        return refuse("weapon_burst", "ruling M95", piece.uid, item=gun.code)
    if weapon in piece.dry:
        return refuse("no_ammunition", "ruling M104", piece.uid, item=gun.code)
    if weapon in piece.fired:
        return refuse("slow_weapon_fired", "ruling M70", piece.uid, item=gun.code)
    if piece.foes:
        return refuse("engaged", "ruling M100", piece.uid)
    if piece.routed:
        return refuse("routed", "Musg, Fin du tour", piece.uid)
    cost = 0 if free else cost_of(piece, gun)
    if cost > piece.ap:
        return refuse("action_points", SHOOT, piece.uid, value=piece.ap, least=cost)
    return None


def plan(field: Field, piece: Piece, action: Shoot, *, free: bool = False) -> ShotPlan:
    """Return the numbers of a shot. Raises ``IllegalAction`` when it may not be made."""
    wrong = unusable(piece, action.weapon, free=free)
    if wrong is not None:
        raise wrong
    if not 0 <= action.target < len(field.pieces):
        raise refuse("no_such_figure", SHOOT, piece.uid, value=action.target)
    target = field.pieces[action.target]
    if target.side == piece.side or target.place is not Place.PLAY:
        raise refuse("no_target", SHOOT, piece.uid, value=action.target)
    seen = field.sightings(piece)
    mine = next((s for s in seen if s.piece is target), None)
    if mine is None:
        engaged = any(foe.side == piece.side for foe in target.foes)
        raise refuse(
            "target_engaged" if engaged else "not_seen", "ruling M99" if engaged else SHOOT, piece.uid, value=target.uid
        )
    made = plan_at(field, piece, action.weapon, mine, seen, free=free)
    if made is None:
        gun = piece.sheet.guns[action.weapon]
        reach = round(reach_of(gun))
        if mine.gap > reach:
            raise refuse("out_of_range", SHOOT, piece.uid, value=round(mine.gap), most=reach)
        raise refuse("cannot_hit", "ruling M81", piece.uid, value=7, most=6)
    return made


def reach_of(gun: Gun) -> float:
    """Return how far a weapon reaches, in paces."""
    return templates.FLAME_LENGTH if gun.template is Template.FLAME else float(gun.long)


def plan_at(
    field: Field, piece: Piece, weapon: int, mine: Sighting, seen: list[Sighting], *, free: bool
) -> ShotPlan | None:
    """Return the numbers of a shot at one of those in view, ``None`` when it cannot hit, whoever may fire it."""
    gun = piece.sheet.guns[weapon]
    cost = 0 if free else cost_of(piece, gun)
    if gun.template is not None:
        if mine.gap > reach_of(gun) + TIE:
            return None
        return ShotPlan(weapon, gun, cost, mine.gap, (mine.piece,), 1, None, free)
    chain = [s for s in seen if s.group == mine.group]
    first = chain[0]
    shot = aim.shot(
        piece.sheet,
        gun,
        first.gap,
        height=higher(piece.base, first.piece.base),
        obstacles=[cover.distance for cover in first.view.covers],
        may_burst=not gun.black_powder or not field.no_misfires(piece.side),
        vital=piece.used_vital != field.turn,
    )
    if shot is None:
        return None
    chain = [s for s in chain if s.gap <= gun.long]
    tied = len([s for s in chain if s.gap - first.gap <= TIE and s.piece.side == first.piece.side])
    return ShotPlan(weapon, gun, cost, first.gap, tuple([s.piece for s in chain]), tied, shot, free)


def shots(field: Field, piece: Piece) -> list[Shoot]:
    """Return the legal shots of the active figure: one per weapon and group of enemies, templates at anybody."""
    found = []
    for weapon, gun in enumerate(piece.sheet.guns):
        if unusable(piece, weapon, free=False) is not None:
            continue
        seen = field.sightings(piece)
        done: set[int] = set()
        for mine in seen:
            if gun.template is None:
                if mine.group in done:
                    continue
                done.add(mine.group)
            made = plan_at(field, piece, weapon, mine, seen, free=False)
            if made is not None:
                action = Shoot(weapon, mine.piece.uid)
                field.plans[action] = made
                found.append(action)
    return field.permitted(piece, found)


def free_shots(field: Field, piece: Piece, target: Piece) -> list[Shoot]:
    """Return the free shots at the figure just sighted (ruling M141)."""
    found = []
    for weapon in range(len(piece.sheet.guns)):
        action = Shoot(weapon, target.uid)
        try:
            field.plans[action] = plan(field, piece, action, free=True)
        except IllegalAction:
            continue
        found.append(action)
    return field.permitted(piece, found)


def shoot(field: Field, piece: Piece, made: ShotPlan) -> Flow[None]:
    """Fire: pay, reveal a hidden shooter, roll, wound, and let those shot at react."""
    gun = made.gun
    for module in field.modules:
        module.shot_fired(field, piece)
    if not made.free:
        piece.ap -= made.cost
        if gun.action_points == 1 and "double_fire" in piece.traits:
            piece.reserve_shot = made.cost > 0
    if gun.slow:
        piece.fired.add(made.weapon)
    revealed = piece.hidden
    if revealed:
        field.reveal(piece)
    for target in made.targets:
        if target.hidden:  # by a neutral figure, whose shot shows at whom it goes
            field.find(target)
    if gun.template is Template.BLAST:
        hit = yield from _blast(field, piece, made)
    elif gun.template is Template.FLAME:
        hit = yield from _flame(field, piece, made)
    else:
        hit = yield from _direct(field, piece, made)
    if field.setup.back_to_back and gun.limited_ammunition:
        left = yield from field.cast(lambda dice: attack.has_ammunition_left(piece.uid, dice), piece.side)
        if not left.passed:
            piece.dry.add(made.weapon)
        field.emit(Kind.OUT_OF_AMMUNITION, "ruling M104", piece, weapon=gun.code, left=left.passed)
    for module in field.modules:
        for other in hit:
            module.shot_at(field, other, piece)
    for other in hit:
        yield from reactions.under_fire(field, other, piece, gun.strength)
    if revealed:
        yield from reactions.sighted(field, piece)


def _direct(field: Field, piece: Piece, made: ShotPlan) -> Flow[list[Piece]]:
    gun, shot = made.gun, made.shot
    assert shot is not None  # noqa: S101 - templates go elsewhere
    order = list(made.targets)
    if made.tied > 1:
        first = yield from _first_target(piece, shot, order, made.tied)
        order.remove(first)
        order.insert(0, first)
    aimed = order[0]
    line = between(field, piece, aimed) if gun.drawn else []

    def aimed_shot() -> Shot:
        return replace(shot, line=tuple([p.target(field.turn) for p in line])) if line else shot

    volley = yield from field.cast(lambda dice: attack.roll_to_hit(aimed_shot(), dice), piece.side, aimed.side)
    if field.receipts:
        field.emit(
            Kind.SHOT,
            SHOOT,
            piece,
            aimed,
            weapon=gun.code,
            cost=made.cost,
            free=made.free,
            distance=made.gap,
            band=aim.band_of(gun, made.gap),
            to_hit=shot.to_hit,
            cover=list(shot.cover),
            dice=shot.dice,
            hits=volley.hits,
        )
    order = yield from reactions.stand_in(field, piece, order, shot, volley.hits)
    targets = [p for p in order[: gun.dice] if p.place is Place.PLAY]
    result = yield from field.cast(
        lambda dice: attack.roll_wounds(aimed_shot(), volley, [p.target(field.turn) for p in targets], dice),
        piece.side,
        aimed.side,
    )
    damage.wound_roll(field, result, len(volley.dice), piece, SHOOT)
    if result.vital_used:
        piece.used_vital = field.turn
    if volley.stray is not None:
        stray = line[volley.stray]
        field.emit(Kind.STRAYED, "ruling M96", piece, stray, meant=aimed.uid)
    yield from damage.suffer(field, result.losses, piece, shot=True)
    if result.burst:
        yield from burst(field, piece, made, [piece])
    return [aimed, *[field.pieces[loss.figure] for loss in result.losses if loss.figure != aimed.uid]]


def _first_target(shooter: Piece, shot: Shot, order: list[Piece], count: int) -> Flow[Piece]:
    """Let the defender say who of the equally near, the first of the order, is first (ruling M87)."""
    tied, uids = order[:count], tuple([p.uid for p in order])
    action, _ = yield Decision(
        Ask.FIRST_TARGET, tied[0].side, None, uids[:count], threat=shooter.uid, incoming=Incoming(shot, uids)
    )
    if isinstance(action, FirstTarget):
        return next(p for p in tied if p.uid == action.figure)
    return tied[0]


def between(field: Field, shooter: Piece, target: Piece, pieces: Sequence[Piece] | None = None) -> list[Piece]:
    """Return who stands on the line of a shot before its target, friend or foe, nearest first (ruling M97).

    Not somebody hidden: the dice for the line would tell where he is (ruling M280). ``pieces``: all as they would
    stand, if not as they do; so in ``under_blast`` and ``under_flame``.
    """
    ax, ay = shooter.base[:2]
    dx, dy = target.base[0] - ax, target.base[1] - ay
    square = dx * dx + dy * dy
    found = []
    for other in field.pieces if pieces is None else pieces:
        if other.place is not Place.PLAY or other is shooter or other is target or shooter.spares(other):
            continue
        if other.hidden:
            continue
        ox, oy, _, radius = other.base
        along = ((ox - ax) * dx + (oy - ay) * dy) / square if square else 0.0
        if not 0.0 < along < 1.0:
            continue
        wide, deep = ox - ax - along * dx, oy - ay - along * dy
        if wide * wide + deep * deep <= radius * radius:
            found.append((along, other.uid, other))
    return [row[2] for row in sorted(found, key=lambda row: row[:2])]


def burst(field: Field, piece: Piece, made: ShotPlan, victims: list[Piece]) -> Flow[None]:
    """The weapon explodes and is lost for the rest of the battle (rulings M93-M95)."""
    piece.burst.add(made.weapon)
    result = yield from field.cast(
        lambda dice: attack.cover_all(made.gun.strength, [p.target(field.turn) for p in victims], dice), piece.side
    )
    field.emit(
        Kind.BURST,
        "ruling M95",
        piece,
        weapon=made.gun.code,
        figures=[p.uid for p in victims],
        strength=made.gun.strength,
    )
    yield from damage.suffer(field, result.losses, None, shot=False)


def _blast(field: Field, piece: Piece, made: ShotPlan) -> Flow[list[Piece]]:
    """A grenade, a rocket or a shell: scatter, then everybody within the radius (rulings M74-M79)."""
    gun, aimed = made.gun, made.targets[:1]
    against = aimed[0].side if aimed else None
    rolled = yield from field.cast(lambda dice: templates.scatter(piece.uid, dice), piece.side, against)
    centre = templates.impact(rolled, piece.base[:2], made.at or aimed[0].base[:2])
    field.emit(
        Kind.SCATTERED,
        MATERIAL,
        piece,
        aimed[0] if aimed else None,
        weapon=gun.code,
        cost=made.cost,
        free=made.free,
        face=rolled.face,
        drift=rolled.drift,
        centre=list(centre) if centre else None,
    )
    if centre is None:
        if gun.black_powder and not field.no_misfires(piece.side):
            die = yield from field.cast(lambda dice: attack.bursts(piece.uid, dice), piece.side)
            if not die.passed:
                yield from burst(field, piece, made, under_burst(field.pieces, piece))
        return [*aimed]
    victims = under_blast(field, piece, gun, centre)
    yield from _cover(field, piece, made, victims, "ruling M77")
    for module in field.modules:
        yield from module.blast(field, piece, gun, centre)
    return [*aimed, *[p for p in victims if p not in aimed]]


def under_blast(
    field: Field, piece: Piece, gun: Gun, centre: Point, pieces: Sequence[Piece] | None = None
) -> list[Piece]:
    """Return everybody whom a blast at a point covers (rulings M77, M78)."""
    floor = field.table.height_at(*centre)
    return [
        p
        for p in (field.pieces if pieces is None else pieces)
        if p.place is Place.PLAY
        and not piece.spares(p)
        and abs(p.base[2] - floor) <= gun.radius
        and templates.blast_covers(centre, gun.radius, p.base[:2], p.base[3])
    ]


def under_burst(pieces: Sequence[Piece], piece: Piece) -> list[Piece]:
    """Return everybody whom a cannon that bursts covers, who fires it among them (ruling M95)."""
    return [p for p in pieces if p.place is Place.PLAY and within(p.base, piece.base, templates.BURST_RADIUS)]


def under_flame(
    field: Field, piece: Piece, muzzle: Muzzle, aim_at: Point, pieces: Sequence[Piece] | None = None
) -> list[Piece]:
    """Return everybody whom a flame towards a point covers, where the shooter can see (ruling M80)."""
    return [
        p
        for p in (field.pieces if pieces is None else pieces)
        if p.place is Place.PLAY
        and p is not piece
        and not piece.spares(p)
        and abs(p.base[2] - piece.base[2]) <= templates.FLAME_LENGTH
        and templates.flame_covers(muzzle.at, muzzle.radius, aim_at, p.base[:2], p.base[3])
        and sight.sees(muzzle.table, piece.base, p.base)
    ]


def _flame(field: Field, piece: Piece, made: ShotPlan) -> Flow[list[Piece]]:
    """A flame or a charge of shot: everybody under the template (ruling M80), where the shooter can see."""
    aimed = made.targets[:1]
    aim_at = made.at or aimed[0].base[:2]
    muzzle = made.muzzle or Muzzle(piece.base[:2], piece.base[3], field.table)
    victims = under_flame(field, piece, muzzle, aim_at)
    field.emit(
        Kind.SHOT,
        "ruling M80",
        piece,
        aimed[0] if aimed else None,
        weapon=made.gun.code,
        cost=made.cost,
        free=made.free,
        distance=made.gap,
    )
    yield from _cover(field, piece, made, victims, "ruling M80")
    for module in field.modules:
        yield from module.flame(field, piece, made.gun, muzzle, aim_at)
    return [*aimed, *[p for p in victims if p not in aimed]]


def _cover(field: Field, piece: Piece, made: ShotPlan, victims: list[Piece], rule: str) -> Flow[None]:
    """One wound die for each figure under a template, friend or foe (ruling M77)."""
    vital = piece.sheet.vital_points and piece.used_vital != field.turn
    against = made.targets[0].side if made.targets else None
    result = yield from field.cast(
        lambda dice: attack.cover_all(made.gun.strength, [p.target(field.turn) for p in victims], dice, vital=vital),
        piece.side,
        against,
    )
    if result.vital_used:
        piece.used_vital = field.turn
    field.emit(
        Kind.BLAST, rule, piece, weapon=made.gun.code, figures=[p.uid for p in victims], strength=made.gun.strength
    )
    yield from damage.suffer(field, result.losses, piece, shot=True)
