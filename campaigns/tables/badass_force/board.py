"""What the page draws of a game of Badass Force: the fuses, opponents and their weapons, the seven characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, pgettext_lazy
from msgspec import Struct

from campaigns.matches.scores.wording import listed
from campaigns.tables.badass_force.choices import Choices
from campaigns.tables.badass_force.kept import kept
from campaigns.tables.badass_force.texts import CardText, Sayings
from campaigns.tables.badass_force.words import UNTIL, Cards, lasting
from campaigns.tables.scene import ActionButton, around
from engines.badass_force.cards import POWER, REACTION, VENGEANCE
from engines.badass_force.view import ClaimView, LastingView, SeatView, View, WeaponView

WHERE: Final[Mapping[str, str | Promise]] = {
    "active": pgettext_lazy("where a character is", "laid"),
    "hand": pgettext_lazy("where a character is", "in hand"),
    "dressing_room": pgettext_lazy("where a character is", "dressing room"),
    "graveyard": pgettext_lazy("where a character is", "graveyard"),
}


class Case(Struct, frozen=True):
    """A case of a charge bar: filled or not, and whether the weapon may be used from here on."""

    full: bool
    hot: bool


class Weapon(Struct, frozen=True):
    """A weapon with its bar; ``ammo`` is ``None`` in the middle of the table."""

    code: str
    name: str
    ammo: int | None
    explode: int
    most: int
    says: tuple[CardText, ...]
    button: ActionButton | None = None

    @property
    def cases(self) -> list[Case]:
        """Its bar."""
        return [Case((self.ammo or 0) >= number, number >= self.explode) for number in range(1, self.most + 1)]

    @property
    def ready(self) -> bool:
        """Whether its execution may be used."""
        return (self.ammo or 0) >= self.explode


class Character(Struct, frozen=True):
    """One of the seven: what it says, where the reader's own copy is, and what can be done with it."""

    code: str
    name: str
    says: tuple[CardText, ...]
    where: str = ""
    button: ActionButton | None = None

    @property
    def where_label(self) -> str | Promise:
        """Where the reader's copy is, in words."""
        return WHERE.get(self.where, "")


class Seat(Struct, frozen=True):
    """A player. ``active`` and ``dressing_room`` are names, empty unless the reader knows these characters."""

    number: int
    own: bool
    acts: bool
    turn: bool
    resigned: bool
    points: int
    burnt: int
    vengeance: bool
    weapon: Weapon | None
    hand: int
    laid: bool
    active: str
    dressing_room: str
    graveyard: tuple[str, ...]
    claimed: str
    lasting: tuple[str, ...]


class Claim(Struct, frozen=True):
    """An announcement that waits for answers: who says what, and what it would bring about."""

    name: str
    own: bool
    character: str
    says: tuple[CardText, ...]


class Board(Struct, frozen=True):
    """The table. ``weapons`` counts the pile, ``discarded`` and ``discard`` count and name what lies beside it.

    ``kept`` says what the reader has answered that the others do not know yet.
    """

    own: Seat | None
    others: tuple[Seat, ...]
    limit: int
    last: bool
    centre: tuple[Weapon, ...]
    weapons: int
    discarded: int
    discard: str
    characters: tuple[Character, ...]
    claim: Claim | None
    choices: Choices
    kept: str


def board(
    view: View, cards: Cards, sayings: Sayings, offered: Choices, names: Sequence[str], *, last: str = ""
) -> Board:
    """Return the table as the view shows it; others' seats in the order after the reader's.

    ``last`` is the code of what the reader has decided last.
    """
    draw = _Drawing(view, cards, sayings, offered)
    seats = [draw.seat(seat) for seat in view.seats]
    own, others = around(seats, view.viewer)
    return Board(
        own,
        others,
        view.limit,
        view.last,
        tuple(draw.weapon(one, None, offered.centre.get(one.code)) for one in _each_once(view.centre)),
        view.weapons,
        len(view.discard),
        cards.names(view.discard),
        tuple(draw.character(code) for code in view.cast),
        draw.claim(view.claim, names) if view.claim is not None else None,
        offered,
        kept(view, last),
    )


def _each_once(weapons: Sequence[WeaponView]) -> list[WeaponView]:
    return list({one.code: one for one in weapons}.values())


class _Drawing:
    """Draws parts of one view."""

    def __init__(self, view: View, cards: Cards, sayings: Sayings, offered: Choices) -> None:
        self._view = view
        self._cards = cards
        self._sayings = sayings
        self._offered = offered

    def weapon(self, one: WeaponView, ammo: int | None, button: ActionButton | None = None) -> Weapon:
        """Return a weapon, somebody's with so much on it or one in the middle."""
        says = self._sayings.of(one.code)
        return Weapon(one.code, self._cards.name(one.code), ammo, one.explode, one.most, says, button)

    def character(self, code: str) -> Character:
        """Return one of the seven."""
        view = self._view
        where = _where(view.seats[view.viewer], code) if view.viewer is not None else ""
        button = self._offered.characters.get(code)
        return Character(code, self._cards.name(code), self._sayings.of(code), where, button)

    def seat(self, seat: SeatView) -> Seat:
        """Return a player."""
        view, cards = self._view, self._cards
        return Seat(
            seat.seat,
            seat.seat == view.viewer,
            seat.seat == view.actor,
            seat.seat == view.turn,
            seat.resigned,
            seat.points,
            min(seat.points, view.limit),
            seat.vengeance,
            self.weapon(seat.weapon, seat.ammo) if seat.weapon is not None else None,
            seat.hand,
            seat.laid,
            cards.name(seat.active) if seat.active is not None else "",
            cards.name(seat.dressing_room) if seat.dressing_room is not None else "",
            tuple(cards.name(code) for code in seat.graveyard),
            listed([cards.name(code) for code in seat.said]),
            tuple(_lasting(one, cards) for one in seat.lasting),
        )

    def claim(self, claim: ClaimView, names: Sequence[str]) -> Claim:
        """Return what is announced, with the text that it would bring about."""
        vengeance = self._view.seats[claim.seat].vengeance
        slots = {REACTION} if claim.reaction else {POWER, VENGEANCE} if vengeance else {POWER}
        says = tuple(one for one in self._sayings.of(claim.character) if one.slot in slots)
        return Claim(names[claim.seat], claim.seat == self._view.viewer, self._cards.name(claim.character), says)


def _where(seat: SeatView, code: str) -> str:
    if code == seat.active:
        return "active"
    if code == seat.dressing_room:
        return "dressing_room"
    return "graveyard" if code in seat.graveyard else "hand"


def _lasting(one: LastingView, cards: Cards) -> str:
    """Say what binds somebody, by which card and until when."""
    words = {"what": lasting(one.what, one.amount), "until": UNTIL[one.until], "card": cards.name(one.card)}
    return _("%(card)s: %(what)s (%(until)s)") % words
