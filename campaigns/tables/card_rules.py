"""What the site's rules of games with card sets share beside ``replayed``: the engine's doors, its setup, simulations.

A game of typed-in cards names its engine and its form, and says what is its own: the setup, whose characters count, and
how a scene is drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from msgspec import Struct

from campaigns.tables.contract import Game
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.replayed import Played, ReplayedRules
from engines.core.dice import Dice, SeededDice
from engines.core.playout import Bot, Tally
from engines.core.proof import GameProof

__all__ = ["CardSetRules", "Engine", "Played"]


class Begin[G](Protocol):
    """How an engine begins the game of a setup."""

    def __call__(self, setup: Any, *, dice: Dice, record: bool = True) -> G: ...


class Engine[G](Struct, frozen=True):
    """The doors of a game's engine: how a game begins, how a code is read, what is promised and proven, who plays.

    ``players`` are the fewest and the most, ``rules`` the versions of the rules; ``simulate`` plays and counts games.
    """

    begin: Begin[G]
    action: Callable[[G, str], Any]
    agreed: Callable[[Any], object]
    prove: Callable[[G, bytes], GameProof]
    bots: Mapping[str, Bot[Any]]
    players: tuple[int, int]
    rules: tuple[int, ...]
    simulate: Callable[..., Tally]


class CardSetRules[G: Game](ReplayedRules[G]):
    """What all of ``contract.Rules`` is alike in games with card sets; each says the rest."""

    engine: ClassVar[Engine[Any]]

    def __init__(self) -> None:
        self.version = f"{self.code}/{self.engine.rules[-1]}"
        self.style = f"css/tables/{self.code}.css"
        self.least, self.most = self.engine.players
        self.bots, self.rules = self.engine.bots, self.engine.rules
        self.strengths = tuple(self.engine.bots)

    @abstractmethod
    def setup(self, players: int, variant: str, options: dict[str, Any], rules: int) -> Any:
        """Return the engine's setup of what was agreed, under this version of the rules."""

    def teams(self, variant: str, players: int, options: dict[str, Any]) -> tuple[int, ...]:
        """Everybody plays alone."""
        return ()

    def setup_of(self, table: CardTable, players: int) -> Any:
        """Return the engine's setup of a table."""
        return self.setup(players, table.variant, table.options, self.rules_of(table))

    def deal(self, table: CardTable, players: int, *, record: bool = False) -> G:
        """A new game from the table's seed."""
        game: G = self.engine.begin(
            self.setup_of(table, players), dice=SeededDice(bytes.fromhex(table.seed)), record=record
        )
        return game

    def read(self, game: G, code: str) -> Any:
        """The engine's action."""
        return self.engine.action(game, code)

    def gone(self, seat: Any) -> bool:
        """Whether somebody has left."""
        return bool(seat.resigned)

    def agreed(self, table: CardTable, players: int) -> object:
        """The engine's setup: players, options, every card, version of the rules."""
        return self.engine.agreed(self.setup_of(table, players))

    def proof(self, table: CardTable, players: int, codes: Sequence[str]) -> GameProof:
        """The whole game with all shuffles and lots."""
        return self.engine.prove(self.recorded(table, players, codes), bytes.fromhex(table.seed))

    def simulated_with(self, setup: Any) -> Mapping[str, object]:
        """Return what the engine's simulation asks beside the options of a setup."""
        return {}

    def simulate(self, run: BalanceRun, *, first: int, count: int, tell: Callable[[int], bool]) -> Tally:
        """Games between bots of one strength, counted by the engine."""
        setup = self.setup(run.players, run.variant, run.options, self.rules[-1])
        return self.engine.simulate(
            run.players,
            setup.options,
            games=count,
            bots=(self.bots[run.bot],) * run.players,
            seed=int(run.seed, 16),
            first=first,
            progress=tell,
            **self.simulated_with(setup),
        )
