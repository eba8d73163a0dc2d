"""Card texts at the table: what the machinery of the language of effects asks of a game."""

from __future__ import annotations

from typing import Any

from engines.bebop.actions import Action, answer
from engines.bebop.events import Agreed, Gained, Proposed, Skipped
from engines.bebop.language import LANGUAGE
from engines.bebop.state import Table
from engines.bebop.verbs.resources import POOLS, has, lose
from engines.bebop.view import Phase
from engines.core.effects.combinators import ACCEPT, OBJECT
from engines.core.effects.language import verb_of
from engines.core.effects.literal import TABLE, steps_of
from engines.core.effects.steps import Step, UnderWay, answered


class Resolving(Table):
    """A table at which card texts are done."""

    __slots__ = ()

    def offer(self, seat: int, codes: tuple[str, ...], *, open_ended: bool) -> None:
        """Wait for a seat's answer to the text under way. ``open_ended``: it may also propose something."""
        self.proposing = open_ended
        self.ask(Phase.TEXT, seat, tuple([answer(code) for code in codes]), _answered, (_again, None))

    def proposes(self, action: Action) -> bool:
        """Tell whether an action is a proposal, and one is waited for.

        Raises ``ValueError`` for one that cannot be carried out.
        """
        if self.phase is not Phase.TEXT or not self.proposing or not action.code.startswith(TABLE):
            return False
        self.literal_steps(action.code)
        return True

    def literal_steps(self, code: str) -> tuple[Step, ...]:
        """Return the steps of a proposal."""
        return steps_of(LANGUAGE, code, self.players)

    def seats_of(self, way: UnderWay, word: str) -> tuple[int, ...]:
        """Return the seats that a word means, clockwise from the holder; nobody who has left."""
        me = way.seat
        return tuple([seat for seat in _MEANT[word](me, self.players) if not self.seats[seat].left])

    def clockwise_after(self, seat: int) -> tuple[int, ...]:
        """Return all other seats, clockwise.

        Those who have left are among them, and agree to everything: one that leaves while the table is asked must not
        move the answers of the others to somebody else.
        """
        return _others(seat, self.players)

    def counted(self, way: UnderWay, what: str, seat: int) -> int:
        """Return how many of something a seat has."""
        count: int = COUNTS[what](self, seat)
        return count

    def aimed_at(self, way: UnderWay, seat: int) -> bool:
        """Nobody answers to being chosen in this game."""
        return False

    def can_pay(self, seat: int, what: str) -> int:
        """Return how much of something a seat can pay."""
        return has(self, seat, what)

    def pay(self, seat: int, what: str, amount: int) -> None:
        """Take it from a seat."""
        lose(self, seat, what, amount)
        if self.events is not None:
            self.emit(Gained(seat=seat, what=what, count=-amount))

    def skipped(self, way: UnderWay, step: Step) -> None:
        """Say that a step could not be done (ruling C56)."""
        if self.events is not None:
            self.emit(Skipped(seat=way.seat, card=way.card, verb=verb_of(type(step)), rule="ruling C56"))


def _again(table: Any, _: Any) -> None:
    """Step: the text under way asks anew by itself, which counts as the same step."""
    table.ways[-1].taken -= 1


def _answered(table: Any, action: Action) -> None:
    if table.events is not None:
        if action.code.startswith(TABLE):
            table.emit(Proposed(seat=table.actor, proposal=action.code.removeprefix(TABLE)))
        elif action.code in (ACCEPT, OBJECT):
            table.emit(Agreed(seat=table.actor, accepts=action.code == ACCEPT))
    answered(table, action.code)


def _others(me: int, players: int) -> tuple[int, ...]:
    return tuple([(me + step) % players for step in range(1, players)])


_MEANT: Any = {
    "me": lambda me, players: (me,),
    "all": lambda me, players: (me, *_others(me, players)),
    "others": _others,
    "chosen": _others,
    "left": lambda me, players: _others(me, players)[:1],
    "right": lambda me, players: _others(me, players)[-1:],
}
"""Words for seats. The left neighbour plays next: seats go clockwise."""

COUNTS: Any = {
    **{pool: lambda table, seat, pool=pool: has(table, seat, pool) for pool in POOLS},
    "hand": lambda table, seat: len(table.seats[seat].hand),
    "discard": lambda table, seat: len(table.seats[seat].discard),
    "damage": lambda table, seat: sum(table.book.is_damage[card] for card in table.seats[seat].discard),
    "tokens": lambda table, seat: sum(table.seats[seat].tokens),
    "captured": lambda table, seat: len(table.seats[seat].captured),
    "played": lambda table, seat: len(table.played) if seat == table.turn else 0,
    "companions": lambda table, seat: table.figures.count(table.figures[table.seats[seat].character]) - 1,
}
"""What can be counted; nothing of it is hidden from anybody."""
