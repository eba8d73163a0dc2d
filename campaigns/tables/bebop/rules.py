"""Space Serenade at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.tables.bebop import account, books, options, refusals
from campaigns.tables.bebop.answers import DOING, question
from campaigns.tables.bebop.board import board
from campaigns.tables.bebop.choices import choices, unfolded
from campaigns.tables.bebop.motions import motions
from campaigns.tables.bebop.options import OptionsForm, Variant
from campaigns.tables.bebop.proposing import proposing
from campaigns.tables.bebop.texts import Sayings
from campaigns.tables.bebop.words import CHARACTERS, Cards
from campaigns.tables.card_rules import CardSetRules, Played
from campaigns.tables.contract import Game, Happened, Scene, ScoredGame
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import BotStrength
from club.operations import Objection
from club.shares import decimal
from engines import bebop
from engines.bebop.language import play_problems
from engines.bebop.options import RULES, Setup
from engines.bebop.view import Phase, View
from engines.core.playout import Tally

FOLDER: Final = "campaigns/tables/bebop"


class BebopRules(CardSetRules[bebop.Game]):
    """What the site needs of Space Serenade; see ``contract.Rules``."""

    code = "bebop"
    engine = bebop
    form = OptionsForm
    variants = Variant
    simulation_parts: Mapping[str, int] = {BotStrength.RANDOM.value: 50, BotStrength.THUMB.value: 100}

    def setup(self, players: int, variant: str, options_: dict[str, Any], rules: int) -> Setup:
        """Players, whether renown lies open, every card."""
        chosen, cards = options.engine_options(variant), options.card_set(options_)
        return Setup(players=players, options=chosen, cards=cards, rules=rules)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """The character of a player."""
        return (seat.character,) if seat.character else ()

    def usual(self) -> tuple[str, dict[str, Any]]:
        """Renown face down, with the practice set."""
        return options.usual()

    def describe_options(self, variant: str, options_: dict[str, Any]) -> list[str]:
        """What is not the usual, and with which cards."""
        return options.describe(variant, options_)

    def reminder(self, variant: str, players: int, options_: dict[str, Any]) -> list[tuple[str, str]]:
        """The turn, resources, captures, gauges, teams, Vicious, the end."""
        return options.remind_of_rules()

    def unfold(self, game: Game, seat: int, code: str) -> Sequence[str]:
        """All plain cards of the hand, one after the other."""
        return unfolded(cast(View, game.view(seat)), Cards(cast(bebop.Game, game).setup.cards), code)

    def refusal(self, game: Game, code: str) -> Objection:
        """What the engine says against it."""
        return refusals.refusal(cast(bebop.Game, game), code)

    def problems(self, variant: str, players: int, options_: dict[str, Any]) -> list[Objection]:
        """What the card set lacks to be played, and what else the engine finds wrong with a setup."""
        cards = options.card_set(options_)
        found = (*play_problems(cards), *self.setup(players, variant, options_, RULES[-1]).problems())
        named = Cards(cards)
        return [options.sentence(one, named) for one in found]

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
        """The same; characters are heroes here."""
        tally = super().simulate(run, first=first, count=count, tell=tell)
        tally.rates["hero"] = tally.rates.pop("character", {})
        return tally

    def score(
        self, game: bebop.Game, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]
    ) -> ScoredGame | None:
        """Characters, criminals, tokens, gauges, turns, Vicious."""
        return books.score(game)

    def draw(self, played: Played[bebop.Game]) -> Scene:
        """The map, the market, the hand."""
        names = played.names
        cards = Cards(played.game.setup.cards)
        sayings = Sayings(cards, tuple(names))
        view = played.game.view(played.seat)
        offered = choices(view, cards, sayings, names)
        return Scene(
            f"{FOLDER}/board.html",
            f"{FOLDER}/acts/turn.html" if view.phase is Phase.TURN else f"{FOLDER}/acts/answers.html",
            f"{FOLDER}/hand.html",
            board(view, cards, sayings, offered, names),
            question(view, cards, sayings) if view.actions else "",
            DOING[view.phase]() if view.phase in DOING else "",
            tuple(account.lines(events, names, cards) for events in played.happened),
            ending=account.ending(view.outcome, names) if view.outcome is not None else "",
            out=frozenset(one.seat for one in view.seats if one.resigned),
            motions=tuple(motion for events in played.happened for motion in motions(events)),
            proposing=proposing(view, names),
        )
