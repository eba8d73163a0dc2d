"""What the page draws of a game of La Bagarre: seats with their cards, the piles, the question asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from campaigns.tables.bagarre.choices import ATTACK, SHIELD, choices, is_mate
from campaigns.tables.bagarre.heroes import BY_CODE, HeroText
from campaigns.tables.bagarre.words import card_text
from campaigns.tables.cards import Face, face
from campaigns.tables.scene import ActionButton, around
from engines.bagarre.view import PendingView, Phase, SeatView, View
from engines.core.cards import CODE, RANK

_POTIONS: Final[Mapping[str, Callable[[], str]]] = {
    "fire": lambda: _("fire"),
    "invisibility": lambda: _("invisibility"),
    "speed": lambda: _("speed"),
}


class BoardSeat(Struct, frozen=True):
    """One seat: its figures, its cards, what may be done there.

    Cards are ``None`` where the reader may not know them. ``guard`` is what the shield counts, with bonuses;
    ``counting`` says which hit point cards count something else than is printed on them.
    """

    number: int
    own: bool
    alive: bool
    acts: bool
    team: int | None
    mate: bool
    hit_points: int
    hp: tuple[Face, ...]
    counting: tuple[str, ...]
    dealt: tuple[Face | None, ...]
    shielded: bool
    shield: Face | None
    guard: str
    charges: tuple[Face | None, ...]
    heroes: tuple[HeroText, ...]
    wounds: int
    potions: tuple[str, ...]
    resigned: bool
    main: tuple[ActionButton, ...]
    rare: tuple[ActionButton, ...]


class Board(Struct, frozen=True):
    """The table. ``discard`` has its top card first; ``top`` is the draw pile's if the reader has seen it."""

    own: BoardSeat | None
    others: tuple[BoardSeat, ...]
    draw: int
    top: Face | None
    discard: tuple[Face, ...]
    tray: tuple[ActionButton, ...]
    under_way: str
    played: tuple[Face, ...]
    dragon: bool

    @property
    def rows(self) -> list[tuple[str, str, list[ActionButton]]]:
        """What is done to one seat or another: an icon, the words for it, and a button for each seat."""
        found = [
            ("sword", _("Attack"), self._way(ATTACK)),
            ("shield", _("Change the shield of"), self._way(SHIELD)),
        ]
        return [row for row in found if row[2]]

    @property
    def plain(self) -> list[ActionButton]:
        """What is done without choosing a seat."""
        return [choice for seat in self.seats for choice in seat.main if not choice.way]

    @property
    def rare(self) -> list[ActionButton]:
        """The ways to act that are folded away."""
        return [choice for seat in self.seats for choice in seat.rare]

    @property
    def seats(self) -> tuple[BoardSeat, ...]:
        """Every seat, the reader's last."""
        return (*self.others, self.own) if self.own is not None else self.others

    def _way(self, way: str) -> list[ActionButton]:
        return [choice for seat in self.seats for choice in seat.main if choice.way == way]

    @property
    def dealt(self) -> bool:
        """Whether there are piles yet."""
        return bool(self.draw or self.discard)


def board(view: View, names: Sequence[str]) -> Board:
    """Return the table as the view shows it; others' seats in the order in which they play after the reader."""
    offered = choices(view, names)
    seats = [_seat(seat, view, offered) for seat in view.seats]
    own, others = around(seats, view.viewer)
    return Board(
        own,
        others,
        view.draw,
        face(view.top) if view.top is not None else None,
        tuple(face(code) for code in reversed(view.discard)),
        tuple(choice for choice in offered if choice.seat is None),
        _under_way(view.pending, names),
        _played(view.pending),
        view.dragon,
    )


def _seat(seat: SeatView, view: View, offered: Sequence[ActionButton]) -> BoardSeat:
    here = [choice for choice in offered if choice.seat == seat.seat]
    alone = len({other.team for other in view.seats}) == len(view.seats)
    return BoardSeat(
        seat.seat,
        seat.seat == view.viewer,
        seat.alive,
        seat.seat == view.actor,
        None if alone else seat.team + 1,
        is_mate(view, seat.seat),
        seat.hit_points,
        tuple(face(code) for code in seat.hp),
        tuple(_counting(seat)),
        tuple(_face(code) for code in seat.dealt),
        seat.alive and (seat.shield is not None or seat.shield_hidden),
        _face(seat.shield),
        str(seat.guard) if seat.guard is not None else "?",
        tuple(_face(code) for code in seat.charges),
        tuple(BY_CODE[code] for code in seat.heroes),
        seat.wounds,
        tuple(_POTIONS[potion]() for potion in seat.potions),
        seat.resigned,
        tuple(choice for choice in here if not choice.rare),
        tuple(choice for choice in here if choice.rare),
    )


