"""Civilians whom the aliens keep: they stand in no warband's journal, so a campaign's battles say who is left to seek.

Whoever lies on the table when a battle against aliens ends is carried off, civilians too (Musg, Les « autres »), and
they may be rescued as others are (ruling M330). Each is kept until a battle brings it home or sees it die; a referee's
word goes before what battles say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from engines.core.problems import Problem

RULE: Final = "ruling M330"
ALIKE_MOST: Final = 3
"""How many of the same card a battle may be said to have lost: a sixth civilian begins a new five (ruling M332)."""


class Civilian(Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """One whom the aliens keep: since which battle, by its key, which card, and the how-manieth of it there, from 1."""

    battle: str
    card: str
    nth: int = 1


class Tidings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a battle's report says of civilians and aliens.

    ``taken``: the cards of those who were left lying and carried off, one for each. ``freed`` and ``died``: those of
    earlier battles who left the nest, off the table in the end, or died in their rescue. Who is not named is kept on.
    """

    taken: tuple[str, ...] = ()
    freed: tuple[Civilian, ...] = ()
    died: tuple[Civilian, ...] = ()


class Fate(StrEnum):
    """What became of an abducted civilian."""

    KEPT = "kept"
    FREED = "freed"
    DIED = "died"


class Told(Struct, frozen=True):
    """The tidings of one battle, by its key."""

    battle: str
    tidings: Tidings


class Word(Struct, frozen=True):
    """What a referee says became of a civilian, whatever battles say (ruling M330)."""

    civilian: Civilian
    fate: Fate


class Ending(Struct, frozen=True):
    """What became of a civilian, and in which battle, by its key; "" for a referee's word, and while it is kept."""

    fate: Fate = Fate.KEPT
    battle: str = ""


def taken(battle: str, cards: Iterable[str]) -> Iterator[Civilian]:
    """Yield those whom a battle lost, as they are named from then on: of one card the first, the second, ..."""
    count: Counter[str] = Counter()
    for card in cards:
        count[card] += 1
        yield Civilian(battle, card, count[card])


def endings(course: Iterable[Told | Word]) -> dict[Civilian, Ending]:
    """Return what became of each civilian that was ever carried off, in the order in which they were.

    ``course`` is what battles and referees said, in order. Each has one fate: a battle settles those only who are kept
    then, and what it says of others holds no longer, as after a correction (``strays`` lists it).
    """
    return _lived(course)[0]


def strays(course: Iterable[Told | Word]) -> list[tuple[str, Civilian]]:
    """Return what battles say of civilians whom nobody kept then, as the battle's key and the civilian."""
    return _lived(course)[1]


def _lived(course: Iterable[Told | Word]) -> tuple[dict[Civilian, Ending], list[tuple[str, Civilian]]]:
    found: dict[Civilian, Ending] = {}
    stray: list[tuple[str, Civilian]] = []
    for said in course:
        if isinstance(said, Word):
            if said.civilian in found:
                found[said.civilian] = Ending(said.fate)
            continue
        for fate, named in ((Fate.FREED, said.tidings.freed), (Fate.DIED, said.tidings.died)):
            for one in named:
                if found.get(one, Ending(fate)).fate is Fate.KEPT:
                    found[one] = Ending(fate, said.battle)
                else:
                    stray.append((said.battle, one))
        for one in taken(said.battle, said.tidings.taken):
            found.setdefault(one, Ending())
    return found, stray


def kept(course: Iterable[Told | Word]) -> tuple[Civilian, ...]:
    """Return those whom the aliens keep after all that was said, in the order in which they were carried off."""
    return tuple(one for one, ending in endings(course).items() if ending.fate is Fate.KEPT)


def problems(tidings: Tidings, waiting: Collection[Civilian] | None, cards: Collection[str]) -> Iterator[Problem]:
    """Yield what is impossible in a report's tidings.

    ``waiting``: who was kept before, ``None`` for unknown; ``cards``: the codes of the civilians that there are.
    """
    for card, count in Counter(tidings.taken).items():
        if card not in cards:
            yield Problem("no_such_civilian", None, {"item": card}, RULE)
        elif count > ALIKE_MOST:
            yield Problem("civilians_alike", None, {"item": card, "value": count, "most": ALIKE_MOST}, RULE)
    named = Counter((*tidings.freed, *tidings.died))
    for one, count in named.items():
        about: dict[str, int | str] = {"item": one.card, "battle": one.battle, "nth": one.nth}
        if waiting is not None and one not in waiting:
            yield Problem("civilian_not_kept", None, about, RULE)
        if count > 1:
            yield Problem("civilian_settled_twice", None, about, RULE)
