"""A shot before it is fired: the chances of everybody whom it may hurt, and what goes into them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engines.musg.attacks import aim, odds
from engines.musg.attacks.attack import AMMUNITION_NEED
from engines.musg.attacks.fighter import Gun
from engines.musg.attacks.odds import Odds, TargetOdds
from engines.musg.attacks.terms import Shot
from engines.musg.battle import damage, reactions, shooting
from engines.musg.battle.actions import Shoot
from engines.musg.battle.shot_plan import Muzzle, ShotPlan
from engines.musg.battle.sightings import Sighting, sightings
from engines.musg.battle.state import Piece, Place
from engines.musg.catalogue.types import Template
from engines.musg.ground import sight, templates
from engines.musg.ground.table import Base, Table, higher
from engines.musg.prospects import nerves
from engines.musg.prospects.knowing import Known, ghost
from engines.musg.prospects.option import Chances, Harm, Option, OptionKind, Term, Test
from engines.musg.pulp import HEAD_SHOT

RANGES: Final = "Musg, Tableau des armes de tir"
COVER: Final = "Musg, Jet de couvert"
DAMAGE: Final = "Musg, Tableau des dommages"
_SURE: Final = 1 / 6
_DRIFTED: Final = 1 / 18
SCATTERS: Final[tuple[tuple[templates.Scatter, float], ...]] = (
    (templates.Scatter(templates.DUD), _SURE),
    (templates.Scatter(templates.ON_TARGET), _SURE),
    *(
        (templates.Scatter(face, drift), _DRIFTED)
        for face in (templates.FORWARD, templates.RIGHT, templates.BACK, templates.LEFT)
        for drift in (1, 2, 3)
    ),
)
"""Where a template may go, and how likely (rulings M74-M76)."""


def harm_of(known: Known, piece: Piece, found: TargetOdds, hit: float | None, by: Piece, *, shot: bool = True) -> Harm:
    """Return what an attack does to a figure, with all that follows from it (``damage.suffer``)."""
    battle = known.battle
    out, dead = found.out, found.dead
    if shot and HEAD_SHOT in piece.traits:  # on a 6 a wound destroys it (ruling M172)
        hurt = 1 - found.lost[0]
        out, dead = out + (hurt - out) / 6, dead + (hurt - dead) / 6
    if shot and battle.table.hangs(piece.base):  # out on a rope is death, and who is hurt may fall (M125, M126)
        last = found.lost[piece.hp - 1] if 1 < piece.hp <= len(found.lost) else 0.0
        fallen = last * (1 / 36 if "falls_two_dice" in piece.traits else 1 / 6)
        out = dead = out + fallen
    if damage.spared(battle, piece):
        dead = 0.0
    if damage.NO_BODY in piece.traits:  # who leaves no body is never merely out of action (``damage.put_out``)
        dead = out
    return Harm(piece.uid, hit, 1 - found.lost[0], out, dead, friend=piece.side == by.side)


def direct(known: Known, shooter: Piece, gun: Gun, shot: Shot, order: Sequence[Piece]) -> Chances:
    """Return the chances of a shot at figures, the nearest first."""
    battle, turn = known.battle, known.battle.turn
    targets = list(order[: gun.dice])
    line = shooting.between(battle, shooter, order[0], standing(known, shooter, order[:1])) if gun.drawn else []
    line = [p for p in line if known.knows(p)]
    full = replace(shot, line=tuple([p.target(turn) for p in line])) if line else shot
    found = odds.shot_odds(full, [p.target(turn) for p in targets])
    harms = [
        harm_of(known, p, one, None if place else 1 - found.hits[0], shooter)
        for place, (p, one) in enumerate(zip(targets, found.targets, strict=True))
    ]
    for p, chance in zip(line, found.line, strict=False):
        body = odds.cover_odds(shot.strength, [p.target(turn)]).targets[0]
        one = harm_of(known, p, body, 1.0, shooter)
        harms.append(_times(one, chance))
    return summed([*harms, *backfire(known, shooter, shot.strength, [shooter], found.burst)], found)


def backfire(known: Known, shooter: Piece, strength: int, near: Sequence[Piece], chance: float) -> list[Harm]:
    """Return what a weapon does that may burst, to those so near that they are hit then (ruling M95)."""
    if not chance:
        return []
    found = odds.cover_odds(strength, [p.target(known.battle.turn) for p in near])
    harms = [harm_of(known, p, one, 1.0, shooter, shot=False) for p, one in zip(near, found.targets, strict=True)]
    return [_times(harm, chance) for harm in harms]


def standing(known: Known, shooter: Piece, targets: Sequence[Piece]) -> list[Piece]:
    """Return all figures, the shooter and its targets where the shot finds them: a free shot is foretold on the way."""
    moved = {p.uid: p for p in (*targets, shooter)}
    return [moved.get(p.uid, p) for p in known.battle.pieces]


def _times(harm: Harm, chance: float) -> Harm:
    hit = None if harm.hit is None else chance * harm.hit
    return Harm(harm.figure, hit, chance * harm.wound, chance * harm.out, chance * harm.dead, harm.friend)


def summed(harms: Sequence[Harm], found: Odds | None, *, burst: float | None = None) -> Chances:
    """Return chances with those of the first as the target's."""
    first = harms[0] if harms else None
    return Chances(
        hit=first.hit if first else None,
        wound=first.wound if first else None,
        out=first.out if first else None,
        dead=first.dead if first else None,
        harms=tuple(harms),
        expected_hits=found.expected_hits if found else None,
        expected_wounds=found.expected_wounds if found else None,
        burst=found.burst if found and burst is None else burst or 0.0,
    )


