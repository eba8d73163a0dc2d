"""A table of La Bagarre laid out by hand, so that a test reads like the rule it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import msgspec
import pytest

from engines.bagarre.game import Game
from engines.bagarre.notation import action
from engines.bagarre.options import Options, Setup
from engines.bagarre.position import Position, SeatPosition
from engines.bagarre.view import Phase, SeatView, View
from engines.core.cards import CODE, DECK, NO_CARD, card
from engines.core.dice import FastDice
from engines.core.game import IllegalAction
from engines.core.problems import Problem

HANDS = (("KS QS", "10S"), ("KH QH", "10H"), ("KD QD", "10D"), ("KC QC", "10C"), ("JS JH", "9S"), ("JD JC", "9H"))
"""What lies in front of seats 0 to 5 unless a test says otherwise: 25 hit points (22) behind a high shield."""


class StackedDice(FastDice):
    """Dice whose shuffles bring certain cards to the top, in order: the first entry for the first shuffle, and so on.

    The last entry serves all shuffles that follow; cards that are not in the pile are left out.
    """

    def __init__(self, stacks: Sequence[str]) -> None:
        super().__init__(1)
        self.shuffles = 0
        self._stacks = [[card(code) for code in stack.split()] for stack in stacks] or [[]]

    def shuffle(self, pile: list[Any], reason: str) -> None:
        super().shuffle(pile, reason)
        wanted = self._stacks[min(self.shuffles, len(self._stacks) - 1)]
        self.shuffles += 1
        on_top = [wanted_card for wanted_card in wanted if wanted_card in pile]
        pile[:] = [other for other in pile if other not in on_top] + on_top[::-1]


class Seat(msgspec.Struct, frozen=True):
    """A seat as a test describes it; ``None`` takes the hand of ``HANDS``."""

    heroes: tuple[str, ...]
    hp: str | None
    shield: str | None
    more: dict[str, Any]
    dead: bool


def sit(
    *heroes: str,
    hp: str | None = None,
    shield: str | None = None,
    charges: str = "",
    wounds: int = 0,
    potions: str | None = None,
    tokens: tuple[int, ...] = (),
    team: int | None = None,
    dead: bool = False,
) -> Seat:
    """Describe a seat: heroes and cards by code, separated by spaces."""
    left = None if potions is None else tuple(potions.split())
    more = {"charges": tuple(charges.split()), "wounds": wounds, "potions": left, "tokens": tokens, "team": team}
    return Seat(heroes, hp, shield, more, dead)


def lay(
    *seats: Seat,
    draw: str = "",
    only: str | None = None,
    discard: str = "",
    changed: str = "",
    stack: str | Sequence[str] = (),
    turn: int = 0,
    **options: Any,
) -> Table:
    """Lay a table at which seat ``turn`` chooses its action.

    ``draw`` is the top of the draw pile, all cards named nowhere below it; with ``only`` the draw pile is no more than
    that and the rest lies at the bottom of the discard pile. ``stack`` comes to the top of the pile when shuffled.
    """
    laid = tuple(_seat(number, seat) for number, seat in enumerate(seats))
    if only is not None:
        draw = only
        named = {code for seat in laid for code in (*seat.hp, *seat.charges, seat.shield)}
        named |= {*draw.split(), *discard.split()}
        discard = " ".join([*(code for code in CODE if code not in named), discard])
    position = Position(
        seats=laid,
        draw=tuple(draw.split()),
        discard=tuple(discard.split()),
        changed=tuple(changed.split()),
        turn=turn,
        options=Options(heroes=any(seat.heroes for seat in laid), **options),
    )
    dice = StackedDice([stack] if isinstance(stack, str) else stack)
    return Table(Game.from_position(position, dice), dice)


def _seat(number: int, seat: Seat) -> SeatPosition:
    if seat.dead:
        return SeatPosition(heroes=seat.heroes, alive=False, **seat.more)
    hp, shield = HANDS[number]
    return SeatPosition(
        heroes=seat.heroes,
        hp=tuple((hp if seat.hp is None else seat.hp).split()),
        shield=shield if seat.shield is None else seat.shield,
        **seat.more,
    )


def deal(players: int, options: Options, seed: int) -> Table:
    """Begin a game from its setup."""
    dice = FastDice(seed)
    return Table(Game.new(Setup(players=players, options=options), dice=dice), dice)


class Table:
    """A game, with short questions about it. Cards are codes; what is asked is the truth, not what somebody sees."""

    def __init__(self, game: Game, dice: FastDice) -> None:
        self.game = game
        self.dice = dice

    def play(self, *codes: str) -> Self:
        """Play actions of whoever is to decide, all of which must be legal."""
        for code in codes:
            self.game.play(action(code))
        return self

    def settled(self) -> Self:
        """Play through the setup, first choices first, until somebody's turn."""
        while self.game.view(None).phase in (Phase.HERO, Phase.LAY, Phase.OPENING):
            self.game.play(self.game.actions()[0])
        return self

    def resign(self, seat: int) -> None:
        self.game.resign(seat)

    def refuses(self, code: str) -> Problem:
        """Return why an action is refused, and see that nothing changed."""
        before = self.everything()
        with pytest.raises(IllegalAction) as caught:
            self.game.play(action(code))
        assert self.everything() == before
        (problem,) = caught.value.problems
        assert problem.code
        return problem

    def everything(self) -> tuple[object, ...]:
        """All there is to see, from every side."""
        return (self.game.actor, *(self.game.view(seat) for seat in (None, *range(self.game.players))))

    @property
    def codes(self) -> list[str]:
        """The legal actions of whoever is to decide."""
        return [each.code for each in self.game.actions()]

    @property
    def actor(self) -> int | None:
        return self.game.actor

    @property
    def winners(self) -> set[int]:
        assert self.game.outcome is not None
        return set(self.game.outcome.winners)

    @property
    def places(self) -> tuple[int, ...]:
        assert self.game.outcome is not None
        return self.game.outcome.places

    @property
    def draw(self) -> list[str]:
        """The draw pile, its top first."""
        return [CODE[number] for number in reversed(self.game.draw)]

    @property
    def discard(self) -> list[str]:
        """The discard pile, its top last."""
        return list(self.game.view(None).discard)

    @property
    def top(self) -> str:
        """The top card of the discard pile."""
        return self.discard[-1]

    @property
    def shuffles(self) -> int:
        assert isinstance(self.dice, StackedDice)
        return self.dice.shuffles

    @property
    def awakenings(self) -> int:
        """How often the dragon awoke."""
        return sum(type(event).__name__ == "DragonAwoke" for event in self.view(None).events)

    def view(self, seat: int | None) -> View:
        return self.game.view(seat)

    def own(self, seat: int) -> SeatView:
        """A seat as its owner sees it."""
        return self.game.view(seat).seats[seat]

    def hp(self, seat: int) -> set[str]:
        return set(self.own(seat).hp)

    def points(self, seat: int) -> int:
        return self.own(seat).hit_points

    def shield(self, seat: int) -> str | None:
        return self.own(seat).shield

    def charges(self, seat: int) -> list[str]:
        return [CODE[number] for number in self.game.seats[seat].charges]

    def wounds(self, seat: int) -> int:
        return self.own(seat).wounds

    def potions(self, seat: int) -> set[str]:
        return set(self.own(seat).potions)

    def alive(self, seat: int) -> bool:
        return self.own(seat).alive

    def sees_shield(self, watcher: int | None, seat: int) -> str | None:
        return self.game.view(watcher).seats[seat].shield

    def sees_charges(self, watcher: int | None, seat: int) -> list[str]:
        """The charges in front of a seat as somebody sees them, "?" for a hidden one."""
        return [code or "?" for code in self.game.view(watcher).seats[seat].charges]

    def sees_top(self, watcher: int | None) -> str | None:
        return self.game.view(watcher).top

    def sound(self) -> None:
        """All 54 cards are somewhere, none twice."""
        game = self.game
        cards = [*game.draw, *game.discard, *game.fresh]
        for seat in game.seats:
            cards += [*seat.hp, *seat.charges, *([seat.shield] if seat.shield != NO_CARD else [])]
        assert sorted(cards) == list(DECK)
