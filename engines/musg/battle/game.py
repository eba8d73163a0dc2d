"""A whole battle: ``Battle`` asks the sides for decisions, one after the other, and applies the rules.

Setup, actions and dice are the truth: ``Battle.replay`` makes the same events of them, anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from engines.core.dice import Dice
from engines.musg.battle.actions import Action, Charge, Run, Shoot, Strike, Walk
from engines.musg.battle.events import Event
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Band, Decision, Piece
from engines.musg.report import Report


class Ending(StrEnum):
    """Why a battle is over: one side at most has figures in play, or the agreed last turn is done (ruling M53)."""

    LAST_SIDE = "last_side"
    NOBODY = "nobody"
    TURN_LIMIT = "turn_limit"


class Outcome(Struct, frozen=True):
    """How a battle ended: victory points by side, and the number of the winning side (``None``: a draw)."""

    ending: Ending
    turns: int
    points: tuple[int, ...]
    winner: int | None


class Battle:
    """A battle under way.

    ``pieces`` are all figures by number, ``bands`` the sides. ``turn`` counts from 1, 0 is deployment. ``order`` is
    the initiative order of the turn. ``decision`` is what has to be decided now, ``None`` once ``outcome`` stands.
    ``events`` is empty when the battle keeps no receipts.
    """

    setup: Setup
    pieces: list[Piece]
    bands: list[Band]
    turn: int
    order: list[int]
    decision: Decision | None
    outcome: Outcome | None
    events: list[Event]
    log: list[Action]

    @classmethod
    def new(cls, setup: Setup, dice: Dice, *, receipts: bool = True) -> Battle:
        """Begin a battle. Raises ``Illegal`` for an impossible setup. Without receipts it keeps no events."""
        raise NotImplementedError

    @classmethod
    def replay(cls, setup: Setup, log: Iterable[Action], dice: Dice) -> Battle:
        """Play a recorded battle again, with ``RecordedDice`` of its faces or the revealed seed."""
        raise NotImplementedError

    @property
    def actor(self) -> int | None:
        """The side that must decide, or ``None`` when the battle is over."""
        raise NotImplementedError

    def actions(self) -> list[Action]:
        """Return legal answers to the decision: all of them, except that places to go are a few useful examples."""
        raise NotImplementedError

    def play(self, action: Action) -> Sequence[Event]:
        """Check the action, apply it and return what happened. Raises ``IllegalAction`` naming the rule."""
        raise NotImplementedError

    def can(self, action: Action) -> bool:
        """Tell whether the action is legal now."""
        raise NotImplementedError

    def report(self) -> Report:
        """Return the finished battle as a report of the campaign."""
        raise NotImplementedError

    # What tactics ask.

    def enemies(self, piece: Piece) -> list[Piece]:
        """Return the enemies in play that the piece's side knows of (no hidden commando)."""
        raise NotImplementedError

    def friends(self, piece: Piece) -> list[Piece]:
        """Return the other figures of its side in play."""
        raise NotImplementedError

    def gap(self, a: Piece, b: Piece) -> float:
        """Return the paces between two bases, 0 in contact (ruling M3)."""
        raise NotImplementedError

    def sees(self, a: Piece, b: Piece) -> bool:
        """Tell whether ``a`` has a line of sight to ``b``."""
        raise NotImplementedError

    def shots(self, piece: Piece) -> list[Shoot]:
        """Return the legal shots of the piece whose activation it is."""
        raise NotImplementedError

    def strikes(self, piece: Piece) -> list[Strike]:
        """Return the legal strikes of the piece whose activation it is."""
        raise NotImplementedError

    def charges(self, piece: Piece) -> list[Charge]:
        """Return charges that can reach contact, nearest first."""
        raise NotImplementedError

    def towards(self, piece: Piece, x: float, y: float, *, run: bool = False, stop_short: float = 0.0) -> Walk | Run:
        """Return the move that brings the piece as near to a point as it can come; stop at that many paces from it."""
        raise NotImplementedError

    def away(self, piece: Piece, *, run: bool = False) -> Walk | Run:
        """Return the move that takes the piece farthest from all enemies it knows of, out of sight if possible."""
        raise NotImplementedError
