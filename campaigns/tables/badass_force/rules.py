"""Badass Force at the site's tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.tables.badass_force import account, books, options, refusals
from campaigns.tables.badass_force.answers import DOING, Asked, question
from campaigns.tables.badass_force.board import board
from campaigns.tables.badass_force.choices import choices
from campaigns.tables.badass_force.kept import with_answer
from campaigns.tables.badass_force.motions import motions
from campaigns.tables.badass_force.options import OptionsForm, Variant
from campaigns.tables.badass_force.proposing import proposing
from campaigns.tables.badass_force.texts import Sayings
from campaigns.tables.badass_force.words import Cards
from campaigns.tables.card_rules import CardSetRules, Played
from campaigns.tables.contract import Game, Happened, Scene, ScoredGame, Used
from campaigns.tables.models.card_table import BotStrength
from club.operations import Objection
from club.shares import decimal, percent
from engines import badass_force
from engines.badass_force.language import problems as card_problems
from engines.badass_force.options import RULES, Setup
from engines.badass_force.view import Phase, View
from engines.core.playout import Tally

FOLDER: Final = "campaigns/tables/badass_force"


class BadassForceRules(CardSetRules[badass_force.Game]):
    """What the site needs of Badass Force; see ``contract.Rules``."""

    code = "badass_force"
    engine = badass_force
    form = OptionsForm
    variants = Variant
    simulation_parts: Mapping[str, int] = {BotStrength.RANDOM.value: 200, BotStrength.THUMB.value: 200}

    def setup(self, players: int, variant: str, options_: dict[str, Any], rules: int) -> Setup:
        """Players, the limit, and every card."""
        return Setup(players=players, options=options.engine_options(variant, options_), rules=rules)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """Everybody plays the same seven."""
        return ()

    def usual(self) -> tuple[str, dict[str, Any]]:
        """To 16 points, with the practice set."""
        return options.usual()

    def describe_options(self, variant: str, options_: dict[str, Any]) -> list[str]:
        """The limit, and which cards."""
        return options.describe(variant, options_)

    def reminder(self, variant: str, players: int, options_: dict[str, Any]) -> list[tuple[str, str]]:
        """The turn, bluffs, points, Vengeance, the end."""
        return options.remind_of_rules(options.engine_options(variant, options_))

    def seats_asked(self, game: Game) -> Collection[int]:
        """All who lay their first character, or who may call a bluff; else whose decision it is."""
        view = cast(View, game.view(None))
        if view.claim is not None:
            return tuple(seat for seat in view.claim.waiting if not view.seats[seat].resigned)
        if _laying_first(view) and view.actor is not None:
            order = [*view.seats[view.actor :], *view.seats[: view.actor]]
            return tuple(seat.seat for seat in order if not seat.laid and not seat.resigned)
        return game.actors

    def refusal(self, game: Game, code: str) -> Objection:
        """What the engine says against it."""
        return refusals.refusal(cast(badass_force.Game, game), code)

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
            (_("Turns of a game on average"), decimal(turns / max(1, tally.games))),
            (_("Players who come to Vengeance"), percent(tally.marks.get("vengeance", 0) / max(1, seats))),
            (_("Games that another one must decide"), percent(tally.marks.get("undecided", 0) / max(1, tally.games))),
        ]

    def used(self, tally: Tally, options_: dict[str, Any]) -> list[Used]:
        """Characters announced, and weapons fired."""
        cards = Cards(options.card_set(options_))
        groups = (("announced", _("Characters announced")), ("executed", _("Weapons fired")))
        found = [(group, title, tally.rates.get(group, {})) for group, title in groups]
        return [
            Used(group, title, {cards.name(one): rates[one] for one in rates}) for group, title, rates in found if rates
        ]

    def simulated(self) -> str:
        """Wherein bots differ from people."""
        return _(
            "In the simulation bots lie and call by their own lights; people bluff otherwise, and see through more."
        )

    def score(
        self, game: badass_force.Game, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]
    ) -> ScoredGame | None:
        """Kills, calls, dice, turns, Vengeance."""
        return books.score(game)

    def draw(self, played: Played[badass_force.Game]) -> Scene:
        """Fuses, opponents, weapons, the seven characters."""
        game, seat, names = played.game, played.seat, played.names
        cards = Cards(game.setup.options.cards)
        sayings = Sayings(cards)
        view = with_answer(game.view(seat), played.answered)
        asking = Asked(view, cards, sayings, names)
        offered = choices([one.code for one in played.legal], asking)
        first = _laying_first(view)
        return Scene(
            f"{FOLDER}/board.html",
            f"{FOLDER}/acts.html",
            f"{FOLDER}/hand.html",
            board(view, cards, sayings, offered, names, last=played.answered or played.last),
            question(asking) if played.mine else "",
            DOING[view.phase]() if view.phase in DOING else "",
            tuple(account.lines(events, names, cards) for events in played.happened),
            together=view.claim is not None or first,
            waiting=_waiting(view, names, cards),
            ending=account.ending(view.outcome, names) if view.outcome is not None else "",
            out=frozenset(one.seat for one in view.seats if one.resigned),
            motions=tuple(motion for events in played.happened for motion in motions(events)),
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
