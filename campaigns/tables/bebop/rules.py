"""Space Serenade at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.tables.bebop import account, options
from campaigns.tables.bebop.answers import DOING, question
from campaigns.tables.bebop.board import board
from campaigns.tables.bebop.choices import choices, unfolded
from campaigns.tables.bebop.proposing import proposing
from campaigns.tables.bebop.texts import Sayings
from campaigns.tables.bebop.words import CHARACTERS, Cards
from campaigns.tables.contract import Happened, Played, Rules, ScoredGame
from campaigns.tables.models.card_balance import BalanceRun
from campaigns.tables.models.card_table import BotStrength
from campaigns.tables.noted import noted
from campaigns.tables.refusing import Sentences
from campaigns.tables.scene import Lines, Motion, Scene
from club.operations import Objection
from club.shares import decimal
from engines import bebop
from engines.bebop import events as e
from engines.bebop.language import play_problems
from engines.bebop.options import RULES, Setup
from engines.bebop.retelling import retold
from engines.bebop.score.game import GAME
from engines.bebop.view import Phase
from engines.core.event import Event
from engines.core.playout import Tally
from engines.core.score import encode

FOLDER: Final = "campaigns/tables/bebop"

REFUSALS: Final[Sentences] = {
    "card_not_in_hand": gettext_lazy("You do not hold that card any more."),
    "card_not_in_market": gettext_lazy("That card is not in the market any more."),
    "woolongs_short": gettext_lazy("Woolongs: you have %(value)s, the card costs %(needs)s."),
    "fuel_short": gettext_lazy("Fuel: you have %(value)s, you need %(needs)s."),
    "force_short": gettext_lazy("Force: you have %(value)s, a token costs %(needs)s."),
    "clues_short": gettext_lazy("Clues: you have %(value)s, a token costs %(needs)s."),
    "market_empty": gettext_lazy("The market is empty: there is nothing to renew."),
    "already_there": gettext_lazy("You are already there."),
    "nobody_to_confront": gettext_lazy("Nobody can be confronted there: go there first."),
    "character_taken": gettext_lazy("Somebody else plays that character."),
    "skill_not_yours": gettext_lazy("Only the first skill of another character can be used."),
    "skill_elsewhere": gettext_lazy("The character with that skill is somewhere else."),
    "skill_without_object": gettext_lazy("There is nothing to use that skill on."),
}
"""Why the engine refuses an action, in words, by its code."""


def _captured(event: e.Captured) -> Iterable[Motion]:
    for seat, renown in enumerate(event.renown):
        won = renown + (event.star if seat == event.seat else 0)
        if won:
            yield Motion("coins", seat, figure=f"★ +{won}")


def _escaped(event: e.Escaped) -> Iterable[Motion]:
    for seat, tokens in enumerate(event.tokens):
        if tokens:
            yield Motion("lost", seat, figure=f"−{tokens}")


MOTIONS: Final[Mapping[type[Event], Callable[[Any], Iterable[Motion]]]] = {
    e.TokenTaken: lambda event: [Motion("gain", event.seat, figure="●")],
    e.Captured: _captured,
    e.Escaped: _escaped,
    e.DamageDrawn: lambda event: [Motion("lost", event.seat, figure="✷")],
}
"""What is seen moving, by the kind of event."""


class BebopRules(Rules[bebop.Game]):
    """What the site needs of Space Serenade; see ``contract.Rules``."""

    code = "bebop"
    engine: ClassVar[Any] = bebop
    agreement: ClassVar[Any] = options
    refusals = REFUSALS
    doing = DOING
    motions = MOTIONS
    simulation_parts = {BotStrength.RANDOM.value: 50, BotStrength.THUMB.value: 100}

    def setup(self, players: int, variant: str, options_: dict[str, Any], rules: int) -> Setup:
        """Players, whether renown lies open, every card."""
        chosen, cards = options.engine_options(variant), options.card_set(options_)
        return Setup(players=players, options=chosen, cards=cards, rules=rules)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """The character of a player."""
        return (seat.character,) if seat.character else ()

    def unfold(self, game: bebop.Game, seat: int, code: str) -> Sequence[str]:
        """All plain cards of the hand, one after the other."""
        return unfolded(game.view(seat), Cards(game.setup.cards), code)

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
            (_("Average renown per player"), decimal(tally.marks.get("renown", 0) / max(1, seats))),
            (_("Average renown of the winner"), decimal(tally.marks.get("winner", 0) / games)),
            (_("Average turns per game"), decimal(tally.marks.get("turns", 0) / games)),
        ]

    def describe_simulation(self) -> str:
        """How characters come to seats."""
        return _(
            "In the simulation bots choose their characters; people choose differently, and play differently from bots."
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
        found = noted(game, retold(game), GAME)
        if found is None:
            return None
        setup, entries = found
        agreed = {"start": setup.start, "cards": encode(game.setup.cards), "token_renown": setup.token_renown}
        return agreed, entries

    def lines(self, game: bebop.Game, seen: Iterable[Happened], names: Sequence[str]) -> Iterable[Lines]:
        """A line for each event that has words."""
        cards = Cards(game.setup.cards)
        return (account.lines(events, names, cards) for events in seen)

    def describe_ending(self, outcome: Any, names: Sequence[str]) -> str:
        """Who has won, and by what."""
        return account.ending(outcome, names)

    def draw(self, played: Played[bebop.Game]) -> Scene:
        """The map, the market, the hand."""
        names = played.names
        cards = Cards(played.game.setup.cards)
        sayings = Sayings(cards, tuple(names))
        view = played.view
        offered = choices(view, cards, sayings, names)
        return Scene(
            f"{FOLDER}/board.html",
            f"{FOLDER}/acts/turn.html" if view.phase is Phase.TURN else f"{FOLDER}/acts/answers.html",
            f"{FOLDER}/hand.html",
            board(view, cards, sayings, offered, names, played.seen),
            question(view, cards, sayings) if view.actions else "",
            proposing=proposing(view, names),
        )
