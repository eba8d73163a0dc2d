"""La Bagarre at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.tables.bagarre import account, books, options, refusals
from campaigns.tables.bagarre.board import DOING, asked, board
from campaigns.tables.bagarre.heroes import HEROES
from campaigns.tables.bagarre.lots import HeroByLot
from campaigns.tables.bagarre.motions import motions
from campaigns.tables.bagarre.options import OptionsForm, Variant
from campaigns.tables.bagarre.reminder import reminder
from campaigns.tables.contract import Game, GameResult, Scene, Told, TurnByTurn
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import BotStrength, CardTable
from club.operations import Objection
from club.shares import decimal, percent
from engines.bagarre.bots import BOTS
from engines.bagarre.events import AnyEvent, Event
from engines.bagarre.game import Bagarre
from engines.bagarre.heroes import CODES
from engines.bagarre.notation import action
from engines.bagarre.options import PLAYERS, RULES, Setup, problems
from engines.bagarre.outcome import Ending
from engines.bagarre.proof import agreed, prove
from engines.bagarre.simulation import simulate
from engines.bagarre.view import View
from engines.core.dice import FastDice, SeededDice
from engines.core.game import IllegalAction
from engines.core.playout import Tally
from engines.core.proof import VERSION, GameProof

TEMPLATES: Final = (
    "campaigns/tables/bagarre/board.html",
    "campaigns/tables/bagarre/actions.html",
    "campaigns/tables/bagarre/hand.html",
)


class BagarreRules(TurnByTurn):
    """What the site needs of La Bagarre; see ``contract.Rules``."""

    code = "bagarre"
    version = f"bagarre/{RULES[-1]}"
    style = "css/tables/heroes.css"
    least, most = PLAYERS
    strengths: tuple[str, ...] = tuple(BOTS)
    # The strong one thinks for half a second a move: a thousand games of it would take days.
    simulation_parts: Mapping[str, int] = {BotStrength.RANDOM.value: 1000, BotStrength.THUMB.value: 500}

    def options_form(self, data: Any = None, *, prefix: str | None = None) -> forms.Form:
        """Heroes, teams, the joker and the redraw."""
        return OptionsForm(data, prefix=prefix)

    def usual(self) -> tuple[str, dict[str, Any]]:
        """One hero each, everybody for themselves."""
        return Variant.HEROES.value, {}

    def variant_label(self, variant: str) -> str | Promise:
        """What the variant is called."""
        return Variant(variant).label

    def options_told(self, variant: str, options_: dict[str, Any]) -> list[str]:
        """What was agreed, the usual left out."""
        return options.told(variant, options_)

    def reminder(self, variant: str, players: int, options_: dict[str, Any]) -> list[tuple[str, str]]:
        """The three actions, and what else may happen."""
        return reminder(options.engine_options(variant, players, options_))

    def teams(self, variant: str, players: int, options_: dict[str, Any]) -> tuple[int, ...]:
        """Team mates sit alternately."""
        return tuple(team + 1 for team in options.engine_options(variant, players, options_).teams)

    def refusal(self, game: Game, code: str) -> Objection:
        """What the engine says against it."""
        return refusals.refusal(game, code)

    def problems(self, variant: str, players: int, options_: dict[str, Any]) -> list[Objection]:
        """All that the engine finds wrong with a setup."""
        setup = Setup(players=players, options=options.engine_options(variant, players, options_))
        return [options.sentence(one) for one in problems(setup, CODES)]

    def deal(self, table: CardTable, players: int, *, record: bool = False) -> Bagarre:
        """A new game from the table's seed."""
        agreed = options.engine_options(table.variant, players, table.options)
        return Bagarre.new(
            players, agreed, dice=SeededDice(bytes.fromhex(table.seed)), record=record, rules=_rules(table)
        )

    def replay(self, table: CardTable, players: int, codes: Sequence[str]) -> Bagarre:
        """The game after these actions, its events forgotten."""
        game = self.deal(table, players)
        for code in codes:
            game.play(action(code))
        return game

    def resign(self, game: Game, seat: int) -> str:
        """Give up at any moment."""
        try:
            game.resign(seat)
        except IllegalAction:
            return ""
        return f"resign {seat}"

    def still_in(self, game: Game) -> frozenset[int]:
        """The seats alive."""
        return frozenset(one.seat for one in cast(View, game.view(None)).seats if one.alive)

    def result(self, game: Game) -> GameResult:
        """The engine's outcome; where nobody won, by the first rules, nobody has the first place."""
        seen = cast(View, game.view(None))
        outcome = seen.outcome
        if outcome is None:
            raise ValueError("the game is not over")
        shift = 0 if outcome.winners else 1
        places = tuple(place + shift for place in outcome.places)
        return GameResult(outcome.ending, places, tuple(seat.heroes for seat in seen.seats))

    def is_quick(self, strength: str) -> bool:
        """Whether this bot decides at once."""
        return strength != BotStrength.STRONG

    def decide(self, game: Game, strength: str, chance: int) -> Any:
        """A bot's action for the actor."""
        return BOTS[strength].choose(game, FastDice(chance))

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
        return simulate(
            run.players,
            options.engine_options(run.variant, run.players, run.options),
            games=count,
            bots=(HeroByLot(BOTS[run.bot]),) * run.players,
            seed=int(run.seed, 16),
            first=first,
            progress=tell,
        )

    def agreed(self, table: CardTable, players: int) -> object:
        """The engine's setup: players, options, version of the rules."""
        chosen = options.engine_options(table.variant, players, table.options)
        return agreed(Setup(players=players, options=chosen, rules=_rules(table)))

    def proof(self, table: CardTable, players: int, codes: Sequence[str]) -> GameProof:
        """The whole game with all shuffles and lots."""
        game = self.deal(table, players, record=True)
        for code in codes:
            game.play(action(code))
        return prove(game, bytes.fromhex(table.seed), VERSION if table.is_sealed else 1)

    def told(self, table: CardTable, codes: Sequence[str], heroes: Sequence[tuple[str, ...]]) -> Told:
        """The heroes, and who fell together at each action."""
        return books.told(self.deal(table, len(heroes), record=True), codes, heroes)

    def scene(
        self,
        table: CardTable,
        players: int,
        codes: Sequence[str],
        seat: int | None,
        names: Sequence[str],
        *,
        answered: str = "",
    ) -> Scene:
        """The table as a seat sees it, and the account of the game in its words."""
        game = self.deal(table, players, record=True)
        happened = [_seen(game.events or (), seat)]
        happened += [_seen(game.play(action(code)), seat) for code in codes]
        view = game.view(seat)
        mine = view.actor is not None and view.actor == seat
        over = view.outcome is not None
        return Scene(
            *TEMPLATES,
            board(view, names),
            asked(view, names) if mine else "",
            "" if over else DOING[view.phase](),
            tuple(account.lines(events, names) for events in happened),
            ending=account.ending(view.outcome, names) if view.outcome is not None else "",
            out=frozenset(one.seat for one in view.seats if not one.alive),
            motions=tuple(motion for events in happened for motion in motions(events)),
        )


def _rules(table: CardTable) -> int:
    """Return the version of the rules a table plays by, which its engine's name ends with."""
    number = table.engine.rpartition("/")[2]
    return int(number) if number.isdecimal() else RULES[0]


def _seen(events: Iterable[AnyEvent], seat: int | None) -> list[Event]:
    """Return these events as the seat saw them."""
    return [event.seen_from(seat) for event in events]
