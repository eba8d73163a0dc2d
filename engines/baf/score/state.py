"""A match of BAF! at one moment: heroes and their skills, fights, final attempts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engines.baf.cards import NO_SKILLS, Skills, total
from engines.baf.score.reckoning import draft_seat
from engines.baf.score.setup import BafSetup
from engines.core.score import State

ROUNDS: Final = 9
ROUNDS_PER_LEVEL: Final = 3


class Side(StrEnum):
    """The hero on a player's left or right: their left or right hand, for the whole match (ruling A7)."""

    LEFT = "left"
    RIGHT = "right"


class Hands(StrEnum):
    """Which hands lie on a monster."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"

    @property
    def sides(self) -> tuple[Side, ...]:
        """The heroes that fight."""
        return tuple(Side) if self is Hands.BOTH else (Side(self.value),)


class Boss(StrEnum):
    """Whom a player may try to beat after the ninth round."""

    MASTER = "master"
    DRAGON = "dragon"


class Hero(Struct, frozen=True):
    """A drafted hero: the code in the card set or the name typed, and the skills printed on the card."""

    name: str
    skills: Skills = NO_SKILLS


class Fight(Struct, frozen=True):
    """A fight that was entered. ``gain`` is what its card gives the hero on side ``put``, runes allocated.

    ``monster`` is the code in the card set or the name typed, empty if none was.
    """

    seat: int
    round: int
    hands: Hands
    monster: str
    won: bool
    coins: int = 0
    put: Side | None = None
    gain: Skills = NO_SKILLS


class Attempt(Struct, frozen=True):
    """A player's end of the match: whom they attacked, if anybody, and whether they won (BAF!, Score final)."""

    seat: int
    boss: Boss | None = None
    won: bool = False
    coins: int = 0


def level_of(number: int) -> int:
    """Return the level of a round: I for 1 to 3, II for 4 to 6, III for 7 to 9 (BAF!, Révélation des monstres)."""
    return (number - 1) // ROUNDS_PER_LEVEL + 1


class BafState(State, frozen=True, kw_only=True):
    """The match.

    ``picks`` counts the draft; ``heroes`` are each seat's on the left and on the right; ``round`` is 1 to 9, and 10
    once the ninth is closed; ``bosses`` are the cards of dungeon master and dragon that lie open, if known.
    ``laid`` are the monsters on the table in this round, each kind once, where somebody noted them.
    ``left`` are the seats that left before the end. ``noted`` says that only a final result was entered, ``stopped``
    that the players broke off.
    """

    setup: BafSetup
    heroes: tuple[tuple[Hero | None, Hero | None], ...]
    picks: int = 0
    round: int = 1
    fights: tuple[Fight, ...] = ()
    laid: tuple[str, ...] = ()
    bosses: tuple[str, str] | None = None
    attempts: tuple[Attempt, ...] = ()
    left: tuple[int, ...] = ()
    noted: bool = False
    stopped: bool = False

    @property
    def level(self) -> int | None:
        """The level of the round, or ``None`` after the ninth."""
        return level_of(self.round) if self.round <= ROUNDS else None

    @property
    def drafted(self) -> bool:
        """Whether everybody who stayed has two heroes."""
        return all(None not in pair for seat, pair in enumerate(self.heroes) if seat not in self.left)

    @property
    def fought(self) -> bool:
        """Whether the rounds have begun."""
        return self.round > 1 or bool(self.fights)

    @property
    def drafter(self) -> int | None:
        """The seat that drafts next: from the first player on, then back from the last (ruling A17)."""
        if not self.left:
            return draft_seat(self.setup.seats, self.setup.start, self.picks)
        for pick in range(2 * self.setup.seats):
            seat = draft_seat(self.setup.seats, self.setup.start, pick)
            if seat in self.staying and len(self.drafted_by(seat)) <= pick // self.setup.seats:
                return seat
        return None

    def drafted_by(self, seat: int) -> tuple[Hero, ...]:
        """Return the heroes that a seat has."""
        return tuple(hero for hero in self.heroes[seat] if hero is not None)

    def hero(self, seat: int, side: Side) -> Hero | None:
        """Return a seat's hero on one side."""
        return self.heroes[seat][tuple(Side).index(side)]

    def skills(self, seat: int, side: Side, number: int = ROUNDS + 1) -> Skills:
        """Return what a hero has in round ``number``: the card and what was put under it in the rounds before.

        All hands are down before any fight of a round is resolved (BAF!, Résultat des combats), so a gain counts
        from the next round on. Without a number: at the final attempt.
        """
        hero = self.hero(seat, side)
        gains = (one.gain for one in self.fights_of(seat) if one.put is side and one.round < number)
        return total([hero.skills if hero else NO_SKILLS, *gains])

    def combined(self, seat: int, hands: Hands, number: int = ROUNDS + 1) -> Skills:
        """Return the skills of the heroes that fight, added category by category (ruling A16)."""
        return total(self.skills(seat, side, number) for side in hands.sides)

    def fights_of(self, seat: int, number: int | None = None) -> Iterator[Fight]:
        """Iterate over a seat's fights, of one round if it is given."""
        return (one for one in self.fights if one.seat == seat and number in (None, one.round))

    def free_sides(self, seat: int, number: int) -> tuple[Side, ...]:
        """Return the heroes of a seat that have not attacked in a round."""
        used = {side for one in self.fights_of(seat, number) for side in one.hands.sides}
        return tuple(side for side in Side if side not in used)

    def attempt(self, seat: int) -> Attempt | None:
        """Return how a seat's match ended, if that was entered."""
        return next((one for one in self.attempts if one.seat == seat), None)

    def with_fight(self, fight: Fight) -> BafState:
        """Return the state with one more fight."""
        return replace(self, fights=(*self.fights, fight))


def taken_heroes(state: BafState) -> Iterable[tuple[int, Hero]]:
    """Yield every drafted hero with its seat."""
    for seat, pair in enumerate(state.heroes):
        yield from ((seat, hero) for hero in pair if hero is not None)
