"""Entries beside the play: who plays whom, and the match noted as a final result only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec.structs import replace

from engines.bebop.cards import Character
from engines.bebop.score.hunting import over, unprepared_problems
from engines.bebop.score.state import END, BebopState
from engines.core.problems import Param, Problem
from engines.core.score import (
    CardPoints,
    Entry,
    Leaving,
    Points,
    brought_to,
    each_range_problems,
    each_seat_problems,
    seat_problems,
)

TOTAL_MOST: Final = 300


class Choose(Entry[BebopState], frozen=True, kw_only=True, tag="choose"):
    """A player's character, each taken by one player only; it may be entered at any time, also after the end.

    Refused with: ``no_such_seat``, ``character_known``, ``character_taken``.
    """

    after_end: ClassVar[bool] = True

    seat: int
    character: Character

    def verify(self, state: BebopState) -> Iterable[Problem]:
        unseated = seat_problems(state, self.seat)
        yield from unseated
        if not unseated and (known := state.characters[self.seat]) is not None:
            yield Problem("character_known", None, {"seat": self.seat, "item": known.value})
        if self.character in state.characters:
            params: dict[str, Param] = {"seat": state.characters.index(self.character), "item": self.character.value}
            yield Problem("character_taken", None, params, "Space Serenade, Mise en place")

    def apply(self, state: BebopState) -> BebopState:
        chosen = (*state.characters[: self.seat], self.character, *state.characters[self.seat + 1 :])
        return replace(state, characters=chosen)


class ByCard(CardPoints[BebopState], frozen=True, tag="card"):
    """Renown by a card's text (ruling C51), once the starting criminals lie there (else ``criminals_missing``)."""

    @property
    def rule(self) -> str:
        """The ruling that lets the pad take it."""
        return "ruling C51"

    def verify(self, state: BebopState) -> Iterable[Problem]:
        yield from super().verify(state)
        yield from unprepared_problems(state)


class FinalRenown(Entry[BebopState], frozen=True, kw_only=True, tag="result"):
    """The final result alone, when nobody kept the pad: every seat's renown with stars, and how many criminals it
    captured, Vicious included, where that is known.

    Refused with: ``result_late`` (criminals lie on the table), ``final_lines``, ``total_range`` and the codes of
    ``count_problems``.
    """

    totals: tuple[int, ...]
    captured: tuple[int | None, ...] = ()

    def verify(self, state: BebopState) -> Iterable[Problem]:
        if state.begun:
            yield Problem("result_late", None, {"count": len(state.placed), "most": 0})
        yield from each_seat_problems(state, self.totals)
        yield from each_range_problems("total_range", self.totals, 0, TOTAL_MOST)
        if self.captured:
            yield from count_problems(state, self.captured)

    def apply(self, state: BebopState) -> BebopState:
        points = (Points(seat, total, "result", END) for seat, total in enumerate(self.totals) if total)
        counts = self.captured or (None,) * state.setup.seats
        return replace(state, noted=True, counts=counts, ended="result").scored(*points)


class Stop(Entry[BebopState], frozen=True, kw_only=True, tag="stop"):
    """The players broke off, at whatever moment: with the renown as it stands, or with the ``totals`` typed here.

    Capture tokens are discarded as at any end (Fin de la partie). Where totals are typed the pad may not know all that
    was captured, so that a tie asks for it as after a result alone (ruling C48).
    Refused with: ``final_lines``, ``total_range``.
    """

    totals: tuple[int, ...] = ()

    def verify(self, state: BebopState) -> Iterable[Problem]:
        if self.totals:
            yield from each_seat_problems(state, self.totals)
            yield from each_range_problems("total_range", self.totals, 0, TOTAL_MOST)

    def apply(self, state: BebopState) -> BebopState:
        after = over(state, "stopped")
        if not self.totals:
            return after
        agreed = after.scored(*brought_to(after, self.totals, "result"))
        return replace(agreed, noted=True, counts=(None,) * state.setup.seats)


class Leave(Leaving[BebopState], frozen=True, tag="leave"):
    """A player leaves before the end: renown stays, turns are left out, and they come behind all who stay.

    Who leaves in the own turn ends it with an ``EndTurn`` of its own, as there may be a criminal to reveal before. When
    one player is left, the match is over and capture tokens are discarded as at any end.
    Refused with: ``no_such_seat``, ``has_left``.
    """

    def apply(self, state: BebopState) -> BebopState:
        after = replace(state, left=(*state.left, self.seat))
        if len(after.staying) < 2:
            return over(after, "left")
        vicious = state.vicious
        if vicious is not None and vicious.turns_left is not None and _has_a_turn_left(state, self.seat):
            return replace(after, vicious=replace(vicious, turns_left=vicious.turns_left - 1))
        return after


def _has_a_turn_left(state: BebopState, seat: int) -> bool:
    """Tell whether a seat would still have had one of the last turns, which are counted with the one under way."""
    left = state.vicious.turns_left if state.vicious is not None else None
    order = [(state.active + step) % state.setup.seats for step in range(state.setup.seats)]
    playing = [one for one in order if one == state.active or one not in state.left]
    return left is not None and seat != state.active and seat in playing[:left]


class Captures(Entry[BebopState], frozen=True, kw_only=True, tag="captures"):
    """How many criminals each seat captured, asked for after a result alone that ended level (ruling C48).

    Refused with: ``captures_known`` and the codes of ``count_problems``.
    """

    after_end: ClassVar[bool] = True

    captured: tuple[int, ...]

    def verify(self, state: BebopState) -> Iterable[Problem]:
        if not state.noted or None not in state.counts:
            yield Problem("captures_known")
        yield from count_problems(state, self.captured)

    def apply(self, state: BebopState) -> BebopState:
        return replace(state, counts=self.captured)


def captures_most(state: BebopState) -> int:
    """Return how many criminals there are to capture in all: three at the start and the deck, Vicious included."""
    return 3 + state.setup.deck


def count_problems(state: BebopState, counts: tuple[int | None, ...]) -> Iterable[Problem]:
    """Yield what is wrong with counts of captured criminals: ``final_lines``, ``captured_range``, ``captured_sum``."""
    most = captures_most(state)
    yield from each_seat_problems(state, counts)
    yield from each_range_problems("captured_range", counts, 0, most)
    total = sum(count for count in counts if count is not None and count > 0)
    if total > most:
        yield Problem("captured_sum", None, {"value": total, "most": most}, "Space Serenade, Mise en place")
