"""La Bagarre at the site's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import Any, ClassVar, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.tables.bagarre import account, options
from campaigns.tables.bagarre.board import DOING, board, question
from campaigns.tables.bagarre.heroes import HEROES
from campaigns.tables.contract import Happened, Played, Rules, ScoredGame
from campaigns.tables.models.card_table import BotStrength
from campaigns.tables.refusing import Sentences
from campaigns.tables.scene import Lines, Motion, Scene
from club.shares import decimal, percent
from engines import bagarre
from engines.bagarre import events as e
from engines.bagarre.actions import Action, Kind
from engines.bagarre.events import Announced, Eliminated as Gone
from engines.bagarre.options import Setup
from engines.bagarre.outcome import Ending
from engines.bagarre.score.entries import Cause, Eliminated, Fall, Heroes, Stop
from engines.core.event import Event
from engines.core.playout import Bot, Tally
from engines.core.score import Entry
from engines.core.tournament import ByLot

TEMPLATES: Final = (
    "campaigns/tables/bagarre/board.html",
    "campaigns/tables/bagarre/actions.html",
    "campaigns/tables/bagarre/hand.html",
)

REFUSALS: Final[Sentences] = {
    "target_is_out": gettext_lazy("Your target is out of the game."),
    "attacks_itself": gettext_lazy("Nobody can attack themselves."),
    "counter_is_an_attack": gettext_lazy("A counter is an attack on the player who attacked you."),
    "no_card_to_draw": gettext_lazy("Neither draw pile nor discard pile has a card left: only attacks are possible."),
    "discard_not_usable": gettext_lazy("Your hero cannot play from the discard pile."),
    "discard_is_empty": gettext_lazy("The discard pile is empty."),
    "shield_may_not_come_back": gettext_lazy("A shield that has just been changed cannot come back."),
    "no_second_target": gettext_lazy("Your hero can only attack one target."),
    "not_adjacent": gettext_lazy("The second target has to sit next to the first."),
    "charge_limit": gettext_lazy("You have no room for another charge: %(count)s of %(most)s."),
    "no_exchange": gettext_lazy("Your hero cannot exchange hit points."),
    "not_a_hit_point_card": gettext_lazy("That card is not one of their hit points."),
}
"""Why the engine refuses an action, in words, by its code."""


def _strike(event: e.Struck) -> Iterable[Motion]:
    yield Motion("strike" if event.damage > 0 else "block", event.seat, event.target, event.cards[-1])


MOTIONS: Final[Mapping[type[Event], Callable[[Any], Iterable[Motion]]]] = {
    e.Revealed: lambda event: [Motion("card", event.seat, figure=event.card or "")],
    e.Struck: _strike,
    e.HitPointsLost: lambda event: [Motion("hit", event.seat, figure=str(event.amount))],
    e.ShieldChanged: lambda event: [Motion("shield", event.seat, event.target, event.new or "")],
    e.Charged: lambda event: [Motion("charge", event.seat, figure=event.card or "")],
    e.Exchanged: lambda event: [Motion("shield", event.seat, event.target, event.new)],
    e.Swapped: lambda event: [Motion("theft", event.seat, event.target, event.took or "")],
    e.ShieldStolen: lambda event: [Motion("theft", event.seat, event.target, event.card or "")],
    e.WentInvisible: lambda event: [Motion("vanish", event.seat)],
    e.Eliminated: lambda event: [Motion("out", event.seat)],
    e.DragonAwoke: lambda event: [Motion("dragon")],
}
"""What is seen moving, by the kind of event."""


class BagarreRules(Rules[bagarre.Game]):
    """What the site needs of La Bagarre; see ``contract.Rules``."""

    code = "bagarre"
    engine: ClassVar[Any] = bagarre
    agreement: ClassVar[Any] = options
    refusals = REFUSALS
    doing = DOING
    motions = MOTIONS
    # The strong one thinks for half a second a move: a thousand games of it would take days.
    simulation_parts = {BotStrength.RANDOM.value: 1000, BotStrength.THUMB.value: 500}

    def __init__(self) -> None:
        super().__init__()
        self.style = "css/tables/heroes.css"

    def setup(self, players: int, variant: str, options_: dict[str, Any], rules: int) -> Setup:
        """Players, heroes, teams, the figures that the rulebook leaves open."""
        return Setup(players=players, options=options.engine_options(variant, players, options_), rules=rules)

    def simulated_bot(self, strength: str) -> Bot[Any]:
        """Heroes by lot."""
        return ByLot(self.bots[strength], _takes_a_hero)

    def teams(self, variant: str, players: int, options_: dict[str, Any]) -> tuple[int, ...]:
        """Team mates sit alternately."""
        return tuple(team + 1 for team in options.engine_options(variant, players, options_).teams)

    def heroes(self, seat: Any) -> tuple[str, ...]:
        """One hero, or the two of a troll."""
        return tuple(seat.heroes)

    def has_left(self, seat: Any) -> bool:
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
            (_("Average turns"), decimal(turns / tally.games)),
            (_("Games in which the dragon awoke"), percent(tally.marks.get("dragon", 0) / tally.games)),
            (_("Games with a shared victory"), percent(drawn / tally.games)),
        ]

    def describe_simulation(self) -> str:
        """How heroes come to seats."""
        return _("In the simulation heroes are drawn at random; people choose theirs, and play differently from bots.")

    def score(self, game: bagarre.Game, happened: Sequence[Happened], heroes: Sequence[tuple[str, ...]]) -> ScoredGame:
        """The heroes, and who fell when and how.

        Those who fell at one moment of the game fall by one entry: through a fire potion, or through each other.
        """
        agreed = game.setup.options
        falls: list[Fall] = []
        counter = False
        for event in chain.from_iterable(happened):
            if isinstance(event, Announced):
                counter = event.counter
            elif isinstance(event, Gone):
                falls.append(Fall(event.seat, event.by, _cause(event, counter=counter)))
        outcome = game.outcome
        entries: list[Entry[Any]] = [Heroes(seat=n, heroes=names) for n, names in enumerate(heroes) if names]
        at_once = groupby(falls, key=lambda fall: game.seats[fall.seat].fell)
        entries += [Eliminated(falls=tuple(group)) for _, group in at_once]
        if outcome is not None and outcome.ending is Ending.TURN_LIMIT:
            entries.append(Stop())
        setup = {
            "heroes": agreed.heroes,
            "trolls": agreed.trolls,
            "teams": list(agreed.teams),
            "same_hero_per_team": agreed.same_hero_per_team,
        }
        return setup, entries

    def lines(self, game: bagarre.Game, seen: Iterable[Happened], names: Sequence[str]) -> Iterable[Lines]:
        """What belongs to one action in one line."""
        return (account.lines(events, names) for events in seen)

    def describe_ending(self, outcome: Any, names: Sequence[str]) -> str:
        """Who has won, and by what."""
        return account.ending(outcome, names)

    def draw(self, played: Played[bagarre.Game]) -> Scene:
        """Everybody's cards and shields, the piles, the dragon."""
        names, view = played.names, played.view
        return Scene(
            *TEMPLATES,
            board(view, names),
            question(view, names) if played.mine else "",
        )


def _cause(event: Gone, *, counter: bool) -> Cause:
    """Return what made somebody fall; ``counter`` says that the action under way answers an attack."""
    if event.by is not None:
        return Cause.COUNTER if counter else Cause.ATTACK
    return Cause.LEFT if event.cause == "resigned" else Cause.DRAGON


def _takes_a_hero(action: Action) -> bool:
    return action.kind is Kind.HERO
