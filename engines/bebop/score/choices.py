"""What may be entered now on the pad of Space Serenade: each value offered is allowed with some of the others."""

from __future__ import annotations

from collections.abc import Iterator

from engines.bebop.cards import PILE_MOST, STAR_MOST, VICIOUS_TOKENS, CardSet, Character, Planet
from engines.bebop.score.noting import TOTAL_MOST, ByCard, captures_most
from engines.bebop.score.setup import LAST_CARDS
from engines.bebop.score.state import BebopState, Pile, Target, index
from engines.core.score import Choice, Field, Number, Outcome, Pick, Words


def offered(state: BebopState, outcome: Outcome | None) -> Iterator[Choice]:
    """Yield what may be entered now: one ``take`` for each pile with tokens, everything else once."""
    unnamed = tuple(seat for seat in state.seats if state.characters[seat] is None)
    if unnamed:
        free = tuple(one.value for one in Character if one not in state.characters)
        yield Choice("choose", (Pick("seat", unnamed), Pick("character", free)))
    if outcome is not None:
        if outcome.missing:
            yield Choice("captures", (Number("captured", 0, captures_most(state), per_seat=True),))
        return
    if not state.prepared:
        yield Choice("place", _placing_fields(state))
        if not state.begun:
            totals = Number("totals", 0, TOTAL_MOST, per_seat=True)
            yield Choice("result", (totals, Number("captured", 0, captures_most(state), per_seat=True)))
    elif state.reveals:
        yield from _reveal_choices(state)
    elif state.moving and state.vicious is not None:
        yield Choice("move", (_planets(state.vicious.deck),))
    else:
        yield from _turn_choices(state)
    if state.prepared:
        yield ByCard.choice(state.seats)
    yield Choice("leave", (Pick("seat", state.staying),))
    yield Choice("stop", (Number("totals", 0, TOTAL_MOST, per_seat=True),))


def _placing_fields(state: BebopState) -> tuple[Field, ...]:
    planets = tuple(planet for planet in Planet if planet not in state.placed)
    if state.setup.cards is None:
        return (Pick("planet", tuple(planet.value for planet in planets)), *_typed_fields())
    cards = (one for one in state.setup.cards.criminals if one.planet in planets and one.star == 0)
    return (Pick("criminal", tuple(card.code for card in cards)),)


def _typed_fields() -> tuple[Field, ...]:
    return Words("criminal"), Number("resistance", 1, PILE_MOST), Number("clues", 1, PILE_MOST)


def _reveal_choices(state: BebopState) -> Iterator[Choice]:
    left = tuple(planet for planet in Planet if state.dealt[index(planet)] < state.setup.per_planet)
    if left:
        yield Choice("reveal", _reveal_fields(state, state.setup.cards, left))
    if sum(state.dealt) >= state.setup.deck - 1 - LAST_CARDS:
        planets = _planets(state.movement_deck())
        most = VICIOUS_TOKENS - 1
        typed = (Number("resistance", 1, most), Number("clues", 1, most), Number("star", 0, STAR_MOST, default=0))
        yield Choice("arrival", (planets, *(() if state.setup.cards else typed)))


def _reveal_fields(state: BebopState, cards: CardSet | None, planets: tuple[Planet, ...]) -> tuple[Field, ...]:
    if cards is not None:
        hidden = (card.code for card in cards.criminals if card.planet in planets and card.code not in state.seen)
        return (Pick("criminal", tuple(hidden)),)
    planet = Pick("planet", tuple(planet.value for planet in planets))
    return (planet, *_typed_fields(), Number("star", 0, STAR_MOST))


def _planets(deck: tuple[int, int, int]) -> Pick:
    return Pick("planet", tuple(planet.value for planet in Planet if deck[index(planet)]))


def _turn_choices(state: BebopState) -> Iterator[Choice]:
    seat = Pick("seat", (state.active,), default=state.active)
    for target in Target:
        piles = state.piles(target)
        for pile in Pile if piles else ():
            fields = (
                Pick("target", (target.value,), default=target.value),
                Pick("pile", (pile.value,), default=pile.value),
            )
            count = Number("count", 1, piles.of(pile) if piles else 0, default=1)
            yield Choice("take", (seat, *fields, count))
    yield Choice("gauge", (seat, Pick("planet", tuple(planet.value for planet in Planet)), Pick("change", (-1, 1))))
    yield Choice("end_turn", (seat,))
