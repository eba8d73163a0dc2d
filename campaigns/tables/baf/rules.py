"""BAF! at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy
from msgspec.structs import replace

from campaigns.matches.cards import sets
from campaigns.tables.baf import account, options
from campaigns.tables.baf.board import DOING, WAITING, board, question
from campaigns.tables.baf.choices import choices, code_of
from campaigns.tables.baf.kept import with_answer
from campaigns.tables.baf.words import Cards
from campaigns.tables.contract import Alarm, Happened, Played, Rules, ScoredGame
from campaigns.tables.models.card_table import BotStrength
from campaigns.tables.refusing import Sentences
from campaigns.tables.scene import Lines, Motion, Scene
from club.shares import decimal, percent
from engines import baf
from engines.baf import events as e
from engines.baf.bots import BOTS
from engines.baf.cards import CardSet
from engines.baf.options import Setup
from engines.baf.retelling import retold
from engines.baf.score.fighting import Loss, Win
from engines.baf.score.preparing import Bosses
from engines.baf.view import Phase, View
from engines.core.dice import FastDice
from engines.core.event import Event
from engines.core.playout import Tally
from engines.core.score import Entry, encode

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

REFUSALS: Final[Sentences] = {
    "not_shown_yet": gettext_lazy("The monsters are not shown yet: a touch before that does not count."),
    "monster_taken": gettext_lazy("Another hand was on that monster first."),
    "hand_is_laid": gettext_lazy("That hand is already on a monster, and stays there."),
    "has_done": gettext_lazy("You are done for this round."),
    "hero_taken": gettext_lazy("Somebody else leads that hero."),
    "other_gain_first": gettext_lazy("Another of your monsters comes first."),
    "runes_count": gettext_lazy("Choose a category for every rune of the card."),
}
"""Why the engine refuses an action, in words, by its code."""


def _fought(event: e.Fought) -> Iterable[Motion]:
    kind = "coins" if event.won else "lost"
    yield Motion(kind, event.seat, figure=f"+{event.coins}" if event.won else f"−{-event.coins}")


def _contested(event: e.Contested) -> Iterable[Motion]:
    for seat in event.seats:
        yield Motion("gain" if seat == event.winner else "lost", seat, figure="✋")


def _attempted(event: e.Attempted) -> Iterable[Motion]:
    if event.boss is not None:
        yield Motion("coins" if event.won else "lost", event.seat, figure=f"+{event.coins}" if event.won else "☠")


MOTIONS: Final[Mapping[type[Event], Callable[[Any], Iterable[Motion]]]] = {
    e.Contested: _contested,
    e.Fought: _fought,
    e.Improved: lambda event: [Motion("gain", event.seat, figure="▲")],
    e.Attempted: _attempted,
}
"""What is seen moving, by the kind of event."""


class BafRules(Rules[baf.Game]):
    """What the site needs of BAF!; see ``contract.Rules``."""

    code = "baf"
    engine: ClassVar[Any] = baf
    agreement: ClassVar[Any] = options
    refusals = REFUSALS
    doing = DOING
    motions = MOTIONS
    simulation_parts = {BotStrength.RANDOM.value: 2000, BotStrength.THUMB.value: 800}

    def setup(self, players: int, variant: str, options_: dict[str, Any], rules: int) -> Setup:
        """Players, how monsters are attacked, every card."""
        return Setup(players=players, options=options.engine_options(variant, options_), rules=rules)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """Both heroes of a player."""
        return tuple(seat.picks)

    def seats_asked(self, game: baf.Game) -> Sequence[int]:
        """All who lay hands, place gains or choose their last fight; in a race all who are still in it."""
        seen = game.view(None)
        waiting = _TOGETHER.get(seen.phase)
        return game.actors if waiting is None else tuple(waiting(seen))

    def holds(self, game: baf.Game) -> bool:
        """Hands and last fights are secret: nobody has seen anything before all have answered."""
        return game.view(None).phase in (Phase.LAY, Phase.ATTEMPT)

    def code_of(self, sent: QueryDict) -> str:
        """Both hands together, or a card with its runes."""
        return code_of(sent)

    def clock(self, game: baf.Game) -> Alarm | None:
        """The monsters of quick hands are shown at a moment all know, and a round may have its time (ruling A33)."""
        seen = game.view(None)
        if not seen.clock:
            return None
        (code,) = seen.clock
        return Alarm(code, AHEAD if seen.phase is Phase.READY else seen.timer)

    def react(self, game: baf.Game, seat: int, strength: str, chance: int) -> tuple[str, int]:
        """A bot's hand takes as long as a person's."""
        found = BOTS[strength].react(game, seat, FastDice(chance))
        return found.action.code, found.after

    def hero_names(self) -> dict[str, str | Promise]:
        """Those of all card sets."""
        return dict(sets.hero_names(self.code))

    def facts(self, tally: Tally) -> list[tuple[str, str]]:
        """Coins, and shared victories."""
        seats = sum(rate.played for rate in tally.rates.get("seat", {}).values())
        return [
            (_("Average coins per player"), decimal(tally.marks.get("coins", 0) / max(1, seats))),
            (_("Games with a shared victory"), percent(tally.marks.get("shared", 0) / tally.games)),
        ]

    def describe_simulation(self) -> str:
        """How heroes come to seats."""
        return _(
            "In the simulation bots draft their heroes; people choose differently, and play differently from bots."
        )

    def score(
        self, game: baf.Game, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]
    ) -> ScoredGame | None:
        """Heroes, fights, gains and last fights.

        A set to which cards are missing is none that a pad takes: then coins are told as if somebody had typed them.
        """
        if game.outcome is None:
            return None
        cards = game.setup.options.cards
        _setup, entries = retold(game)
        if any(True for _problem in cards.problems()):
            return {}, [_typed(entry, cards) for entry in entries]
        return {"cards": encode(cards)}, entries

    def lines(self, game: baf.Game, seen: Iterable[Happened], names: Sequence[str]) -> Iterable[Lines]:
        """A line for each event that has words."""
        cards = Cards(game.setup.options.cards)
        return (account.lines(events, names, cards) for events in seen)

    def describe_ending(self, outcome: Any, names: Sequence[str]) -> str:
        """Who has won, and by what."""
        return account.ending(outcome, names)

    def view(self, game: baf.Game, seat: int | None, answered: str) -> View:
        """With the reader's own answer in it."""
        return with_answer(game.view(seat), answered)

    def draw(self, played: Played[baf.Game]) -> Scene:
        """Bosses, monsters, heroes."""
        game, view, names = played.game, played.view, played.names
        cards = Cards(game.setup.options.cards)
        return Scene(
            f"{FOLDER}/board.html",
            ACTIONS.get(view.phase, f"{FOLDER}/acts/buttons.html"),
            f"{FOLDER}/hand.html",
            board(view, cards, choices(played.legal, view, cards), names, hints=not game.setup.options.quick_hands),
            question(view, cards) if played.mine else "",
            together=view.phase in _TOGETHER or view.phase in (Phase.READY, Phase.RACE),
            racing=view.phase is Phase.RACE,
            waiting=WAITING[view.phase]() if view.phase in WAITING else "",
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


def _typed(entry: Entry[Any], cards: CardSet) -> Entry[Any]:
    """Return an entry as somebody writes it who has no cards to check it with: names, coins and skills."""
    match entry:
        case Bosses():
            master, dragon = cards.boss(entry.master), cards.boss(entry.dragon)
            if master is not None and dragon is not None:
                return replace(entry, master=master.name.fr, dragon=dragon.name.fr)
        case Win():
            card = cards.monster(entry.monster)
            if card is not None:
                gain = {skill.value: amount for skill, amount in card.gain if entry.put is not None}
                return replace(entry, monster=card.name.fr, coins=card.coins, **gain)
        case Loss():
            card = cards.monster(entry.monster)
            if card is not None:
                return replace(entry, monster=card.name.fr)
    return entry
