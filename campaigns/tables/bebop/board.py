"""What the page draws of a game of Space Serenade: opponents, the map, the market, the reader's hand and piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.matches.scores.bebop import PILE_ICONS
from campaigns.tables.bebop.choices import At, Choices, prices
from campaigns.tables.bebop.since import Deed, deeds, since
from campaigns.tables.bebop.texts import CardText, Sayings
from campaigns.tables.bebop.words import CHARACTERS, ICONS, PILES, PLACES, POOL_NAMES, POOLS, TARGETS, Cards
from campaigns.tables.scene import ActionButton, around
from engines.bebop.cards import ActionCard
from engines.bebop.view import PlanetView, SeatView, View
from engines.core.event import Event

MAP: Final = ("earth", "mars", "ganymede", "bebop")


class Pool(Struct, frozen=True):
    """So much of a resource."""

    code: str
    name: str | Promise
    icon: str
    value: int


class CardSeen(Struct, frozen=True):
    """A card: its colour, cost and resources, what it says, how many of it lie there, what can be done with it."""

    code: str
    name: str
    colour: str
    character: str
    cost: int | None
    pools: tuple[Pool, ...]
    says: CardText
    count: int
    buttons: tuple[ActionButton, ...]

    @property
    def texts(self) -> list[str]:
        """What it says, slot by slot."""
        return [text for text in (self.says.red, self.says.play, self.says.team) if text]


class PileSeen(Struct, frozen=True):
    """A pile of capture tokens: how many are left, and what one costs."""

    name: str | Promise
    icon: str
    left: int
    price: int


class Figure(Struct, frozen=True):
    """A character standing somewhere; ``player`` is who plays it, empty for nobody."""

    code: str
    name: str | Promise
    player: str
    own: bool

    @property
    def letter(self) -> str:
        """The first letter of its name."""
        return str(self.name)[:1]


class Place(Struct, frozen=True):
    """A planet or the Bebop: gauge, criminal, Vicious, who stands there, and what the reader can do there."""

    code: str
    name: str | Promise
    gauge: int
    criminal: str
    star: int
    renews: bool
    piles: tuple[PileSeen, ...]
    vicious: tuple[PileSeen, ...]
    figures: tuple[Figure, ...]
    buttons: tuple[ActionButton, ...]

    @property
    def dots(self) -> list[bool]:
        """The three marks of the gauge."""
        return [number < self.gauge for number in range(3)]


class Token(Struct, frozen=True):
    """Capture tokens of one kind."""

    code: str
    name: str | Promise
    count: int


class Seat(Struct, frozen=True):
    """A player. ``renown`` is ``None`` while it is hidden; ``pools`` is the reserve of the turn under way.

    ``deeds`` are what an opponent did since the reader's turn.
    """

    number: int
    own: bool
    acts: bool
    resigned: bool
    character: str
    character_name: str
    fuel: int
    hand: int
    known: str
    deck: int
    top: str
    discard: tuple[CardSeen, ...]
    discarded: int
    tokens: tuple[Token, ...]
    renown: int | None
    captured: int
    criminals: str
    pools: tuple[Pool, ...]
    deeds: tuple[Deed, ...] = ()


class Board(Struct, frozen=True):
    """The table. ``played`` are the cards in play with damage not settled yet, ``in_play`` how many these are.

    ``common``, ``criminals`` and ``movement`` say how many cards those decks hold.
    """

    own: Seat | None
    others: tuple[Seat, ...]
    places: tuple[Place, ...]
    market: tuple[CardSeen, ...]
    hand: tuple[CardSeen, ...]
    played: tuple[CardSeen, ...]
    in_play: int
    choices: Choices
    common: int
    criminals: int
    movement: int | None
    last_turns: int | None
    escaped: str
    known: tuple[tuple[str, str], ...]


def board(
    view: View,
    cards: Cards,
    sayings: Sayings,
    offered: Choices,
    names: Sequence[str],
    seen: Iterable[Sequence[Event]] = (),
) -> Board:
    """Return the table as the view shows it; others' seats in the order after the reader's.

    ``seen`` is all that happened, as the reader saw it.
    """
    draw = _Drawing(view, cards, sayings, names, since(seen, view.viewer, len(view.seats)))
    seats = [draw.seat(seat, offered) for seat in view.seats]
    own, others = around(seats, view.viewer)
    hand = view.seats[view.viewer].hand if view.viewer is not None else ()
    vicious = view.vicious
    return Board(
        own,
        others,
        tuple(draw.draw_place(code, offered) for code in MAP),
        draw.cards(view.market, offered.market),
        draw.cards([code for code in hand if code is not None], offered.hand),
        draw.cards((*view.played, *view.wounds), {}),
        len(view.played) + len(view.wounds),
        offered,
        view.common,
        view.criminals,
        vicious.movement if vicious is not None else None,
        vicious.last_turns if vicious is not None else None,
        ", ".join(cards.criminal(code) for code in view.escaped),
        tuple((title(), cards.names(view.known[pile])) for pile, title in _KNOWN if view.known[pile]),
    )


_KNOWN: Final = (
    ("common", lambda: _("On top of the common deck")),
    ("damage", lambda: _("On top of the damage deck")),
)


class _Drawing:
    """Draws parts of one view."""

    def __init__(
        self, view: View, cards: Cards, sayings: Sayings, names: Sequence[str], events: Sequence[Event]
    ) -> None:
        self._view = view
        self._cards = cards
        self._sayings = sayings
        self._names = names
        self._events = events

    def cards(self, codes: Iterable[str], at: At) -> tuple[CardSeen, ...]:
        """Return cards, each kind once."""
        counts: dict[str, int] = {}
        for code in codes:
            counts[code] = counts.get(code, 0) + 1
        return tuple(self._card(code, count, at.get(code, ())) for code, count in counts.items())

    def _card(self, code: str, count: int, buttons: tuple[ActionButton, ...]) -> CardSeen:
        card = self._cards.held(code)
        says = self._sayings.of(code)
        if not isinstance(card, ActionCard):
            return CardSeen(code, self._cards.name(code), "damage", "", None, (), says, count, buttons)
        colour = card.colour.value if card.colour is not None else "neutral"
        character = str(CHARACTERS[colour]) if card.colour is not None else ""
        pools = pools_of({what: getattr(card, what) for what in POOLS})
        return CardSeen(code, self._cards.name(code), colour, character, card.cost, pools, says, count, buttons)

    def seat(self, seat: SeatView, offered: Choices) -> Seat:
        """Return a player."""
        view, own = self._view, seat.seat == self._view.viewer
        reserve = {"woolongs": view.woolongs, "force": view.force, "clues": view.clues}
        known = [code for code in seat.hand if code is not None]
        return Seat(
            seat.seat,
            own,
            seat.seat == view.actor,
            seat.resigned,
            seat.character or "",
            str(CHARACTERS[seat.character]) if seat.character else "",
            seat.fuel,
            len(seat.hand),
            "" if own else self._cards.names(known),
            seat.deck,
            self._cards.names(seat.top),
            self.cards(seat.discard, offered.discard if own else {}),
            len(seat.discard),
            tuple(Token(code, TARGETS[code], count) for code, count in seat.tokens.items() if count),
            seat.renown,
            seat.captured_count,
            ", ".join(self._cards.criminal(code) for code in seat.captured or ()),
            pools_of(reserve, all_=own) if seat.seat == view.turn else (),
            () if own else deeds(self._events, seat.seat, self._cards),
        )

    def draw_place(self, code: str, offered: Choices) -> Place:
        """Return a planet, or the Bebop."""
        view, cards = self._view, self._cards
        figures = tuple(self._figure(one) for one, where in view.figures.items() if where == code)
        planet = next((one for one in view.planets if one.planet == code), None)
        buttons = offered.places.get(code, ())
        if planet is None:
            return Place(code, PLACES[code], 0, "", 0, False, (), (), figures, buttons)
        card = cards.wanted(planet.criminal) if planet.criminal is not None else None
        here = view.vicious if view.vicious is not None and view.vicious.planet == code else None
        return Place(
            code,
            PLACES[code],
            planet.gauge,
            cards.criminal(planet.criminal) if planet.criminal is not None else "",
            card.star if card is not None else 0,
            card.renews if card is not None else False,
            self._piles(planet) if card is not None else (),
            self._tokens("vicious", here.resistance, here.clues) if here is not None else (),
            figures,
            buttons,
        )

    def _piles(self, planet: PlanetView) -> tuple[PileSeen, ...]:
        return self._tokens(planet.planet, planet.resistance, planet.clues)

    def _tokens(self, target: str, resistance: int, clues: int) -> tuple[PileSeen, ...]:
        force_each, clues_each = prices(self._view, self._cards, target)
        found = (("resistance", resistance, force_each), ("clues", clues, clues_each))
        return tuple(PileSeen(PILES[pile], PILE_ICONS[pile], left, price) for pile, left, price in found)

    def _figure(self, character: str) -> Figure:
        seat = next((seat.seat for seat in self._view.seats if seat.character == character), None)
        player = self._names[seat] if seat is not None else ""
        return Figure(character, CHARACTERS[character], player, seat is not None and seat == self._view.viewer)


def pools_of(figures: dict[str, int], *, all_: bool = False) -> tuple[Pool, ...]:
    """Return resources that there are, or ``all_`` of these."""
    return tuple(Pool(what, POOL_NAMES[what], ICONS[what], count) for what, count in figures.items() if count or all_)
