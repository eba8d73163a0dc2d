"""How the club's rulebooks are read where they are silent or say two things: one ruling for each such place.

The rulings stand in the TOML files in this folder, one file for each subject of a game, where the first reading of a
ruling is the one that the site follows. A ruling is cited by its number: the letter of its game and a running number
(M33 is Musg's). What cannot be in such a file is refused with its name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec
from django.urls import reverse
from django.utils.translation import get_language
from msgspec import Meta, Struct

from club.folding import folded, holds

type Said = Annotated[str, Meta(min_length=1, max_length=700)]


class Game(Struct, frozen=True):
    """A game with rulings: its code, its title (a proper name in both languages), the letter of its numbers."""

    code: str
    name: str
    letter: str


GAMES: Final = (
    Game("musg", "Musg", "M"),
    Game("bagarre", "La Bagarre", "B"),
    Game("badass_force", "Badass Force", "F"),
    Game("baf", "BAF!", "A"),
    Game("bebop", "Space Serenade", "C"),
)


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """One wording in both languages; as a string it is in the reader's."""

    fr: Said
    en: Said

    def __str__(self) -> str:
        return self.fr if (get_language() or "en").startswith("fr") else self.en


class Switch(Wording, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lets a table choose another reading: the ``option``'s field, and words on what it is called and where."""

    option: str


class _Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ruling as its file has it."""

    heading: Wording
    title: Wording
    printed: Wording
    readings: Annotated[tuple[Wording, ...], Meta(min_length=1, max_length=5)]
    why: Wording
    switch: Switch | None = None


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One file: the rulings of a game about one subject."""

    game: str
    subject: Wording
    place: int
    rulings: dict[str, _Row]


class Ruling(Struct, frozen=True):
    """One place of a rulebook and how it is read.

    ``heading`` is where the rulebook says it, ``printed`` what it says there, ``readings`` what that may mean, the one
    that the site follows first; ``why`` it does, and the ``switch`` that lets a table choose otherwise.
    """

    number: str
    game: Game
    subject: Wording
    heading: Wording
    title: Wording
    printed: Wording
    readings: tuple[Wording, ...]
    why: Wording
    switch: Switch | None
    haystack: str

    @property
    def followed(self) -> Wording:
        """The reading that the site follows."""
        return self.readings[0]

    @property
    def others(self) -> tuple[Wording, ...]:
        """The readings that it does not."""
        return self.readings[1:]

    def get_absolute_url(self) -> str:
        """Where the ruling's page is."""
        return reverse("club:ruling", args=[self.game.code, self.number])


class WrongRuling(ValueError):
    """A file of rulings that cannot be: the message names the file, the ruling and what is wrong."""


@cache
def all_rulings() -> Mapping[str, Ruling]:
    """Return every ruling by its number, in the order of the games, of their subjects and of the numbers."""
    sheets = [sheet for path in _files() for sheet in [read_sheet(path.name, path.read_text(encoding="utf-8"))]]
    codes = [game.code for game in GAMES]
    sheets.sort(key=lambda sheet: (codes.index(sheet.game), sheet.place))
    found: dict[str, Ruling] = {}
    for sheet in sheets:
        for number in sorted(sheet.rulings, key=lambda one: int(one[1:])):
            if number in found:
                raise WrongRuling(f"ruling {number} stands in two files")
            found[number] = _ruling(number, sheet)
    return MappingProxyType(found)


def find(number: str) -> Ruling | None:
    """Return a ruling by its number, or ``None``."""
    return all_rulings().get(number)


def rulings_of(game: Game, query: str = "") -> list[Ruling]:
    """Return a game's rulings in which every word of ``query`` begins a word of either language or is the number."""
    words = folded(query).split()
    return [one for one in all_rulings().values() if one.game == game and holds(one.haystack, words)]


def _files() -> Iterator[Any]:
    folder = files(__package__)
    for game in GAMES:
        yield from (path for path in folder.joinpath(game.code).iterdir() if path.name.endswith(".toml"))


def read_sheet(name: str, text: str) -> _Sheet:
    """Read one file; raises ``WrongRuling``."""
    try:
        sheet = msgspec.convert(tomllib.loads(text), _Sheet)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise WrongRuling(f"{name}: {error}") from error
    game = next((game for game in GAMES if game.code == sheet.game), None)
    if game is None:
        raise WrongRuling(f"{name}: there is no game {sheet.game!r}")
    for number in sheet.rulings:
        if not re.fullmatch(rf"{game.letter}[1-9]\d{{0,2}}", number):
            raise WrongRuling(f"{name}: {number!r} is no number of a ruling of {game.name}")
    return sheet


def _ruling(number: str, sheet: _Sheet) -> Ruling:
    row = sheet.rulings[number]
    said: list[Wording] = [row.heading, row.title, row.printed, *row.readings, row.why]
    said += [row.switch] if row.switch else []
    haystack = folded(number, *(text for one in said for text in (one.fr, one.en)))
    game = next(game for game in GAMES if game.code == sheet.game)
    return Ruling(
        number,
        game,
        sheet.subject,
        row.heading,
        row.title,
        row.printed,
        row.readings,
        row.why,
        row.switch,
        haystack,
    )
