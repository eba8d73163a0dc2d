"""Events of the setup: heroes, starting cards, who begins (La Bagarre, Mise en place; Héros)."""

from __future__ import annotations

from engines.core.event import Event


class HeroesDealt(Event, frozen=True, kw_only=True, tag="heroes_dealt"):
    """Two heroes to choose from were dealt to a seat."""

    secrets = ("heroes",)
    seat: int
    heroes: tuple[str, ...] | None


class HeroKept(Event, frozen=True, kw_only=True, tag="hero_kept"):
    """A seat has chosen."""

    secrets = ("hero",)
    seat: int
    hero: str | None


class HeroesRevealed(Event, frozen=True, kw_only=True, tag="heroes_revealed"):
    """Everybody knows who is who: the heroes by seat."""

    heroes: tuple[tuple[str, ...], ...]


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """Three cards for a seat, jokers replaced already."""

    secrets = ("cards",)
    seat: int
    cards: tuple[str, ...] | None


class JokersReplaced(Event, frozen=True, kw_only=True, tag="jokers_replaced"):
    """``count`` jokers dealt to a seat were replaced and shuffled back."""

    seat: int
    count: int


class Redrew(Event, frozen=True, kw_only=True, tag="redrew"):
    """Three cards were worth too little, ``total`` in all: they went back and others were dealt."""

    secrets = ("cards", "total")
    seat: int
    cards: tuple[str, ...] | None
    total: int | None


class Laid(Event, frozen=True, kw_only=True, tag="laid"):
    """A seat laid its hit point cards and its shield."""

    secrets = ("shield",)
    seat: int
    hp: tuple[str, ...]
    shield: str | None


class FirstPlayer(Event, frozen=True, kw_only=True, tag="first_player"):
    """A seat begins. ``shown``: the hidden shield it had to show for that. ``by_lot``: a tie was broken by chance."""

    seat: int
    shown: str | None = None
    by_lot: bool = False
