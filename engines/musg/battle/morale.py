"""Leadership: its value at the moment, its tests, rallying and the rout at the end of a turn."""

from __future__ import annotations

from typing import Final, final

from engines.core.dice import Dice
from engines.musg.battle.decision import Flow
from engines.musg.battle.events import Kind, Value
from engines.musg.battle.field import Field
from engines.musg.battle.state import Piece
from engines.musg.ground.table import within
from engines.musg.pulp import UNCOUNTED
from engines.musg.ranks import Rank

BEST: Final = 11
"""No leadership is better than this (ruling M52)."""
ALLY_PACES: Final = 3
LEND_PACES: Final = 4
COMPACT_PACES: Final = 1

RALLY: Final = "Musg, Ralliement"
FLEE: Final = "Musg, Fuir"
END_OF_TURN: Final = "Musg, Fin du tour"


@final
class Verdict:
    """The end of a leadership test.

    ``how``: "rolled", "hardened" (takes none, ruling M155), "hatred" (passes unrolled), "none" (has no leadership),
    "still" (there is nothing to test, ruling M364).
    """

    __slots__ = ("how", "need", "passed", "score")

    def __init__(self, passed: bool, need: int, score: int, how: str = "rolled") -> None:
        self.passed = passed
        self.need = need
        self.score = score
        self.how = how

    @property
    def taken(self) -> bool:
        """Whether there was a test at all: one that hatred passes is one, too (ruling M155)."""
        return self.how in ("rolled", "hatred")


def leadership(field: Field, piece: Piece) -> int:
    """Return the leadership at this moment, 11 at most; 0 for those who have none.

    Goblins gain 1 for each figure of their warband within 2 paces (rulings M21, M22), who serve for money aside, as
    givers and takers (ruling M299), extras 1 for each other extra of
    their compact group (Musg, Profil des figurants; ruling M179), everybody 1 for each rally (ruling M52).
    """
    sheet = piece.sheet
    value = sheet.leadership
    if value is None:
        return 0
    value += piece.rallies
    if sheet.neighbour_leadership and value < BEST and sheet.rank is not Rank.MERCENARY:
        reach = sheet.neighbour_range
        own = [p for p in field.friends(piece) if p.sheet.rank is not Rank.MERCENARY]
        value += sheet.neighbour_leadership * sum(within(piece.base, p.base, reach) for p in own)
    if sheet.rank is Rank.EXTRA:
        value += len(compact_group(field, piece)) - 1
    return min(value, BEST)


def compact_group(field: Field, piece: Piece) -> list[Piece]:
    """Return the extras in one chain with this one, each within 1 pace of another (ruling M179), itself first."""
    extras = [p for p in field.friends(piece) if p.sheet.rank is Rank.EXTRA]
    group = [piece]
    for member in group:
        near = [p for p in extras if within(member.base, p.base, COMPACT_PACES)]
        group += near
        extras = [p for p in extras if p not in near]
    return group


def hates_a_foe(field: Field, piece: Piece) -> bool:
    """Tell whether a warband that the figure hates is in the battle (Musg, Haine implacable)."""
    hates = piece.sheet.hates
    return bool(hates) and any(band.key in hates for band in field.bands if band.index != piece.side)


def take(
    field: Field, piece: Piece, reason: str, *, allies: bool, one_die: bool = False, foe: Piece | None = None
) -> Flow[Verdict]:
    """Take a leadership test other than a rout test: 2d6 must not exceed the leadership (Musg, Fin du tour).

    ``allies``: +1 for each friend within 3 paces, without a cap (ruling M146). ``one_die``: the switch of ruling M142.
    ``foe``: the enemy because of whom the test is taken.
    """
    sheet = piece.sheet
    if not sheet.tests_leadership:
        return Verdict(True, 0, 0, "none" if sheet.leadership is None else "hardened")
    if hates_a_foe(field, piece):
        return Verdict(True, 0, 0, "hatred")
    need = leadership(field, piece)
    if allies:
        need += len(field.allies_near(piece, ALLY_PACES))
    need += further(field, piece, foe)
    score = yield from (roll_one if one_die else roll)(field, piece, reason, need)
    return Verdict(score <= need, need, score)


def further(field: Field, piece: Piece, foe: Piece | None = None) -> int:
    """Return what modules add to the leadership that a test uses, be it borrowed or not (ruling M322)."""
    return sum([module.leadership(field, piece, foe) for module in field.modules])


def tell(
    field: Field, kind: Kind, rule: str, piece: Piece, target: Piece | None, verdict: Verdict, **data: Value
) -> None:
    """Record how a leadership test ended, and what follows from it."""
    if not field.receipts:
        return
    v = verdict
    field.emit(kind, rule, piece, target, need=v.need, score=v.score, passed=v.passed, how=v.how, **data)


