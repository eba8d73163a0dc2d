"""Badass Force at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.tables.badass_force import account, options, refusals
from campaigns.tables.badass_force.answers import DOING, Asked, question
from campaigns.tables.badass_force.board import board
from campaigns.tables.badass_force.choices import choices
from campaigns.tables.badass_force.kept import with_answer
from campaigns.tables.badass_force.proposing import proposing
from campaigns.tables.badass_force.texts import Sayings
from campaigns.tables.badass_force.words import Cards
from campaigns.tables.contract import Happened, Played, Rules, ScoredGame, Used
from campaigns.tables.models.card_table import BotStrength
from campaigns.tables.noted import noted
from campaigns.tables.scene import Lines, Motion, Scene
from club.operations import Objection
from club.shares import decimal, percent
from engines import badass_force
from engines.badass_force import events as e
from engines.badass_force.language import problems as card_problems
from engines.badass_force.options import RULES, Setup
from engines.badass_force.retelling import retold
from engines.badass_force.score.game import GAME
from engines.badass_force.view import Phase, View
from engines.core.event import Event
from engines.core.playout import Tally

FOLDER: Final = "campaigns/tables/badass_force"


def _scored(event: e.Scored) -> Iterable[Motion]:
    if event.points:
        kind = "coins" if event.points > 0 else "lost"
        yield Motion(kind, event.seat, figure=f"+{event.points}" if event.points > 0 else f"−{-event.points}")


MOTIONS: Final[Mapping[type[Event], Callable[[Any], Iterable[Motion]]]] = {
    e.Announced: lambda event: [Motion("gain", event.seat, figure="❝")],
    e.BluffCalled: lambda event: [Motion("lost" if event.true else "gain", event.caller, figure="✋")],
    e.Executed: lambda event: [Motion("gain", event.seat, figure="✸")],
    e.Overloaded: lambda event: [Motion("lost", event.seat, figure="✹")],
    e.Lost: lambda event: [Motion("lost", event.seat, figure="☠")],
    e.Scored: _scored,
    e.VengeanceBegan: lambda event: [Motion("gain", event.seat, figure="✊")],
}
"""What is seen moving, by the kind of event."""


class BadassForceRules(Rules[badass_force.Game]):
    """What the site needs of Badass Force; see ``contract.Rules``."""

    code = "badass_force"
    engine: ClassVar[Any] = badass_force
    agreement: ClassVar[Any] = options
    doing = DOING
    motions = MOTIONS
    simulation_parts = {BotStrength.RANDOM.value: 200, BotStrength.THUMB.value: 200}

    def setup(self, players: int, variant: str, options_: dict[str, Any], rules: int) -> Setup:
        """Players, the limit, and every card."""
        return Setup(players=players, options=options.engine_options(variant, options_), rules=rules)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """Everybody plays the same seven."""
        return ()

    def seats_asked(self, game: badass_force.Game) -> Collection[int]:
        """All who lay their first character, or who may call a bluff; else whose decision it is."""
        view = game.view(None)
        if view.claim is not None:
            return tuple(seat for seat in view.claim.waiting if not view.seats[seat].resigned)
        if _laying_first(view) and view.actor is not None:
            order = [*view.seats[view.actor :], *view.seats[: view.actor]]
            return tuple(seat.seat for seat in order if not seat.laid and not seat.resigned)
        return game.actors

    def refusal(self, game: badass_force.Game, code: str) -> Objection:
        """What the engine says against it."""
        return refusals.refusal(game, code)

    def problems(self, variant: str, players: int, options_: dict[str, Any]) -> list[Objection]:
        """What the card set lacks to be played, and what else the engine finds wrong with a setup."""
        cards = options.card_set(options_)
        found = (*card_problems(cards), *self.setup(players, variant, options_, RULES[-1]).problems())
        named = Cards(cards)
        return [options.sentence(one, named) for one in found]

    def hero_names(self) -> dict[str, str | Promise]:
        """Everybody plays the same."""
        return {}

    def facts(self, tally: Tally) -> list[tuple[str, str]]:
        """How long a game lasts, how many come to Vengeance, how often another game must decide."""
        seats = sum(rate.played for rate in tally.rates.get("seat", {}).values())
        turns = sum(length * games for length, games in tally.lengths.items())
        return [
            (_("Average turns per game"), decimal(turns / max(1, tally.games))),
            (_("Players who reach Vengeance"), percent(tally.marks.get("vengeance", 0) / max(1, seats))),
            (
                _("Games that need another one to decide"),
                percent(tally.marks.get("undecided", 0) / max(1, tally.games)),
            ),
        ]

    def used(self, tally: Tally, options_: dict[str, Any]) -> list[Used]:
        """Characters announced, and weapons fired."""
        cards = Cards(options.card_set(options_))
        groups = (("announced", _("Characters announced")), ("executed", _("Weapons fired")))
        found = [(group, title, tally.rates.get(group, {})) for group, title in groups]
        return [
            Used(group, title, {cards.name(one): rates[one] for one in rates}) for group, title, rates in found if rates
        ]

    def describe_simulation(self) -> str:
        """Wherein bots differ from people."""
        return _(
            "In the simulation bots lie and call in their own way; people bluff differently, and see through more."
        )

    def score(
        self, game: badass_force.Game, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]
    ) -> ScoredGame | None:
        """Kills, calls, dice, turns, Vengeance."""
        found = noted(game, retold(game), GAME)
        if found is None:
            return None
        setup, entries = found
        return {"start": setup.start, "limit": setup.limit, "faces": [face.value for face in setup.faces]}, entries

    def lines(self, game: badass_force.Game, seen: Iterable[Happened], names: Sequence[str]) -> Iterable[Lines]:
        """A line for each event that has words."""
        cards = Cards(game.setup.options.cards)
        return (account.lines(events, names, cards) for events in seen)

    def describe_ending(self, outcome: Any, names: Sequence[str]) -> str:
        """Who has won, and by what."""
        return account.ending(outcome, names)

    def view(self, game: badass_force.Game, seat: int | None, answered: str) -> View:
        """With the reader's own answer in it."""
        return with_answer(game.view(seat), answered)

    def draw(self, played: Played[badass_force.Game]) -> Scene:
        """Fuses, opponents, weapons, the seven characters."""
        game, view, names = played.game, played.view, played.names
        cards = Cards(game.setup.options.cards)
        sayings = Sayings(cards)
        asking = Asked(view, cards, sayings, names)
        offered = choices([one.code for one in played.legal], asking)
        first = _laying_first(view)
        return Scene(
            f"{FOLDER}/board.html",
            f"{FOLDER}/acts.html",
            f"{FOLDER}/hand.html",
            board(view, cards, sayings, offered, names, last=played.answered or played.last),
            question(asking) if played.mine else "",
            together=view.claim is not None or first,
            waiting=_waiting(view, names, cards),
            proposing=proposing(view, names),
        )


def _laying_first(view: View) -> bool:
    """Tell whether all lay their first character: before the first turn nobody does anything else."""
    return view.phase is Phase.LAY and view.turn is None


def _waiting(view: View, names: Sequence[str], cards: Cards) -> str:
    """Say what whoever is not asked reads while several are."""
    if view.claim is None:
        return _("Everybody lays a character face down.")
    words = {"name": names[view.claim.seat], "character": cards.name(view.claim.character)}
    return _("%(name)s: “I am %(character)s.” All are asked whether they believe it.") % words
