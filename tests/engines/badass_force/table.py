"""A table of Badass Force laid out by hand, so that a test reads like the rule it is about."""

from __future__ import annotations

from typing import Any, Self

import msgspec
import pytest

from engines.badass_force.cards import CardSet, read_cards, training
from engines.badass_force.game import Game
from engines.badass_force.notation import action
from engines.badass_force.options import RULES, Options, Setup
from engines.badass_force.state import ALL_CHARACTERS, BIT, NONE
from engines.badass_force.turn import take_turn
from engines.badass_force.view import Phase
from engines.core.dice import FastDice
from engines.core.event import Event
from engines.core.game import IllegalAction
from engines.core.problems import Problem

CAST = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta")
"""The seven characters of these tables; one has nothing but a power that gains one charge unless a test says more."""

PLAIN = [{"do": "gain", "what": "ammo"}]
KILL = [{"do": "kill", "who": "chosen"}]


class ChosenDice(FastDice):
    """Dice that fall as a test says: faces for the armoury, then numbers for what is drawn; after that by chance."""

    def __init__(self) -> None:
        super().__init__(1)
        self.shows: list[int] = []
        self.takes: list[int] = []

    def throw(self, count: int, reason: str, figure: int | None = None, need: int = 0) -> list[int]:
        taken, self.shows = self.shows[:count], self.shows[count:]
        return taken or super().throw(count, reason, figure, need)

    def one_of(self, count: int, reason: str) -> int:
        return self.takes.pop(0) if self.takes else super().one_of(count, reason)


