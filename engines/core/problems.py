"""What can be wrong with a request, as data: a stable code, the figure concerned, the numbers.

Sentences are made where the reader is, in the reader's language. All errors are ``ValueError``; malformed (it cannot
be read), illegal (the rules forbid it) and ambiguous differ by class.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

Param = int | str


class Problem(Struct, frozen=True):
    """One thing that the rules forbid.

    ``code`` is stable; ``figure`` is the number of the figure concerned, if one is; ``params`` hold the values and
    limits a sentence needs; ``rule`` names the heading of the rulebook or the ruling.
    """

    code: str
    figure: int | None = None
    params: dict[str, Param] = {}
    rule: str = ""

    @property
    def key(self) -> tuple[str, int | None, str]:
        """What makes two problems the same one, whatever their numbers."""
        return (self.code, self.figure, str(self.params.get("item", "")))

    @property
    def excess(self) -> int:
        """How far beyond its limit it is: the same problem with a greater excess has grown worse. 0 without numbers."""
        over = self.params.get("over", self.params.get("short"))
        if over is None:
            over = _number(self.params.get("count")) - _number(self.params.get("most"))
        return _number(over)


def _number(value: Param | None) -> int:
    return value if isinstance(value, int) else 0


class Malformed(ValueError):
    """The data cannot be read as what it claims to be; ``where`` is a path such as ``$.entries[3].name``."""

    def __init__(self, message: str, where: str = "$") -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message

    def within(self, where: str) -> Malformed:
        """Return the same error as it stands in the whole of which the data is the part at ``where``."""
        return Malformed(self.message, where + self.where.removeprefix("$"))


class Illegal(ValueError):
    """The rules forbid it; ``problems`` says all that is wrong.

    As text it says for each who is concerned, the code, the values and limits, and the rule.
    """

    who: ClassVar[str] = "figure"
    """What the number of a problem counts."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(self._sentence, self.problems)))

    def _sentence(self, problem: Problem) -> str:
        concerned = "" if problem.figure is None else f"{self.who} {problem.figure}: "
        values = ", ".join(f"{name} {value}" for name, value in problem.params.items())
        details = "; ".join(part for part in (values, problem.rule) if part)
        return concerned + problem.code + (f" ({details})" if details else "")


def refuse(code: str, *, figure: int | None = None, rule: str = "", **params: Param) -> Illegal:
    """Build the error for a single problem."""
    return Illegal([Problem(code, figure, params, rule)])
