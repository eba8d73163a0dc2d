"""A game told line by line for the shell. The site tells it in its own words, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engines.bebop import ending
from engines.bebop.events import AnyEvent, Captured, Drew, GameOver, Played, TokenTaken
from engines.bebop.game import Game

LINES: Final[Mapping[str, str]] = {
    "first_player": "seat {seat} begins",
    "character_taken": "seat {seat} plays {character}",
    "market_laid": "  market ({reason}): {cards}",
    "market_cleared": "  out of the market: {cards}",
    "turn_began": "turn {number}: seat {seat}",
    "turn_ended": "  lays down {played}; left in hand {kept}",
    "reshuffled": "  seat {seat} shuffles {count} cards into a new deck",
    "resigned": "seat {seat} leaves",
    "team_effect": "  the team zone of {card}",
    "bought": "  buys {card} for {woolongs} Woolongs and {fuel} fuel, to the {to}",
    "travelled": "  {character} goes from {origin} to {place}, fuel {fuel}",
    "skill_used": "  uses {skill}, fuel {fuel}",
    "gained": "  seat {seat}: {what} {count:+d}",
    "took_over": "  seat {seat} takes {count} {what} from seat {target}",
    "trashed": "  trashes {card} ({origin})",
    "discarded": "  seat {seat} discards {card}",
    "moved": "  {card} goes from {origin} to {to}",
    "looked_at": "  looks at {cards} ({pile})",
    "revealed": "  seat {seat} shows {cards}",
    "skipped": "  {card}: nothing to {verb}",
    "rolled": "  rolls {face}",
    "proposed": "  seat {seat} proposes {proposal}",
    "agreed": "  seat {seat} accepts: {accepts}",
    "damage_drawn": "  damage: {card}",
    "damage_settled": "  {card} goes to: {to}",
    "no_damage": "  no damage card is left",
    "escaped": "  {criminal} escapes from {planet}; tokens lost {tokens}",
    "characters_returned": "  back to the Bebop: {characters}",
    "criminal_revealed": "  {criminal} for {planet}, placed: {placed}",
    "gauge_moved": "  gauge of {planet}: {before} to {value}",
    "vicious_appeared": "  Vicious appears on {planet}: {resistance} resistance, {clues} clues, {movement} cards",
    "vicious_moved": "  Vicious: {planet}, stayed: {stayed}, {movement} cards left",
    "last_turns": "  the last movement card: {count} turns left",
    "tokens_lost": "  tokens lost: {tokens}",
}
"""How each event is told, by its tag."""


def account(game: Game) -> Iterator[str]:
    """Yield what happened in a recorded game, line by line, every card open; then what everybody has."""
    for event in game.events or ():
        tell = _TOLD.get(type(event))
        yield tell(event) if tell is not None else _line(event)
    for seat in game.seats:
        yield f"seat {seat.index}: {ending.total(game, seat.index)} renown, {len(seat.captured)} criminals"


def _line(event: AnyEvent) -> str:
    figures = {name: _word(getattr(event, name)) for name in event.__struct_fields__}
    return LINES[str(event.__struct_config__.tag)].format(**figures)


def _word(value: Any) -> Any:
    return " ".join(map(str, value)) or "nothing" if isinstance(value, tuple) else value


def _drew(event: Drew) -> str:
    return f"  seat {event.seat} draws {' '.join(event.cards or ())}"


def _played(event: Played) -> str:
    brought = [(event.woolongs, "Woolongs"), (event.fuel, "fuel"), (event.force, "Force"), (event.clues, "clues")]
    return f"  plays {event.card}" + "".join(f", {count} {what}" for count, what in brought if count)


def _taken(event: TokenTaken) -> str:
    return f"  takes a token of {event.target} ({event.pile}), {event.left} left"


def _captured(event: Captured) -> str:
    return f"  captures {event.criminal}, star {event.star}; renown {' '.join(map(str, event.renown))}"


def _over(event: GameOver) -> str:
    outcome = event.outcome
    won = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return f"won by {won} after {outcome.turns} turns ({outcome.ending.value})"


_TOLD: Final[Mapping[type[Any], Callable[[Any], str]]] = {
    Drew: _drew,
    Played: _played,
    TokenTaken: _taken,
    Captured: _captured,
    GameOver: _over,
}
