"""The kinds of cards of a box, as a form fills them in: what stands on each, how many there are, where they are kept.

A card set is kept as the engine's JSON; a kind knows which of its lists its cards are in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from campaigns.matches.scores.baf import SKILLS
from campaigns.matches.scores.bebop import PILES
from engines.baf import cards as baf
from engines.bebop import cards as bebop

type Text = str | Promise
type CardData = Mapping[str, Any]
"""A card, or a whole set of cards, as the engine's JSON has it."""

NAME: Final = "name"
COPIES: Final = "copies"


@dataclass(frozen=True, slots=True)
class Figure:
    """A number on a card. ``path`` leads to it in the card, with a dot where it is within something."""

    path: str
    label: Text
    least: int
    most: int
    usual: int | None = 0

    @property
    def field(self) -> str:
        """The name of its field in a form."""
        return self.path.replace(".", "__")

    def of(self, row: CardData) -> int:
        """Return the number on a card."""
        found: Any = row
        for step in self.path.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        return found if isinstance(found, int) else (self.usual or 0)


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers that stand together on the card; ``title`` is empty for one that needs none."""

    title: Text
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of cards. ``place`` is the list of the set it is kept in, ``fixed`` what all cards of the kind share.

    ``apart`` are the lists whose codes may not be the same.
    """

    code: str
    title: Text
    needs: int
    place: str
    groups: tuple[Group, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    apart: tuple[str, ...] = ()

    @property
    def figures(self) -> Iterator[Figure]:
        """All numbers on the card."""
        return (figure for group in self.groups for figure in group.figures)

    @property
    def copied(self) -> bool:
        """Whether a card may be there more than once."""
        return any(figure.path == COPIES for figure in self.figures)

    def rows(self, data: CardData) -> list[CardData]:
        """Return the cards of this kind in a set, in order."""
        return [row for row in data[self.place] if all(row.get(name) == value for name, value in self.fixed.items())]

    def count(self, data: CardData) -> int:
        """Return how many cards of this kind there are, copies included."""
        return sum(row.get(COPIES, 1) for row in self.rows(data))

    def codes(self, data: CardData) -> set[str]:
        """Return the codes that are taken, in small letters."""
        return {row["code"].strip().casefold() for name in self.apart or (self.place,) for row in data[name]}

    def said(self, row: CardData) -> list[tuple[Text, str]]:
        """Return what stands on a card: a title, and its numbers in words."""
        lines: list[tuple[Text, str]] = []
        for group in self.groups:
            there = [(figure, figure.of(row)) for figure in group.figures if figure.path != COPIES]
            if group.title:
                words = ", ".join(f"{figure.label} {value}" for figure, value in there if value)
                if words:
                    lines.append((group.title, words))
            else:
                lines += [(figure.label, str(value)) for figure, value in there]
        return lines


def _skills(path: str) -> tuple[Figure, ...]:
    return tuple(Figure(f"{path}.{skill.value}", SKILLS[skill.value], 0, baf.SKILL_MOST) for skill in baf.Skill)


DEFENCE: Final = pgettext_lazy("BAF!", "Defence")
LOOT: Final = pgettext_lazy("BAF!", "Coins")
_MONSTER: Final = (
    Group(DEFENCE, _skills("defence")),
    Group(
        pgettext_lazy("BAF!", "Skill gain"),
        (*_skills("gain"), Figure("runes", pgettext_lazy("BAF!", "Runes"), 0, baf.RUNES_MOST)),
    ),
    Group(
        "",
        (
            Figure("coins", LOOT, 0, baf.COINS_MOST),
            Figure(COPIES, _("Copies"), 1, baf.MONSTERS, 1),
        ),
    ),
)
_BOSS: Final = (Group(DEFENCE, _skills("defence")), Group("", (Figure("coins", LOOT, 0, baf.BOSS_COINS_MOST, None),)))
_BOSSES: Final = ("masters", "dragons")
_CRIMINAL: Final = (
    Group(
        "",
        (
            Figure("resistance", PILES["resistance"], 1, bebop.PILE_MOST, None),
            Figure("clues", PILES["clues"], 1, bebop.PILE_MOST, None),
            Figure("star", _("Number in the star"), 0, bebop.STAR_MOST, None),
        ),
    ),
)

_LEVELS: Final[Mapping[int, Text]] = {
    1: _("Monsters of level I"),
    2: _("Monsters of level II"),
    3: _("Monsters of level III"),
}
_CRIMINALS: Final[Mapping[str, Text]] = {
    bebop.Planet.EARTH.value: _("Criminals of Earth"),
    bebop.Planet.MARS.value: _("Criminals of Mars"),
    bebop.Planet.GANYMEDE.value: _("Criminals of Ganymede"),
}

KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "baf": (
        Kind("heroes", _("Heroes"), baf.HEROES, "heroes", (Group(_("Skills"), _skills("skills")),)),
        *(
            Kind(f"monsters-{level}", title, baf.MONSTERS, "monsters", _MONSTER, {"level": level})
            for level, title in _LEVELS.items()
        ),
        Kind("masters", _("Dungeon masters"), baf.BOSSES, "masters", _BOSS, apart=_BOSSES),
        Kind("dragons", _("Dragons"), baf.BOSSES, "dragons", _BOSS, apart=_BOSSES),
    ),
    "bebop": tuple(
        Kind(
            planet,
            _CRIMINALS[planet],
            bebop.PER_PLANET,
            "criminals",
            _CRIMINAL,
            {"planet": planet},
        )
        for planet in _CRIMINALS
    ),
}
"""By game, in the order of the page."""

EMPTY: Final[Mapping[str, Mapping[str, Any]]] = {
    "baf": {"heroes": [], "monsters": [], "masters": [], "dragons": []},
    "bebop": {"criminals": [], "vicious": []},
}
"""The lists of a set in which no card is yet: whoever asks what the sets of a game hold finds it here."""

VICIOUS: Final = "vicious"
"""The page of Vicious's tokens, which are no list of cards: one line for each number of players."""


def has_vicious(game: str) -> bool:
    """Tell whether the sets of a game have Vicious's page beside their kinds of cards."""
    return VICIOUS in EMPTY.get(game, {})


def has_heroes(game: str) -> bool:
    """Tell whether there are heroes among the cards of a game's sets."""
    return "heroes" in EMPTY.get(game, {})


def kind_of(game: str, code: str) -> Kind | None:
    """Return a kind of cards of a game, if there is one of that code."""
    return next((kind for kind in KINDS.get(game, ()) if kind.code == code), None)


ITEMS: Final[Mapping[str, Text]] = {
    **{kind.code.replace("-", "_"): kind.title for kinds in KINDS.values() for kind in kinds},
    "criminals": _("Criminals"),
    "starters_earth": _("Criminals of Earth with a star of 0"),
    "starters_mars": _("Criminals of Mars with a star of 0"),
    "starters_ganymede": _("Criminals of Ganymede with a star of 0"),
    "vicious": _("Vicious"),
    "vicious_2": _("Vicious with two players"),
    "vicious_3": _("Vicious with three players"),
    "vicious_4": _("Vicious with four players"),
}
"""What the lists of a set are called, by the engine's word for them in a problem."""
