"""What every journal entry is: a frozen value that can verify and apply itself to a warband."""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Iterable
from enum import StrEnum
from typing import ClassVar, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from engines.core import names
from engines.core.problems import Problem
from engines.musg.events import Event
from engines.musg.warband import Figure, Warband

NAME_LIMIT: Final = 60
NOTE_LIMIT: Final = 2000
SOURCE_LIMIT: Final = 20
MERCENARIES: Final = "Musg, Mercenaires"

type Edition = Literal[1, 2]
"""Which rulings an entry was made under: 1 before M296, M298 and M303, 2 since. Entries stored without say 1."""

_FORBIDDEN: Final = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})
_REORDERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Phase(StrEnum):
    """When an entry may be made: while the muster is drawn up, once it is closed, or at any time."""

    MUSTER = "muster"
    CAMPAIGN = "campaign"
    ANY = "any"


class Change(Struct, frozen=True):
    """The warband after an entry, and what happened."""

    warband: Warband
    events: tuple[Event, ...] = ()


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """One step of a warband's journal.

    ``phase`` says when it is allowed, ``undoable`` whether its kind may be taken back (nothing that rolled dice or
    settled a battle), ``during_aftermath`` whether it may be made while an aftermath is waiting, ``keeps_legal``
    whether it is refused when it would add a problem to the roster, ``witnessed`` whether its kind is worth something
    only because a campaign wrote it: no player makes it alone. ``referee_only``: nobody but a referee may make it.

    ``numbers``: the first numbers for the figures and the items it gives out. Only an entry that a correction put into
    the past has them: whoever joins there must not take the number of somebody who joined later. The warband's own
    count goes on as if nothing had been given out.
    """

    phase: ClassVar[Phase] = Phase.ANY
    undoable: ClassVar[bool] = True
    during_aftermath: ClassVar[bool] = False
    keeps_legal: ClassVar[bool] = True
    witnessed: ClassVar[bool] = False
    referee_only: ClassVar[bool] = False
    numbers: tuple[int, int] | UnsetType = UNSET

    @property
    def can_be_undone(self) -> bool:
        """Whether this very entry may be taken back by its author."""
        return self.undoable

    @property
    def needs_witness(self) -> bool:
        """Whether this very entry is a campaign's or a referee's to write."""
        return self.witnessed or self.referee_only

    def verify(self, warband: Warband) -> Iterable[Problem]:
        """Yield what forbids this entry; nothing means that it may be applied."""
        return ()

    def verify_fresh(self, warband: Warband) -> Iterable[Problem]:
        """Yield what forbids this entry besides, as a new step or in a file from elsewhere.

        Journals that are stored may hold such an entry, written before it was forbidden: they replay all the same.
        """
        return ()

    def apply(self, warband: Warband) -> Change:
        """Return the warband after this entry, which has been verified."""
        return Change(warband)


def name_problems(name: str) -> list[Problem]:
    """Return what is wrong with a name: empty, too long, or holding control characters.

    The unbreakable spaces of French typography and the joiners of some scripts are welcome.
    """
    if all(unicodedata.category(character)[0] in "ZC" for character in name):
        return [Problem("name_empty", None, {"item": "name"})]
    if len(name) > NAME_LIMIT:
        return [Problem("name_long", None, {"item": "name", "value": len(name), "most": NAME_LIMIT})]
    if not is_printable(name):
        return [Problem("name_unprintable", None, {"item": "name"})]
    return []


def unseen_problems(name: str | None) -> list[Problem]:
    """Return what is wrong with a name that is given today: it holds what nobody sees (``engines.core.names``).

    Names of older journals may hold it. ``None``: what gives no name.
    """
    bad = names.unseen(name) if name else ""
    return [Problem("name_unseen", None, {"item": "name", "value": f"U+{ord(bad):04X}"})] if bad else []


def left_out_problems(warband: Warband, code: str) -> list[Problem]:
    """Return the problem that the campaign leaves an entry of the book out: nobody may take it any more."""
    return [Problem("left_out", None, {"item": code})] if code in warband.catalogue.left_out else []


def text_problems(text: str, field: str, limit: int) -> list[Problem]:
    """Return what is wrong with a longer text, in which line breaks and tabs are welcome."""
    if len(text) > limit:
        return [Problem("text_long", None, {"item": field, "value": len(text), "most": limit})]
    if not is_printable(text.translate(_LAYOUT)):
        return [Problem("text_unprintable", None, {"item": field})]
    return []


def is_printable(text: str) -> bool:
    """Tell whether a text can be stored and shown: no control characters, nothing that turns the line around."""
    return text.isprintable() or not any(
        character in _REORDERING or unicodedata.category(character) in _FORBIDDEN for character in text
    )


_LAYOUT: Final = str.maketrans("\n\r\t", "   ")


def known_figure(warband: Warband, number: int) -> Generator[Problem, None, Figure | None]:
    """Yield the problem that there never was a figure of that number, or return the figure, gone or not."""
    figure = warband.figure(number)
    if figure is None:
        yield Problem("no_such_figure", None, {"number": number})
    return figure


def gone(figure: Figure) -> Problem:
    """Return the problem that a figure is with the warband no more."""
    return Problem("figure_gone", figure.id, {"name": figure.name, "standing": figure.standing.value})


def active_figure(warband: Warband, number: int) -> Generator[Problem, None, Figure | None]:
    """Yield the problem that there is no active figure of that number, or return the figure."""
    figure = yield from known_figure(warband, number)
    if figure is None or figure.active:
        return figure
    yield gone(figure)
    return None


def reachable_figure(warband: Warband, number: int) -> Generator[Problem, None, Figure | None]:
    """Yield the problem that there is no active figure of that number, or that the aliens keep it (ruling M330)."""
    figure = yield from active_figure(warband, number)
    if figure is None or not figure.captive:
        return figure
    yield Problem("captive", figure.id, {"name": figure.name}, "ruling M330")
    return None


def hired_figure(warband: Warband, number: int) -> Generator[Problem, None, Figure | None]:
    """Yield the problem that no active figure of that number serves for money, or return the figure."""
    figure = yield from active_figure(warband, number)
    if figure is None or figure.contract is not None:
        return figure
    yield Problem("not_hired", figure.id, {"name": figure.name}, MERCENARIES)
    return None


def must(figure: Figure | None) -> Figure:
    """Return a figure that ``verify`` has made sure of."""
    if figure is None:
        raise LookupError("an entry was applied without having been verified")
    return figure
