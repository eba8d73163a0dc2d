"""Entries that put criminals on planets: the starting ones, and those revealed after a capture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engines.bebop.cards import PILE_MOST, STAR_MOST, STARTERS, CriminalCard, Planet
from engines.bebop.score.state import GAUGE_MOST, GAUGES, BebopState, Criminal, Piles, Place, counted, index
from engines.core.label import label_problems, same_label
from engines.core.problems import Param, Problem
from engines.core.score import Entry, Event

SETUP: Final = "Space Serenade, Mise en place"
REVEAL: Final = "Space Serenade, Révélation de nouveaux criminels"


class StartingCriminal(Entry[BebopState], frozen=True, kw_only=True, tag="place"):
    """The starting criminal of a planet, whose star is 0 (ruling C3): a code of the card set, or numbers typed.

    Refused with: ``planet_occupied`` and the codes of ``card_problems`` and ``number_problems``.
    """

    planet: Planet | None = None
    criminal: str = ""
    resistance: int | None = None
    clues: int | None = None

    def verify(self, state: BebopState) -> Iterable[Problem]:
        yield from card_problems(state, self.criminal, self.planet, self.resistance, self.clues)
        card = card_of(state, self.criminal)
        planet = planet_of(card, self.planet)
        if planet in state.placed:
            yield Problem("planet_occupied", None, {"planet": planet.value}, SETUP)
        if card is not None and card.star:
            yield Problem("no_starter", None, {"item": card.code, "value": card.star, "most": 0}, "ruling C3")
        if state.setup.cards is None:
            yield from number_problems(self.resistance, self.clues, 0)

    def apply(self, state: BebopState) -> BebopState:
        card = card_of(state, self.criminal)
        planet = planet_of(card, self.planet) or Planet.EARTH
        after = _settled(state, planet, card, self.criminal, self.resistance, self.clues, 0)
        return replace(after, placed=(*state.placed, planet), seen=_seen(state, self.criminal))


class Reveal(Entry[BebopState], frozen=True, kw_only=True, tag="reveal"):
    """One card of the criminal deck turned up after a capture (Space Serenade, Révélation de nouveaux criminels).

    On a free planet the criminal is placed; on an occupied one the gauge rises and the card is discarded, and at 3
    the criminal there escapes and this one takes the place (rulings C12, C15). Numbers are needed for one that stays.
    Refused with: ``nothing_to_reveal``, ``only_vicious_left``, ``planet_dealt_out``, ``starters_out`` and the codes
    of ``card_problems`` and ``number_problems``.
    """

    planet: Planet | None = None
    criminal: str = ""
    resistance: int | None = None
    clues: int | None = None
    star: int | None = None

    def verify(self, state: BebopState) -> Iterable[Problem]:
        yield from reveal_problems(state)
        dealt, criminals = sum(state.dealt), state.setup.deck - 1
        if state.reveals and dealt == criminals:
            yield Problem("only_vicious_left", None, {"count": dealt + 1, "most": criminals}, "ruling C4")
        yield from card_problems(state, self.criminal, self.planet, self.resistance, self.clues, self.star)
        planet = planet_of(card_of(state, self.criminal), self.planet)
        if planet is None:
            return
        count = state.dealt[index(planet)] + 1
        if count > state.setup.per_planet:
            params: dict[str, Param] = {"planet": planet.value, "count": count, "most": state.setup.per_planet}
            yield Problem("planet_dealt_out", None, params, SETUP)
        if state.setup.cards is None:
            if self.star == 0 and state.starters_dealt[index(planet)] >= STARTERS - 1:
                params = {"planet": planet.value, "count": STARTERS + 1, "most": STARTERS}
                yield Problem("starters_out", None, params, "ruling C3")
            if _stays(state, planet):
                yield from number_problems(self.resistance, self.clues, self.star)

    def apply(self, state: BebopState) -> BebopState:
        card = card_of(state, self.criminal)
        planet = planet_of(card, self.planet) or Planet.EARTH
        star = card.star if card else self.star
        state = replace(
            state,
            reveals=state.reveals - 1,
            dealt=counted(state.dealt, planet, 1),
            starters_dealt=counted(state.starters_dealt, planet, int(star == 0)),
            seen=_seen(state, self.criminal),
        )
        place = state.board_of(planet)
        if place.criminal is None:
            return _settled(state, planet, card, self.criminal, self.resistance, self.clues, star or 0)
        if place.gauge < GAUGE_MOST:
            named: dict[str, Param] = {"item": self.criminal.strip()} if self.criminal.strip() else {}
            discarded = Event("discarded", None, {"planet": planet.value, **named}, REVEAL)
            return state.with_events(discarded).with_gauge(planet, place.gauge + 1, GAUGES)
        after = state.escaped(planet, "ruling C15")
        return _settled(after, planet, card, self.criminal, self.resistance, self.clues, star or 0)


def reveal_problems(state: BebopState) -> Iterable[Problem]:
    """Yield ``nothing_to_reveal`` unless a card of the criminal deck is to be turned up now."""
    if not state.reveals:
        yield Problem("nothing_to_reveal", None, {"count": 1, "most": 0}, REVEAL)


def card_problems(
    state: BebopState,
    criminal: str,
    planet: Planet | None,
    resistance: int | None,
    clues: int | None,
    star: int | None = None,
) -> Iterable[Problem]:
    """Yield what is wrong with the identity of a criminal and with the numbers typed for it.

    Codes: ``card_unknown``, ``planet_on_card``, ``numbers_on_card``, ``planet_missing``, ``criminal_seen``,
    ``label_long``, ``label_unprintable``, ``number_range``.
    """
    if criminal.strip() and any(same_label(one, criminal) for one in state.seen):
        yield Problem("criminal_seen", None, {"item": criminal})
    if state.setup.cards is None:
        yield from label_problems(criminal, "criminal")
        if planet is None:
            yield Problem("planet_missing")
        for item, value, least, most in (
            ("resistance", resistance, 1, PILE_MOST),
            ("clues", clues, 1, PILE_MOST),
            ("star", star, 0, STAR_MOST),
        ):
            if value is not None and not least <= value <= most:
                yield Problem("number_range", None, {"item": item, "value": value, "least": least, "most": most})
        return
    card = card_of(state, criminal)
    if card is None:
        yield Problem("card_unknown", None, {"item": "criminal", "value": criminal})
        return
    if planet not in (None, card.planet):
        yield Problem("planet_on_card", None, {"item": card.code, "planet": card.planet.value})
    for item, value, printed in (
        ("resistance", resistance, card.resistance),
        ("clues", clues, card.clues),
        ("star", star, card.star),
    ):
        if value not in (None, printed):
            params: dict[str, Param] = {"item": card.code, "field": item, "value": value or 0, "needs": printed}
            yield Problem("numbers_on_card", None, params)


def number_problems(resistance: int | None, clues: int | None, star: int | None) -> Iterable[Problem]:
    """Yield ``number_missing`` for each number of a criminal's card that is needed and was not typed."""
    for item, value in (("resistance", resistance), ("clues", clues), ("star", star)):
        if value is None:
            yield Problem("number_missing", None, {"item": item})


