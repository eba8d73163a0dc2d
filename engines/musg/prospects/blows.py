"""Blows before they are struck, and charges before they are dared."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.musg.attacks import aim, odds
from engines.musg.attacks.terms import Blow, Target
from engines.musg.battle import choices, combat, moves, reactions
from engines.musg.battle.actions import Charge, Strike
from engines.musg.battle.moves import ChargePlan
from engines.musg.battle.state import Piece
from engines.musg.ground.table import higher
from engines.musg.prospects import nerves
from engines.musg.prospects.knowing import Known
from engines.musg.prospects.option import Chances, Option, OptionKind, Term, Test
from engines.musg.prospects.shots import harm_of, summed, wound_terms
from engines.musg.prospects.sights import leads_to, meetings

STRIKE: Final = combat.STRIKE


def blow_chances(known: Known, striker: Piece, target: Piece, blow: Blow, *, shaken: int = 0) -> Chances:
    """Return the chances of a blow. ``shaken``: toughness that its target has lost, or loses besides (ruling M140)."""
    body = target.target(known.battle.turn)
    if shaken:
        body = replace(body, toughness=max(1, body.toughness + shaken))
    found = odds.blow_odds(blow, body)
    harm = harm_of(known, target, found.targets[0], 1 - found.hits[0], striker, shot=False)
    return summed([harm], found)


def blow_terms(striker: Piece, target: Piece, blow: Blow, body: Target, crowd: int = 0) -> tuple[Term, ...]:
    """Return what goes into a blow, each with its rule."""
    terms: list[Term] = []
    first = blow.edges[0]
    if first.to_hit is None:
        terms.append(Term("dive", rule="ruling M281"))
    else:
        terms.append(Term("melee", first.to_hit, "ruling M112"))
    for edge in blow.edges:
        terms.append(Term("dice", edge.dice, STRIKE))
        terms += wound_terms(edge.strength, body.toughness, target)[:3]
    if striker.charged:
        terms.append(Term("charged", 1, "ruling M64"))
    if crowd:
        terms.append(Term("crowd", crowd + 1, combat.EXTRAS))
    if blow.extra_die:
        terms.append(Term("extra_die", 1, "ruling M268"))
    if blow.vital:
        terms.append(Term("vital_points", rule="ruling M269"))
    if blow.poison:
        terms.append(Term("poison", rule="ruling M171"))
    if body.bucklers:
        terms.append(Term("buckler", body.bucklers, "ruling M120", figure=target.uid))
    if body.catches_blade:
        terms.append(Term("blade_catcher", rule="ruling M270", figure=target.uid))
    if body.ignores_wound:
        terms.append(Term("ignores_wound", rule="ruling M257", figure=target.uid))
    return tuple(terms)


def strike_options(known: Known, piece: Piece) -> list[Option]:
    """Return the blows of a figure in contact."""
    return [strike_option(known, piece, action) for action in choices.strikes(known.battle, piece)]


def strike_option(known: Known, piece: Piece, action: Strike) -> Option:
    """Return one blow."""
    battle, target = known.battle, known.battle.pieces[action.target]
    crowd = combat.crowd_of(battle, piece, target)
    blow = combat.blow_with(battle, piece, target, action.loadout, crowd)
    return Option(
        action=action,
        kind=OptionKind.STRIKE,
        figure=piece.uid,
        target=target.uid,
        cost=1,
        joined=tuple(p.uid for p in crowd),
        weapon=",".join(piece.sheet.strikes[action.loadout].codes),
        chances=blow_chances(known, piece, target, blow),
        terms=blow_terms(piece, target, blow, target.target(battle.turn), len(crowd)),
    )


def charged_blow(known: Known, piece: Piece, target: Piece) -> tuple[Blow, int]:
    """Return the best first blow after a charge, and the number of its loadout (rulings M64, M281)."""
    battle = known.battle
    dive = "dive_attack" in piece.traits and higher(piece.base, target.base) > 0
    vital = piece.used_vital != battle.turn
    body = target.target(battle.turn)

    def worth(number: int) -> tuple[float, float, int]:
        found = odds.blow_odds(
            aim.blow(piece.sheet, piece.sheet.strikes[number], charged=True, dive=dive, vital=vital), body
        )
        return found.targets[0].out, found.expected_wounds, -number

    best = max(range(len(piece.sheet.strikes)), key=worth)
    return aim.blow(piece.sheet, piece.sheet.strikes[best], charged=True, dive=dive, vital=vital), best


def charge_options(known: Known, piece: Piece) -> list[Option]:
    """Return the charges that reach one enemy, or two at once."""
    battle = known.battle
    single = choices.charges(battle, piece)
    return [
        charge_option(known, piece, action, battle.plans[action])
        for action in [*single, *choices.double_charges(battle, piece, single)]
        if battle.can(action)
    ]


def charge_option(known: Known, piece: Piece, action: Charge, made: ChargePlan) -> Option:
    """Return one charge: nerve, who receives it, and the first blow once contact is made."""
    targets = list(moves.everybody_touched(known.battle, piece, made))
    first = targets[0]
    chances = charge_chances(known, piece, targets, contact=made.route.complete, points=piece.ap - 1)
    blow, loadout = charged_blow(known, piece, first)
    terms = blow_terms(piece, first, blow, first.target(known.battle.turn))
    return Option(
        action=action,
        kind=OptionKind.CHARGE,
        figure=piece.uid,
        target=first.uid,
        cost=1,
        joined=tuple(p.uid for p in targets),
        weapon=",".join(piece.sheet.strikes[loadout].codes),
        chances=chances,
        terms=(Term("charged", 1, "ruling M64"), *terms),
        tests=charge_tests(known, piece, targets, made),
        leads=leads_to(known, piece, made.route, to=first.base),
    )


def charge_chances(known: Known, piece: Piece, targets: list[Piece], *, contact: bool, points: int) -> Chances:
    """Return the chances of a charge with so many action points left after contact.

    The harms are those of a first blow at each of them who stands firm (ruling M140 takes 1 toughness of who does not).
    """
    asked = nerves.nerve(known, piece, targets)
    dared = 1.0 if asked is None or asked.chance is None else asked.chance
    if points < 1:
        return Chances(nerve=dared, contact=contact)
    found = blow_chances(known, piece, targets[0], charged_blow(known, piece, targets[0])[0])
    harms = list(found.harms)
    for other in targets[1:]:
        harms += blow_chances(known, piece, other, charged_blow(known, piece, other)[0]).harms
    return replace(found, harms=tuple(harms), nerve=dared, contact=contact)


def charge_tests(known: Known, piece: Piece, targets: list[Piece], made: ChargePlan) -> tuple[Test, ...]:
    """Return the tests of a charge in the order in which they are taken."""
    found = [nerves.nerve(known, piece, targets)]
    for target in made.targets:
        if target.is_leader:
            options = [p for p in reactions.bodyguards(known.battle, target) if not p.foes and known.knows(p)]
            if options:
                uids = tuple(p.uid for p in options)
                found.append(Test(code="guard", rule=reactions.TROLL, figure=target.uid, foe=piece.uid, options=uids))
    found += [nerves.receive(known, target, piece) for target in targets]
    found += meetings(known, piece, made.route, piece.mover())
    return tuple([one for one in found if one is not None])
