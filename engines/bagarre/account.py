"""A game told line by line for the shell. The site tells it in its own words, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engines.bagarre.events import Announced, AnyEvent, Eliminated, GameOver, HeroesRevealed, HitPointsLost, Struck
from engines.bagarre.game import Game
from engines.core.cards import CODE

SEATS: Final = ("seat", "target", "second", "by", "to")
"""Fields that hold a seat."""

LINES: Final[Mapping[str, str]] = {
    "heroes_dealt": "{seat} may choose {heroes}",
    "hero_kept": "{seat} keeps {hero}",
    "dealt": "{seat} is dealt {cards}",
    "jokers_replaced": "{seat}: {count} jokers replaced",
    "redrew": "{seat} gives {cards} back, a total of {total}",
    "laid": "{seat} lays {hp}, shield {shield}",
    "first_player": "{seat} begins",
    "turn_began": "turn {number}: {seat}",
    "peeked": "{seat} peeks at {card}",
    "looked_at": "{seat} chooses among {cards}",
    "revealed": "card {card}",
    "discarded": "discarded ({reason}): {cards}",
    "charges_revealed": "charges {cards} join in",
    "sacrificed": "{seat} sacrifices {amount} to play anew",
    "transformed": "{seat} transforms {old}: it counts {value}",
    "went_invisible": "{seat} avoids it",
    "potion_drunk": "{seat} drinks the potion of {potion}",
    "shield_shown": "{seat} shows {card} to {to}",
    "charges_lost": "{seat} loses the charges {cards}",
    "wounded": "{seat} bears {count} wounds",
    "shield_changed": "{target} has the shield {new} instead of {old}",
    "charged": "{seat} lays the charge {card}",
    "exchanged": "{target} has {new} instead of {old}",
    "swapped": "{seat} gives {gave} and takes {took} from {target}",
    "shield_stolen": "{seat} takes the shield {card} of {target} instead of {old}",
    "countered": "{seat} answers {target} with {count} attacks",
    "extra_action": "{seat} plays one more action ({reason})",
    "pile_reformed": "the discard pile becomes the draw pile, {count} cards",
    "pile_shuffled": "the draw pile is shuffled, {count} cards",
    "dragon_awoke": "the dragon awakes",
    "resigned": "{seat} resigns",
}
"""How each event is told, by its tag."""


def account(game: Game) -> Iterator[str]:
    """Yield what happened in a recorded game, line by line, every card open; then the seats as they are."""
    for event in game.events or ():
        tell = _TOLD.get(type(event))
        yield tell(game, event) if tell is not None else _line(game, event)
    for seat in game.seats:
        if seat.alive:
            cards = " ".join(CODE[card] for card in seat.hp)
            yield f"{name(game, seat.index)}: {sum(seat.worth)} hit points ({cards}), shield {CODE[seat.shield]}"


def name(game: Game, seat: int | None) -> str:
    """Return a seat with its heroes; ``None`` is the dragon."""
    if seat is None:
        return "the dragon"
    heroes = "+".join(game.heroes[seat])
    return f"seat {seat} ({heroes})" if heroes else f"seat {seat}"


def _line(game: Game, event: AnyEvent) -> str:
    tag = str(event.__struct_config__.tag)
    fields = {field: _told(game, field, getattr(event, field)) for field in event.__struct_fields__}
    return _indented(LINES[tag].format(**fields), tag == "turn_began")


def _told(game: Game, field: str, value: Any) -> str:
    if field in SEATS:
        return name(game, value)
    if isinstance(value, tuple):
        return " ".join(str(each) for each in value) or "nothing"
    return "none" if value is None else str(value)


def _indented(text: str, heading: bool = False) -> str:
    return text if heading else f"  {text}"


def _heroes(game: Game, event: HeroesRevealed) -> str:
    return _indented("heroes: " + ", ".join("+".join(codes) for codes in event.heroes))


def _announced(game: Game, event: Announced) -> str:
    words = [name(game, event.seat), "answers:" if event.counter else "announces:", event.action]
    if event.target is not None:
        words.append(name(game, event.target))
    if event.card is not None:
        words.append(event.card)
    if event.second is not None:
        words += ["and", name(game, event.second)]
    if event.discard:
        words.append("with the top of the discard pile")
    return _indented(" ".join(words))


def _struck(game: Game, event: Struck) -> str:
    sum_ = " + ".join(map(str, (*event.values, *([event.bonus] if event.bonus else []))))
    shield = f"{event.shield} + {event.shield_bonus}" if event.shield_bonus else str(event.shield)
    return _indented(f"{name(game, event.seat)} strikes {name(game, event.target)}: {sum_} - {shield} = {event.damage}")


def _lost(game: Game, event: HitPointsLost) -> str:
    text = f"{name(game, event.seat)} loses {event.amount}: has {event.left}, {' '.join(event.hp)}"
    return _indented(f"{text} with a token of {event.token}" if event.token else text)


def _eliminated(game: Game, event: Eliminated) -> str:
    return _indented(f"{name(game, event.seat)} is out ({event.cause})")


def _over(game: Game, event: GameOver) -> str:
    outcome = event.outcome
    won = " and ".join(name(game, seat) for seat in outcome.winners) or "nobody"
    return f"won by {won} after {outcome.turns} turns ({outcome.ending.value}); places {_places(outcome.places)}"


def _places(places: tuple[int, ...]) -> str:
    return " ".join(map(str, places))


_TOLD: Final[Mapping[type, Callable[[Game, Any], str]]] = {
    HeroesRevealed: _heroes,
    Announced: _announced,
    Struck: _struck,
    HitPointsLost: _lost,
    Eliminated: _eliminated,
    GameOver: _over,
}