def cards(
    characters: dict[str, dict[str, Any]] | None = None,
    weapon: dict[str, Any] | None = None,
    rope: dict[str, Any] | None = None,
) -> CardSet:
    """A card set: seven plain characters and an eighth, and 24 of one weapon (charges 0 to 3 to 5, kills one)."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(training()))
    data["faces"] = [["green"], ["green", "green"], ["yellow"], ["red"], ["red", "green"], []]
    data["characters"] = [
        {
            "code": code,
            "name": {"fr": code, "en": code},
            "classes": ["defence", "assassin", "ammo"],
            "power": PLAIN,
            **(characters or {}).get(code, {}),
        }
        for code in (*CAST, "unused")
    ]
    plain = {"code": "gun", "name": {"fr": "gun", "en": "gun"}, "bar": {"explode": 3, "most": 5}, "execution": KILL}
    other = {**plain, "code": "rope", "copies": 12, **(rope or {})}
    data["weapons"] = [{**plain, "copies": 12, **(weapon or {})}, other]
    return read_cards(data)


def lay(
    *seats: dict[str, Any],
    turn: int = 0,
    limit: int = 16,
    characters: dict[str, dict[str, Any]] | None = None,
    weapon: dict[str, Any] | None = None,
    rope: dict[str, Any] | None = None,
    rules: int = RULES[-1],
) -> Table:
    """Lay a table at which seat ``turn`` chooses the action of its turn.

    A seat says its ``active`` ("alpha"), ``loge`` ("eta"), ``grave``, ``ammo``, ``points``, ``vengeance``; its weapon
    is the gun, with what is said of it. What the turn's beginning brings has been taken back.
    """
    dice = ChosenDice()
    options = Options(cards=cards(characters, weapon, rope), limit=limit, characters=CAST)
    game = Game.new(Setup(players=len(seats), options=options, rules=rules), dice=dice)
    while game.phase is Phase.LAY:
        game.play(game.actions()[0])
    for seat, told in zip(game.seats, seats, strict=True):
        for part in (game.pile, game.centre, game.discard):
            part[:] = sorted(part)
        seat.loge = CAST.index(told.get("loge", "eta"))
        seat.active = CAST.index(told.get("active", "alpha"))
        seat.grave = sum(BIT[CAST.index(code)] for code in told.get("grave", "").split())
        seat.hand = ALL_CHARACTERS & ~BIT[seat.loge] & ~BIT[seat.active] & ~seat.grave
        seat.outside[:] = [seat.grave] * len(seat.outside)
        seat.points = 0
        seat.vengeance = told.get("vengeance", False)
    _arm(game)
    game.agenda.clear()
    game.waiting = False
    game.turns = 0
    game.agenda.append((take_turn, turn))
    game.proceed()
    for seat, told in zip(game.seats, seats, strict=True):
        seat.points = told.get("points", 0)
        seat.ammo = told.get("ammo", 0)
    game.question[0](game, game.question[1])
    return Table(game, dice, len(game.events or ()))


def _arm(game: Game) -> None:
    """Give everybody the gun; the middle has one gun and two ropes, the pile begins with ropes."""
    guns, ropes = [0] * 12, [1] * 12
    for seat in game.seats:
        seat.weapon = guns.pop()
        seat.ammo = 0
    game.centre[:] = [guns.pop(), ropes.pop(), ropes.pop()]
    game.discard.clear()
    game.pile[:] = guns + ropes


class Table:
    """A game, with short questions about it. What is asked is the truth, not what somebody sees."""

    def __init__(self, game: Game, dice: ChosenDice, told: int) -> None:
        self.game = game
        self.dice = dice
        self.told = told

    def play(self, *codes: str) -> Self:
        """Play actions of whoever is to decide, all of which must be legal."""
        for code in codes:
            self.game.play(action(code))
        return self

    def announce(self, character: str, *answers: str) -> Self:
        """Announce a character in one's turn, and let everybody answer: B believes, C calls."""
        return self.play(f"announce {character}").answer(*answers)

    def answer(self, *answers: str) -> Self:
        """Let everybody answer an announcement, clockwise: B believes, C calls."""
        return self.play(*({"B": "believe", "C": "call"}[each] for each in answers))

    def react(self, character: str, *answers: str) -> Self:
        """React as a character, and let everybody answer."""
        return self.play(f"react {character}").answer(*answers)

    def refuses(self, code: str) -> Problem:
        """Return why an action is refused, and see that nothing changed."""
        before = self.everything()
        with pytest.raises(IllegalAction) as caught:
            self.game.play(action(code))
        assert self.everything() == before
        (problem,) = caught.value.problems
        return problem

    def everything(self) -> tuple[object, ...]:
        """All there is to see, from every side."""
        return (self.game.actor, *(self.game.view(seat) for seat in (None, *range(self.game.players))))

    @property
    def codes(self) -> list[str]:
        """The legal actions of whoever is to decide."""
        return [each.code for each in self.game.actions()]

    @property
    def asks(self) -> tuple[int | None, str]:
        """Who is to decide, and what about."""
        return self.game.actor, self.game.phase.value

    @property
    def points(self) -> list[int]:
        return [seat.points for seat in self.game.seats]

    @property
    def ammo(self) -> list[int]:
        return [seat.ammo for seat in self.game.seats]

    @property
    def hands(self) -> list[int]:
        """How many cards each has in hand."""
        return [seat.hand.bit_count() for seat in self.game.seats]

    def grave(self, seat: int) -> set[str]:
        return {code for number, code in enumerate(CAST) if self.game.seats[seat].grave >> number & 1}

    def hand(self, seat: int) -> set[str]:
        return {code for number, code in enumerate(CAST) if self.game.seats[seat].hand >> number & 1}

    def active(self, seat: int) -> str | None:
        number = self.game.seats[seat].active
        return None if number == NONE else CAST[number]

    def weapon(self, seat: int) -> str | None:
        number = self.game.seats[seat].weapon
        return None if number == NONE else self.game.arms[number].code

    @property
    def turn(self) -> int:
        return self.game.turn

    @property
    def events(self) -> list[Event]:
        """What happened since the table was laid."""
        return (self.game.events or [])[self.told :]

    def tags(self, *wanted: str) -> list[str]:
        """The kinds of what happened, those wanted only."""
        told = [str(event.__struct_config__.tag) for event in self.events]
        return [tag for tag in told if tag in wanted]
