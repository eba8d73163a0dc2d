"""What an attack is worth, in victory points on average, from the exact odds.

The same questions come up in battle after battle from one setup; what a figure's sheet, its target's state and the
range decide is remembered there (``Prepared.memory``), under the numbers of the two figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Any, Final

from engines.musg.attacks import aim, odds
from engines.musg.attacks.aim import RangeBand
from engines.musg.attacks.fighter import Fighter, Gun
from engines.musg.attacks.odds import TargetOdds
from engines.musg.attacks.terms import Target
from engines.musg.battle.actions import Shoot
from engines.musg.battle.field import Field
from engines.musg.battle.shot_plan import ShotPlan
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue.types import Template
from engines.musg.ground import templates
from engines.musg.ground.shapes import Point
from engines.musg.ranks import Rank

LEADER_BONUS: Final = 4.0
"""What losing a leader costs beyond its points: the whole band tests for rout."""
MENACE: Final = 4.0
"""What putting out a figure is worth that brings no victory points: it bites nobody any more."""
BOUNTY: Final = 0.5
"""How much of the scenario's points at stake in a figure it is worth to stop it: another may take its place."""
WORN: Final = 0.55
"""How much of a figure's points its wounds are worth, the rest being for putting it out of action."""
FRIENDLY: Final = 1.5
"""How much worse a wound of one's own is than one of the enemy's."""
CROWD: Final = 0.6
_MEMORY: Final = 50_000
"""How many answers are remembered at most for one setup."""
_PIECES: Final = 12
"""How many binary digits the number of a figure may have."""
_HIT_POINTS: Final = 12
_BOUNTIES: Final = 16
"""And hit points of a figure, lost ones too, and points of a scenario at stake in one, both with their sign."""
_BLOW: Final = 0
_CHARGED: Final = 1
_OUT: Final = 2
_COVERED: Final = 3
_GUESS: Final = 4
_QUESTIONS: Final = 6
"""What is asked about two figures: each question has its own number, a guess one for each distance that matters.

This many binary digits are enough.
"""
_DRIFT: Final = 3.0
_DRIFTS: Final = (-3, -2, -1, 1, 2, 3)
_SURE: Final = 1 / 6
_DRIFTED: Final = 1 / 18


def stake(piece: Piece) -> float:
    """Return what a figure is worth to the enemy; one that brings no points, for the harm it does while it stands."""
    if piece.bystander:  # nobody gains anything by a civilian's fall
        return 0.0
    return (piece.worth or MENACE) + (LEADER_BONUS if piece.is_leader else 0.0) + BOUNTY * piece.bounty


def harm(piece: Piece, found: TargetOdds) -> float:
    """Return what an attack takes from a figure, in points: wear and the chance of putting it out of action."""
    return stake(piece) * (WORN * min(1.0, found.expected / max(1, piece.hp)) + (1 - WORN) * found.out)


def state_of(piece: Piece, turn: int) -> int:
    """Return all that decides what an attack does to a figure, its sheet included, as one number."""
    state = (piece.like << _HIT_POINTS) + piece.hp + (1 << _HIT_POINTS - 1)
    state = (state << _BOUNTIES) + piece.bounty + (1 << _BOUNTIES - 1)
    flags = (4 if piece.shaken else 0) + (2 if piece.hurt else 0) + (1 if piece.used_catch == turn else 0)
    return (state << 3) + flags


def _asked(question: int, by: int, target: Piece, turn: int) -> int:
    """Return the number under which an answer about a figure is remembered; ``by``: another's, or what else matters."""
    return (((state_of(target, turn) << _PIECES) + by) << _QUESTIONS) + question


def remembered(field: Field) -> dict[object, Any]:
    """Return what was worked out about the figures of a setup, emptied when it grows large."""
    memory = field.prepared.memory
    if len(memory) >= _MEMORY:
        memory.clear()
    return memory


def blow_worth(field: Field, striker: Piece, target: Piece, *, charged: bool = False) -> tuple[float, int]:
    """Return what one attack in close combat is worth with the best weapons in hand, and the number of the loadout."""
    key = _asked(_CHARGED if charged else _BLOW, striker.like, target, field.turn)
    found: tuple[float, int] | None = field.prepared.memory.get(key)
    if found is None:
        found = remembered(field)[key] = _best_blow(striker, target, target.target(field.turn), charged=charged)
    return found


