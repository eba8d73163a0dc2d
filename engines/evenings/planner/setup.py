"""What a plan is made of: who comes, what is played, what campaigns owe, which tables stand there.

People are named by whoever keeps the evening, as in its log; tables by numbers from 1; moments are minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from engines.core.dice import MOST_CARDS
from engines.core.problems import Problem
from engines.evenings.setup import Minute

RULES: Final = (1,)
"""The versions of how a plan is made: a document keeps its own."""
EVERY_GAME: Final = "*"
"""In ``new_to`` and ``explains``: whatever is played."""
FAIR: Final = range(450, 551)
"""Odds, in a thousand, of a battle that both can win."""


class Comer(Struct, frozen=True, omit_defaults=True):
    """Somebody who comes. ``wants`` are games by code, the dearest first; none means any.

    ``arrives`` and ``leaves`` are those of the evening where they are ``None``.
    """

    person: str
    wants: tuple[str, ...] = ()
    new_to: tuple[str, ...] = ()
    explains: tuple[str, ...] = ()
    arrives: Minute | None = None
    leaves: Minute | None = None

    def is_new_to(self, game: str) -> bool:
        """Tell whether somebody should explain the game to him."""
        return game in self.new_to or EVERY_GAME in self.new_to

    def can_explain(self, game: str) -> bool:
        """Tell whether he explains the game."""
        return game in self.explains or EVERY_GAME in self.explains

    def wish(self, game: str) -> int | None:
        """Return how many games he wants more than this one; ``None`` if he does not want it."""
        if not self.wants:
            return 0
        return self.wants.index(game) if game in self.wants else None


class Kind(Struct, frozen=True, omit_defaults=True):
    """A game that may be played: for ``least`` to ``most`` people, so many ``minutes`` long.

    It needs a table of ``width`` by ``depth`` paces; 0 where any will do.
    """

    code: str
    least: int
    most: int
    minutes: int
    width: int = 0
    depth: int = 0


class Help(Struct, frozen=True):
    """What an underdog may be given, and what the odds of the first would be then, in a thousand."""

    code: str
    odds: int


class Owed(Struct, frozen=True, omit_defaults=True):
    """A battle of a campaign. ``due``: it is scheduled; else the campaign would pair these next.

    ``rank``: those of a lower one come first. ``odds`` of the first, in a thousand, where they are known. ``begins``,
    where it is known, is when it is fought; else it is whenever games begin.
    """

    key: str
    game: str
    people: tuple[str, ...]
    minutes: int
    warbands: tuple[int, ...] = ()
    width: int = 0
    depth: int = 0
    due: bool = True
    rank: int = 0
    odds: int | None = None
    helps: tuple[Help, ...] = ()
    begins: Minute | None = None

    def times(self, start: Minute) -> tuple[Minute, Minute]:
        """Return from when to when it is fought if games begin at ``start``."""
        begins = start if self.begins is None else self.begins
        return begins, begins + self.minutes


class Spot(Struct, frozen=True, omit_defaults=True):
    """A table for so many people, of so many paces (0: none of Musg). ``games`` it is meant for; none means any."""

    number: int
    seats: int
    width: int = 0
    depth: int = 0
    games: tuple[str, ...] = ()

    def fits(self, game: str, people: int, width: int, depth: int) -> bool:
        """Tell whether a game can be played at it; a table may be turned."""
        if people > self.seats or (self.games and game not in self.games):
            return False
        return min(width, depth) <= min(self.width, self.depth) and max(width, depth) <= max(self.width, self.depth)


class Fixed(Struct, frozen=True, omit_defaults=True):
    """A game that is settled: it stays as it is. ``room``: so many more may be seated at it."""

    key: str
    game: str
    people: tuple[str, ...]
    begins: Minute
    ends: Minute
    spot: int = 0
    warbands: tuple[int, ...] = ()
    room: int = 0


class PlannerSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The question. ``starts`` are when games may begin, the beginning of the evening if there are none.

    ``met`` has two people and how often they met, ``sat`` somebody, a table, and how often he sat at it. Without
    ``spots`` games need no table.
    """

    begins: Minute
    ends: Minute
    people: tuple[Comer, ...]
    kinds: tuple[Kind, ...] = ()
    owed: tuple[Owed, ...] = ()
    spots: tuple[Spot, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    met: tuple[tuple[str, str, int], ...] = ()
    sat: tuple[tuple[str, int, int], ...] = ()
    starts: tuple[Minute, ...] = ()
    rules: int = RULES[-1]

    def problems(self) -> Iterator[Problem]:
        """Yield everything that is wrong with it."""
        if self.rules not in RULES:
            yield Problem("no_such_rules", None, {"value": self.rules})
        if self.ends <= self.begins:
            yield Problem("ends_before_it_begins")
        for item, found in (
            ("people", [one.person for one in self.people]),
            ("kinds", [one.code for one in self.kinds]),
            ("owed", [one.key for one in self.owed]),
            ("spots", [one.number for one in self.spots]),
            ("fixed", [one.key for one in self.fixed]),
            ("starts", list(self.starts)),
        ):
            if len(set(found)) < len(found):
                yield Problem("named_twice", None, {"item": item})
            if len(found) > MOST_CARDS:
                yield Problem("too_many", None, {"item": item, "count": len(found), "most": MOST_CARDS})
        if any(not 1 <= kind.least <= kind.most or kind.minutes < 1 for kind in self.kinds):
            yield Problem("no_such_game")
        if any(len(set(one.people)) < len(one.people) or len(one.people) < 2 or one.minutes < 1 for one in self.owed):
            yield Problem("no_such_battle")
        if any(spot.number < 1 or spot.seats < 1 for spot in self.spots):
            yield Problem("no_such_table")
        if any(not 0 <= times <= MOST_CARDS for *_who, times in (*self.met, *self.sat)):
            yield Problem("option_out_of_range", None, {"item": "times", "least": 0, "most": MOST_CARDS})
