"""The account of a battle: its events in order, each with the dice that were rolled for it."""

from __future__ import annotations

from typing import Any

from engines.core.dice import Dice
from engines.musg.battle.events import Event, Kind, Value
from engines.musg.battle.state import Piece


class Account:
    """What has happened, as far as receipts are kept; ``turn`` is the one under way, ``dice`` those that fall."""

    def __init__(self, dice: Dice, *, receipts: bool) -> None:
        self.dice = dice
        self.receipts = receipts
        self.turn = 0
        self.events: list[Event] = []
        self._rolled = len(dice.rolls)
        self._notes: list[tuple[Kind, str, Piece | None, Piece | None, dict[str, Value]]] = []

    def emit(
        self, kind: Kind, rule: str, piece: Piece | None = None, target: Piece | None = None, **data: Value
    ) -> None:
        """Record an event with all dice rolled since the last one. Nothing is kept without receipts."""
        if not self.receipts:
            return
        rolls = self.dice.rolls
        fresh = tuple(rolls[self._rolled :])
        self._rolled = len(rolls)
        side: Any = data.pop("side", piece.side if piece else None)
        self.events.append(
            Event(
                index=len(self.events),
                turn=self.turn,
                kind=kind,
                rule=rule,
                side=side,
                figure=piece.uid if piece else None,
                target=target.uid if target else None,
                data=data,
                rolls=fresh,
            )
        )
        if self._notes:
            notes, self._notes = self._notes, []
            for one, law, who, whom, more in notes:
                self.emit(one, law, who, whom, **more)

    def note(
        self, kind: Kind, rule: str, piece: Piece | None = None, target: Piece | None = None, **data: Value
    ) -> None:
        """Record an event after the next one, whose dice it is about: a receipt stays with what was rolled for."""
        if self.receipts:
            self._notes.append((kind, rule, piece, target, data))