def roll(field: Field, piece: Piece, reason: str, need: int) -> Flow[int]:
    """Roll 2d6 that must not exceed ``need``; with nerves of steel 3d6, of which the two lowest count (M271)."""

    def rolled(dice: Dice) -> int:
        if "leadership_three_dice" in piece.traits:
            faces = dice.throw(3, reason, piece.uid)
            return sum(faces) - max(faces)
        if not field.receipts:
            return sum(dice.throw(2, reason, piece.uid))
        return dice.roll("2d6", reason, piece.uid).value

    return (yield from field.cast(rolled, piece.side, most=need, counted=2))


def roll_one(field: Field, piece: Piece, reason: str, need: int) -> Flow[int]:
    """Roll 1d6 that must not exceed ``need``; with nerves of steel 2d6, of which one counts (ruling M271)."""
    count = 2 if "leadership_three_dice" in piece.traits else 1

    def rolled(dice: Dice) -> int:
        return min(dice.throw(count, reason, piece.uid))

    return (yield from field.cast(rolled, piece.side, most=need, counted=1))


def rally(field: Field, piece: Piece) -> Flow[bool]:
    """Test a fleeing figure at the start of a turn; it ends the flight and adds 1 to leadership (Musg, Fuir)."""
    verdict = yield from take(field, piece, "rally", allies=False)
    if verdict.passed:
        steady(piece)
    else:
        piece.failed = True
    tell(field, Kind.RALLY, RALLY, piece, None, verdict)
    return verdict.passed


def steady(piece: Piece) -> None:
    """End a flight (rulings M50, M52)."""
    piece.routed = False
    piece.rallies += 1


def lost_more_than_half(field: Field, side: int) -> bool:
    """Tell whether strictly more than half of the band that took the field is out or dead (ruling M150)."""
    band = field.bands[side]
    down = sum(p.down and not p.bystander and UNCOUNTED not in p.traits for p in band.pieces)
    return 2 * down > band.initial


def rout_tests(field: Field, side: int) -> Flow[None]:
    """Make a side's tests at the end of a turn (Musg, Fin du tour).

    All test when the leader was lost this turn or more than half is down (ruling M149); those who fled already since
    an earlier turn may test again in any case. Highest own leadership first (ruling M153), with the leadership of a
    friend within 4 paces who has not failed this turn if that is better (ruling M152).
    """
    band = field.bands[side]
    cause = ""
    if field.turn > 0 and band.leader_lost_on == field.turn:
        cause = "leader_lost"
    elif lost_more_than_half(field, side):
        cause = "half_lost"
    pieces = [p for p in field.in_play(side) if not p.bystander]  # ruling M332
    if cause:
        testing = [p for p in pieces if not (p.routed and p.routed_on == field.turn)]
    else:
        testing = [p for p in pieces if p.routed and p.routed_on < field.turn]
    if not testing:
        return
    testing = [p for p in testing if p.sheet.tests_leadership]
    ranked = sorted(testing, key=lambda p: (-leadership(field, p), p.uid))
    for piece in ranked:
        yield from rout_test(field, piece, cause or "still_here")


def rout_test(field: Field, piece: Piece, cause: str) -> Flow[None]:
    """Make one rout test; hatred re-rolls a failure once (Musg, Haine implacable)."""
    own = leadership(field, piece)
    need, lender = borrowed(field, piece, own)
    need += further(field, piece)
    score = yield from roll(field, piece, "rout", need)
    again = score > need and hates_a_foe(field, piece)
    if again:
        score = yield from roll(field, piece, "rout_again", need)
    passed = score <= need
    field.emit(
        Kind.ROUT_TEST,
        END_OF_TURN,
        piece,
        lender,
        need=need,
        own=own,
        score=score,
        again=again,
        passed=passed,
        cause=cause,
    )
    if passed:
        if piece.routed:
            steady(piece)
    else:
        piece.failed = True
        if not piece.routed:
            piece.routed = True
            field.emit(Kind.ROUTED, "ruling M154", piece)
        piece.routed_on = field.turn


def borrowed(field: Field, piece: Piece, own: int) -> tuple[int, Piece | None]:
    """Return the leadership a rout test uses, and whose it is when it is not the figure's own (ruling M152)."""
    need, lender = own, None
    for friend in field.friends(piece):
        if not friend.failed and friend.sheet.leadership is not None and within(piece.base, friend.base, LEND_PACES):
            value = leadership(field, friend)
            if value > need:
                need, lender = value, friend
    return need, lender
