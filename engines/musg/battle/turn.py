"""The course of a turn: initiative, rally, two waves of activations, rout (Musg, Description d'un tour)."""

from __future__ import annotations

from typing import Final

from engines.musg.battle import combat, morale, moves, reactions, shooting
from engines.musg.battle.actions import Activate, BreakOff, Charge, Custom, Medikit, Recover, Run, Shoot, Strike, Walk
from engines.musg.battle.decision import Answer, Ask, Decision, Flow, Half
from engines.musg.battle.errors import IllegalAction, refuse
from engines.musg.battle.events import Kind
from engines.musg.battle.field import Field
from engines.musg.battle.state import ACTING, Piece, Place
from engines.musg.ground.table import within
from engines.musg.ranks import Rank

TURN: Final = "Musg, Description d'un tour"
ACTIVATION: Final = "Musg, Activation des personnages"
EXTRAS: Final = "Musg, Les figurants"
JOIN_PACES: Final = 1


def ordered(field: Field, *, waiting: bool = False) -> Flow[list[int]]:
    """Return the order of the sides, as a module says or as the dice fall."""
    for module in field.modules:
        found = module.order(field, waiting=waiting)
        if found is not None:
            return found
    return (yield from initiative(field, waiting=waiting))


def initiative(field: Field, *, waiting: bool = False) -> Flow[list[int]]:
    """Roll for the order of the sides: d6 plus henchmen, the fewer henchmen first when equal, then another die (M43).

    A warband alone rolls nothing: there is nobody to go before. ``waiting``: before deployment, when everybody who came
    counts.
    """
    here = (*ACTING, Place.RESERVE, Place.WAITING)
    sides = [b.index for b in field.warbands if any(p.place in here and not p.bystander for p in b.pieces)]
    if len(sides) < 2:
        return sides
    places = (Place.WAITING,) if waiting else ACTING
    henchmen = {
        side: sum(
            p.sheet.rank is Rank.HENCHMAN and p.place in places and not p.bystander for p in field.bands[side].pieces
        )
        for side in sides
    }
    faces = yield from _faces(field, sides, "initiative")
    totals = {side: faces[side] + henchmen[side] for side in sides}
    order = yield from _ranked(field, sides, totals, henchmen)
    field.emit(
        Kind.INITIATIVE,
        TURN,
        sides=list(sides),
        totals=[totals[side] for side in sides],
        henchmen=[henchmen[side] for side in sides],
        order=list(order),
        deployment=waiting,
    )
    return order


def _faces(field: Field, sides: list[int], reason: str) -> Flow[dict[int, int]]:
    """Roll a die for each side."""
    faces = {}
    for side in sides:
        faces[side] = yield from field.cast(lambda dice: dice.d6(reason, None), side)
    return faces


def _ranked(field: Field, sides: list[int], totals: dict[int, int], henchmen: dict[int, int]) -> Flow[list[int]]:
    """Order sides; those equal in everything roll again among themselves (ruling M43)."""
    order: list[int] = []
    groups: dict[tuple[int, int], list[int]] = {}
    for side in sides:
        groups.setdefault((-totals[side], henchmen[side]), []).append(side)
    for key in sorted(groups):
        order += yield from _roll_off(field, groups[key])
    return order


def _roll_off(field: Field, sides: list[int]) -> Flow[list[int]]:
    if len(sides) < 2:
        return sides
    faces = yield from _faces(field, sides, "initiative_again")
    order: list[int] = []
    for face in range(6, 0, -1):
        order += yield from _roll_off(field, [side for side in sides if faces[side] == face])
    return order


def begin(field: Field) -> Flow[None]:
    """Start a turn: everybody may act again, initiative, arrivals, rally."""
    for piece in field.pieces:
        piece.acted = piece.failed = piece.reserve_shot = False
        piece.ap = 0
        if piece.fired:
            piece.fired = set()
    field.emit(Kind.TURN, TURN, number=field.turn)
    field.order = yield from ordered(field)
    for module in field.modules:
        yield from module.encounters(field)
    for side in field.order:
        for piece in field.in_play(side):
            if piece.routed:
                yield from morale.rally(field, piece)
    for module in field.modules:
        yield from module.turn_started(field)


