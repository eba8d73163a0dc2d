"""Every useful answer to what a battle asks a side, with its odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.musg.battle import choices, combat, deployment, shooting, turn
from engines.musg.battle.actions import (
    Activate,
    Arrive,
    Decline,
    Deploy,
    End,
    Medikit,
    Pass,
    Recover,
    Reserve,
    Shoot,
)
from engines.musg.battle.checks import in_its_half
from engines.musg.battle.decision import Ask, Decision
from engines.musg.battle.errors import IllegalAction
from engines.musg.battle.game import Battle
from engines.musg.battle.shot_plan import ShotPlan
from engines.musg.battle.state import Piece, Place
from engines.musg.ground import sight
from engines.musg.ground.movement import Route
from engines.musg.ground.table import Base
from engines.musg.prospects import asked, rides
from engines.musg.prospects.blows import charge_options, strike_options
from engines.musg.prospects.knowing import Known, ghost, untouched
from engines.musg.prospects.moving import escape_options, move_options
from engines.musg.prospects.option import Option, OptionKind, Term
from engines.musg.prospects.shots import shot_option, tests_of
from engines.musg.prospects.sights import leads_to, shown

SPOTS: Final = 160
"""How many places of a deployment zone are looked at for those worth offering."""


def options(battle: Battle, side: int) -> tuple[Option, ...]:
    """Return every useful answer of ``side`` to what it is asked now, in a stable order; empty when it is not asked.

    All of them are legal, and all that is legal is among them, but for places to go and to stand, of which they are
    those with a meaning. Grouped by figure where several are asked about. The battle stays as it was, its dice too.
    """
    decision = battle.decision
    if decision is None or decision.side != side:
        return ()
    with untouched(battle):
        return tuple(_ANSWERS[decision.ask](Known(battle, side), decision))


def _acts(known: Known, decision: Decision) -> list[Option]:
    battle, piece = known.battle, known.battle.pieces[decision.figure or 0]
    found = strike_options(known, piece)
    if piece.place is not Place.ABOARD:
        found += _shots(known, piece)
        found += charge_options(known, piece)
        found += _heals(known, piece)
        found += escape_options(known, piece) if piece.foes else move_options(known, piece)
    else:
        found += _heals(known, piece)
    found += rides.custom_options(known, piece)
    found.append(Option(action=End(), kind=OptionKind.END, figure=piece.uid, lost=piece.ap))
    return [option for option in found if in_its_half(battle, option.action)]


def _shots(known: Known, piece: Piece) -> list[Option]:
    battle = known.battle
    found = [
        shot_option(known, piece, action, battle.plans[action], OptionKind.SHOOT)
        for action in choices.shots(battle, piece)
    ]
    crowd = turn.others_joined(battle, piece)
    if crowd and not piece.foes:
        for one in list(found):
            if isinstance(one.action, Shoot):
                action = Shoot(one.action.weapon, one.action.target, True)
                if battle.can(action):
                    found.append(_together(known, piece, one, action, crowd))
    return found


def _together(known: Known, piece: Piece, one: Option, action: Shoot, crowd: list[Piece]) -> Option:
    """Return a shot with the extras who fire at the same target; the chances are those of the figure's own shot.

    Who has no weapon that reaches it, or no point, does not fire. Every shot brings its tests, in the order of the
    shots (``turn._shoot``; rulings M143, M284).
    """
    shots = {p.uid: made for p in crowd if (made := _also(known, p, action.target)) is not None}
    order = sorted([piece, *[p for p in crowd if p.uid in shots]], key=lambda p: (p.sheet.shooting or 7, p.uid))
    tests = [one.tests if p is piece else tests_of(known, p, shots[p.uid]) for p in order]
    return Option(
        action=action,
        kind=one.kind,
        figure=one.figure,
        target=one.target,
        code="together",
        cost=one.cost,
        joined=tuple(shots),
        weapon=one.weapon,
        chances=one.chances,
        terms=(*one.terms, Term("together", len(shots) + 1, "ruling M284")),
        tests=tuple([test for row in tests for test in row]),
    )


def _also(known: Known, piece: Piece, target: int) -> ShotPlan | None:
    """Return the shot of an extra that joins in: with the first of its weapons that may hit the target."""
    for weapon in range(len(piece.sheet.guns)):
        try:
            return shooting.plan(known.battle, piece, Shoot(weapon, target))
        except IllegalAction:
            continue
    return None


def _heals(known: Known, piece: Piece) -> list[Option]:
    found = []
    for action in choices.heals(known.battle, piece):
        if isinstance(action, Medikit):
            target = known.battle.pieces[action.target]
            revived = target.place is Place.OUT
            terms = (
                Term("hit_points", target.hp + 1, "ruling M39" if revived else combat.MEDIKIT, figure=target.uid),
                Term("medikits", piece.medikits - 1, combat.MEDIKIT),
            )
            found.append(
                Option(
                    action=action,
                    kind=OptionKind.HEAL,
                    figure=piece.uid,
                    target=target.uid,
                    code="revive" if revived else "",
                    cost=1,
                    terms=terms,
                )
            )
        elif isinstance(action, Recover):
            found.append(
                Option(
                    action=action,
                    kind=OptionKind.RECOVER,
                    figure=piece.uid,
                    target=piece.uid,
                    cost=combat.RECOVERY_COST,
                    terms=(Term("hit_points", piece.hp + 1, combat.WILL, figure=piece.uid),),
                )
            )
    return found


def _activations(known: Known, decision: Decision) -> list[Option]:
    battle = known.battle
    found = []
    for uid in decision.options:
        piece = battle.pieces[uid]
        code = "flees" if piece.routed else "reveals" if piece.hidden else ""
        tests = tuple(shown(known, piece)) if piece.hidden else ()
        terms = [Term("action_points", piece.sheet.action_points, turn.ACTIVATION, figure=uid)]
        if piece.foes:
            terms.append(Term("engaged", len(piece.foes), "ruling M63", figure=uid))
        plain = Option(
            action=Activate(uid), kind=OptionKind.ACTIVATE, figure=uid, code=code, terms=tuple(terms), tests=tests
        )
        found.append(plain)
        joined = tuple(p.uid for p in turn.companions(battle, piece))
        if joined:
            found.append(
                Option(
                    action=Activate(uid, joined),
                    kind=OptionKind.ACTIVATE,
                    figure=uid,
                    code=code or "together",
                    joined=joined,
                    terms=(*terms, Term("joined", len(joined), turn.EXTRAS)),
                    tests=tests,
                )
            )
    if turn.may_pass(battle, decision, first=battle.first_wave):
        left = Term("left", decision.left, "ruling M44" if battle.first_wave else "ruling M45")
        found.append(Option(action=Pass(), kind=OptionKind.PASS, terms=(left,)))
    return found


def _deploys(known: Known, decision: Decision) -> list[Option]:
    found = []
    for uid in decision.options:
        piece = known.battle.pieces[uid]
        for code, base in _places(known, piece):
            action = Deploy(uid, base[0], base[1])
            if known.battle.can(action):
                found.append(_placed(known, piece, action, OptionKind.DEPLOY, code, base))
        if "arrives_later" in piece.traits:
            found.append(
                Option(
                    action=Reserve(uid),
                    kind=OptionKind.RESERVE,
                    figure=uid,
                    terms=(Term("turn", deployment.ARRIVAL_TURN, "ruling M275"),),
                )
            )
    return found


def _arrivals(known: Known, decision: Decision) -> list[Option]:
    piece = known.battle.pieces[decision.figure or 0]
    found = []
    for code, base in _places(known, piece):
        action = Arrive(piece.uid, base[0], base[1])
        if known.battle.can(action):
            found.append(_placed(known, piece, action, OptionKind.ARRIVE, code, base))
    term = Term("turn", deployment.ARRIVAL_TURN, "ruling M275")  # or not at all
    return [*found, Option(action=Decline(), kind=OptionKind.DECLINE, figure=piece.uid, terms=(term,))]


def _placed(known: Known, piece: Piece, action: Deploy | Arrive, kind: OptionKind, code: str, base: Base) -> Option:
    here = ghost(piece, base)
    stay = Route(base, ((base[0], base[1]),), 0.0, True)
    return Option(action=action, kind=kind, figure=piece.uid, code=code, leads=leads_to(known, here, stay))


def _places(known: Known, piece: Piece) -> list[tuple[str, Base]]:
    """Return places to stand at first: in front, behind, on either side, in the middle, in cover, out of sight."""
    battle = known.battle
    spots = deployment.spots(battle, piece, SPOTS)
    if not spots:
        return []
    foes = known.enemies(piece)
    table = battle.table
    middle = (table.width / 2, table.depth / 2)

    def far(base: Base) -> float:
        return (base[0] - middle[0]) ** 2 + (base[1] - middle[1]) ** 2

    wide = max(b[0] for b in spots) - min(b[0] for b in spots)
    deep = max(b[1] for b in spots) - min(b[1] for b in spots)
    names, axis = (("west", "east"), 0) if wide >= deep else (("north", "south"), 1)
    ranked = sorted(spots, key=lambda base: (base[axis], base))
    found: list[tuple[str, Base]] = [
        ("front", spots[0]),
        ("back", max(spots, key=lambda base: (far(base), base))),
        (names[0], ranked[0]),
        (names[1], ranked[-1]),
        ("middle", ranked[len(ranked) // 2]),
    ]
    if foes:
        found += _sheltered(known, spots, foes)
    kept: dict[Base, str] = {}
    for code, base in found:
        kept.setdefault(base, code)
    return [(code, base) for base, code in kept.items()]


def _sheltered(known: Known, spots: list[Base], foes: list[Piece]) -> list[tuple[str, Base]]:
    """Return the first place out of everybody's sight, and the first in cover from all who see it."""
    table = known.battle.table
    found: list[tuple[str, Base]] = []
    for base in spots:
        here = sight.number_of(base)
        views = [sight.look_from(table, foe.at(), foe.base, here, base) for foe in foes]
        seen = [view for view in views if view.visible]
        code = "hide" if not seen else "cover" if all(view.covers for view in seen) else ""
        if code and code not in [one for one, _ in found]:
            found.append((code, base))
        if len(found) == 2:
            break
    return found


_ANSWERS: Final[dict[Ask, Callable[[Known, Decision], list[Option]]]] = {
    Ask.ACT: _acts,
    Ask.ACTIVATE: _activations,
    Ask.DEPLOY: _deploys,
    Ask.ARRIVE: _arrivals,
    Ask.FREE_SHOT: asked.free_shots,
    Ask.FIRST_TARGET: asked.first_targets,
    Ask.LOOK_OUT: asked.stand_ins,
    Ask.GUARD: asked.stand_ins,
    Ask.PULP: asked.about_dice,
    Ask.PULP_STANDS: asked.about_dice,
    Ask.CUSTOM: rides.replies,
}
