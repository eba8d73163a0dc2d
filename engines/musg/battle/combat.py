"""Close combat and care: strikes, medikits, the will to live (Musg, Frapper; Musg, Équipement)."""

from __future__ import annotations

from typing import Final

from engines.musg.attacks import aim, attack
from engines.musg.attacks.terms import Blow
from engines.musg.battle import damage
from engines.musg.battle.actions import Medikit, Strike
from engines.musg.battle.decision import Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece, Place
from engines.musg.ground.table import higher, touching
from engines.musg.ranks import Rank

STRIKE: Final = "Musg, Frapper"
EXTRAS: Final = "Musg, Les figurants"
MEDIKIT: Final = "Musg, Médikit"
WILL: Final = "Musg, Volonté de vivre"
RECOVERY_COST: Final = 2


def plan_strike(field: Field, piece: Piece, action: Strike) -> Piece:
    """Return whom a strike would hit. Raises ``IllegalAction``."""
    target = field.pieces[action.target] if 0 <= action.target < len(field.pieces) else None
    if target is None or target not in piece.foes:
        raise refuse("not_engaged", "ruling M63", piece.uid, value=action.target)
    if piece.ap < 1:
        raise refuse("action_points", STRIKE, piece.uid, value=piece.ap, least=1)
    if field.table.hangs(piece.base):
        raise refuse("on_rope", "Musg, Corde et grappin", piece.uid)
    if not 0 <= action.loadout < len(piece.sheet.strikes):
        raise refuse("no_such_weapon", STRIKE, piece.uid, value=action.loadout, most=len(piece.sheet.strikes) - 1)
    return target


def blow_of(field: Field, piece: Piece, target: Piece, loadout: int) -> Blow:
    """Return the attack a piece makes: with charge bonus, dive and skills."""
    dive = piece.dived or higher(piece.base, target.base) > 0
    weapons, vital = piece.sheet.strikes[loadout], piece.used_vital != field.turn
    return aim.blow(piece.sheet, weapons, charged=piece.charged, dive=dive, vital=vital)


def crowd_of(field: Field, piece: Piece, target: Piece) -> list[Piece]:
    """Return the extras who strike the same enemy with an extra, as one (Musg, Les figurants)."""
    if piece.sheet.rank is not Rank.EXTRA:
        return []
    return [p for p in field.joined if p.place is Place.PLAY and p.ap > 0 and target in p.foes and p is not piece]


def blow_with(field: Field, piece: Piece, target: Piece, loadout: int, crowd: list[Piece]) -> Blow:
    """Return the attack a piece makes, with those who strike as one with it."""
    blow = blow_of(field, piece, target, loadout)
    return aim.together([blow, *[blow_of(field, p, target, 0) for p in crowd]]) if crowd else blow


def strike(field: Field, piece: Piece, target: Piece, loadout: int) -> Flow[None]:
    """Strike with all weapons in hand; extras that act together in contact strike as one (Musg, Les figurants)."""
    piece.ap -= 1
    crowd = crowd_of(field, piece, target)
    blow = blow_with(field, piece, target, loadout, crowd)
    for other in crowd:
        other.ap -= 1
    result = yield from field.cast(
        lambda dice: attack.strike(blow, target.target(field.turn), dice), piece.side, target.side
    )
    if result.vital_used:
        piece.used_vital = field.turn
    if result.blade_caught:
        target.used_catch = field.turn
    if field.receipts:
        field.emit(
            Kind.STRUCK,
            STRIKE,
            piece,
            target,
            cost=1,
            weapons=", ".join(piece.sheet.strikes[loadout].codes),
            strengths=[edge.strength for edge in blow.edges],
            dice=[edge.dice for edge in blow.edges],
            to_hit=blow.edges[0].to_hit,
            needs=[die.need for die in result.dice],
            hits=result.hits,
            wounds=sum(loss.wounds for loss in result.losses),
            with_=[p.uid for p in crowd],
        )
    yield from damage.suffer(field, result.losses, piece, shot=False)


def plan_medikit(field: Field, piece: Piece, action: Medikit) -> Piece:
    """Return whom a medikit would heal. Raises ``IllegalAction`` (rulings M38-M40)."""
    if piece.medikits < 1:
        raise refuse("no_medikit", MEDIKIT, piece.uid)
    if piece.ap < 1:
        raise refuse("action_points", "ruling M40", piece.uid, value=piece.ap, least=1)
    target = field.pieces[action.target] if 0 <= action.target < len(field.pieces) else None
    unknown = target is not None and target.hidden and target.side != piece.side
    if target is None or unknown or (target is not piece and not touching(piece.base, target.base)):
        raise refuse("not_in_contact", MEDIKIT, piece.uid, value=action.target)
    if target.place is Place.OUT and field.rules.medikit_revives and target.side == piece.side:
        if not field.table.fits(target.base, field.in_the_way(target)):
            raise refuse("no_room", "ruling M39", piece.uid, value=target.uid)
        return target
    if target.place is not Place.PLAY and target is not piece:
        raise refuse("out_of_action", "ruling M39", piece.uid, value=target.uid)
    if target.hp >= target.sheet.hit_points:
        raise refuse("unhurt", "ruling M38", piece.uid, value=target.hp, most=target.sheet.hit_points)
    return target


def medikit(field: Field, piece: Piece, target: Piece) -> None:
    """Use a medikit up."""
    piece.ap -= 1
    piece.medikits -= 1
    revived = target.place is Place.OUT
    target.hp += 1
    if revived:
        target.place = Place.PLAY
        target.down = False
        target.acted = True
        if target.struck_down is not None:  # a figure no longer out of action counts for nobody
            field.bands[field.pieces[target.struck_down].side].points -= target.sheet.victory_points
            target.struck_down = None
        field.put(target, target.base)
    field.emit(
        Kind.HEALED, "ruling M39" if revived else MEDIKIT, piece, target, cost=1, left=target.hp, revived=revived
    )


def check_recovery(piece: Piece) -> None:
    """Raise ``IllegalAction`` unless the will to live can be used (Musg, Volonté de vivre; ruling M38)."""
    if "recovers" not in piece.traits:
        raise refuse("no_such_skill", WILL, piece.uid)
    if piece.ap < RECOVERY_COST:
        raise refuse("action_points", WILL, piece.uid, value=piece.ap, least=RECOVERY_COST)
    if piece.hp >= piece.sheet.hit_points:
        raise refuse("unhurt", "ruling M38", piece.uid, value=piece.hp, most=piece.sheet.hit_points)


def recover(field: Field, piece: Piece) -> None:
    """Get 1 hit point back by will alone."""
    piece.ap -= RECOVERY_COST
    piece.hp += 1
    field.emit(Kind.HEALED, WILL, piece, piece, cost=RECOVERY_COST, left=piece.hp, revived=False)
