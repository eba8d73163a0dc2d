"""A whole battle: ``Battle`` asks the sides for decisions, one after the other, and applies the rules.

Setup, actions and dice are the truth: ``Battle.replay`` makes the same events of them, anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self

from engines.core.dice import Dice, RecordedDice
from engines.musg.battle import checks, choices, conclusion, deployment, steps, turn
from engines.musg.battle.actions import Action, Charge, Run, Shoot, Strike, Walk
from engines.musg.battle.decision import Answer, Decision, Flow
from engines.musg.battle.errors import refuse
from engines.musg.battle.events import Event, Kind
from engines.musg.battle.field import Field
from engines.musg.battle.opening import prepared
from engines.musg.battle.outcome import Ending, Outcome
from engines.musg.battle.prepare import Prepared
from engines.musg.battle.pursuit import Pursuit
from engines.musg.battle.record import Record
from engines.musg.battle.setup import Setup
from engines.musg.battle.state import Piece
from engines.musg.report import Report

DESCRIPTION: Final = "Musg, Description d'un tour"


class Battle(Field):
    """A battle under way.

    ``pieces`` are all figures by number, ``bands`` the sides. ``turn`` counts from 1, 0 is deployment. ``order`` is
    the initiative order of the turn. ``decision`` is what has to be decided now, ``None`` once ``outcome`` stands.
    ``log`` holds the actions played; ``events`` what happened, and is empty when the battle keeps no receipts.
    """

    def __init__(self, prepared: Prepared, dice: Dice, *, receipts: bool) -> None:
        super().__init__(prepared, dice, receipts=receipts)
        self.log: list[Action] = []
        self.pursuit = next((module for module in self.modules if isinstance(module, Pursuit)), None)
        self.outcome: Outcome | None = None
        self._course = self._fight()
        self._next(None)

    @classmethod
    def new(cls, setup: Setup | Prepared, dice: Dice, *, receipts: bool = True) -> Self:
        """Begin a battle. Raises ``Illegal`` for an impossible setup. Without receipts it keeps no events.

        ``setup`` may be prepared once for many battles (``opening.prepared``).
        """
        ready = setup if isinstance(setup, Prepared) else prepared(setup)
        return cls(ready, dice, receipts=receipts)

    @classmethod
    def replay(cls, setup: Setup | Prepared, log: Iterable[Action], dice: Dice) -> Self:
        """Play a recorded battle again, with ``RecordedDice`` of its faces or the revealed seed."""
        battle = cls.new(setup, dice)
        for action in log:
            battle.play(action)
        return battle

    def prove(self) -> Record:
        """Return the battle as a document. It must have been fought with dice that leave receipts."""
        return Record(setup=self.setup, actions=tuple(self.log), faces=self.dice.faces)

    @classmethod
    def verify(cls, document: Record) -> Self:
        """Play a document again. Raises ``ValueError`` where actions or faces do not fit the rules."""
        dice = RecordedDice(document.faces)
        battle = cls.replay(document.setup, document.actions, dice)
        dice.finish()
        return battle

    def __repr__(self) -> str:
        asked = self.decision
        state = f"turn {self.turn}, over"
        if asked is not None:
            state = f"turn {self.turn}, {asked.ask.value}, asks {self.bands[asked.side].name}"
            state += f" for figure {asked.figure}" if asked.figure is not None else ""
        return f"<musg battle, {' against '.join([band.name for band in self.warbands])}: {state}>"

    @property
    def actor(self) -> int | None:
        """The side that must decide, or ``None`` when the battle is over."""
        return self.decision.side if self.decision else None

    def actions(self) -> list[Action]:
        """Return legal answers to the decision: all of them, except that places to go are a few useful examples."""
        return choices.legal(self, self.decision) if self.decision else []

    def play(self, action: Action) -> Sequence[Event]:
        """Check the action, apply it and return what happened. Raises ``IllegalAction`` naming the rule."""
        if self.decision is None:
            raise refuse("battle_over", "ruling M53")
        plan = checks.check(self, self.decision, action)
        self.log.append(action)
        before = len(self.events)
        self.changed()
        self._next((action, plan))
        return self.events[before:]

    def can(self, action: Action) -> bool:
        """Tell whether the action is legal now."""
        return checks.can(self, action)

    def shots(self, piece: Piece) -> list[Shoot]:
        """Return the legal shots of the piece whose activation it is."""
        return choices.shots(self, piece)

    def strikes(self, piece: Piece) -> list[Strike]:
        """Return the legal strikes of the piece whose activation it is."""
        return choices.strikes(self, piece)

    def charges(self, piece: Piece) -> list[Charge]:
        """Return charges that can reach contact, nearest first."""
        return choices.charges(self, piece)

    def towards(
        self, piece: Piece, x: float, y: float, *, run: bool = False, stop_short: float = 0.0
    ) -> Walk | Run | None:
        """Return the move that brings the piece as near to a point as it can come; stop at that many paces from it.

        ``None`` when it cannot move at all.
        """
        return steps.towards(self, piece, x, y, run=run, stop_short=stop_short)

    def to_point(self, piece: Piece, x: float, y: float, *, run: bool = False) -> Walk | Run | None:
        """Return the move that brings the piece to the very point, or ``None`` when it is out of reach."""
        return steps.to_point(self, piece, x, y, run=run)

    def away(self, piece: Piece, *, run: bool = False) -> Walk | Run | None:
        """Return the move out of sight of all enemies it knows of, else the one farthest from the nearest of them."""
        return steps.away(self, piece, run=run)

    def to_cover(self, piece: Piece, *, run: bool = False) -> Walk | Run | None:
        """Return the cheapest move that ends in cover from all enemies that would see it, or ``None``."""
        return steps.to_cover(self, piece, run=run)

    def report(self) -> Report:
        """Return the battle, over or not, as a report of the campaign."""
        return conclusion.report(self)

    def view(self, side: int | None = None) -> conclusion.View:
        """Return the table as a side sees it, or a spectator (``None``); ``views.EVERYTHING`` sees all."""
        return conclusion.view(self, side, self.actor)

    def _next(self, answer: tuple[Action, object] | None) -> None:
        try:
            decision = next(self._course) if answer is None else self._course.send(answer)
            while not self.led(decision.side):
                decision = self._course.send(self._ruled(decision))
            self.decision = decision
        except StopIteration:
            self.decision = None

    def _ruled(self, decision: Decision) -> Answer:
        """Answer for a neutral side, by the rules of its module."""
        self.changed()
        return next(module for module in self.modules if module.side == decision.side).decide(self, decision)

    def _fight(self) -> Flow[None]:
        self.emit(Kind.STARTED, "Musg, Déploiement", sides=len(self.warbands), turn_limit=self.setup.turn_limit)
        deployment.activity(self)
        for module in self.modules:
            yield from module.prepare(self)
        yield from deployment.deploy(self)
        for module in self.modules:
            yield from module.start(self)
        ending = Ending.TURN_LIMIT
        while self.turn < self.setup.turn_limit:
            self.turn += 1
            yield from turn.begin(self)
            yield from deployment.arrive(self)
            for first in (False,) if self.whole_parts else (True, False):
                self.first_wave = first
                for side in self.order:
                    if not turn.over(self):
                        yield from turn.wave(self, side, first=first)
            for module in self.modules:
                if not turn.over(self):
                    yield from module.neutral_part(self)
            yield from turn.end(self)
            if turn.over(self):
                ending = self._why()
                break
        self._finish(ending)

    def _why(self) -> Ending:
        if self.accomplished:
            return Ending.OBJECTIVE
        return Ending.LAST_SIDE if self.present() else Ending.NOBODY

    def _finish(self, ending: Ending) -> None:
        self.ended = True
        for module in self.modules:
            module.ended(self)
        points = tuple(band.points for band in self.warbands)
        winner = conclusion.winner(self)
        kept = [piece for module in self.modules for piece in module.captives(self)]
        for piece in kept:
            self.emit(Kind.CAPTURED, "ruling M201", piece)
        self.outcome = Outcome(ending, self.turn, points, winner, tuple([piece.uid for piece in kept]))
        self.emit(Kind.OVER, "ruling M53", ending=ending.value, turns=self.turn, points=list(points), winner=winner)
