"""What the site's rules of games with card sets share beside ``replayed``: the engine's doors, its setup, simulations.

A game of typed-in cards names its engine and its form, and says what is its own: the setup, whose characters count, and
how a scene is drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from campaigns.tables.contract import Game
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import CardTable
from campaigns.tables.replayed import Played, ReplayedRules
from engines.core.dice import SeededDice
from engines.core.playout import Bot, Tally
from engines.core.proof import GameProof

__all__ = ["CardSetRules", "Engine", "Played"]


class Engine(Protocol):
    """What a game's package offers: its games and setups, who plays without a person, and how many games are counted.

    ``PLAYERS`` are the fewest and the most, ``RULES`` the versions of the rules.
    """

    @property
    def Game(self) -> Any: ...  # noqa: N802  # as the packages call it

    @property
    def BOTS(self) -> Mapping[str, Bot[Any]]: ...  # noqa: N802

    @property
    def PLAYERS(self) -> tuple[int, int]: ...  # noqa: N802

    @property
    def RULES(self) -> tuple[int, ...]: ...  # noqa: N802

    @property
    def simulate(self) -> Callable[..., Tally]: ...


class CardSetRules[G: Game](ReplayedRules[G]):
    """What all of ``contract.Rules`` is alike in games with card sets; each says the rest."""

    engine: Engine

    def __init__(self) -> None:
        self.bots, self.rules = self.engine.BOTS, self.engine.RULES
        self.version = f"{self.code}/{self.rules[-1]}"
        self.style = f"css/tables/{self.code}.css"
        self.least, self.most = self.engine.PLAYERS
        self.strengths = tuple(self.bots)

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
        game: G = self.engine.Game.new(
            self.setup_of(table, players), dice=SeededDice(bytes.fromhex(table.seed)), record=record
        )
        return game

    def parse_action(self, game: G, code: str) -> Any:
        """The engine's action."""
        return game.action(code)

    def gone(self, seat: Any) -> bool:
        """Whether somebody has left."""
        return bool(seat.resigned)

    def agreed(self, table: CardTable, players: int) -> object:
        """The engine's setup: players, options, every card, version of the rules."""
        return self.engine.Game.agreed(self.setup_of(table, players))

    def proof(self, table: CardTable, players: int, codes: Sequence[str]) -> GameProof:
        """The whole game with all shuffles and lots."""
        proof: GameProof = self.recorded(table, players, codes).prove()
        return proof

    def simulate(self, run: BalanceRun, *, first: int, count: int, tell: Callable[[int], bool]) -> Tally:
        """Games between bots of one strength, counted by the engine."""
        return self.engine.simulate(
            self.setup(run.players, run.variant, run.options, self.rules[-1]),
            games=count,
            bots=(self.bots[run.bot],) * run.players,
            seed=int(run.seed, 16),
            first=first,
            progress=tell,
        )
