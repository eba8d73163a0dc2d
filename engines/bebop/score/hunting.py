"""Entries of a turn: tokens taken (and the capture that follows), cards on gauges, the end of the turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engines.bebop.cards import Planet
from engines.bebop.score.state import (
    CAPTURE,
    END,
    GAUGE_LEAST,
    GAUGE_MOST,
    BebopState,
    Captured,
    Pile,
    Piles,
    Place,
    Target,
)
from engines.core.problems import Problem
from engines.core.score import Entry, Event, seat_problems

WEAKEN: Final = "Space Serenade, Affaiblir un criminel"
TURN: Final = "Space Serenade, Déroulement d'un tour"
REVEALS: Final = 2
"""Cards revealed after a capture while Vicious is not in play."""


class Take(Entry[BebopState], frozen=True, kw_only=True, tag="take"):
    """The active player takes capture tokens off one pile of a criminal or of Vicious.

    The last token of a pile captures: everybody's tokens of that kind become renown, the captor keeps the card, the
    planet is cleaned (rulings C7, C8, C11), and two cards are to be revealed. Taking Vicious's last ends the match.
    Refused with the codes of ``turn_problems`` and: ``nobody_there``, ``tokens_left``, ``count_least``.
    """

    seat: int
    target: Target
    pile: Pile
    count: int = 1

    def verify(self, state: BebopState) -> Iterable[Problem]:
        yield from turn_problems(state, self.seat)
        if self.count < 1:
            yield Problem("count_least", None, {"value": self.count, "least": 1})
        piles = state.piles(self.target)
        if piles is None:
            yield Problem("nobody_there", None, {"target": self.target.value}, WEAKEN)
        elif self.count > piles.of(self.pile):
            params: dict[str, int | str] = {"target": self.target.value, "pile": self.pile.value}
            params |= {"value": self.count, "most": piles.of(self.pile)}
            yield Problem("tokens_left", None, params, WEAKEN)

    def apply(self, state: BebopState) -> BebopState:
        piles = (state.piles(self.target) or Piles(0, 0)).without(self.pile, self.count)
        state = _with_piles(state.with_tokens(self.seat, self.target, self.count), self.target, piles)
        if self.target is Target.VICIOUS and self.pile is Pile.RESISTANCE and state.vicious is not None:
            state = replace(state, vicious=replace(state.vicious, hit=True))
        if piles.of(self.pile):
            return state
        if self.target is Target.VICIOUS:
            return _vicious_captured(state, self.seat)
        return _captured(state, self.seat, Planet(self.target.value))


class Gauge(Entry[BebopState], frozen=True, kw_only=True, tag="gauge"):
    """A card moves a gauge by one. It stays within 1 and 3 and never makes a criminal escape (ruling C17).

    Refused with the codes of ``turn_problems`` and ``gauge_step``.
    """

    seat: int
    planet: Planet
    change: int

    def verify(self, state: BebopState) -> Iterable[Problem]:
        yield from turn_problems(state, self.seat)
        if self.change not in (-1, 1):
            yield Problem("gauge_step", None, {"value": self.change, "least": -1, "most": 1})

    def apply(self, state: BebopState) -> BebopState:
        value = state.board_of(self.planet).gauge + self.change
        return state.with_gauge(self.planet, max(GAUGE_LEAST, min(GAUGE_MOST, value)), "ruling C17")


class EndTurn(Entry[BebopState], frozen=True, kw_only=True, tag="end_turn"):
    """The active player's turn is over; it names its seat, so that two phones ending one turn do not end two.

    If Vicious lost resistance in this turn, a movement card is revealed before the next turn (ruling C32); with the
    movement deck empty he stays (ruling C35). Refused with the codes of ``turn_problems``.
    """

    seat: int

    def verify(self, state: BebopState) -> Iterable[Problem]:
        yield from turn_problems(state, self.seat)

    def apply(self, state: BebopState) -> BebopState:
        vicious = state.vicious
        if vicious is not None and vicious.hit and sum(vicious.deck) > 0:
            return replace(state, moving=True)
        return next_turn(state)


def turn_problems(state: BebopState, seat: int) -> Iterable[Problem]:
    """Yield what forbids the active player's acts now.

    Codes: ``no_such_seat``, ``not_active``, ``criminals_missing`` (starting criminals), ``reveal_first`` (after a
    capture), ``move_first`` (Vicious at the end of the turn).
    """
    unseated = seat_problems(state, seat)
    yield from unseated
    if not unseated and seat != state.active:
        yield Problem("not_active", None, {"seat": seat, "active": state.active}, TURN)
    yield from unprepared_problems(state)
    if state.reveals:
        yield Problem("reveal_first", None, {"count": state.reveals}, CAPTURE)
    if state.moving:
        yield Problem("move_first", None, {}, "ruling C32")


def unprepared_problems(state: BebopState) -> Iterable[Problem]:
    """Yield ``criminals_missing`` before every planet has its starting criminal."""
    if not state.prepared:
        params: dict[str, int | str] = {"count": len(state.placed), "needs": len(Planet)}
        yield Problem("criminals_missing", None, params, "Space Serenade, Mise en place")


def next_turn(state: BebopState) -> BebopState:
    """Return the state at the next player's turn, or at Vicious's flight after the last one (rulings C33, C34)."""
    vicious = state.vicious
    if vicious is not None:
        left = None if vicious.turns_left is None else vicious.turns_left - 1
        if left == 0:
            return _fled(state)
        state = replace(state, vicious=replace(vicious, hit=False, turns_left=left))
    order = [(state.active + step) % state.setup.seats for step in range(1, state.setup.seats + 1)]
    following = next(seat for seat in order if seat not in state.left)
    return replace(state, moving=False, active=following, turn=state.turn + 1)


def _with_piles(state: BebopState, target: Target, piles: Piles) -> BebopState:
    if target is Target.VICIOUS:
        return replace(state, vicious=replace(state.vicious, left=piles)) if state.vicious else state
    planet = Planet(target.value)
    place = state.board_of(planet)
    if place.criminal is None:
        return state
    return state.with_place(planet, Place(place.gauge, replace(place.criminal, left=piles)))


def _captured(state: BebopState, seat: int, planet: Planet) -> BebopState:
    """Share renown, clean the planet, and ask for two cards unless Vicious is in play (ruling C11)."""
    criminal = state.board_of(planet).criminal
    target = Target(planet.value)
    if criminal is not None:
        state = state.with_card(seat, Captured(target, criminal.name, criminal.star))
    state = state.converted(target).with_gauge(planet, GAUGE_LEAST, CAPTURE)
    state = state.with_place(planet, Place()).with_events(
        Event("characters_return", None, {"planet": planet.value}, "ruling C47")
    )
    return state if state.vicious is not None else replace(state, reveals=REVEALS)


def _vicious_captured(state: BebopState, seat: int) -> BebopState:
    """End the match at once: Vicious's tokens become renown, all others are discarded (ruling C36)."""
    star = state.vicious.star if state.vicious else 0
    state = state.with_card(seat, Captured(Target.VICIOUS, "", star)).converted(Target.VICIOUS)
    return over(state, "vicious_captured")


def _fled(state: BebopState) -> BebopState:
    return over(state, "vicious_fled").with_events(Event("vicious_fled", None, {}, "ruling C37"))


def over(state: BebopState, how: str) -> BebopState:
    """End the match: discard all capture tokens left; renown stays (ruling C37; Fin de la partie)."""
    lost = [(seat, sum(row)) for seat, row in enumerate(state.tokens) if sum(row)]
    events = (Event("tokens_lost", seat, {"count": count}, END) for seat, count in lost)
    return replace(state.without_tokens(*Target), ended=how, moving=False, reveals=0).with_events(*events)
