"""Playing cards as they are drawn and read aloud: rank and suit, by letter, by shape and in words."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy
from msgspec import Struct

SUITS: Final[dict[str, str | Promise]] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}
LETTERS: Final[dict[str, str | Promise]] = {
    "A": pgettext_lazy("corner of a card", "A"),
    "J": pgettext_lazy("corner of a card", "J"),
    "Q": pgettext_lazy("corner of a card", "Q"),
    "K": pgettext_lazy("corner of a card", "K"),
}
NAMES: Final[dict[str, str | Promise]] = {
    "A": gettext_lazy("ace"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
}
COURTS: Final = {"J": "jack", "Q": "queen", "K": "king"}
JOKER: Final = "X"
_LEFT, _MIDDLE, _RIGHT = 34, 50, 66
_ROWS: Final = {1: 28, 2: 49, 3: 56, 4: 70, 5: 84, 6: 91, 7: 112, 8: 42, 9: 98}
"""Heights on a card of 140: the outer rows, the middle, and what lies between."""
_EIGHT: Final = tuple((x, row) for x in (_LEFT, _RIGHT) for row in (1, 3, 5, 7))
_PIPS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "2": ((_MIDDLE, 1), (_MIDDLE, 7)),
    "3": ((_MIDDLE, 1), (_MIDDLE, 4), (_MIDDLE, 7)),
    "4": ((_LEFT, 1), (_RIGHT, 1), (_LEFT, 7), (_RIGHT, 7)),
    "5": ((_LEFT, 1), (_RIGHT, 1), (_MIDDLE, 4), (_LEFT, 7), (_RIGHT, 7)),
    "6": ((_LEFT, 1), (_RIGHT, 1), (_LEFT, 4), (_RIGHT, 4), (_LEFT, 7), (_RIGHT, 7)),
    "7": ((_LEFT, 1), (_RIGHT, 1), (_MIDDLE, 2), (_LEFT, 4), (_RIGHT, 4), (_LEFT, 7), (_RIGHT, 7)),
    "8": ((_LEFT, 1), (_RIGHT, 1), (_MIDDLE, 2), (_LEFT, 4), (_RIGHT, 4), (_MIDDLE, 6), (_LEFT, 7), (_RIGHT, 7)),
    "9": (*_EIGHT, (_MIDDLE, 4)),
    "10": (*_EIGHT, (_MIDDLE, 8), (_MIDDLE, 9)),
}
_SIZE: Final = 16


class Pip(Struct, frozen=True):
    """One mark of the suit: the corner of its square on a card of 100 by 140. ``turned``: it stands on its head."""

    x: int
    y: int
    turned: str


class Face(Struct, frozen=True):
    """A card face up. ``art`` names the picture of a court card, the joker or the ace; ``label`` is read aloud."""

    code: str
    suit: str
    colour: str
    art: str
    pips: tuple[Pip, ...]

    @property
    def corner(self) -> str:
        """What stands in its corner; empty for a joker, which has a star there."""
        rank = self.code[:-1]
        return "" if self.art == "joker" else str(LETTERS.get(rank, rank))

    @property
    def label(self) -> str:
        """The card in words."""
        if self.art == "joker":
            return _("joker")
        rank = self.code[:-1]
        return _("%(rank)s of %(suit)s") % {"rank": NAMES.get(rank, rank), "suit": SUITS[self.suit]}


@cache
def face(code: str) -> Face:
    """Return how the card with this code ("7S", "10H", "X1") is drawn."""
    if code.startswith(JOKER):
        return Face(code, "", "joker", "joker", ())
    rank, suit = code[:-1], code[-1]
    art = COURTS.get(rank, "ace" if rank == "A" else "")
    pips = tuple(
        Pip(x - _SIZE // 2, _ROWS[row] - _SIZE // 2, f"rotate(180 {x} {_ROWS[row]})" if _ROWS[row] > 70 else "")
        for x, row in _PIPS.get(rank, ())
    )
    return Face(code, suit, "red" if suit in "HD" else "black", art, pips)
