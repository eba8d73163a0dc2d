"""Games of BAF! with cards chosen by a test, from the box of ``tests.engines.score.baf_box``.

Heroes: witch (magic 3), guard (melee 2, stealth 1), scout (ranged 2), rogue (stealth 2), squires (melee 1).
Level 1: jelly (magic 2; gives magic 1 and a coin), bones (melee 1; gives melee 1), purse (stealth 1; 3 coins), totem
(melee 1 and magic 1; gives ranged 1 and two runes). Level 2: ogre (melee 3; gives melee 2 and 2 coins), ghost (magic 4;
a rune, 3 coins). Level 3: giant (melee 4; 5 coins), sphinx. Masters: melee 2 and magic 3, 10 coins. Dragons: ranged 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

import pytest

from engines.baf.cards import CardSet
from engines.baf.game import Game
from engines.baf.notation import action
from engines.baf.options import Options, Setup
from engines.baf.score.reckoning import draft_seat
from engines.baf.view import Phase, SeatView, View
from engines.core.dice import FastDice
from engines.core.game import IllegalAction
from engines.core.problems import Problem
from tests.engines.score.baf_box import card_set

BOX: Final = card_set()

PAIRS: Final = (("witch", "guard"), ("scout", "rogue"), ("squire_1", "squire_2"), ("squire_3", "squire_4"))
"""Who plays what where a test does not say."""


class StackedDice(FastDice):
    """Dice that lay certain monsters out first and draw certain lots; ``drawn`` are the reasons of all lots."""

    def __init__(self, cards: CardSet, monsters: Sequence[str], lots: Sequence[int], first: int) -> None:
        super().__init__(1)
        self.drawn: list[tuple[int, str]] = []
        self._codes = [kind.code for kind in cards.monsters]
        self._levels = [[self._codes.index(code) for code in pile.split()] for pile in monsters]
        self._lots = list(lots)
        self._first = first

    def shuffle(self, pile: list[Any], reason: str) -> None:
        super().shuffle(pile, reason)
        level = int(reason.removeprefix("level ")) - 1
        wanted = self._levels[level] if level < len(self._levels) else []
        for card in wanted:
            pile.remove(card)
        pile[:0] = wanted

    def one_of(self, count: int, reason: str) -> int:
        self.drawn.append((count, reason))
        if reason == "first player":
            return self._first
        return self._lots.pop(0) if reason == "several hands on one monster" and self._lots else 0


def begin(
    players: int = 2, *levels: str, lots: Sequence[int] = (), first: int = 0, cards: CardSet = BOX, **options: Any
) -> Table:
    """Begin a game; ``levels`` are the monsters that come first, round after round, for each level."""
    dice = StackedDice(cards, levels, lots, first)
    return Table(Game.new(Setup(players=players, options=Options(cards=cards, **options)), dice=dice), dice)


def seated(*levels: str, heroes: Sequence[tuple[str, str]] = PAIRS, players: int = 2, **more: Any) -> Table:
    """Begin a game, draft so that everybody has these heroes on the left and on the right, and begin round 1."""
    table = begin(players, *levels, **more)
    while (seat := draft_seat(players, table.game.first, table.game.picks)) is not None:
        table.play(f"draft {heroes[seat][len(table.game.seats[seat].picks)]}")
    while table.phase is Phase.SIDES:
        table.play(f"left {heroes[table.game.actor or 0][0]}")
    return table


class Table:
    """A game, with short questions about it. What is asked is the truth, not what somebody sees."""

    def __init__(self, game: Game, dice: StackedDice) -> None:
        self.game = game
        self.dice = dice

    def play(self, *codes: str) -> Self:
        """Play actions, all of which must be legal."""
        for code in codes:
            self.game.play(action(code))
        return self

    def rest(self, rounds: int = 1) -> Self:
        """Let nobody attack for so many rounds."""
        until = self.game.round + rounds
        while self.game.round < until and self.phase is Phase.LAY:
            self.play("lay - -")
        return self

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
        return (self.game.actor, self.game.log, *(self.game.view(seat) for seat in (None, *range(self.game.players))))

    @property
    def codes(self) -> list[str]:
        """The legal actions."""
        return [each.code for each in self.game.actions()]

    @property
    def actor(self) -> int | None:
        return self.game.actor

    @property
    def phase(self) -> Phase:
        return self.game.phase

    @property
    def monsters(self) -> list[str]:
        """The monsters on the table by place."""
        return [monster.code for monster in self.view(None).monsters]

    @property
    def owners(self) -> list[int | None]:
        """Who attacks the monster on each place."""
        return [monster.owner for monster in self.view(None).monsters]

    @property
    def lots(self) -> list[tuple[int, str]]:
        """Among how many each lot over a monster was drawn."""
        return [(count, reason) for count, reason in self.dice.drawn if reason == "several hands on one monster"]

    @property
    def coins(self) -> list[int]:
        return [seat.coins for seat in self.game.seats]

    def view(self, seat: int | None) -> View:
        return self.game.view(seat)

    def own(self, seat: int) -> SeatView:
        """A seat as its owner sees it."""
        return self.game.view(seat).seats[seat]

    def skills(self, seat: int) -> list[dict[str, int]]:
        """The skills of the heroes on the left and on the right, but for zeros."""
        return [{skill.value: n for skill, n in hero.skills if n} for hero in self.own(seat).heroes]

    def under(self, seat: int) -> list[list[str]]:
        """The beaten monsters under the hero on the left and on the right."""
        return [list(hero.under) for hero in self.own(seat).heroes]

    def told(self, kind: str) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.game.events or () if type(event).__name__ == kind]