def blast(known: Known, shooter: Piece, made: ShotPlan) -> Chances:
    """Return the chances of a template that scatters, for everybody whom it may cover (``shooting._blast``)."""
    battle, gun, aimed = known.battle, made.gun, made.targets[:1]
    turn = battle.turn
    at = made.at or aimed[0].base[:2]
    vital = shooter.sheet.vital_points and shooter.used_vital != turn
    everybody = standing(known, shooter, aimed)
    totals: dict[int, list[float]] = {p.uid: [0.0] * 4 for p in aimed}

    def count(harm: Harm, chance: float) -> None:
        row = totals.setdefault(harm.figure, [0.0] * 4)
        for place, value in enumerate((harm.hit or 0.0, harm.wound, harm.out, harm.dead)):
            row[place] += chance * value

    burst = hits = wounds = 0.0
    for roll, chance in SCATTERS:
        centre = templates.impact(roll, shooter.base[:2], at)
        if centre is None:
            if gun.black_powder and not battle.no_misfires(shooter.side):
                burst += chance / 6
            continue
        covered = [p for p in shooting.under_blast(battle, shooter, gun, centre, everybody) if known.knows(p)]
        found = odds.cover_odds(gun.strength, [p.target(turn) for p in covered], vital=vital)
        hits += chance * len(covered)
        wounds += chance * found.expected_wounds
        for p, one in zip(covered, found.targets, strict=True):
            count(harm_of(known, p, one, 1.0, shooter), chance)
    near = [p for p in shooting.under_burst(everybody, shooter) if known.knows(p)]
    for harm in backfire(known, shooter, gun.strength, near, burst):  # instead of the shot: never besides it
        count(harm, 1.0)
    harms = [
        Harm(uid, row[0], row[1], row[2], row[3], friend=battle.pieces[uid].side == shooter.side)
        for uid, row in totals.items()
    ]
    made_up = summed(harms, None, burst=burst)
    return replace(made_up, expected_hits=hits, expected_wounds=wounds)


def flame(known: Known, shooter: Piece, made: ShotPlan) -> Chances:
    """Return the chances of a flame, for everybody under it (``shooting._flame``)."""
    battle, gun, aimed = known.battle, made.gun, made.targets[:1]
    covered = reached(known, shooter, made)
    vital = shooter.sheet.vital_points and shooter.used_vital != battle.turn
    found = odds.cover_odds(gun.strength, [p.target(battle.turn) for p in covered], vital=vital)
    harms = [harm_of(known, p, one, 1.0, shooter) for p, one in zip(covered, found.targets, strict=True)]
    harms.sort(key=lambda harm: harm.figure not in [p.uid for p in aimed])
    return summed(harms, found)


def reached(known: Known, shooter: Piece, made: ShotPlan) -> list[Piece]:
    """Return everybody whom a template covers, or may cover where it scatters."""
    battle, gun, aimed = known.battle, made.gun, made.targets[:1]
    at, everybody = made.at or aimed[0].base[:2], standing(known, shooter, aimed)
    if gun.template is Template.FLAME:
        muzzle = made.muzzle or Muzzle(shooter.base[:2], shooter.base[3], battle.table)
        found = shooting.under_flame(battle, shooter, muzzle, at, everybody)
    else:
        centres = [templates.impact(roll, shooter.base[:2], at) for roll, _ in SCATTERS]
        blasts = [shooting.under_blast(battle, shooter, gun, one, everybody) for one in centres if one is not None]
        found = list(dict.fromkeys(p for blast in blasts for p in blast))
    return [p for p in found if known.knows(p)]


