"""What may be proposed in Space Serenade where the table decides: the verbs of its cards, as changes to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from campaigns.matches.cards.sentences import speaker
from campaigns.tables.bebop.texts import GAME
from campaigns.tables.bebop.words import POOL_NAMES, SKILLS, ZONES, Names
from campaigns.tables.proposing import Aim, Change, Proposing, clauses
from engines.bebop.language import LANGUAGE
from engines.bebop.verbs.cards import Buy, Copy, Deck, Discard, Draw, Into, Look, Move, RenewMarket, Reveal, To, Trash
from engines.bebop.verbs.hunt import Change as Way, Confront, Figure, Gauge, Roll, Skilled, Travel, UseSkill
from engines.bebop.verbs.picking import Sort, Zone
from engines.bebop.verbs.resources import Gain, Lose, Pool, Take
from engines.bebop.view import View
from engines.core.effects.combinators import NOTHING, TableDecides
from engines.core.effects.literal import TABLE, steps_of
from engines.core.effects.steps import Step

LOOKS: Final[dict[Deck, str | Promise]] = {
    Deck.OWN: gettext_lazy("looks at cards of their own deck"),
    Deck.COMMON: gettext_lazy("looks at cards of the common deck"),
    Deck.DAMAGE: gettext_lazy("looks at cards of the damage deck"),
}
TRASHES: Final = (Zone.HAND, Zone.DISCARD, Zone.PLAY)
MOVES: Final = (
    (Zone.DISCARD, To.HAND),
    (Zone.DISCARD, To.DECK),
    (Zone.HAND, To.DECK),
    (Zone.PLAY, To.HAND),
    (Zone.PLAY, To.DECK),
    (Zone.DECK, To.DISCARD),
)
"""Of the deck it is the top card, once its owner has looked at it."""


def proposing(view: View, names: Names) -> Proposing | None:
    """Return what the viewer may propose; ``None`` while no proposal is waited for."""
    if NOTHING not in view.actions or view.viewer is None:
        return None
    menu = _Menu(view, view.viewer, names)
    groups = {
        _("Resources"): [*menu.resources()],
        _("Cards"): [*menu.cards()],
        _("Market"): [*menu.market()],
        _("Planets and tokens"): [*menu.map()],
        _("Skills"): [*menu.skills()],
        _("A die"): [*menu.again()],
    }
    offered = {heading: changes for heading, changes in groups.items() if changes}
    return Proposing(view.viewer, menu.seats, offered, partial(clauses, speaker(GAME, names), view.viewer))


def describe_proposal(proposal: str, holder: int, names: Names) -> str:
    """Say what the holder of a card proposes to the table: the part of the code after its first word."""
    steps = steps_of(LANGUAGE, TABLE + proposal, len(names))
    said = clauses(speaker(GAME, names), holder, steps)
    return _(", then ").join(said) if said else _("nothing happens")


class _Menu:
    """The changes, for whoever holds the card. Who has left is no longer among the seats."""

    def __init__(self, view: View, holder: int, names: Names) -> None:
        order = [holder, *(seat for seat in range(len(names)) if seat != holder)]
        self.seats = {seat: names[seat] for seat in order if not view.seats[seat].resigned}
        self._plays = view.turn == holder
        self._anybody = Aim(frozenset(self.seats), "")
        only = _("Only the holder of the card can do this, %(name)s.") % {"name": names[holder]}
        self._holder = Aim(frozenset({holder}), only)
        others = _("Choose somebody else: nobody takes from their own supply.")
        self._others = Aim(frozenset(self.seats) - {holder}, others)
        reserve = _("Only the player whose turn it is has Woolongs, Force and clues.")
        self._reserve = Aim(frozenset({holder} if self._plays else {view.turn or 0}), reserve)

    def resources(self) -> Iterator[Change]:
        """What is gained, lost and given."""
        for verb, label in ((_gain, _("gains: %(what)s")), (_lose, _("loses: %(what)s"))):
            for pool in Pool:
                aim = self._anybody if pool is Pool.FUEL else self._reserve
                code = f"{verb.__name__.lstrip('_')} {pool}"
                yield Change(code, label % {"what": POOL_NAMES[pool.value]}, aim, partial(verb, pool))
        yield Change("take", _("gives me fuel"), self._others, lambda who, n: Take(n=n, who=who))

    def cards(self) -> Iterator[Change]:
        """What becomes of cards in decks, hands and discard piles."""
        yield Change("draw", _("draws cards"), self._anybody, lambda who, n: Draw(n=n, who=who))
        yield Change("discard", _("discards cards"), self._anybody, lambda who, n: Discard(n=n, who=who))
        yield Change(
            "reveal", _("shows the hand to everybody"), self._anybody, lambda who, n: Reveal(who=who), counts=False
        )
        for deck, said in LOOKS.items():
            yield Change(f"look {deck}", str(said), self._holder, partial(_look, deck))
        for zone in TRASHES:
            label = _("trashes cards (%(zone)s)") % {"zone": ZONES[zone.value]}
            yield Change(f"trash {zone}", label, self._holder, partial(_trash, zone))
        yield Change("wounds", _("trashes damage cards (hand or discard pile)"), self._holder, _wounds)
        yield self._once("this", _("trashes this card"), Trash(card="this"))
        for zone, to in MOVES:
            label = _("moves cards: %(zone)s → %(to)s") % {"zone": ZONES[zone.value], "to": ZONES[to.value]}
            yield Change(f"move {zone} {to}", label, self._holder, partial(_move, zone, to))
        yield self._once("copy", _("does the text of another card in play"), Copy())

    def market(self) -> Iterator[Change]:
        """What the market gives besides what is paid for."""
        yield self._once("renew_market", _("the market is renewed"), RenewMarket())
        yield self._once("free", _("takes a card from the market for free"), Buy(free=True))
        yield self._once(
            "free hand", _("takes a card from the market for free, into the hand"), Buy(free=True, to=Into.HAND)
        )
        if self._plays:
            yield Change("less", _("buys a card for that many Woolongs less"), self._holder, lambda who, n: Buy(less=n))

    def map(self) -> Iterator[Change]:
        """Figures, gauges, capture tokens."""
        yield self._once("travel", _("moves their own figure without fuel"), Travel())
        yield Change("figures", _("moves that many other figures without fuel"), self._holder, _others_travel)
        yield self._once("up", _("raises a gauge by 1"), Gauge(change=Way.UP))
        yield self._once("down", _("lowers a gauge by 1"), Gauge(change=Way.DOWN))
        if self._plays:
            yield self._once("token", _("takes a capture token where the figure is"), Confront())
            harmless = _("takes a capture token where the figure is, without damage cards")
            yield self._once("token harmless", harmless, Confront(harmless=True))
            yield self._once("token anywhere", _("takes a capture token on any planet"), Confront(anywhere=True))

    def skills(self) -> Iterator[Change]:
        """Skills without fuel."""
        for skill in Skilled if self._plays else ():
            yield self._once(f"skill {skill}", str(SKILLS[skill.value]), UseSkill(skill=skill))

    def again(self) -> Iterator[Change]:
        """A die, and what to do about it."""
        label = _("rolls a die, then the table decides again")
        yield Change("roll", label, self._holder, lambda who, n: (Roll(), TableDecides()), counts=False)

    def _once(self, code: str, label: str, step: Step) -> Change:
        return Change(code, label, self._holder, lambda who, n: step, counts=False)


def _gain(pool: Pool, who: str, n: int) -> Step:
    return Gain(what=pool, n=n, who=who)


def _lose(pool: Pool, who: str, n: int) -> Step:
    return Lose(what=pool, n=n, who=who)


def _look(deck: Deck, who: str, n: int) -> Step:
    return Look(deck=deck, n=n)


def _trash(zone: Zone, who: str, n: int) -> Step:
    return Trash(from_=(zone,), n=n)


def _wounds(who: str, n: int) -> Step:
    return Trash(from_=(Zone.HAND, Zone.DISCARD), sort=Sort.DAMAGE, n=n)


def _move(zone: Zone, to: To, who: str, n: int) -> Step:
    return Move(from_=(zone,), to=to, n=n)


def _others_travel(who: str, n: int) -> Step:
    return Travel(figure=Figure.OTHERS, n=n)
