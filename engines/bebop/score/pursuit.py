"""Entries of the second part: Vicious appears, and moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engines.bebop.cards import STAR_MOST, VICIOUS_TOKENS, Planet, ViciousCard, vicious_problems
from engines.bebop.score.hunting import next_turn
from engines.bebop.score.revealing import reveal_problems
from engines.bebop.score.setup import LAST_CARDS
from engines.bebop.score.state import GAUGE_MOST, BebopState, Piles, Vicious, counted, index
from engines.core.problems import Param, Problem
from engines.core.score import Entry, Event

APPEARANCE: Final = "Space Serenade, Apparition de Vicious"
MOVEMENT: Final = "Space Serenade, Déplacement de Vicious"


class Arrival(Entry[BebopState], frozen=True, kw_only=True, tag="arrival"):
    """Vicious is turned up after a capture. ``planet`` is that of the first movement card, which is discarded.

    His tokens (and the number in his star, if he has one) are typed, or are those of the card set.
    Refused with: ``nothing_to_reveal``, ``vicious_early`` (he is among the last four cards, ruling C4),
    ``no_movement_card``, ``number_missing``, ``number_range``, ``numbers_on_card``, ``vicious_tokens``.
    """

    planet: Planet
    resistance: int | None = None
    clues: int | None = None
    star: int | None = None

    def verify(self, state: BebopState) -> Iterable[Problem]:
        yield from reveal_problems(state)
        dealt, needs = sum(state.dealt), state.setup.deck - 1 - LAST_CARDS
        if dealt < needs:
            yield Problem("vicious_early", None, {"count": dealt, "needs": needs}, "ruling C4")
        yield from movement_problems(state.movement_deck(), self.planet)
        if state.setup.cards is None:
            yield from self._typed_problems()
            return
        card = state.setup.cards.vicious_with(state.setup.seats)
        star = state.setup.cards.vicious_star
        printed = (
            ("resistance", self.resistance, card.resistance),
            ("clues", self.clues, card.clues),
            ("star", self.star, star),
        )
        for item, value, needed in printed:
            if value not in (None, needed):
                params: dict[str, Param] = {"item": "vicious", "field": item, "value": value or 0, "needs": needed}
                yield Problem("numbers_on_card", None, params)

    def _typed_problems(self) -> Iterable[Problem]:
        for item, value in (("resistance", self.resistance), ("clues", self.clues)):
            if value is None:
                yield Problem("number_missing", None, {"item": item})
            elif value < 1:
                params: dict[str, Param] = {"item": item, "value": value, "least": 1, "most": VICIOUS_TOKENS - 1}
                yield Problem("number_range", None, params)
        yield from vicious_problems(self.resistance or 0, self.clues or 0)
        if self.star is not None and not 0 <= self.star <= STAR_MOST:
            yield Problem("number_range", None, {"item": "star", "value": self.star, "least": 0, "most": STAR_MOST})

    def apply(self, state: BebopState) -> BebopState:
        cards = state.setup.cards
        card = (
            cards.vicious_with(state.setup.seats)
            if cards
            else ViciousCard(players=state.setup.seats, resistance=self.resistance or 0, clues=self.clues or 0)
        )
        piles = Piles(card.resistance, card.clues)
        star = cards.vicious_star if cards else self.star or 0
        deck = counted(state.movement_deck(), self.planet, -1)
        vicious = Vicious(self.planet, star, piles, piles, deck)
        event = Event("vicious_appears", None, {"planet": self.planet.value, "count": sum(deck)}, APPEARANCE)
        return replace(state, vicious=vicious, reveals=0).with_events(event)


class Move(Entry[BebopState], frozen=True, kw_only=True, tag="move"):
    """A movement card at the end of a turn in which Vicious lost resistance.

    Elsewhere: he goes there and no gauge changes (ruling C49). Where he is: the gauge rises, and at 3 the criminal
    there, if any, escapes without being replaced (ruling C39). After the last card everybody has one more turn, the
    revealer last (rulings C33, C34). Refused with: ``not_moving``, ``no_movement_card``.
    """

    planet: Planet

    def verify(self, state: BebopState) -> Iterable[Problem]:
        if not state.moving or state.vicious is None:
            yield Problem("not_moving", None, {}, MOVEMENT)
        else:
            yield from movement_problems(state.vicious.deck, self.planet)

    def apply(self, state: BebopState) -> BebopState:
        vicious = state.vicious
        if vicious is None:
            return state
        deck = counted(vicious.deck, self.planet, -1)
        if vicious.planet is self.planet:
            state = _stirred(replace(state, vicious=replace(vicious, deck=deck)), self.planet)
        else:
            state = replace(state, vicious=replace(vicious, deck=deck, planet=self.planet))
            state = state.with_events(Event("vicious_moves", None, {"planet": self.planet.value}, MOVEMENT))
        if not sum(deck):
            state = _last_turns(state)
        return next_turn(state)


def movement_problems(deck: tuple[int, int, int], planet: Planet) -> Iterable[Problem]:
    """Yield ``no_movement_card`` if the movement deck has no criminal of a planet left."""
    if deck[index(planet)] < 1:
        yield Problem("no_movement_card", None, {"planet": planet.value, "count": 1, "most": 0}, "ruling C40")


def _stirred(state: BebopState, planet: Planet) -> BebopState:
    place = state.board_of(planet)
    if place.gauge < GAUGE_MOST:
        return state.with_gauge(planet, place.gauge + 1, MOVEMENT)
    return state.escaped(planet, "ruling C39") if place.criminal is not None else state


def _last_turns(state: BebopState) -> BebopState:
    if state.vicious is None:
        return state
    # The turn that revealed the card ends as well, so it is counted and taken off again.
    count = len(state.staying)
    vicious = replace(state.vicious, turns_left=count + 1)
    event = Event("last_turns", None, {"count": count}, "ruling C34")
    return replace(state, vicious=vicious).with_events(event)