def targets_of(known: Known, made: ShotPlan) -> tuple[Piece, ...]:
    """Return whom a shot may hit, in the order in which they are hit.

    Of several as near the side of the first says who it is; a neutral one names who came first (rulings M87, M319).
    """
    tied = made.targets[: made.tied]
    if len(tied) < 2 or known.battle.led(tied[0].side):
        return made.targets
    first = min(tied, key=lambda p: p.uid)
    return (first, *[p for p in made.targets if p is not first])


def chances_of(known: Known, shooter: Piece, made: ShotPlan) -> Chances:
    """Return the chances of a shot that was found legal."""
    if made.gun.template is Template.BLAST:
        return blast(known, shooter, made)
    if made.gun.template is Template.FLAME:
        return flame(known, shooter, made)
    if made.shot is None:
        return Chances()
    return direct(known, shooter, made.gun, made.shot, targets_of(known, made))


def terms_of(known: Known, shooter: Piece, made: ShotPlan, table: Table | None = None) -> tuple[Term, ...]:
    """Return what goes into a shot, each with its rule. ``table``: as the shooter sees it, if not as all do."""
    gun, shot, battle = made.gun, made.shot, known.battle
    first = targets_of(known, made)[0]
    terms = [Term("weapon", rule=RANGES, item=gun.code), Term("distance", round(made.gap, 2), RANGES)]
    if gun.template is not None:
        rule = "ruling M80" if gun.template is Template.FLAME else "Musg, Matériel"
        terms.append(Term("template", gun.radius or None, rule, gun.template.value))
    elif shot is not None:
        terms += _aim(known, shooter, made, shot, table or battle.table)
    toughness = first.target(battle.turn).toughness
    terms += wound_terms(gun.strength, toughness, first)
    vital = shooter.sheet.vital_points and shooter.used_vital != battle.turn
    if vital:
        terms.append(Term("vital_points", rule="ruling M269"))
    if battle.setup.back_to_back and gun.limited_ammunition:
        terms.append(Term("ammunition", AMMUNITION_NEED, "ruling M104"))
    return tuple(terms)


def _aim(known: Known, shooter: Piece, made: ShotPlan, shot: Shot, table: Table) -> list[Term]:
    gun, first = made.gun, targets_of(known, made)[0]
    terms: list[Term] = []
    band = aim.band_of(gun, made.gap)
    if shooter.sheet.shooting is not None:
        terms.append(Term("shooting", shooter.sheet.shooting, shooting.SHOOT))
    if band is not None:
        terms.append(Term("range", aim.BAND_PENALTY[band], RANGES, band.value))
    height = higher(shooter.base, first.base)
    if height:
        terms.append(Term("height", height, "ruling M102"))
    terms.append(Term("to_hit", shot.to_hit, "ruling M82"))
    terms += cover_terms(table, shooter.base, first.base, shot)
    if shot.dice > 1:
        terms.append(Term("dice", shot.dice, "ruling M84"))
    group = len(made.targets[: gun.dice])
    if group > 1:
        terms.append(Term("group", group, "ruling M86"))
    if made.tied > 1:
        terms.append(Term("defender_chooses", made.tied, "ruling M87"))
    if shot.bursts:
        terms.append(Term("may_burst", rule="ruling M93"))
    if gun.drawn:
        line = shooting.between(known.battle, shooter, first)
        terms += [Term("in_line", rule="ruling M97", figure=p.uid) for p in line if known.knows(p)]
    if shot.poison:
        terms.append(Term("poison", rule="ruling M171"))
    return terms


def cover_terms(table: Table, shooter: Base, target: Base, shot: Shot) -> list[Term]:
    """Return the obstacles that a shot has to pass, each with its die and its kind (rulings M88, M89)."""
    view = sight.look(table, shooter, target)
    return [
        Term("cover", need, COVER, table.pieces[cover.piece].kind)
        for need, cover in zip(shot.cover, view.covers, strict=False)
    ]


