"""The kinds of cards of a box, as a form fills them in, by game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.matches.cards.kinds import badass_force, baf, bebop
from campaigns.matches.cards.kinds.kind import (
    COPIES,
    NAME,
    TEXT,
    CardData,
    Choice,
    Figure,
    Flag,
    Group,
    Kind,
    Slot,
    Text,
    at,
    put,
)

__all__ = [
    "COPIES",
    "EMPTY",
    "FACES",
    "ITEMS",
    "KINDS",
    "NAME",
    "TEXT",
    "VICIOUS",
    "CardData",
    "Choice",
    "Figure",
    "Flag",
    "Group",
    "Kind",
    "Slot",
    "Text",
    "at",
    "has_faces",
    "has_heroes",
    "has_vicious",
    "kind_of",
    "put",
]

KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "baf": baf.KINDS,
    "bebop": bebop.KINDS,
    "badass_force": badass_force.KINDS,
}
"""By game, in the order of the page."""

EMPTY: Final[Mapping[str, Mapping[str, Any]]] = {
    "baf": baf.EMPTY,
    "bebop": bebop.EMPTY,
    "badass_force": badass_force.EMPTY,
}
"""The lists of a set in which no card is yet: whoever asks what the sets of a game hold finds it here."""

VICIOUS: Final = "vicious"
"""The page of Vicious's tokens, which are no list of cards: one line for each number of players."""
FACES: Final = "faces"
"""The page of the armoury die's faces, which are no list of cards either."""


def has_vicious(game: str) -> bool:
    """Tell whether the sets of a game have Vicious's page beside their kinds of cards."""
    return VICIOUS in EMPTY.get(game, {})


def has_faces(game: str) -> bool:
    """Tell whether the sets of a game have a page for the faces of a die."""
    return FACES in EMPTY.get(game, {})


def has_heroes(game: str) -> bool:
    """Tell whether there are heroes among the cards of a game's sets."""
    return "heroes" in EMPTY.get(game, {})


def kind_of(game: str, code: str) -> Kind | None:
    """Return a kind of cards of a game, if there is one of that code."""
    return next((kind for kind in KINDS.get(game, ()) if kind.code == code), None)


ITEMS: Final[Mapping[str, Text]] = {
    **{kind.code.replace("-", "_"): kind.title for kinds in KINDS.values() for kind in kinds},
    "cards": _("Common deck"),
    "criminals": _("Criminals"),
    "starters_earth": _("Criminals of Earth with a star of 0"),
    "starters_mars": _("Criminals of Mars with a star of 0"),
    "starters_ganymede": _("Criminals of Ganymede with a star of 0"),
    "vicious": _("Vicious"),
    "vicious_2": _("Vicious with two players"),
    "vicious_3": _("Vicious with three players"),
    "vicious_4": _("Vicious with four players"),
    "faces": _("Faces of the armoury die"),
    "defence": pgettext_lazy("Badass Force", "Characters of the Defence class"),
    "assassin": pgettext_lazy("Badass Force", "Characters of the Assassin class"),
    "ammo": pgettext_lazy("Badass Force", "Characters of the Ammunition class"),
}
"""What the lists of a set are called, by the engine's word for them in a problem."""