def wave(field: Field, side: int, *, first: bool) -> Flow[None]:
    """Let a side activate figures: at most a die's worth in the first wave, all the rest in the second (M44, M45)."""
    left = len(ready(field, side))
    if not left:
        return
    if first:
        face = yield from field.cast(lambda dice: dice.d6("activation", None), side)
        left = min(left, face)
        field.emit(Kind.WAVE, TURN, side=side, wave=1, most=face, ready=len(ready(field, side)))
    elif field.whole_parts:
        field.emit(Kind.WAVE, "ruling M336", side=side, wave=0, most=left, ready=left)
    else:
        field.emit(Kind.WAVE, "ruling M45", side=side, wave=2, most=left, ready=left)
    while left > 0:
        options = ready(field, side)
        if not options or over(field):
            return
        decision = Decision(
            Ask.ACTIVATE, side, options=tuple(p.uid for p in options), left=left if first else len(options)
        )
        action, _ = yield decision
        if not isinstance(action, Activate):
            field.emit(Kind.PASSED, "ruling M44" if first else "ruling M45", side=side)
            return
        yield from activate(field, field.pieces[action.figure], [field.pieces[uid] for uid in action.joined])
        left = left - 1 if first else len(ready(field, side))


def ready(field: Field, side: int) -> list[Piece]:
    """Return a side's figures that have not been activated this turn (ruling M46)."""
    return [p for p in field.bands[side].pieces if p.place in ACTING and not p.acted]


def may_pass(field: Field, decision: Decision, *, first: bool) -> bool:
    """Tell whether a side may activate nobody else: not in the second wave, except for a commando (ruling M45)."""
    return first or all("may_skip_activation" in field.pieces[uid].traits for uid in decision.options)


def companions(field: Field, piece: Piece) -> list[Piece]:
    """Return whom a figure may be activated with: extras, or those a module lets act as one with it."""
    extras = extras_with(field, piece)
    return extras or next((found for module in field.modules if (found := module.companions(field, piece))), [])


def extras_with(field: Field, piece: Piece) -> list[Piece]:
    """Return the extras that may be activated with a figure: in a chain of 1 pace from it (rulings M178, M179)."""
    extras = [
        p
        for p in field.friends(piece)
        if p.sheet.rank is Rank.EXTRA and not p.acted and not p.routed and not piece.routed
    ]
    if piece.sheet.rank is not Rank.EXTRA:
        return [p for p in extras if within(piece.base, p.base, JOIN_PACES)]
    return [p for p in morale.compact_group(field, piece)[1:] if p in extras]


def check_activate(field: Field, decision: Decision, action: Activate) -> None:
    """Raise ``IllegalAction`` unless the figure, and those joined to it, may be activated."""
    if action.figure not in decision.options:
        raise refuse("already_activated", "ruling M46", action.figure)
    if action.joined:
        allowed = {p.uid for p in extras_with(field, field.pieces[action.figure])}
        strangers = [uid for uid in action.joined if uid not in allowed]
        if strangers and _as_one(field, action):
            return
        if strangers or len(set(action.joined)) < len(action.joined):
            raise refuse("may_not_join", EXTRAS, action.figure, most=JOIN_PACES)


def _as_one(field: Field, action: Activate) -> bool:
    """Tell whether a module lets these be activated as one, each named once."""
    uids = (action.figure, *action.joined)
    if len(set(uids)) < len(uids) or not all(0 <= uid < len(field.pieces) for uid in uids):
        return False
    group = [field.pieces[uid] for uid in uids]
    return any(module.may_act_as_one(field, group) for module in field.modules)


def activate(field: Field, piece: Piece, joined: list[Piece]) -> Flow[None]:
    """Activate a figure, then the extras with it for whatever points they have left (Musg, Les figurants; M285).

    Those whom a module lets act as one all move first, then they all strike and shoot (ruling M312).
    """
    group = [piece, *joined]
    as_one = bool(joined) and joined[0].sheet.rank is not Rank.EXTRA
    for one in group:
        one.acted = True
        one.ap = one.sheet.action_points
    field.active, field.joined = piece, group if as_one else joined
    field.emit(Kind.ACTIVATED, ACTIVATION, piece, points=piece.ap, joined=[p.uid for p in joined])
    field.moved()
    if piece.hidden:
        field.reveal(piece)
        yield from reactions.sighted(field, piece)
    for module in field.modules:
        yield from module.activated(field, piece)
    if as_one:
        field.half = Half.MOVES
        for one in group:
            field.active = one
            yield from act(field, one)
        field.half = Half.BLOWS
    for one in group:
        field.active = one
        if one.routed:
            if one.place is Place.ABOARD:
                for module in field.modules:
                    yield from module.flees(field, one)
            if one.place is Place.PLAY and one.routed:
                yield from moves.flee(field, one)
            for module in field.modules:
                yield from module.acted(field, one)
        else:
            yield from act(field, one)
        calm(field, one)
        for module in field.modules:
            yield from module.activation_ended(field, one)
    field.active, field.joined, field.half = None, [], None


