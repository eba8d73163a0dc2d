"""What happened, as data with stable codes. Sentences are made where the reader is.

Cards stand by code, monsters on the table by place and code. An event that not everybody saw whole lists in
``seen_by`` who did; ``seen_from`` gives it to others without its secrets.
"""

from __future__ import annotations

from engines.baf.cards import Skills
from engines.baf.outcome import Outcome
from engines.baf.score.state import Boss, Side
from engines.core.event import Event, FirstPlayer as FirstPlayer, Resigned as Resigned


class BossesShown(Event, frozen=True, kw_only=True, tag="bosses_shown"):
    """The dungeon master and the dragon that lie open on the table."""

    master: str
    dragon: str


class HeroDrafted(Event, frozen=True, kw_only=True, tag="hero_drafted"):
    """A seat chose a hero."""

    seat: int
    hero: str


class HeroesPlaced(Event, frozen=True, kw_only=True, tag="heroes_placed"):
    """A seat said which of its heroes is on the left."""

    seat: int
    left: str
    right: str


class RoundBegan(Event, frozen=True, kw_only=True, tag="round_began"):
    """A round of a level, both counted from 1. In quick hands its monsters still lie face down."""

    number: int
    level: int


class MonstersShown(Event, frozen=True, kw_only=True, tag="monsters_shown"):
    """The monsters of the round by place."""

    monsters: tuple[str, ...]


class HandsLaid(Event, frozen=True, kw_only=True, tag="hands_laid"):
    """A seat has laid its hands in secret: on which places, -1 for none."""

    secrets = ("left", "right")
    seat: int
    left: int | None
    right: int | None


class HandsShown(Event, frozen=True, kw_only=True, tag="hands_shown"):
    """All who were asked show their hands. ``seats`` are they, ``hands`` the places of their left and right."""

    seats: tuple[int, ...]
    hands: tuple[tuple[int, int], ...]


class Contested(Event, frozen=True, kw_only=True, tag="contested"):
    """Several laid hands on one monster; a lot gave it to ``winner``, the others lay theirs again."""

    place: int
    monster: str
    seats: tuple[int, ...]
    winner: int


class Touched(Event, frozen=True, kw_only=True, tag="touched"):
    """A seat's hand was the first on a monster, or follows its other one."""

    seat: int
    side: Side
    place: int
    monster: str


class SaidDone(Event, frozen=True, kw_only=True, tag="said_done"):
    """A seat lays no more hands in this round."""

    seat: int


class TimeUp(Event, frozen=True, kw_only=True, tag="time_up"):
    """The time of the round is up: idle hands stay so."""


class Fought(Event, frozen=True, kw_only=True, tag="fought"):
    """A seat's heroes, on these sides, beat a monster or were beaten. ``coins`` are what that brought or cost."""

    seat: int
    place: int
    monster: str
    sides: tuple[Side, ...]
    won: bool
    coins: int


class MonstersLeft(Event, frozen=True, kw_only=True, tag="monsters_left"):
    """Nobody attacked these; they are discarded."""

    monsters: tuple[str, ...]


class Improved(Event, frozen=True, kw_only=True, tag="improved"):
    """A seat put a beaten monster under a hero. ``gain`` counts its runes where they were allocated."""

    seat: int
    hero: str
    side: Side
    monster: str
    gain: Skills


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """A seat put a beaten monster under nobody."""

    seat: int
    monster: str


class AttemptChosen(Event, frozen=True, kw_only=True, tag="attempt_chosen"):
    """A seat decided about the last fight."""

    secrets = ("boss",)
    seat: int
    boss: Boss | None


class Attempted(Event, frozen=True, kw_only=True, tag="attempted"):
    """A seat's last fight, or none. ``coins`` is what it brought."""

    seat: int
    boss: Boss | None
    card: str
    won: bool
    coins: int


class GameOver(Event, frozen=True, kw_only=True, tag="game_over"):
    """The game ended."""

    outcome: Outcome
