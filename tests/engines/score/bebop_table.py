"""Matches of Space Serenade for tests: entries as JSON data, and short ways to write them."""

from __future__ import annotations

from typing import Any

from engines.bebop.cards import Planet
from engines.bebop.score import GAME, BebopSetup
from engines.core.problems import Illegal
from engines.core.score import Replay

EARTH, MARS, GANYMEDE = (planet.value for planet in Planet)
START = [
    {"kind": "place", "planet": EARTH, "resistance": 3, "clues": 2},
    {"kind": "place", "planet": MARS, "resistance": 2, "clues": 2},
    {"kind": "place", "planet": GANYMEDE, "resistance": 4, "clues": 3},
]
"""The rulebook's example criminal (3 resistance, 2 clues) on Earth, and two others."""


def setup(seats: int = 2, **options: Any) -> BebopSetup:
    """A setup without a card set."""
    return BebopSetup(seats=seats, **options)


def play(match: BebopSetup, *entries: dict[str, Any]) -> Replay[Any]:
    """Replay entries given as JSON data."""
    return GAME.replay(match, [GAME.decode_entry(entry) for entry in entries])


def sound(match: BebopSetup, *entries: dict[str, Any]) -> Any:
    """The state after entries that must all hold."""
    replay = play(match, *entries)
    assert not replay.faults, [(step.entry, step.problems) for step in replay.faults]
    return replay.state


def refusals(match: BebopSetup, *entries: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The codes and numbers with which the last entry is refused; the ones before must hold."""
    *before, last = entries
    state = sound(match, *before)
    try:
        GAME.apply(state, GAME.decode_entry(last))
    except Illegal as illegal:
        return {problem.code: problem.params for problem in illegal.problems}
    return {}


def take(seat: int, target: str, pile: str, count: int = 1) -> dict[str, Any]:
    """Tokens taken."""
    return {"kind": "take", "seat": seat, "target": target, "pile": pile, "count": count}


def reveal(planet: str, resistance: int | None = 1, clues: int | None = 9, star: int | None = 1) -> dict[str, Any]:
    """A criminal turned up: by default one that is caught by taking a single resistance token."""
    return {"kind": "reveal", "planet": planet, "resistance": resistance, "clues": clues, "star": star}


def end(*seats: int) -> list[dict[str, Any]]:
    """Turns ended."""
    return [{"kind": "end_turn", "seat": seat} for seat in seats]


def gauge(seat: int, planet: str, change: int) -> dict[str, Any]:
    """A card played on a gauge."""
    return {"kind": "gauge", "seat": seat, "planet": planet, "change": change}


def arrival(planet: str, resistance: int = 3, clues: int = 3, **more: Any) -> dict[str, Any]:
    """Vicious appears."""
    return {"kind": "arrival", "planet": planet, "resistance": resistance, "clues": clues, **more}


def move(planet: str) -> dict[str, Any]:
    """A movement card."""
    return {"kind": "move", "planet": planet}


def gauges(state: Any) -> tuple[int, ...]:
    """The gauges of Earth, Mars and Ganymede."""
    return tuple(place.gauge for place in state.places)


def codes(state: Any) -> list[str]:
    """The codes of what the last entry made happen."""
    return [event.code for event in state.events]


def hunt(seat: int = 0) -> list[dict[str, Any]]:
    """For two players: the three captures by ``seat`` after which six criminals have been revealed, so that the
    fourth may bring Vicious (ruling C4).

    Earth: 3 resistance tokens. Its place is taken by a criminal of 1 and 9 tokens, star 1, Mars's gauge goes to 2.
    Then that one, and the next. Afterwards: Earth 1 resistance, 9 clues; Mars 2, 2, gauge 3; Ganymede 4, 3, gauge 2.
    The seat has 3 + 1 + 1 tokens' renown and the stars 0 + 1 + 1: seven renown, three criminals.
    """
    return [
        *START,
        take(seat, EARTH, "resistance", 3), reveal(EARTH), reveal(MARS),
        take(seat, EARTH, "resistance"), reveal(EARTH), reveal(MARS),
        take(seat, EARTH, "resistance"), reveal(EARTH), reveal(GANYMEDE),
    ]  # fmt: skip


def vicious(planet: str = GANYMEDE, resistance: int = 3, clues: int = 3, **more: Any) -> list[dict[str, Any]]:
    """For two players: the hunt, a fourth capture on Earth, and Vicious.

    In front of seat 0 lie four criminals of Earth; two of Mars and one of Ganymede were discarded. Earth is empty.
    Seat 0 has 7 + 1 + 1 = 9 renown.
    """
    return [*hunt(), take(0, EARTH, "resistance"), arrival(planet, resistance, clues, **more)]
