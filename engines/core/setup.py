"""What all card games' setups have in common: what is wrong with them, and how they are read from a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from engines.core.decoding import converted
from engines.core.problems import Illegal, Malformed, Problem


class Setup(Protocol):
    """What a game starts from. With the dice and the log it is the whole truth about a game.

    ``rules`` is the version of the rules: recorded games keep theirs, and a document that names none is of the first.
    """

    @property
    def players(self) -> int: ...

    @property
    def rules(self) -> int: ...

    def problems(self) -> Iterable[Problem]:
        """Return everything that is wrong with it."""


def check(setup: Setup) -> None:
    """Raise ``Illegal`` with everything that is wrong with a setup."""
    wrong = tuple(setup.problems())
    if wrong:
        raise Illegal(wrong)


def range_problems(item: str, value: int, limits: tuple[int, int], rule: str = "") -> Iterator[Problem]:
    """Yield what is wrong with a figure that must lie between two limits: nothing, if it does."""
    least, most = limits
    if not least <= value <= most:
        yield Problem("option_out_of_range", None, {"item": item, "value": value, "least": least, "most": most}, rule)


def read_setup[S](data: object, kind: type[S], *, needs: Iterable[str] = ()) -> S:
    """Read a setup from decoded JSON. Raises ``Malformed`` with its place in a document that holds it as ``setup``.

    ``needs`` are fields that it has to name, although a new setup need not: what a field is unless said otherwise may
    change, and what was played may not.
    """
    try:
        if isinstance(data, dict):
            for name in needs:
                if name not in data:
                    raise Malformed(f"Object missing required field `{name}`")
            data = {"rules": 1, **data}
        return converted(data, kind)
    except Malformed as error:
        raise error.within("$.setup") from error


def as_agreed(setup: dict[str, Any], usual: dict[str, Any]) -> dict[str, Any]:
    """Return a setup as JSON with none of the options that are the usual ones."""
    options = {name: value for name, value in setup["options"].items() if value != usual[name]}
    return {**setup, "options": options}