def _face(code: str | None) -> Face | None:
    return face(code) if code is not None else None


def _counting(seat: SeatView) -> Iterator[str]:
    """Yield what hit point cards under a token count (ruling B7), and jokers, on which nothing is printed."""
    for code, value in zip(seat.hp, seat.values, strict=True):
        if value != RANK[CODE.index(code)]:
            yield _("%(card)s counts as %(value)s.") % {"card": card_text(code), "value": value}


def _under_way(pending: PendingView | None, names: Sequence[str]) -> str:
    """Say which action is being decided about."""
    if pending is None:
        return ""
    if pending.seat is None:
        return _("The dragon attacks")
    words = {"name": names[pending.seat], "targets": ", ".join(names[seat] for seat in pending.targets)}
    told = {
        "attack": _("%(name)s attacks %(targets)s"),
        "shield": _("%(name)s changes a shield: %(targets)s"),
        "exchange": _("%(name)s exchanges a hit point card: %(targets)s"),
        "charge": _("%(name)s lays a charge"),
    }.get(pending.action)
    return told % words if told else ""


def _played(pending: PendingView | None) -> tuple[Face, ...]:
    if pending is None:
        return ()
    cards = [pending.card] if pending.card is not None else list(pending.choosing)
    return tuple(face(code) for code in [*cards, *pending.charges])


# The question


def question(view: View, names: Sequence[str]) -> str:
    """Return the question to the reader."""
    pending = view.pending
    if view.phase == Phase.TRANSFORM and pending is not None and pending.transforming is not None:
        return _("Turn %(card)s into something else?") % {"card": card_text(pending.transforming)}
    if view.phase == Phase.THEFT and view.victim is not None:
        return _("What do you take from %(name)s?") % {"name": names[view.victim]}
    alone = _ASKED_ALONE.get(view.phase) if len(view.actions) == 1 else None
    return (alone or _ASKED[view.phase])()


_ASKED: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.HERO: lambda: _("Which hero do you keep?"),
    Phase.LAY: lambda: _("Equal cards: which one is your shield?"),
    Phase.OPENING: lambda: _("Your cards are the lowest: do you show your shield and begin?"),
    Phase.TURN: lambda: _("Choose your action."),
    Phase.COUNTER: lambda: _("How do you strike back?"),
    Phase.PICK: lambda: _("Which card do you play?"),
    Phase.REROLL: lambda: _("Draw this card again?"),
    Phase.TRANSFORM: lambda: _("Turn this card into something else?"),
    Phase.INVISIBLE: lambda: _("You are the target. Vanish?"),
    Phase.THEFT: lambda: _("What do you take?"),
    Phase.LOSE: lambda: _("Equal cards: which one do you give?"),
    Phase.TAKE: lambda: _("Which card do you take?"),
    Phase.SPEED: lambda: _("Your turn ends: one more action?"),
}

# Whoever hides a shield is asked even without a choice: not being asked would tell.
_ASKED_ALONE: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.LAY: lambda: _("Your lowest card is your shield: lay it down."),
    Phase.OPENING: lambda: _("You do not begin: your shield stays hidden."),
}

DOING: Final[Mapping[Phase, Callable[[], str]]] = {
    Phase.HERO: lambda: _("chooses a hero"),
    Phase.LAY: lambda: _("chooses a shield"),
    Phase.OPENING: lambda: _("decides whether to begin"),
    Phase.TURN: lambda: _("chooses an action"),
    Phase.COUNTER: lambda: _("strikes back"),
    Phase.PICK: lambda: _("chooses a card"),
    Phase.REROLL: lambda: _("decides whether to draw again"),
    Phase.TRANSFORM: lambda: _("decides what the card is to be"),
    Phase.INVISIBLE: lambda: _("decides whether to vanish"),
    Phase.THEFT: lambda: _("looks for something to take"),
    Phase.LOSE: lambda: _("chooses a card to give"),
    Phase.TAKE: lambda: _("chooses a card to take"),
    Phase.SPEED: lambda: _("decides about one more action"),
}
