"""Where steps stand in a slot as it was typed in: each with the way to it, and the names it may use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import pgettext
from msgspec import Struct

from campaigns.matches.cards.files import value_of
from campaigns.matches.cards.sentences import LANGUAGES
from engines.core.effects.reading import fields, reads_of
from engines.core.effects.steps import Reads, Step

OTHERWISE = "otherwise"


class Place(Struct, frozen=True):
    """A step and the way to it: ``1.steps.2`` is the second step within the first.

    ``names`` are those that the steps before it have made, by what they stand for.
    """

    way: str
    step: Any
    names: Mapping[str, str]

    @property
    def number(self) -> str:
        """What the step is called: ``1.2``."""
        return _number(self.way)

    @property
    def depth(self) -> int:
        """How many steps it stands within."""
        return sum(not part.isdecimal() for part in self.way.split("."))

    @property
    def aside(self) -> str:
        """What must be said beside the number: in which branch it stands, or that it is done otherwise."""
        *outer, _own = self.way.split(".")
        if outer and outer[-1] == OTHERWISE:
            return pgettext("card step", "otherwise")
        if len(outer) > 1 and outer[-2] == "of":
            return pgettext("card step", "branch %(branch)s") % {"branch": outer[-1]}
        return ""

    @property
    def print(self) -> str:
        """What tells whether the step is still the one that was seen."""
        return hashlib.sha256(value_of(self.step).encode()).hexdigest()[:16]


class Inner(Struct, frozen=True):
    """A list of steps within a step, and the way to it."""

    way: str
    title: str
    steps: list[Any]


def places(game: str, steps: list[Any]) -> list[Place]:
    """Return every step of a slot, inner ones behind the one they stand in."""
    return list(_places(game, steps, "", {}))


def lists(game: str, steps: list[Any]) -> list[tuple[str, str]]:
    """Return the lists within steps into which another step may go: the way, and what it is called."""
    found = []
    for place in places(game, steps):
        found += [(inner.way, inner.title) for inner in _inner(game, place.step, place.way)]
        if _branches(game, place.step):
            further = pgettext("card step", "in another branch of step %(number)s") % {"number": place.number}
            found.append((f"{place.way}.of.{len(place.step['of']) + 1}", further))
    return found


def list_at(steps: list[Any], way: str) -> list[Any]:
    """Return the list that a way of ``lists`` leads to; what is not there yet is begun."""
    found: Any = steps
    for part in way.split(".") if way else ():
        if not part.isdecimal():
            found = found.setdefault(part, [])
        else:
            found += [[] for _missing in range(int(part) - len(found))]
            found = found[int(part) - 1]
    return found if isinstance(found, list) else steps


def names_made(game: str, steps: list[Any]) -> dict[str, str]:
    """Return the names that steps make, by what they stand for: a seat, a number, a card."""
    names: dict[str, str] = {}
    list(_places(game, steps, "", names))
    return names


def verb(game: str, step: Any) -> type[Step] | None:
    """Return the verb of a step as it was typed in, if there is such a one."""
    word = step.get("do") if isinstance(step, dict) else None
    return LANGUAGES[game].verbs.get(word) if isinstance(word, str) else None


def nests(kind: type[Step]) -> list[tuple[str, Reads, bool]]:
    """Return the fields of a verb that hold steps, and whether each must be there."""
    inner = (Reads.STEPS, Reads.BRANCHES)
    found = ((field.encode_name, reads_of(field), field.required) for field in fields(kind))
    return [(name, reads, required) for name, reads, required in found if reads in inner]


def _places(game: str, steps: list[Any], path: str, names: dict[str, str]) -> Iterator[Place]:
    for number, step in enumerate(steps, start=1):
        way = f"{path}{number}"
        yield Place(way, step, dict(names))
        kind = verb(game, step)
        if kind is None:
            continue
        own = _own_name(kind, step)
        for name, of in kind.gives.items():
            names[own or name] = of
        for inner in _inner(game, step, way):
            yield from _places(game, inner.steps, f"{inner.way}.", names)
        if own and not kind.gives:
            names[own] = kind.makes


def _own_name(kind: type[Step], step: Mapping[str, Any]) -> str:
    """Return the name that a step makes, its verb's usual one if it says none."""
    for field in fields(kind):
        if reads_of(field) is Reads.NAME:
            return str(step.get(field.encode_name, field.default))
    return ""


def _inner(game: str, step: Any, way: str) -> Iterator[Inner]:
    kind = verb(game, step)
    for name, reads, _required in nests(kind) if kind else ():
        value, number = step.get(name, []), _number(way)
        if not isinstance(value, list):
            continue
        if reads is Reads.BRANCHES:
            for branch, steps in enumerate(value, start=1):
                title = pgettext("card step", "in branch %(branch)s of step %(number)s")
                if isinstance(steps, list):
                    yield Inner(f"{way}.{name}.{branch}", title % {"branch": branch, "number": number}, steps)
        else:
            title = pgettext("card step", "inside step %(number)s")
            if name == OTHERWISE:
                title = pgettext("card step", "otherwise, in step %(number)s")
            yield Inner(f"{way}.{name}", title % {"number": number}, value)


def _branches(game: str, step: Any) -> bool:
    kind = verb(game, step)
    return kind is not None and any(
        reads is Reads.BRANCHES and isinstance(step.get(name), list) for name, reads, _required in nests(kind)
    )


def _number(way: str) -> str:
    return ".".join(part for part in way.split(".") if part.isdecimal())
