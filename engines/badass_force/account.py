"""A game told line by line for the shell. The site tells it in its own words, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engines.badass_force.events import AnyEvent, GameOver
from engines.badass_force.game import Game

SEATS: Final = ("seat", "target", "by", "caller", "first")
"""Fields that hold a seat."""

LINES: Final[Mapping[str, str]] = {
    "cast_chosen": "characters: {characters}; {first} begins",
    "weapon_dealt": "{seat} has the weapon {weapon} at {ammo}",
    "loge_drawn": "{seat} puts {character} into the dressing room",
    "laid": "{seat} lays {character}",
    "turn_began": "turn {number}: {seat}",
    "turn_ended": "the turn of {seat} is over",
    "limit_reached": "{seat} has {points} points: this is the last turn",
    "resigned": "{seat} leaves",
    "announced": "{seat}: I am {character} {on}",
    "declined": "{seat} does not react ({on})",
    "answered": "called by: {callers}",
    "shown": "{seat} shows {character}",
    "bluff_called": "{caller} called {seat}: the truth? {true}",
    "slot_began": "{seat}: {card}, {slot}",
    "skipped": "{card}: nothing to {verb}",
    "charged": "{seat} gains {gain}: {ammo}",
    "uncharged": "{seat} loses {loss}: {ammo}",
    "overloaded": "the weapon {weapon} of {seat} is overloaded by {by}",
    "lost": "{seat} loses {character} ({means}) by {by}",
    "scored": "{seat} {points:+d} ({source}): {total}",
    "vengeance_began": "Vengeance for {seat}, again: {again}",
    "blocked": "{seat} is out of reach",
    "revived": "{seat} takes {character} back",
    "looked_at": "{seat} looks at {character} of {target}",
    "guessed": "{seat} guesses {character} for {target}: {right}",
    "exchanged": "{seat} exchanges with {target}",
    "lasts": "{seat}: {what} {amount} until {until} ({card})",
    "rolled": "{seat} rolls {symbols}",
    "proposed": "{seat} proposes {proposal}",
    "agreed": "{seat} accepts: {accepts}",
    "executed": "{seat} uses {weapon} at {ammo}",
    "weapon_discarded": "{seat} discards {weapon}",
    "weapon_taken": "{seat} takes {weapon}",
    "weapon_revealed": "{weapon} comes to the middle",
    "pile_reformed": "the discard becomes the pile, {count} weapons",
}
"""How each event is told, by its tag."""


def account(game: Game) -> Iterator[str]:
    """Yield what happened in a recorded game, line by line, every card open."""
    for event in game.events or ():
        yield _over(event) if isinstance(event, GameOver) else _line(event)


def _line(event: AnyEvent) -> str:
    tag = str(event.__struct_config__.tag)
    fields = {field: _told(field, getattr(event, field)) for field in event.__struct_fields__}
    text = LINES[tag].format(**fields).rstrip()
    return text if tag == "turn_began" else f"  {text}"


def _told(field: str, value: Any) -> Any:
    if field in SEATS and value is not None:
        return f"seat {value}"
    if isinstance(value, tuple):
        return " ".join("+".join(each) if isinstance(each, tuple) else str(each) for each in value) or "nobody"
    return "nobody" if value is None else value


def _over(event: GameOver) -> str:
    outcome = event.outcome
    won = " ".join(f"seat {seat}" for seat in outcome.winners)
    between = " and ".join(f"seat {seat}" for seat in outcome.undecided)
    result = f"won by {won}" if won else f"another game decides between {between}"
    points = " ".join(map(str, outcome.points))
    return f"{result} after {outcome.turns} turns ({outcome.ending.value}); points {points}"
