"""What all entries of an evening share: checked against the state, then applied to it, with the dice they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from engines.core.dice import Dice, DiceError, RecordedDice
from engines.core.problems import Problem
from engines.musg.pocket.state import Phase, Rolled, Table

SITE: Final = "site"
TYPED: Final = "typed"
SOURCES: Final = ("", SITE, TYPED)


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """One thing that happened: ``verify`` yields every problem, ``apply`` changes the state and tells what it did.

    Each class takes the state of its own game, which ``log.play`` has made sure of.
    """

    def verify(self, state: Table) -> Iterator[Problem]:
        """Yield all that is wrong with the entry here."""
        if state.phase is Phase.OVER:
            yield Problem("game_over")
        else:
            yield from self.check(state)

    def check(self, state: Any) -> Iterator[Problem]:
        """Yield what is wrong with it while the game goes on."""
        yield from ()

    def apply(self, state: Any) -> None:
        """Change the state; the entry has no problems."""
        raise NotImplementedError


class RollEntry(Entry, frozen=True, kw_only=True):
    """An entry that holds dice: their ``faces`` in order, and who rolled them (``SITE`` or ``TYPED``)."""

    reason: ClassVar[str]
    faces: tuple[int, ...] = ()
    source: str = TYPED

    def about(self, state: Table) -> str:
        """Return what the roll is about: the same again after it was taken back, and never twice in an evening."""
        stem = f"turn {state.turn}: {self.reason} {self.subject(state)}".strip()
        return f"{stem} #{1 + sum(one.about.startswith(f'{stem} #') for one in state.rolls)}"

    def subject(self, state: Any) -> str:
        """Return for whom or what it is rolled."""
        return ""

    def ask(self, state: Any, dice: Dice) -> None:
        """Roll what the entry needs here. Raises ``DiceNeeded`` where the dice run out."""
        raise NotImplementedError

    def with_dice(self, state: Table, dice: Dice, source: str) -> RollEntry:
        """Return the entry with all the faces it needs here."""
        self.ask(state, dice)
        return replace(self, faces=dice.faces, source=source)

    def verify(self, state: Table) -> Iterator[Problem]:
        """Yield all that is wrong, the dice last: they are looked at only where they are asked for."""
        found = list(super().verify(state))
        yield from found
        if self.source not in SOURCES:
            yield Problem("source", None, {"value": self.source})
        if not found:
            try:
                self._roll(state)
            except DiceError as error:
                yield Problem("dice", None, {"item": type(error).__name__})

    def apply(self, state: Any) -> None:
        """Keep the receipts and do what the dice say."""
        about = self.about(state)
        dice = self._roll(state)
        self.done(state)
        kept = (Rolled(about_die(about, place), roll, self.source) for place, roll in enumerate(dice.rolls))
        state.rolls = (*state.rolls, *kept)

    def done(self, state: Any) -> None:
        """Do what the faces say."""
        raise NotImplementedError

    def _roll(self, state: Table) -> RecordedDice:
        dice = RecordedDice(self.faces)
        self.ask(state, dice)
        dice.finish()
        return dice


def about_die(about: str, place: int) -> str:
    """Return what the roll at ``place`` (from 0) of an entry is about."""
    return f"{about}, again {place}" if place else about


def known(state: Table, ref: str) -> Iterator[Problem]:
    """Yield the problem of a figure nobody knows."""
    if not state.knows(ref):
        yield Problem("no_such_figure", None, {"ref": ref})


def standing(state: Table, ref: str) -> Iterator[Problem]:
    """Yield what keeps somebody from being a figure that stands on the table."""
    if not state.knows(ref):
        yield Problem("no_such_figure", None, {"ref": ref})
    elif not state.stands(ref):
        yield Problem("not_standing", None, {"ref": ref})


def in_phase(state: Table, *phases: Phase) -> Iterator[Problem]:
    """Yield the problem of an entry at the wrong moment."""
    if state.phase not in phases:
        yield Problem("wrong_moment", None, {"phase": state.phase.value})


def nothing_awaited(state: Table) -> Iterator[Problem]:
    """Yield the problem of going on while a roll is awaited."""
    if state.pending:
        yield Problem("roll_awaited", None, {"item": state.pending[0].kind.value})
