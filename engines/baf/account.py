"""A game told line by line for the shell. The site tells it in its own words, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engines.baf.actions import hand
from engines.baf.cards import Skills
from engines.baf.events import (
    AnyEvent,
    Attempted,
    Contested,
    Fought,
    GameOver,
    HandsLaid,
    HandsShown,
    Improved,
    MonstersLeft,
    MonstersShown,
)
from engines.baf.game import Game

LINES: Final[Mapping[str, str]] = {
    "bosses_shown": "{master} and {dragon} lie open",
    "first_player": "seat {seat} drafts first",
    "hero_drafted": "seat {seat} takes {hero}",
    "heroes_placed": "seat {seat}: {left} on the left, {right} on the right",
    "round_began": "round {number}, level {level}",
    "touched": "seat {seat} touches {monster} ({place}), {side} hand",
    "said_done": "seat {seat} has done",
    "time_up": "time is up",
    "declined": "seat {seat} puts {monster} under nobody",
    "attempt_chosen": "seat {seat} has chosen",
    "resigned": "seat {seat} leaves",
}
"""How each event is told, by its tag."""


def account(game: Game) -> Iterator[str]:
    """Yield what happened in a recorded game, line by line; then what everybody has."""
    for event in game.events or ():
        tell = _TOLD.get(type(event))
        yield tell(event) if tell is not None else _line(event)
    for seat in game.seats:
        heroes = ", ".join(
            f"{hero.code} ({skills_told(skills)})"
            for hero, skills in zip(seat.heroes, (seat.left, seat.right), strict=False)
        )
        yield f"seat {seat.index}: {seat.coins} coins, {len(seat.lost)} lost, {heroes}"


def skills_told(skills: Skills) -> str:
    """Return skills in a word or two."""
    return " ".join(f"{skill.value} {amount}" for skill, amount in skills if amount) or "nothing"


def _line(event: AnyEvent) -> str:
    figures = {name: getattr(event, name) for name in event.__struct_fields__}
    return LINES[event.__struct_config__.tag].format(**figures)  # type: ignore[index]


def _shown(event: MonstersShown) -> str:
    return "  ".join(f"{place}:{code}" for place, code in enumerate(event.monsters))


def _laid(event: HandsLaid) -> str:
    return f"seat {event.seat} lays its hands"


def _hands(event: HandsShown) -> str:
    shown = zip(event.seats, event.hands, strict=True)
    return "; ".join(f"seat {seat} shows {hand(left)} {hand(right)}" for seat, (left, right) in shown)


def _contested(event: Contested) -> str:
    return f"{event.monster} ({event.place}) goes to seat {event.winner} of {', '.join(map(str, event.seats))} by lot"


def _fought(event: Fought) -> str:
    sides = " and ".join(event.sides)
    end = "is beaten by" if event.won else "beats"
    return f"{event.monster} ({event.place}) {end} seat {event.seat}, {sides}: {event.coins:+d}"


def _left(event: MonstersLeft) -> str:
    return f"nobody attacked {', '.join(event.monsters)}"


def _improved(event: Improved) -> str:
    return f"seat {event.seat} puts {event.monster} under {event.hero}: {skills_told(event.gain)}"


def _attempted(event: Attempted) -> str:
    if event.boss is None:
        return f"seat {event.seat} attacks neither"
    return f"seat {event.seat} {'beats' if event.won else 'fails against'} {event.card}: {event.coins:+d}"


def _over(event: GameOver) -> str:
    return f"won by {' and '.join(f'seat {seat}' for seat in event.outcome.winners)} ({event.outcome.ending.value})"


_TOLD: Final[Mapping[type[Any], Callable[[Any], str]]] = {
    MonstersShown: _shown,
    HandsLaid: _laid,
    HandsShown: _hands,
    Contested: _contested,
    Fought: _fought,
    MonstersLeft: _left,
    Improved: _improved,
    Attempted: _attempted,
    GameOver: _over,
}