def wound_terms(strength: int, toughness: int, target: Piece) -> list[Term]:
    """Return what decides whether a hit wounds, and what the target has against it."""
    terms = [
        Term("strength", strength, DAMAGE),
        Term("toughness", toughness, DAMAGE),
        Term("to_wound", aim.wound_need(strength, toughness), DAMAGE),
    ]
    if target.sheet.ignores_first_wound and not target.hurt:
        terms.append(Term("ignores_wound", rule="ruling M257", figure=target.uid))
    if HEAD_SHOT in target.traits:
        terms.append(Term("head_shot", damage.HEAD, "ruling M172", figure=target.uid))
    return terms


def tests_of(known: Known, shooter: Piece, made: ShotPlan) -> tuple[Test, ...]:
    """Return what a shot brings: who may stand in for a leader, and the tests of those shot at."""
    found: list[Test] = []
    hit = list(targets_of(known, made)[: max(1, made.gun.dice)])
    if made.gun.template is not None:
        hit = list(dict.fromkeys([*made.targets[:1], *reached(known, shooter, made)]))
    if made.shot is not None:
        for leader in [p for p in hit if p.is_leader]:
            options = stand_ins(known, leader)
            if options:
                found.append(
                    Test(
                        code="look_out",
                        rule=reactions.LOOK_OUT,
                        figure=leader.uid,
                        foe=shooter.uid,
                        options=tuple(p.uid for p in options),
                    )
                )
    for piece in hit:
        asked = nerves.under_fire(known, piece, shooter, made.gun.strength)
        if asked is not None:
            found.append(asked)
    return tuple(found)


def stand_ins(known: Known, leader: Piece) -> list[Piece]:
    """Return who may jump before a leader, as far as is known (``reactions.look_out``)."""
    return [p for p in reactions.look_outs(known.battle, leader) if known.knows(p)]


def shot_option(known: Known, shooter: Piece, action: Shoot, made: ShotPlan, kind: OptionKind) -> Option:
    """Return a shot of a figure on foot as an option."""
    terms = terms_of(known, shooter, made)
    if made.cost == 0 and not made.free:
        terms = (*terms, Term("reserve", rule="ruling M278"))
    return Option(
        action=action,
        kind=kind,
        figure=shooter.uid,
        target=targets_of(known, made)[0].uid if made.gun.template is None else action.target,
        cost=made.cost,
        weapon=made.gun.code,
        chances=chances_of(known, shooter, made),
        terms=terms,
        tests=tests_of(known, shooter, made),
    )


def best_shot(known: Known, shooter: Piece, target: Piece, at: Base) -> tuple[Chances, str] | None:
    """Return the best free shot of a figure at another that stands elsewhere by then, and its weapon (ruling M141).

    The best is the one most likely to put its target out, then to wound it.
    """
    battle = known.battle
    if shooter.place is not Place.PLAY or shooter.foes or shooter.routed:
        return None
    moving = ghost(target, at)
    moving.hidden, moving.place = False, Place.PLAY  # it may get off a vehicle there
    pieces = [moving if p is target else p for p in known.pieces]
    seen = sightings(battle.table, pieces, shooter, blind=battle.led(shooter.side))
    return _best(known, shooter, moving, seen)


def best_shot_from(known: Known, shooter: Piece, at: Base, target: Piece) -> tuple[Chances, str] | None:
    """Return the best free shot of a figure that stands elsewhere by then."""
    if shooter.routed:
        return None
    moving = ghost(shooter, at)
    moving.fired, moving.burst, moving.dry = shooter.fired, shooter.burst, shooter.dry
    moving.place = Place.PLAY
    pieces = [p for p in known.pieces if p is not shooter]
    seen = sightings(known.battle.table, pieces, moving, blind=known.battle.led(moving.side))
    return _best(known, moving, target, seen)


def _best(known: Known, shooter: Piece, target: Piece, seen: list[Sighting]) -> tuple[Chances, str] | None:
    mine = next((one for one in seen if one.piece is target), None)
    if mine is None:
        return None
    best: tuple[Chances, str] | None = None
    for weapon, gun in enumerate(shooter.sheet.guns):
        if shooting.unusable(shooter, weapon, free=True) is not None:
            continue
        made = shooting.plan_at(known.battle, shooter, weapon, mine, seen, free=True)
        if made is None or known.battle.forbidden(shooter, Shoot(weapon, target.uid)) is not None:
            continue
        found = chances_of(known, shooter, made)
        if best is None or (found.out or 0.0, found.wound or 0.0) > (best[0].out or 0.0, best[0].wound or 0.0):
            best = found, gun.code
    return best
