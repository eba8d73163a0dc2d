"""A table as it was at one moment: its row, its seats, its log, and the game after that, which goes on from there.

All of it is read one after the other, and a move may fall between: a page would then show what happened under a
version from before it, and what its reader decides would be refused as late. Every change counts the table's version,
so that the last thing read says whether it still is the first one's, and whoever holds the row knows by it alone that
nothing need be read again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from campaigns.tables import rules as games
from campaigns.tables.asking import find
from campaigns.tables.contract import Game, Happened, Rules
from campaigns.tables.models.card_table import CardSeat, CardTable, SealedAnswer, SeatChange, TableState, with_seats
from campaigns.tables.scene import Scene
from club.operations import for_update
from engines.core.game import Decision

TRIES: Final = 5
"""So often a table that keeps moving is read again; then the page asks for news soon enough."""

type Made = tuple[int | None, str, str]
"""A decision as the log keeps it: the seat (none: the clock), the engine's code, the bot that decided if one did."""


def load(pk: int) -> CardTable:
    """Return a table with its seats, whoever asks. Two queries."""
    return with_seats(CardTable.objects.all()).get(pk=pk)


class Progress:
    """How far the game at a table has come.

    ``actions`` are the seats and codes of the log, ``answers`` the sealed ones that wait for their place in it, by
    seat; ``changes`` say who took over whose seat, ``alarm`` when the clock acts. ``made`` are decisions that were
    taken since it was read, and are not stored yet.
    """

    table: CardTable
    seats: list[CardSeat]
    actions: list[tuple[int | None, str]]
    answers: dict[int, str]
    changes: Sequence[SeatChange]
    alarm: datetime | None
    made: list[Made]

    def __init__(self, table: CardTable, again: Callable[[], CardTable] | None = None) -> None:
        """Read the log of a table that comes with its seats: three queries, none before the cards are dealt.

        ``again`` reads the table anew where somebody moved meanwhile.
        """
        self._again = again or (lambda: load(table.pk))
        self._read(table)

    def _read(self, table: CardTable) -> None:
        for _again in range(TRIES):
            if self._read_log(table) == table.version:
                break
            table = self._again()
        self.table, self.seats = table, list(table.seats.all())
        self.made = []
        self.__dict__.pop("_played", None)

    def _read_log(self, table: CardTable) -> int:
        """Read it, and return the version that the table has then."""
        self.actions, self.changes, self.answers, self.alarm = [], (), {}, None
        self._sealed: set[int] = set()
        if table.state in (TableState.OPEN, TableState.CLOSED):
            return table.version
        self.actions = list(table.actions.order_by("index").values_list("seat", "code"))
        self.changes = list(table.changes.all())
        last = CardTable.objects.filter(pk=table.pk).order_by("sealed__seat")
        rows = list(last.values_list("version", "sealed__seat", "sealed__code", "sealed__due"))
        self.answers = {seat: code for _version, seat, code, due in rows if seat is not None and due is None}
        self._sealed = set(self.answers)
        self.alarm = next((due for _version, seat, _code, due in rows if seat is None), None)
        # A table that is gone has no version any more: reading it again answers as it should.
        return rows[0][0] if rows else -1

    def lock(self) -> None:
        """Hold the table's row until the transaction ends; where somebody moved since, all is read anew."""
        row = for_update(CardTable.objects.filter(pk=self.table.pk)).values_list("version", flat=True)
        if row.get() != self.table.version:
            self._read(self._again())

    @cached_property
    def _played(self) -> tuple[Game, list[Happened]]:
        return self.rules.replay_with_events(self.table, len(self.seats), self.codes)

    @property
    def rules(self) -> Rules[Any]:
        """The rules of its game."""
        return games.of(self.table.game)

    @property
    def codes(self) -> list[str]:
        """The codes of all decisions, in order."""
        return [code for _seat, code in self.actions]

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._played[0]

    @property
    def happened(self) -> list[Happened]:
        """What happened while the cards were dealt, and by each decision."""
        return self._played[1]

    def decide(self, seat: int | None, decision: Decision, *, code: str = "", bot: str = "") -> None:
        """Go on by one decision, and by the sealed answers that the log has come to then."""
        self._add(seat, code or decision.code, self.game.play(decision), bot)
        self.unseal()

    def resign(self, seat: int) -> bool:
        """Let a seat give up; False when it is out already."""
        happened = self.rules.resign(self.game, seat)
        if happened is None:
            return False
        self.answers.pop(seat, None)
        self._add(seat, f"resign {seat}", happened)
        self.unseal()
        return True

    def holds(self, besides: int | None = None) -> bool:
        """Whether answers stay sealed for the moment: a person, ``besides`` this seat, still has to give one."""
        if not self.rules.holds(self.game):
            return False
        asked = (self.seats[number] for number in self.rules.seats_asked(self.game) if number != besides)
        return any(not seat.bot and seat.number not in self.answers for seat in asked)

    def may_take_back(self, seat: int | None) -> bool:
        """Whether a seat has answered what nobody has seen yet."""
        return seat in self.answers and self.rules.holds(self.game)

    def seal(self, seat: int, code: str) -> None:
        """Keep an answer until the log comes to it; where it was the last one missing, the log goes on."""
        SealedAnswer.objects.create(table=self.table, seat=seat, code=code)
        self.answers[seat] = code
        self._sealed.add(seat)
        self.unseal()

    def unseal(self) -> None:
        """Play the answers that the log has come to.

        One that the rules do not allow any more, because somebody left the game, is dropped: its author is asked anew.
        """
        while self.game.actor is not None and self.game.actor in self.answers and not self.holds():
            seat = self.game.actor
            code = self.answers.pop(seat)
            decision = find(self.game, seat, code)
            if decision is None:
                return
            self._add(seat, code, self.game.play(decision))

    def _add(self, seat: int | None, code: str, happened: Sequence[Any], bot: str = "") -> None:
        self.happened.append(tuple(happened))
        self.actions.append((seat, code))
        self.made.append((seat, code, bot))

    def forget_answers(self) -> None:
        """Delete the sealed answers that wait no more."""
        if not self._sealed <= self.answers.keys():
            sealed = SealedAnswer.objects.filter(table=self.table, due__isnull=True)
            sealed.exclude(seat__in=self.answers).delete()
        self._sealed = set(self.answers)

    def scene(self, seat: int | None, names: Sequence[str]) -> Scene:
        """Return the game as a seat sees it (``None``: a spectator), in the reader's language."""
        answered = self.answers.get(seat, "") if seat is not None else ""
        last = next((code for number, code in reversed(self.actions) if seat is not None and number == seat), "")
        return self.rules.scene(self.game, self.happened, seat, names, last=last, answered=answered)


def is_bot_due(table: CardTable, seats: Sequence[CardSeat]) -> bool:
    """Tell whether a running table waits for a bot's decision."""
    return table.state == TableState.RUNNING and table.actor is not None and bool(seats[table.actor].bot)