def _best_blow(striker: Piece, target: Piece, body: Target, *, charged: bool) -> tuple[float, int]:
    best, loadout = -1.0, 0
    for number, strike in enumerate(striker.sheet.strikes[:3]):
        value = harm(target, _blow(striker.sheet, number, charged, body))
        if value > best:
            best, loadout = value, number
        if len(strike.blades) > 2:  # tail and both hands: nothing else comes near
            break
    return (best * CROWD if striker.sheet.rank is Rank.EXTRA else best), loadout


def put_out_chance(field: Field, striker: Piece, target: Piece) -> float:
    """Return the chance that one attack of the first loadout puts the target out of action."""
    key = _asked(_OUT, striker.like, target, field.turn)
    found: float | None = field.prepared.memory.get(key)
    if found is None:
        found = remembered(field)[key] = _blow(striker.sheet, 0, False, target.target(field.turn)).out
    return found


def _blow(sheet: Fighter, loadout: int, charged: bool, body: Target) -> TargetOdds:
    return odds.blow_odds(aim.blow(sheet, sheet.strikes[loadout], charged=charged, vital=False), body).targets[0]


def shot_worth(field: Field, shooter: Piece, action: Shoot, made: ShotPlan) -> float:
    """Return what a legal shot is worth; negative when it endangers friends more than enemies."""
    gun = made.gun
    if gun.template is Template.BLAST:
        return _blast_worth(field, shooter, gun, field.pieces[action.target])
    if gun.template is Template.FLAME:
        return flame_worth(field, shooter, gun, field.pieces[action.target], shooter.base[:2], shooter.base[3])
    shot = made.shot
    if shot is None:
        return 0.0
    turn = field.turn
    targets = made.targets[: gun.dice]
    key = (
        *(shooter.like, made.weapon, shot.to_hit, shot.cover, shot.bursts, shot.vital),
        *[state_of(target, turn) for target in targets],
    )
    value: float | None = field.prepared.memory.get(key)
    if value is None:
        found = odds.shot_odds(shot, [p.target(turn) for p in targets])
        value = sum(harm(p, one) for p, one in zip(targets, found.targets, strict=True))
        value -= found.burst * FRIENDLY * 0.5 * stake(shooter)
        remembered(field)[key] = value
    return value


def _blast_worth(field: Field, shooter: Piece, gun: Gun, aimed: Piece) -> float:
    """Weigh everybody near by the chance that the scatter brings the blast over them (rulings M74-M78)."""
    x, y = aimed.base[:2]
    ahead_x, ahead_y = x - shooter.base[0], y - shooter.base[1]
    length = sqrt(ahead_x * ahead_x + ahead_y * ahead_y) or 1.0
    ahead_x, ahead_y = ahead_x / length, ahead_y / length
    side = shooter.side
    total = 0.0
    for piece in field.pieces:
        if piece.place is not Place.PLAY or shooter.spares(piece) or (piece.hidden and piece.side != side):
            continue
        base = piece.base
        dx, dy = base[0] - x, base[1] - y
        reach = gun.radius + base[3]
        if dx > reach + _DRIFT or dx < -reach - _DRIFT or dy > reach + _DRIFT or dy < -reach - _DRIFT:
            continue
        # Along and across the throw, every drift is a step of 1, 2 or 3 paces on one axis.
        along, across = dx * ahead_x + dy * ahead_y, dx * ahead_y - dy * ahead_x
        square = reach * reach
        chance = _SURE if along * along + across * across <= square else 0.0
        for drift in _DRIFTS:
            if (along - drift) * (along - drift) + across * across <= square:
                chance += _DRIFTED
            if along * along + (across - drift) * (across - drift) <= square:
                chance += _DRIFTED
        if chance:
            worth = chance * _covered(field, gun.strength, piece)
            total += -FRIENDLY * worth if piece.side == side else worth
    return total


def _covered(field: Field, strength: int, piece: Piece) -> float:
    """Return what a sure hit takes from a figure."""
    key = _asked(_COVERED, strength, piece, field.turn)
    found: float | None = field.prepared.memory.get(key)
    if found is None:
        body = piece.target(field.turn)
        found = remembered(field)[key] = harm(piece, odds.cover_odds(strength, [body]).targets[0])
    return found