def calm(field: Field, piece: Piece) -> None:
    """End an activation: points left are lost (ruling M48), and what lasted as long is over (rulings M64, M140)."""
    left = piece.ap
    piece.ap = 0
    piece.charged = piece.dived = piece.reserve_shot = False
    for other in field.pieces:
        if other.shaken:
            other.shaken = 0
    field.emit(Kind.ENDED_ACTIVATION, "ruling M48", piece, lost=left)


def may_act(piece: Piece) -> bool:
    """Tell whether a figure has anything left to do."""
    return (
        piece.ap > 0 or piece.reserve_shot or (bool(piece.foes) and "breaks_off_free" in piece.traits)
    ) and piece.place in ACTING


def act(field: Field, piece: Piece) -> Flow[None]:
    """Ask for one action after the other until the points are spent."""
    while may_act(piece) and not piece.routed and not over(field):
        answer = yield Decision(Ask.ACT, piece.side, piece.uid)
        handler = PERFORM.get(type(answer[0]))
        if handler is None:
            return
        yield from handler(field, piece, answer)
        for module in field.modules:
            yield from module.acted(field, piece)


def _walk(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    return moves.walk(field, piece, answer[0], answer[1])  # type: ignore[arg-type]


def _run(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    return moves.run(field, piece, answer[1])


def _charge(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    return moves.charge(field, piece, answer[1])


def _break_off(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    return moves.break_off(field, piece, answer[1])


def others_joined(field: Field, piece: Piece) -> list[Piece]:
    """Return the extras activated with a figure, without itself: each pays its own point (Musg, Les figurants)."""
    return [p for p in field.joined if p.sheet.rank is Rank.EXTRA and p is not piece]


def _shoot(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    action = answer[0]
    if not isinstance(action, Shoot) or not action.together:
        yield from shooting.shoot(field, piece, answer[1])
        return
    shooters = sorted(
        [piece, *others_joined(field, piece)], key=lambda p: (p.sheet.shooting or 7, p.uid)
    )  # ruling M284
    for shooter in shooters:
        weapons = [action.weapon] if shooter is piece else range(len(shooter.sheet.guns))
        for weapon in weapons:
            try:  # the earlier shots may have made this one impossible
                made = shooting.plan(field, shooter, Shoot(weapon, action.target))
            except IllegalAction:
                continue
            yield from shooting.shoot(field, shooter, made)
            break


def _strike(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    action = answer[0]
    if isinstance(action, Strike):
        yield from combat.strike(field, piece, answer[1], action.loadout)


def _medikit(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    combat.medikit(field, piece, answer[1])
    yield from ()


def _recover(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    combat.recover(field, piece)
    yield from ()


def _custom(field: Field, piece: Piece, answer: Answer) -> Flow[None]:
    action = answer[0]
    if isinstance(action, Custom):
        yield from answer[1].perform(field, piece, action)


PERFORM: Final = {
    Walk: _walk,
    Run: _run,
    Charge: _charge,
    BreakOff: _break_off,
    Shoot: _shoot,
    Strike: _strike,
    Medikit: _medikit,
    Recover: _recover,
    Custom: _custom,
}
"""What does each active action. ``End`` is not among them: it ends the activation."""


def over(field: Field) -> bool:
    """Tell whether one side at most has figures in play or still to come (ruling M53), or an objective decided it."""
    if field.settled is None:
        alone = field.one_side_left() and not any(module.goes_on(field) for module in field.modules)
        field.settled = field.accomplished or alone
    return field.settled


def end(field: Field) -> Flow[None]:
    """End a turn: modules, then the rout tests of every side (Musg, Fin du tour)."""
    for module in field.modules:
        yield from module.turn_ended(field)
    for side in field.order:
        yield from morale.rout_tests(field, side)
    field.emit(Kind.END_OF_TURN, morale.END_OF_TURN, points=[band.points for band in field.warbands])
