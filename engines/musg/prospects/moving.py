"""Places worth going to: towards enemies and aims, into cover, out of sight, off the table, in each direction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.musg.battle import choices, moves, steps
from engines.musg.battle.actions import BreakOff, Run, Walk
from engines.musg.battle.reach import HALF, RUN_FACTOR, WALK_FACTOR
from engines.musg.battle.state import Piece
from engines.musg.ground.movement import Mover, Route
from engines.musg.ground.shapes import Point
from engines.musg.ground.table import Base
from engines.musg.prospects.knowing import Known
from engines.musg.prospects.option import Option, OptionKind, Term
from engines.musg.prospects.sights import leads_to, meetings

ENEMIES: Final = 5
"""How many enemies, the nearest first, are walked towards."""
GOALS: Final = 4
"""How many of a scenario's places."""
DIAGONAL: Final = 0.7071067811865476
DIRECTIONS: Final = (
    ("north", 0.0, -1.0),
    ("north_east", DIAGONAL, -DIAGONAL),
    ("east", 1.0, 0.0),
    ("south_east", DIAGONAL, DIAGONAL),
    ("south", 0.0, 1.0),
    ("south_west", -DIAGONAL, DIAGONAL),
    ("west", -1.0, 0.0),
    ("north_west", -DIAGONAL, -DIAGONAL),
)
"""As the map is drawn: the north is its upper edge (``objectives.base.Edge``)."""

type Found = tuple[str, Walk | Run | None, Base | Point | None, int | None]
"""A move with its code, whom or what it is about, and the number of that figure."""


def move_options(known: Known, piece: Piece) -> list[Option]:
    """Return the walks and runs of a figure in contact with nobody."""
    battle = known.battle
    if piece.foes or not piece.ap:
        return []
    found: list[Option] = []
    ends: set[Point] = set()  # nobody runs where a walk brings it
    for run in (False, True) if piece.ap >= 2 else (False,):
        for code, action, to, target in _useful(known, piece, run=run):
            if action is None or (action.x, action.y) in ends or not battle.can(action):
                continue
            ends.add((action.x, action.y))
            found.append(move_option(known, piece, action, battle.plans[action], code, to, target))
    off = [one for one in (*choices.burdens(battle, piece), *choices.exits(battle, piece)) if isinstance(one, Walk)]
    return found + [
        move_option(known, piece, one, battle.plans[one], "edge", None, one.carrying) for one in off if battle.can(one)
    ]


def _useful(known: Known, piece: Piece, *, run: bool) -> Iterator[Found]:
    battle = known.battle
    near = sorted(known.enemies(piece), key=lambda foe: (battle.gap(piece, foe), foe.uid))[:ENEMIES]
    for foe in near:
        yield "towards", steps.towards(battle, piece, foe.base[0], foe.base[1], run=run), foe.base, foe.uid
    if battle.pursuit is not None:
        goals = sorted(battle.pursuit.goals(battle, piece), key=lambda goal: -goal.worth)
        for x, y in list(dict.fromkeys((goal.x, goal.y) for goal in goals))[:GOALS]:
            yield "goal", steps.towards(battle, piece, x, y, run=run), (x, y), None
    for mark in battle.marks[:GOALS]:
        yield "mark", steps.towards(battle, piece, mark.x, mark.y, run=run), (mark.x, mark.y), None
    if near:
        yield "away", steps.away(battle, piece, run=run), near[0].base, near[0].uid
        yield "cover", steps.to_cover(battle, piece, run=run), near[0].base, near[0].uid
    reach = piece.mover(RUN_FACTOR if run else WALK_FACTOR).paces
    x, y = piece.base[:2]
    for code, dx, dy in DIRECTIONS[::2] if run else DIRECTIONS:
        yield code, steps.towards(battle, piece, x + dx * reach, y + dy * reach, run=run), None, None


def move_option(
    known: Known,
    piece: Piece,
    action: Walk | Run,
    route: Route,
    code: str,
    to: Base | Point | None,
    target: int | None,
) -> Option:
    """Return a move that was found legal as an option."""
    run = isinstance(action, Run)
    leave = isinstance(action, Walk) and action.leave
    carrying = isinstance(action, Walk) and action.carrying is not None
    kind = OptionKind.RUN if run else OptionKind.LEAVE if leave else OptionKind.CARRY if carrying else OptionKind.WALK
    leads = leads_to(known, piece, route, to=to, edge=leave)
    if code in ("away", "cover") and leads.hidden:
        code = "hide"
    return Option(
        action=action,
        kind=kind,
        figure=piece.uid,
        target=target,
        code=code,
        cost=2 if run else 1,
        terms=(
            Term("movement", piece.mover(RUN_FACTOR if run else WALK_FACTOR).paces, moves.RUN if run else moves.WALK),
        ),
        tests=tuple(meetings(known, piece, route, piece.mover())),
        leads=leads,
    )


def escape_options(known: Known, piece: Piece) -> list[Option]:
    """Return the ways out of a close combat (rulings M65-M68)."""
    battle = known.battle
    found = []
    for action in choices.escapes(battle, piece) if piece.foes else []:
        if isinstance(action, BreakOff):
            mover: Mover = moves.break_off_mover(battle, piece)
            route: Route = battle.plans[action]
            cost = moves.break_off_cost(battle, piece)
            beside = len(piece.foes) - cost
            terms = [
                Term("movement", piece.mover(HALF).paces, moves.BREAK_OFF),
                Term("enemies", len(piece.foes), "ruling M65"),
            ]
            if beside > 0:
                terms.append(Term("friends", beside, "ruling M65"))
            found.append(
                Option(
                    action=action,
                    kind=OptionKind.BREAK_OFF,
                    figure=piece.uid,
                    cost=cost,
                    terms=tuple(terms),
                    tests=tuple(meetings(known, piece, route, mover)),
                    leads=leads_to(known, piece, route, to=piece.foes[0].base),
                )
            )
    return found
