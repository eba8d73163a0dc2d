"""La Bagarre at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.tables.bagarre import account, books, options, refusals
from campaigns.tables.bagarre.board import DOING, board, question
from campaigns.tables.bagarre.heroes import HEROES
from campaigns.tables.bagarre.lots import HeroByLot
from campaigns.tables.bagarre.motions import motions
from campaigns.tables.bagarre.options import OptionsForm, Variant
from campaigns.tables.contract import Game, Happened, Scene, ScoredGame
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import BotStrength, CardTable
from campaigns.tables.replayed import Played, ReplayedRules
from club.operations import Objection
from club.shares import decimal, percent
from engines import bagarre
from engines.bagarre.actions import Action
from engines.bagarre.bots import BOTS
from engines.bagarre.options import PLAYERS, RULES, Setup
from engines.bagarre.outcome import Ending
from engines.bagarre.simulation import simulate
from engines.core.dice import SeededDice
from engines.core.playout import Tally
from engines.core.proof import VERSION, GameProof

TEMPLATES: Final = (
    "campaigns/tables/bagarre/board.html",
    "campaigns/tables/bagarre/actions.html",
    "campaigns/tables/bagarre/hand.html",
)


class BagarreRules(ReplayedRules[bagarre.Game]):
    """What the site needs of La Bagarre; see ``contract.Rules``."""

    code = "bagarre"
    form = OptionsForm
    variants = Variant
    bots = BOTS
    rules = RULES
    version = f"bagarre/{RULES[-1]}"
    style = "css/tables/heroes.css"
    least, most = PLAYERS
    strengths: tuple[str, ...] = tuple(BOTS)
    # The strong one thinks for half a second a move: a thousand games of it would take days.
    simulation_parts: Mapping[str, int] = {BotStrength.RANDOM.value: 1000, BotStrength.THUMB.value: 500}

    def usual(self) -> tuple[str, dict[str, Any]]:
        """One hero each, everybody for themselves."""
        return Variant.HEROES.value, {}

    def describe_options(self, variant: str, options_: dict[str, Any]) -> list[str]:
        """What was agreed, the usual left out."""
        return options.describe(variant, options_)

    def reminder(self, variant: str, players: int, options_: dict[str, Any]) -> list[tuple[str, str]]:
        """The three actions, and what else may happen."""
        return options.remind_of_rules(options.engine_options(variant, players, options_))

    def teams(self, variant: str, players: int, options_: dict[str, Any]) -> tuple[int, ...]:
        """Team mates sit alternately."""
        return tuple(team + 1 for team in options.engine_options(variant, players, options_).teams)

    def refusal(self, game: Game, code: str) -> Objection:
        """What the engine says against it."""
        return refusals.refusal(game, code)

    def problems(self, variant: str, players: int, options_: dict[str, Any]) -> list[Objection]:
        """All that the engine finds wrong with a setup."""
        setup = Setup(players=players, options=options.engine_options(variant, players, options_))
        return [options.sentence(one) for one in setup.problems()]

    def setup_of(self, table: CardTable, players: int) -> Setup:
        """Return the engine's setup of a table."""
        chosen = options.engine_options(table.variant, players, table.options)
        return Setup(players=players, options=chosen, rules=self.rules_of(table))

    def deal(self, table: CardTable, players: int, *, record: bool = False) -> bagarre.Game:
        """A new game from the table's seed."""
        return bagarre.Game.new(
            self.setup_of(table, players),
            dice=SeededDice(bytes.fromhex(table.seed)),
            record=record,
        )

    def parse_action(self, game: bagarre.Game, code: str) -> Action:
        """The engine's action."""
        return game.action(code)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """One hero, or the two of a troll."""
        return tuple(seat.heroes)

    def gone(self, seat: Any) -> bool:
        """Whether somebody has fallen."""
        return not seat.alive

    def hero_names(self) -> dict[str, str | Promise]:
        """The twelve heroes."""
        return {hero.code: hero.name for hero in HEROES}

    def facts(self, tally: Tally) -> list[tuple[str, str]]:
        """Length, the dragon, draws."""
        turns = sum(length * games for length, games in tally.lengths.items())
        drawn = tally.endings.get(Ending.NOBODY, 0) + tally.endings.get(Ending.TURN_LIMIT, 0)
        return [
            (_("Turns on average"), decimal(turns / tally.games)),
            (_("Games in which the dragon awoke"), percent(tally.marks.get("dragon", 0) / tally.games)),
            (_("Games with a shared victory"), percent(drawn / tally.games)),
        ]

    def simulated(self) -> str:
        """How heroes come to seats."""
        return _("In the simulation heroes are drawn by lot; people choose theirs, and play otherwise than bots.")

    def simulate(self, run: BalanceRun, *, first: int, count: int, tell: Callable[[int], bool]) -> Tally:
        """Games between bots of one strength, heroes by lot, counted by the engine."""
        chosen = options.engine_options(run.variant, run.players, run.options)
        return simulate(
            Setup(players=run.players, options=chosen),
            games=count,
            bots=(HeroByLot(BOTS[run.bot]),) * run.players,
            seed=int(run.seed, 16),
            first=first,
            progress=tell,
        )

    def agreed(self, table: CardTable, players: int) -> object:
        """The engine's setup: players, options, version of the rules."""
        return bagarre.Game.agreed(self.setup_of(table, players))

    def proof(self, table: CardTable, players: int, codes: Sequence[str]) -> GameProof:
        """The whole game with all shuffles and lots."""
        version = VERSION if table.is_sealed else 1
        return self.recorded(table, players, codes).prove(version=version)

    def score(self, game: bagarre.Game, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]) -> ScoredGame:
        """The heroes, and who fell together at each action."""
        return books.score(game, happened, heroes)

    def draw(self, played: Played[bagarre.Game]) -> Scene:
        """Everybody's cards and shields, the piles, the dragon."""
        names, view = played.names, played.game.view(played.seat)
        return Scene(
            *TEMPLATES,
            board(view, names),
            question(view, names) if played.mine else "",
            DOING[view.phase]() if view.outcome is None else "",
            tuple(account.lines(events, names) for events in played.happened),
            ending=account.ending(view.outcome, names) if view.outcome is not None else "",
            out=frozenset(one.seat for one in view.seats if self.gone(one)),
            motions=tuple(motion for events in played.happened for motion in motions(events)),
        )
