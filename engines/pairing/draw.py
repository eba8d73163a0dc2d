"""A pairing whose ties were drawn, as a document that anybody can check: setup, seed, and the round that follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Self

from msgspec import Struct

from engines.core.dice import MOST_CARDS, Dice
from engines.core.drawn import Drawn
from engines.core.problems import Illegal, Problem
from engines.pairing.choosing import Pairing, pair
from engines.pairing.history import meeting

RULES: Final = (1,)
"""The versions of how a round is chosen: a document keeps its own."""


class PairingSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a round is chosen from.

    ``met`` has two players and how often they met, at least once; ``byes`` and ``wins`` a player and how many.
    """

    players: tuple[int, ...]
    met: tuple[tuple[int, int, int], ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    wins: tuple[tuple[int, int], ...] = ()
    rules: int = RULES[-1]

    @classmethod
    def of(
        cls,
        players: Iterable[int],
        *,
        met: Mapping[frozenset[int], int],
        byes: Mapping[int, int],
        wins: Mapping[int, int],
    ) -> Self:
        """Return the setup of a round; what others than the players did is left out."""
        here = tuple(players)
        known = set(here)
        meetings = ((*sorted(both), times) for both, times in met.items() if times and both <= known)
        return cls(
            here,
            tuple(sorted((one, other, times) for one, other, times in meetings)),
            tuple(sorted((player, count) for player, count in byes.items() if count and player in known)),
            tuple(sorted((player, count) for player, count in wins.items() if count and player in known)),
        )

    def problems(self) -> Iterator[Problem]:
        """Yield everything that is wrong with it."""
        if self.rules not in RULES:
            yield Problem("no_such_rules", None, {"value": self.rules})
        if len(self.players) > MOST_CARDS:
            yield Problem("too_many_players", None, {"count": len(self.players), "most": MOST_CARDS})
        if len(set(self.players)) < len(self.players) or min(self.players, default=1) < 1:
            yield Problem("players_not_different")
        counts = [*(times for *_both, times in self.met), *(count for _player, count in (*self.byes, *self.wins))]
        if any(not 0 <= count <= MOST_CARDS for count in counts):
            yield Problem("option_out_of_range", None, {"item": "count", "least": 0, "most": MOST_CARDS})


class Draw(Drawn[PairingSetup, Pairing]):
    """A round drawn with dice: ``outcome`` is the ``Pairing``."""

    CODE: ClassVar[str] = "pairing"
    NOUN: ClassVar[str] = "a pairing"
    SETUP: ClassVar[type[Any]] = PairingSetup

    def __repr__(self) -> str:
        """Tell how many play."""
        return f"<pairing of {len(self.setup.players)}: {len(self.outcome.pairs)} pairs>"

    @staticmethod
    def draw(setup: PairingSetup, dice: Dice) -> Pairing:
        """Return the round."""
        wrong = tuple(setup.problems())
        if wrong:
            raise Illegal(wrong)
        return pair(
            setup.players,
            met={meeting(one, other): times for one, other, times in setup.met},
            byes=dict(setup.byes),
            wins=dict(setup.wins),
            dice=dice,
        )