def card_of(state: BebopState, criminal: str) -> CriminalCard | None:
    """Return the card of a criminal, ``None`` without a card set."""
    return state.setup.cards.criminal(criminal) if state.setup.cards else None


def planet_of(card: CriminalCard | None, typed: Planet | None) -> Planet | None:
    """Return the planet on the card, else the one typed."""
    return card.planet if card else typed


def _stays(state: BebopState, planet: Planet) -> bool:
    """Tell whether a criminal revealed now for this planet takes its place there."""
    place = state.board_of(planet)
    return place.criminal is None or place.gauge == GAUGE_MOST


def _seen(state: BebopState, criminal: str) -> tuple[str, ...]:
    return (*state.seen, criminal.strip()) if criminal.strip() else state.seen


def _settled(
    state: BebopState,
    planet: Planet,
    card: CriminalCard | None,
    name: str,
    resistance: int | None,
    clues: int | None,
    star: int,
) -> BebopState:
    """Return the state with a criminal and the tokens on a planet that is free."""
    placed = Piles(card.resistance, card.clues) if card else Piles(resistance or 0, clues or 0)
    criminal = Criminal(name.strip(), star, placed, placed)
    after = state.with_place(planet, Place(state.board_of(planet).gauge, criminal))
    params: dict[str, Param] = {"planet": planet.value, "count": placed.total}
    if criminal.name:
        params["item"] = criminal.name
    return after.with_events(Event("placed", None, params, REVEAL if state.prepared else SETUP))
