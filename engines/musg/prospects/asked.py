"""Answers out of turn: a free shot, who stands in, who is hit first, pulp, each with what it makes of the odds."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from engines.musg.attacks import odds
from engines.musg.attacks.terms import Shot
from engines.musg.battle import choices, shooting
from engines.musg.battle.actions import Decline, FirstTarget, Intercept, Keep, Pulp, Sacrifice
from engines.musg.battle.decision import Ask, Decision, Incoming, Throw
from engines.musg.battle.pulp import NO_DIE, PANACHE
from engines.musg.battle.state import Piece
from engines.musg.prospects import nerves
from engines.musg.prospects.blows import blow_chances, blow_terms, charged_blow
from engines.musg.prospects.knowing import Known
from engines.musg.prospects.option import Chances, Option, OptionKind, Term
from engines.musg.prospects.shots import harm_of, shot_option, summed, wound_terms

MOST_FACES = 6
"""More dice than this are not counted face by face."""


def free_shots(known: Known, decision: Decision) -> list[Option]:
    """Return the free shots at the figure just sighted, and to let it go (ruling M141)."""
    battle = known.battle
    viewer, seen = battle.pieces[decision.figure or 0], battle.pieces[decision.options[0]]
    found = [
        shot_option(known, viewer, action, battle.plans[action], OptionKind.FREE_SHOT)
        for action in shooting.free_shots(battle, viewer, seen)
    ]
    return [*found, Option(action=Decline(), kind=OptionKind.DECLINE, figure=viewer.uid, target=seen.uid)]


def first_targets(known: Known, decision: Decision) -> list[Option]:
    """Return who of the equally near may be hit first, and what the shot does to all of them then (ruling M87)."""
    battle, incoming = known.battle, decision.incoming
    found = []
    for uid in decision.options:
        chances: Chances | None = None
        terms: tuple[Term, ...] = ()
        if incoming is not None and decision.threat is not None:
            shooter = battle.pieces[decision.threat]
            order = [battle.pieces[uid], *[battle.pieces[one] for one in incoming.order if one != uid]]
            chances = _volley(known, shooter, incoming, order)
            terms = (
                Term("to_hit", incoming.shot.to_hit, "ruling M82"),
                *wound_terms(incoming.shot.strength, order[0].target(battle.turn).toughness, order[0]),
            )
        found.append(
            Option(
                action=FirstTarget(uid),
                kind=OptionKind.FIRST_TARGET,
                figure=uid,
                target=uid,
                chances=chances,
                terms=terms,
            )
        )
    return found


def _volley(known: Known, shooter: Piece, incoming: Incoming, order: list[Piece]) -> Chances:
    """Return the chances of a shot under way at figures in an order, with the hits that are rolled already."""
    shot, turn = incoming.shot, known.battle.turn
    targets = order[: shot.dice]
    bodies = [p.target(turn) for p in targets]
    found = odds.shot_odds(shot, bodies) if incoming.hits is None else odds.hits_odds(shot, incoming.hits, bodies)
    harms = [
        harm_of(known, p, one, None if place else 1 - found.hits[0], shooter)
        for place, (p, one) in enumerate(zip(targets, found.targets, strict=True))
    ]
    return summed(harms, found)


def stand_ins(known: Known, decision: Decision) -> list[Option]:
    """Return who may take a shot's hits, or a charge, in a leader's place, and to let it come (rulings M134, M276)."""
    battle = known.battle
    leader = battle.pieces[decision.figure or 0]
    threat = battle.pieces[decision.threat or 0]
    found = []
    for uid in (*decision.options, None):
        taker = leader if uid is None else battle.pieces[uid]
        chances: Chances | None = None
        terms: tuple[Term, ...] = ()
        tests = []
        if decision.ask is Ask.LOOK_OUT and decision.incoming is not None:
            shot: Shot = decision.incoming.shot
            order = [taker if one == leader.uid else battle.pieces[one] for one in decision.incoming.order]
            whole = _volley(known, threat, decision.incoming, list(dict.fromkeys(order)))
            mine = next((one for one in whole.harms if one.figure == taker.uid), None)
            chances = replace(
                whole,
                hit=mine.hit if mine else None,
                wound=mine.wound if mine else None,
                out=mine.out if mine else None,
                dead=mine.dead if mine else None,
            )
            terms = (
                Term("hits", decision.incoming.hits, "ruling M134"),
                *wound_terms(shot.strength, taker.target(battle.turn).toughness, taker),
            )
        elif decision.ask is Ask.GUARD:
            blow, _ = charged_blow(known, threat, taker)
            chances = blow_chances(known, threat, taker, blow) if threat.ap > 1 else None
            terms = blow_terms(threat, taker, blow, taker.target(battle.turn))
            asked = nerves.receive(known, taker, threat)
            tests = [asked] if asked is not None else []
        found.append(
            Option(
                action=Decline() if uid is None else Intercept(uid),
                kind=OptionKind.DECLINE if uid is None else OptionKind.INTERCEPT,
                figure=taker.uid,
                target=leader.uid,
                chances=chances,
                terms=terms,
                tests=tuple(tests),
            )
        )
    return found


def about_dice(known: Known, decision: Decision) -> list[Option]:
    """Return what may be answered about a throw: a point of pulp, a hit point for one, nothing (M307, M309).

    ``success`` is the chance that the throw succeeds then; whoever spends lets the pulp die replace what serves best.
    """
    throw = decision.throw
    if throw is None:
        return []
    own = throw.side == decision.side
    terms = _throw_terms(throw)
    found = []
    for action in choices.legal(known.battle, decision):
        figure: int | None = decision.figure
        kind, success = OptionKind.DECLINE, _success(throw)
        if isinstance(action, Keep):
            kind = OptionKind.KEEP
            met = throw.succeeds(throw.standing(action.die) if action.die != NO_DIE else throw.faces)
            success = None if met is None else float(met)
        elif isinstance(action, Pulp):
            kind, figure, success = OptionKind.PULP, action.figure, _success(throw, pulp=True, own=own)
        elif isinstance(action, Sacrifice):
            kind, figure, success = OptionKind.SACRIFICE, action.figure, _success(throw)
        found.append(
            Option(
                action=action,
                kind=kind,
                figure=figure,
                target=throw.figure,
                code=throw.reason,
                chances=Chances(success=success),
                terms=terms,
            )
        )
    return found


def _throw_terms(throw: Throw) -> tuple[Term, ...]:
    terms = [Term("dice", throw.count, PANACHE)]
    if throw.need:
        terms.append(Term("need", throw.need, PANACHE))
    if throw.most:
        terms.append(Term("most", throw.most, PANACHE))
    terms += [Term("face", face, PANACHE) for face in throw.faces]
    if throw.die:
        terms.append(Term("die", throw.die, PANACHE))
    return tuple(terms)


def _success(throw: Throw, *, pulp: bool = False, own: bool = True) -> float | None:
    """Return the chance that a throw succeeds before it falls; ``None`` for one that cannot fail (ruling M306)."""
    if not throw.need and not throw.most:
        return None
    if throw.count > MOST_FACES:
        return _many(throw, pulp=pulp, own=own)
    return _counted(throw.count, throw.need, throw.most, throw.counted, pulp, own)


@lru_cache(maxsize=512)
def _counted(count: int, need: int, most: int, counted: int, pulp: bool, own: bool) -> float:
    throw = Throw("", None, 0, None, count, need, most, counted)
    total = 0.0
    rolls = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    for faces, times in rolls.items():
        stands = bool(throw.succeeds(faces))
        if not pulp:
            total += times * stands
            continue
        for die in range(1, 7):
            ways = [stands]
            for place in range(count):
                changed = (*faces[:place], die, *faces[place + 1 :])
                ways.append(bool(throw.succeeds(changed)))
            total += times / 6 * (any(ways) if own else all(ways))
    return total / sum(rolls.values())


def _many(throw: Throw, *, pulp: bool, own: bool) -> float:
    """Return the same for many dice, of which one at least must show the face needed."""
    one = (7 - throw.need) / 6
    none = (1 - one) ** throw.count
    if not pulp:
        return 1 - none
    if own:
        return 1 - none * (1 - one)
    single = throw.count * one * (1 - one) ** (throw.count - 1)
    return 1 - none - single * (1 - one)