def flame_worth(field: Field, shooter: Piece, gun: Gun, aimed: Piece, muzzle: Point, radius: float) -> float:
    """Return what a flame towards somebody is worth that begins so far from a point; friends in it weigh more."""
    caught = [
        p
        for p in field.pieces
        if p.place is Place.PLAY
        and (p.side == shooter.side or not p.hidden)
        and p is not shooter
        and not shooter.spares(p)
        and templates.flame_covers(muzzle, radius, aimed.base[:2], p.base[:2], p.base[3])
    ]
    found = odds.cover_odds(gun.strength, [p.target(field.turn) for p in caught])
    return _balance(shooter, caught, found.targets)


def _balance(shooter: Piece, hit: Sequence[Piece], found: Sequence[TargetOdds]) -> float:
    side = shooter.side
    total = 0.0
    for piece, one in zip(hit, found, strict=True):
        total += -FRIENDLY * harm(piece, one) if piece.side == side else harm(piece, one)
    return total


def shot_guess(field: Field, shooter: Piece, target: Piece, gap: float, *, covered: bool = False) -> float:
    """Return what the best shot of one action point at a single figure would be worth from ``gap`` paces away."""
    memory = field.prepared.memory
    limits: tuple[float, ...] | None = memory.get(shooter.like)
    if limits is None:
        limits = remembered(field)[shooter.like] = _limits(shooter)
    reach = 0
    for limit in limits:
        if gap <= limit:
            break
        reach += 1
    if reach == len(limits):
        return 0.0
    if shooter.burst or shooter.dry:
        return _best_shot(shooter, target, target.target(field.turn), gap, covered=covered)
    key = _asked(_GUESS + 2 * reach + covered, shooter.like, target, field.turn)
    found: float | None = memory.get(key)
    if found is None:
        found = _best_shot(shooter, target, target.target(field.turn), gap, covered=covered)
        remembered(field)[key] = found
    return found


def _limits(shooter: Piece) -> tuple[float, ...]:
    """Return the distances, limits included, between which nothing changes for any of a figure's weapons."""
    if shooter.sheet.shooting is None:
        return ()
    found: set[float] = set()
    for gun in shooter.sheet.guns:
        if gun.template is Template.FLAME:
            found.add(templates.FLAME_LENGTH)
        else:
            found |= {float(gun.short), float(gun.medium), float(gun.long)}
        if gun.template is Template.BLAST:
            found.add(gun.radius + _DRIFT)
    return tuple(sorted(found))


def _best_shot(shooter: Piece, target: Piece, body: Target, gap: float, *, covered: bool) -> float:
    best = 0.0
    for number, gun in enumerate(shooter.sheet.guns):
        if number in shooter.burst or number in shooter.dry:
            continue
        if gun.template is Template.FLAME:
            band: RangeBand | None = RangeBand.SHORT if gap <= templates.FLAME_LENGTH else None
        else:
            band = aim.band_of(gun, gap)
        if band is None or (gun.template is Template.BLAST and gap <= gun.radius + _DRIFT):
            continue
        found = _shot(shooter.sheet, gun, band, body, covered=covered)
        if found is not None:
            best = max(best, harm(target, found) / gun.action_points)
    return best


def _shot(sheet: Fighter, gun: Gun, band: RangeBand, body: Target, *, covered: bool) -> TargetOdds | None:
    if gun.template is not None:
        return odds.cover_odds(gun.strength, [body]).targets[0]
    paces = {RangeBand.SHORT: gun.short, RangeBand.MEDIUM: gun.medium, RangeBand.LONG: gun.long}[band]
    shot = aim.shot(sheet, gun, paces, obstacles=(paces,) if covered else (), vital=False)
    return odds.shot_odds(shot, [body]).targets[0] if shot else None


def paces_between(x: float, y: float, piece: Piece) -> float:
    """Return the paces on the flat from a point to a figure's middle."""
    dx, dy = piece.base[0] - x, piece.base[1] - y
    return sqrt(dx * dx + dy * dy)


@lru_cache(maxsize=64)
def passes(need: int) -> float:
    """Return the chance of a leadership test: 2d6 must not exceed ``need``."""
    return sum(a + b <= need for a in range(1, 7) for b in range(1, 7)) / 36
