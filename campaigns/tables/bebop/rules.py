"""Space Serenade at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.tables.bebop import account, books, options, refusals
from campaigns.tables.bebop.answers import DOING, question
from campaigns.tables.bebop.board import board
from campaigns.tables.bebop.choices import choices, unfolded
from campaigns.tables.bebop.motions import motions
from campaigns.tables.bebop.options import OptionsForm, Variant
from campaigns.tables.bebop.proposing import code_sent
from campaigns.tables.bebop.reminder import reminder
from campaigns.tables.bebop.texts import Sayings
from campaigns.tables.bebop.words import CHARACTERS, Cards
from campaigns.tables.contract import Game, GameResult, Scene, Told, TurnByTurn
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import BotStrength, CardTable
from club.operations import Objection
from club.shares import decimal
from engines.bebop.bots import BOTS
from engines.bebop.game import Bebop
from engines.bebop.language import play_problems
from engines.bebop.options import PLAYERS, RULES, Setup, problems
from engines.bebop.proof import agreed, prove
from engines.bebop.simulation import simulate
from engines.bebop.view import Phase, View
from engines.core.dice import FastDice, SeededDice
from engines.core.event import Event
from engines.core.game import IllegalAction
from engines.core.playout import Tally
from engines.core.proof import GameProof

FOLDER: Final = "campaigns/tables/bebop"


class BebopRules(TurnByTurn):
    """What the site needs of Space Serenade; see ``contract.Rules``."""

    code = "bebop"
    version = f"bebop/{RULES[-1]}"
    style = "css/tables/bebop.css"
    least, most = PLAYERS
    strengths: tuple[str, ...] = tuple(BOTS)
    simulation_parts: Mapping[str, int] = {BotStrength.RANDOM.value: 50, BotStrength.THUMB.value: 100}

    def options_form(self, data: Any = None, *, prefix: str | None = None) -> forms.Form:
        """Whether renown lies open, and the cards."""
        return OptionsForm(data, prefix=prefix)

    def usual(self) -> tuple[str, dict[str, Any]]:
        """Renown face down, with the practice set."""
        return options.usual()

    def variant_label(self, variant: str) -> str | Promise:
        """What the variant is called."""
        return Variant(variant).label

    def options_told(self, variant: str, options_: dict[str, Any]) -> list[str]:
        """What is not the usual, and with which cards."""
        return options.told(variant, options_)

    def reminder(self, variant: str, players: int, options_: dict[str, Any]) -> list[tuple[str, str]]:
        """The turn, resources, captures, gauges, teams, Vicious, the end."""
        return reminder()

    def teams(self, variant: str, players: int, options_: dict[str, Any]) -> tuple[int, ...]:
        """Everybody plays alone."""
        return ()

    def code_of(self, sent: QueryDict) -> str:
        """A button, or a proposal to the table."""
        return code_sent(sent)

    def unfold(self, game: Game, seat: int, code: str) -> Sequence[str]:
        """All plain cards of the hand, one after the other."""
        return unfolded(cast(View, game.view(seat)), Cards(cast(Bebop, game).setup.cards), code)

    def refusal(self, game: Game, code: str) -> Objection:
        """What the engine says against it."""
        return refusals.refusal(cast(Bebop, game), code)

    def problems(self, variant: str, players: int, options_: dict[str, Any]) -> list[Objection]:
        """What the card set lacks to be played, and what else the engine finds wrong with a setup."""
        cards = options.card_set(options_)
        setup = Setup(players=players, options=options.engine_options(variant), cards=cards)
        named = Cards(cards)
        return [options.sentence(one, named) for one in (*play_problems(cards), *problems(setup))]

    def deal(self, table: CardTable, players: int, *, record: bool = False) -> Bebop:
        """A new game from the table's seed."""
        return Bebop.from_setup(_setup(table, players), dice=SeededDice(bytes.fromhex(table.seed)), record=record)

    def replay(self, table: CardTable, players: int, codes: Sequence[str]) -> Bebop:
        """The game after these actions, its events forgotten."""
        game = self.deal(table, players)
        for code in codes:
            game.play(game.action(code))
        return game

    def resign(self, game: Game, seat: int) -> str:
        """Give up at any moment."""
        try:
            game.resign(seat)
        except IllegalAction:
            return ""
        return f"resign {seat}"

    def still_in(self, game: Game) -> frozenset[int]:
        """The seats that have not left."""
        return frozenset(one.seat for one in cast(View, game.view(None)).seats if not one.resigned)

    def result(self, game: Game) -> GameResult:
        """The engine's outcome, and the character of each."""
        seen = cast(View, game.view(None))
        if seen.outcome is None:
            raise ValueError("the game is not over")
        heroes = tuple((seat.character,) if seat.character else () for seat in seen.seats)
        return GameResult(seen.outcome.ending, seen.outcome.places, heroes)

    def is_quick(self, strength: str) -> bool:
        """Whether this bot decides at once."""
        return strength != BotStrength.STRONG

    def decide(self, game: Game, strength: str, chance: int) -> Any:
        """A bot's action for the actor."""
        return BOTS[strength].choose(game, FastDice(chance))

    def hero_names(self) -> dict[str, str | Promise]:
        """The four characters."""
        return dict(CHARACTERS)

    def facts(self, tally: Tally) -> list[tuple[str, str]]:
        """Renown, and how long a game lasts."""
        seats = sum(rate.played for rate in tally.rates.get("seat", {}).values())
        games = max(1, tally.games)
        return [
            (_("Renown of a player on average"), decimal(tally.marks.get("renown", 0) / max(1, seats))),
            (_("Renown of the winner on average"), decimal(tally.marks.get("winner", 0) / games)),
            (_("Turns of a game on average"), decimal(tally.marks.get("turns", 0) / games)),
        ]

    def simulated(self) -> str:
        """How characters come to seats."""
        return _(
            "In the simulation bots choose their characters; people choose otherwise, and play otherwise than bots."
        )

    def simulate(self, run: BalanceRun, *, first: int, count: int, tell: Callable[[int], bool]) -> Tally:
        """Games between bots of one strength, counted by the engine."""
        tally = simulate(
            run.players,
            options.engine_options(run.variant),
            games=count,
            cards=options.card_set(run.options),
            bots=(BOTS[run.bot],) * run.players,
            seed=int(run.seed, 16),
            first=first,
            progress=tell,
        )
        tally.rates["hero"] = tally.rates.pop("character", {})
        return tally

    def agreed(self, table: CardTable, players: int) -> object:
        """The engine's setup: players, options, every card, version of the rules."""
        return agreed(_setup(table, players))

    def proof(self, table: CardTable, players: int, codes: Sequence[str]) -> GameProof:
        """The whole game with all shuffles and lots."""
        game = self.deal(table, players, record=True)
        for code in codes:
            game.play(game.action(code))
        return prove(game, bytes.fromhex(table.seed))

    def told(self, table: CardTable, codes: Sequence[str], heroes: Sequence[tuple[str, ...]]) -> Told | None:
        """Characters, criminals, tokens, gauges, turns, Vicious."""
        return books.told(self.deal(table, len(heroes), record=True), codes)

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
        cards = Cards(game.setup.cards)
        sayings = Sayings(cards, tuple(names))
        happened = [_seen(game.events or (), seat)]
        happened += [_seen(game.play(game.action(code)), seat) for code in codes]
        view = game.view(seat)
        offered = choices(view, cards, sayings, names)
        return Scene(
            f"{FOLDER}/board.html",
            f"{FOLDER}/acts/turn.html" if view.phase is Phase.TURN else f"{FOLDER}/acts/answers.html",
            f"{FOLDER}/hand.html",
            board(view, cards, sayings, offered, names),
            question(view, cards, sayings) if view.actions else "",
            DOING[view.phase]() if view.phase in DOING else "",
            tuple(account.lines(events, names, cards) for events in happened),
            ending=account.ending(view.outcome, names) if view.outcome is not None else "",
            out=frozenset(one.seat for one in view.seats if one.resigned),
            motions=tuple(motion for events in happened for motion in motions(events)),
        )


def _setup(table: CardTable, players: int) -> Setup:
    """Return the engine's setup of a table, with the version of the rules that its engine's name ends with."""
    number = table.engine.rpartition("/")[2]
    return Setup(
        players=players,
        options=options.engine_options(table.variant),
        cards=options.card_set(table.options),
        rules=int(number) if number.isdecimal() else RULES[0],
    )


def _seen(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Return these events as the seat saw them."""
    return [event.seen_from(seat) for event in events]
