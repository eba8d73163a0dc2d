"""BAF! at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.matches.cards import sets
from campaigns.tables.baf import account, books, options, refusals
from campaigns.tables.baf.board import DOING, WAITING, board, question
from campaigns.tables.baf.choices import choices, code_of
from campaigns.tables.baf.kept import with_answer
from campaigns.tables.baf.motions import motions
from campaigns.tables.baf.options import OptionsForm, Variant
from campaigns.tables.baf.words import Cards
from campaigns.tables.card_rules import CardSetRules, Played
from campaigns.tables.contract import Alarm, Game, Happened, Scene, ScoredGame
from campaigns.tables.models.card_table import BotStrength
from club.operations import Objection
from club.shares import decimal, percent
from engines import baf
from engines.baf.bots import BOTS
from engines.baf.options import RULES, Setup
from engines.baf.view import Phase, View
from engines.core.dice import FastDice
from engines.core.playout import Tally

AHEAD: Final = 4.0
"""Seconds before the monsters of quick hands are shown: every phone has heard of the moment by then."""
FOLDER: Final = "campaigns/tables/baf"
ACTIONS: Final[Mapping[Phase, str]] = {
    Phase.DRAFT: f"{FOLDER}/acts/heroes.html",
    Phase.SIDES: f"{FOLDER}/acts/heroes.html",
    Phase.LAY: f"{FOLDER}/acts/hands.html",
    Phase.GAIN: f"{FOLDER}/acts/gain.html",
}
"""How the reader's choices are drawn, by phase; else as plain buttons."""


class BafRules(CardSetRules[baf.Game]):
    """What the site needs of BAF!; see ``contract.Rules``."""

    code = "baf"
    engine = baf
    form = OptionsForm
    variants = Variant
    simulation_parts: Mapping[str, int] = {BotStrength.RANDOM.value: 2000, BotStrength.THUMB.value: 800}

    def setup(self, players: int, variant: str, options_: dict[str, Any], rules: int) -> Setup:
        """Players, how monsters are attacked, every card."""
        return Setup(players=players, options=options.engine_options(variant, options_), rules=rules)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """Both heroes of a player."""
        return tuple(seat.picks)

    def usual(self) -> tuple[str, dict[str, Any]]:
        """Hands in secret, with the practice set."""
        return options.usual()

    def describe_options(self, variant: str, options_: dict[str, Any]) -> list[str]:
        """How monsters are attacked, and with which cards."""
        return options.describe(variant, options_)

    def reminder(self, variant: str, players: int, options_: dict[str, Any]) -> list[tuple[str, str]]:
        """Heroes, rounds, hands, fights, the end."""
        return options.remind_of_rules(options.engine_options(variant, options_))

    def seats_asked(self, game: Game) -> Sequence[int]:
        """All who lay hands, place gains or choose their last fight; in a race all who are still in it."""
        seen = cast(View, game.view(None))
        waiting = _TOGETHER.get(seen.phase)
        return game.actors if waiting is None else tuple(waiting(seen))

    def code_of(self, sent: QueryDict) -> str:
        """Both hands together, or a card with its runes."""
        return code_of(sent)

    def clock(self, game: Game) -> Alarm | None:
        """The monsters of quick hands are shown at a moment all know, and a round may have its time (ruling A33)."""
        seen = cast(View, game.view(None))
        if not seen.clock:
            return None
        (code,) = seen.clock
        return Alarm(code, AHEAD if seen.phase is Phase.READY else seen.timer)

    def react(self, game: Game, seat: int, strength: str, chance: int) -> tuple[str, int]:
        """A bot's hand takes as long as a person's."""
        found = BOTS[strength].react(game, seat, FastDice(chance))
        return found.action.code, found.after

    def refusal(self, game: Game, code: str) -> Objection:
        """What the engine says against it."""
        return refusals.refusal(game, code)

    def problems(self, variant: str, players: int, options_: dict[str, Any]) -> list[Objection]:
        """All that the engine finds wrong with a setup, first of all what the card set lacks."""
        return [options.sentence(one) for one in self.setup(players, variant, options_, RULES[-1]).problems()]

    def hero_names(self) -> dict[str, str | Promise]:
        """Those of all card sets."""
        return dict(sets.hero_names(self.code))

    def facts(self, tally: Tally) -> list[tuple[str, str]]:
        """Coins, and shared victories."""
        seats = sum(rate.played for rate in tally.rates.get("seat", {}).values())
        return [
            (_("Coins of a player on average"), decimal(tally.marks.get("coins", 0) / max(1, seats))),
            (_("Games with a shared victory"), percent(tally.marks.get("shared", 0) / tally.games)),
        ]

    def simulated(self) -> str:
        """How heroes come to seats."""
        return _("In the simulation bots draft their heroes; people choose otherwise, and play otherwise than bots.")

    def score(
        self, game: baf.Game, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]
    ) -> ScoredGame | None:
        """Heroes, fights, gains and last fights."""
        return books.score(game)

    def draw(self, played: Played[baf.Game]) -> Scene:
        """Bosses, monsters, heroes."""
        game, seat, names = played.game, played.seat, played.names
        cards = Cards(game.setup.options.cards)
        view = with_answer(game.view(seat), played.answered)
        over = view.outcome is not None
        return Scene(
            f"{FOLDER}/board.html",
            ACTIONS.get(view.phase, f"{FOLDER}/acts/buttons.html"),
            f"{FOLDER}/hand.html",
            board(view, cards, choices(played.legal, view, cards), names, hints=not game.setup.options.quick_hands),
            question(view, cards) if played.mine else "",
            DOING[view.phase]() if view.phase in DOING else "",
            tuple(account.lines(events, names, cards) for events in played.happened),
            together=view.phase in _TOGETHER or view.phase in (Phase.READY, Phase.RACE),
            racing=view.phase is Phase.RACE,
            waiting=WAITING[view.phase]() if view.phase in WAITING else "",
            ending=account.ending(view.outcome, names) if over and view.outcome is not None else "",
            out=frozenset(one.seat for one in view.seats if one.resigned),
            motions=tuple(motion for events in played.happened for motion in motions(events)),
        )


def _laying(view: View) -> Iterable[int]:
    """Those who have a hand to lay and somewhere to lay it (ruling A24)."""
    free = any(one.owner is None for one in view.monsters)
    for seat in view.seats:
        elsewhere = sum(seat.asked) == 1 and max(seat.hands) >= 0
        if any(seat.asked) and not seat.laid and not seat.resigned and (free or elsewhere):
            yield seat.seat


def _gaining(view: View) -> Iterable[int]:
    return dict.fromkeys(one.seat for one in view.gains if not view.seats[one.seat].resigned)


def _attempting(view: View) -> Iterable[int]:
    return (seat.seat for seat in view.seats if not seat.attempted and not seat.resigned)


_TOGETHER: Final[Mapping[Phase, Callable[[View], Iterable[int]]]] = {
    Phase.LAY: _laying,
    Phase.GAIN: _gaining,
    Phase.ATTEMPT: _attempting,
}
"""Who is asked at the same moment, by phase."""
